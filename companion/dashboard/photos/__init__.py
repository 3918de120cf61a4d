"""Photographs: sent, read, put right, kept in memory."""
