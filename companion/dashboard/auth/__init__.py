"""Who is asking, what they may ask for, and how often."""
