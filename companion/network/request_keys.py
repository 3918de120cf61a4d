"""Keys of the WSGI environment with which the server passes more about a request to the application."""

from __future__ import annotations

UNREAD = "burako.unread"
"""Key of the HTTP status for an incomplete request, else 200."""
LEAVING = "burako.leaving"
"""Key of a function that registers a callback for the client's disconnection."""
