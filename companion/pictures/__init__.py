"""Pictures made smaller, drawn on and cut."""
