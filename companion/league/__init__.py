"""A season of evenings as one table: points by rule, ratings, head to head, and what the hands were made of."""
