"""Advice: the lawful plays of a turn, searched and ranked by their gain."""
