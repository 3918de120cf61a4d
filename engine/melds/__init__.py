"""Runs and groups: what a row of tiles may mean, and what is wrong with it."""
