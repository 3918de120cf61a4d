"""Addresses, certificates, and the web server between phones and the pages."""
