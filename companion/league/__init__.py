"""Leagues: the tournaments of a season as one table, with points by rule, ratings, head-to-head results and hand
statistics."""
