"""Seeing over time: frames of a camera in, the table out of it whenever it lies otherwise."""
