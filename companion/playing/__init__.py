"""Games played on the screen: seats, private views, and every move checked by the rules."""
