"""Whether a set is complete: its tiles counted over several photographs, each tile once."""

from companion.census.counting import Census, SeenPicture, census_of, seen_picture

__all__ = ["Census", "SeenPicture", "census_of", "seen_picture"]
