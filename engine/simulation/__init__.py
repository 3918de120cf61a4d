"""Whole hands without a table or a camera, by seeded players."""
