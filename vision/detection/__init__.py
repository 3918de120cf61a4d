"""Where tiles lie, and their upright patches."""
