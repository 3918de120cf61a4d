"""What a finished hand is worth, line by line."""
