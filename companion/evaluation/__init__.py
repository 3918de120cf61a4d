"""Measure the recognizer on labelled pictures: detection, faces, and errors by kind and by session."""
