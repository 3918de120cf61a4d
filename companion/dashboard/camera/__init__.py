"""The camera over a table, and the phone that is one."""
