"""Interpret a reading: which faces may be claimed, whose each row is, and what the rules decide."""
