"""Tests of the game. The rulings are tables in tests/cases, one sentence a row."""
