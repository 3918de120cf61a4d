"""Rule profiles as data, and violations: codes, sentences, sources."""
