"""Detect tiles, and cut out their upright patches."""
