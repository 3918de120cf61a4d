"""What happens at the tables, told to other programs: webhooks that are signed, and a text in OBS."""
