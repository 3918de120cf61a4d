"""The profiles by which whole hands are played in tests: one of each kind always, the others at night."""

from __future__ import annotations

import pytest

from engine import PROFILES

OF_EACH_KIND = ("clasico", "burraco-fibur", "rummy", "rummikub")
"""Canastas and muertos by our rules and by those of abroad, melds of one's own, and melds that are everybody's."""
KINDS = [pytest.param(profile, marks=[] if profile in OF_EACH_KIND else pytest.mark.slow) for profile in PROFILES]
