"""Pages of the film of a match, to settle disputes."""
