"""Diagnose this machine: each check examines one thing and reports one sentence with a remedy."""
