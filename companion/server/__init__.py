"""The web server process: the pages with all their dependencies."""
