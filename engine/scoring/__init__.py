"""Score a finished hand, line by line."""
