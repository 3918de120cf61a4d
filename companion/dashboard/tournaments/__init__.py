"""Tournaments: pages for everybody, for those who run them, and for the devices of tables."""
