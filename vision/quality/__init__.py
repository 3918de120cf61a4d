"""How good a photograph is of each tile, and what is wrong with it."""
