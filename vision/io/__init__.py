"""Decode picture files into frames, with limits on size and memory."""
