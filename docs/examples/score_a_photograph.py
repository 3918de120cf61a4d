"""Scores a photograph: every meld with its points, and why one is not lawful.

python docs/examples/score_a_photograph.py docs/reading.jpg torneo
"""

import sys

import companion

path, rules = (*sys.argv[1:], "clasico")[:2]
score = companion.read(path, rules)
for row in score.rows:
    faults = " ".join(fault.message for fault in row.violations)
    print(f"{row.meld}: {row.points if row.lawful else faults}")
asked = sum(tile.face == "?" for tile in score.tiles)
print(f"{score.points} points, {asked} tiles to be asked about")
