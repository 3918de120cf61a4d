"""Players who know the rules and their own rack, and nothing that a person in their seat would not know."""
