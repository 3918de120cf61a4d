"""Sentences of the commands, in two languages."""
