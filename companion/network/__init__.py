"""Addresses, certificates, and the web server in front of the pages."""
