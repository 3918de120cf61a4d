"""Networks by name, checked against their hash, run by onnxruntime."""
