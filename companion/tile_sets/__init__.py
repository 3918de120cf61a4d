"""Tile sets that the recognizer was adapted to."""
