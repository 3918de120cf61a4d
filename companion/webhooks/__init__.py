"""Webhooks: events of matches and tournaments sent to other programs, signed over HTTP or as a text in OBS."""
