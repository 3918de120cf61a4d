"""How long things take: `python -m tests.bench`, or `make bench`."""
