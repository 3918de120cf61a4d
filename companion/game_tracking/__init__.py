"""Track one hand: settled tables become observations, moves, questions, and a running score."""
