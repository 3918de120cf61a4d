"""What could be laid now, and what it would bring: every play is one that the law lets pass."""
