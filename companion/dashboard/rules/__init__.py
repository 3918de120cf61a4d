"""Pages of rules: reading, rule queries, stored rule sets."""
