"""Pages of matches: played, watched, scored, replayed."""
