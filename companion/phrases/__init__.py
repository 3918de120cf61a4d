"""The sentences of the commands."""
