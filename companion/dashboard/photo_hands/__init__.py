"""A hand counted from photographs of its tiles."""
