"""Which places are tiles, and which may be none."""
