"""Group tiles into rows: rows, loose tiles, tiles across a row, and overexposed areas."""
