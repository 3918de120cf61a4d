"""Tournaments as they are told: an order is decided into a deed, deeds fold into a story, a story is viewed."""
