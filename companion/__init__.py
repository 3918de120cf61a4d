"""Composes eyes and law: the command line, the readings with their meaning, and the dashboard."""

import vision as vision  # before anything else: onnxruntime then reports its use to nobody, whoever imports it next
