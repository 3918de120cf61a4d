"""Keys of the WSGI environment with which the server passes more about a request to the application."""

from __future__ import annotations

UNREAD = "burako.unread"
"""The HTTP status that says why the request did not come in whole, else 200."""
LEAVING = "burako.leaving"
"""Takes a function that is called, once, when nobody reads the answer any more."""
