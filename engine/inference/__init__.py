"""The moves that lead from one table to the next one seen."""
