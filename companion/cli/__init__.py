"""One module per command of ``burako``: its options, the call, and its output."""
