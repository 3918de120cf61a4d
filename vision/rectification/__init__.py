"""Oblique views laid flat by the pose of the camera."""
