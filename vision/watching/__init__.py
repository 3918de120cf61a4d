"""Watch a table: frames of a camera in, table states out whenever they change."""
