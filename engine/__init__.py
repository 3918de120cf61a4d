"""The game as pure values: tiles, melds, rules and scores."""
