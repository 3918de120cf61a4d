"""The page of hooks."""
