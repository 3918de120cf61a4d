"""Simulate whole hands with seeded players, without table or camera."""
