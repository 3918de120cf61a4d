"""The rules to read, the judge whom anybody may ask, the house's own rule sets."""
