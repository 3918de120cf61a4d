"""Runs and groups: identify what a row of tiles is, and diagnose what is wrong with it."""
