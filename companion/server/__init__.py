"""What is served: the pages with everything handed to them, and the process that serves them."""
