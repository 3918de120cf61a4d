"""Render a hand as an animated GIF or MP4 of drawn tables, a picture for each step."""

from companion.animation.clip import FORMS, animated

__all__ = ["FORMS", "animated"]
