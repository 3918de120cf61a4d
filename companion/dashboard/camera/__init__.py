"""Pages of the camera over a table, and of a phone used as a camera."""
