"""Track tiles over time, and detect a table at rest."""
