"""Infer the moves that lead from one known table state to the next observation."""
