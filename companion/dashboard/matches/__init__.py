"""Matches: played, watched, counted, replayed."""
