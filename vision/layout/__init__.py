"""Rows, loose tiles, tiles across a row, and what a reflection hides."""
