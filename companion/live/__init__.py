"""A camera over a table that is played: a program of its own reads it, and what it sees is told at the match."""
