"""User-defined rule sets: stored by name, edited in forms, and usable wherever a profile is."""
