"""Adapt the reader to one maker's tile set from labelled tiles, and validate the adaptation."""
