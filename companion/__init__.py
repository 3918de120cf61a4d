"""Composes eyes and law: the command line, the readings with their meaning, and the dashboard."""
