"""Read the face of each tile as a belief."""
