"""Games on the screen: their table, what is told there, and a first game that teaches."""
