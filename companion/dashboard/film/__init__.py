"""The film of a match, for those who settle what happened at its table."""
