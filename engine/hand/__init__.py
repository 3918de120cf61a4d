"""One hand, from the deal to the close: its table state, the moves applied to it, and the record that is scored."""
