"""Tiles followed from look to look, and a table at rest."""
