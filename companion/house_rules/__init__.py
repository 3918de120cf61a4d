"""Rule sets that a house keeps under names of its own, edited in the players' words and used wherever a name is."""
