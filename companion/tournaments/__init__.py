"""Tournaments as an event-sourced service: a command becomes an event, events fold into a state, a state is viewed."""
