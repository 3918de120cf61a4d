"""Reduce, annotate and crop pictures."""
