"""How a journal of an older version is brought up to date."""
