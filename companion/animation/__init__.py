"""A hand as an animated GIF, or as an MP4: our own drawing of the table, a picture for each step."""

from companion.animation.clip import FORMS, animated

__all__ = ["FORMS", "animated"]
