"""Rule profiles as data, and what breaks a rule: codes, sentences, sources."""
