"""Detect which parts of a picture must be read again."""
