"""Filter detected places: tiles, false positives, and uncertain ones."""
