"""Rectify oblique views by the estimated pose of the camera."""
