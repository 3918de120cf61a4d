"""Sets of tiles: taught, counted, printed."""
