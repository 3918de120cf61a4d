"""Beyond a hand: matches, standings, brackets."""
