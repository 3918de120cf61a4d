"""Check whether a set is complete: count its tiles over several photographs, each tile once."""

from companion.census.counting import Census, CensusAnswers, SeenPicture, census_of, seen_picture

__all__ = ["Census", "CensusAnswers", "SeenPicture", "census_of", "seen_picture"]
