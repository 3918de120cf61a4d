"""Pages of tile sets: learned, counted, printed."""
