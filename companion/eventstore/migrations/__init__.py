"""Migrations of a journal's database from older versions."""
