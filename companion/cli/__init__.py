"""One module per command of ``burako``; each says its options, calls the parts, and prints."""
