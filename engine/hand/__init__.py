"""A hand as moves applied to the state of its table, from the deal to the record."""
