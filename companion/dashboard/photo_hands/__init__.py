"""Pages to score a hand from photographs of its tiles."""
