"""A camera over a table in play: a worker process reads the table, and its reports become entries of the match."""
