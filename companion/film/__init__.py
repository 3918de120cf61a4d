"""The film of a table: recorded with consent, limited in size, and deleted after the match."""
