"""Matches of several hands, standings of zones, round robins, and the first round of a bracket.

What is drawn and played after that is in `companion.tournaments`: the later rounds, the third place and the lower
bracket of a double elimination in `brackets`, Swiss rounds in `swiss`.
"""
