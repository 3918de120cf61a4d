"""Pixels to readings: where the tiles of a picture lie, what each shows, and which lie in a row."""
