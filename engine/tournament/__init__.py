"""Matches of several hands, tournament standings and brackets."""
