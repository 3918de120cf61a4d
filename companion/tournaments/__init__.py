"""Tournaments as they are told: an order is decided into an event, events fold into a story, a story is viewed."""
