"""Tests of the measuring of the recognizer."""
