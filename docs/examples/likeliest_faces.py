"""Reads a photograph without any rules: where each tile is, and its likeliest faces with their probabilities.

python docs/examples/likeliest_faces.py docs/reading.jpg
"""

import sys

import vision

for tile in vision.read(sys.argv[1]).tiles:
    x, y = tile.place.corners_px.mean(axis=0)
    likely = ", ".join(f"{face} {probability:.3f}" for face, probability in tile.belief.ranked(3))
    print(f"({x:.0f}, {y:.0f}): {likely}")
