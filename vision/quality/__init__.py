"""Measure the picture quality of each tile, and diagnose the problems of a photograph."""
