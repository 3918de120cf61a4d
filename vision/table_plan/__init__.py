"""Locate mazo, muertos and pozo on the table."""
