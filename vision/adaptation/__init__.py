"""A maker's set of tiles learned, and what the lesson is worth."""
