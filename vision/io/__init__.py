"""Picture files to frames, within limits."""
