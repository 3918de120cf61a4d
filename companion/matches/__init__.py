"""Matches and hands as event streams, recorded by people or by a camera."""
