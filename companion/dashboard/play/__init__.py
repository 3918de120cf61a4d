"""Pages of screen games: the table, its messages, and a tutorial."""
