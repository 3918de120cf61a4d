"""What of a picture must be read again."""
