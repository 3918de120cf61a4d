"""A hand as it is watched: settled tables become what lies where, moves, questions, and a score that runs along."""
