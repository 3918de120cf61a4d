"""Tests of the measuring of the eye."""
