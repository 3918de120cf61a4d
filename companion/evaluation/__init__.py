"""How well the eye does on labelled pictures: places found, faces right, mistakes told by kind and by session."""
