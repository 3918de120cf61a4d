"""Load networks by name, verify their hashes, and run them with onnxruntime."""
