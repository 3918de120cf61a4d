"""Resolve the orientation of rows that consist only of 6 and 9, by the other rows of their side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.game_tracking.observation import NO_FACES, Faces
from companion.recognition.row_sides import TEAMS
from vision.belief import FACE_NAMES, SHOWS_UPRIGHT, Belief
from vision.geometry import F64, axes
from vision.table_plan.zones import TableZone

_SIXES, _NINES = ([at for at, name in enumerate(FACE_NAMES) if name[:-1] == number] for number in "69")
_TURNED = frozenset(FACE_NAMES[at] for at in (*_SIXES, *_NINES))
_CLEAR, _TURNABLE = 0.8, 0.5
"""The probabilities of a face, and of a 6 or a 9, from which a tile shows or needs its orientation."""
_ENOUGH, _ALIKE = 3, 0.9
"""The number of tiles that show the orientation of a side, and how well their mean direction and a row's have to
agree."""
PARALLEL_ODDS, NAMED_ODDS = 10.0, 100.0
"""The odds that a row has the orientation of its side's others, and of its named tile."""
_SURE_OF_A_WAY = 20.0
"""The largest odds that the recognizer's reading of a 6 or 9 counts for: it is certain of unmarked ones, too."""


def as_their_side_lies(
    beliefs: Sequence[Belief],
    quads: F64,
    rows: Sequence[tuple[Sequence[int], TableZone | None]],
    corrections: Faces = NO_FACES,
) -> list[Belief]:
    """Revise the ``beliefs`` about tiles at ``quads`` (n, 4, 2) in ``rows`` of nothing but 6 and 9.

    Each row is the indices of its tiles, and its zone; without a side nothing changes. The tiles of such a row are all
    upright or all upside down: the recognizer's evidence about them is averaged, for they are one witness and not many.
    ``corrections``, by index, decide the row of their tile; and where the recognizer had the other number, this set
    prints both so that they look rotated, and its evidence is ignored from then on.
    """
    ups = -axes(quads)[1]
    ups /= np.maximum(np.linalg.norm(ups, axis=1, keepdims=True), 1e-6)
    as_seen = {
        at: (_log_odds(beliefs[at]) > 0) == (face[:-1] == "6") for at, face in corrections.items() if face in _TURNED
    }
    turned = list(beliefs)
    for side in TEAMS:
        lying = [row for row, zone in rows if zone is side]
        oriented = [at for row in lying for at in row if _shows_orientation(beliefs[at])]
        way = ups[oriented].mean(axis=0) if len(oriented) >= _ENOUGH else np.zeros(2)
        is_alike = np.linalg.norm(way) >= _ALIKE
        for row in (row for row in lying if not any(_shows_orientation(beliefs[at]) for at in row)):
            turnable = [at for at in row if _turnable(beliefs[at]) > _TURNABLE]
            named = [ups[at] if as_seen[at] else -ups[at] for at in turnable if at in as_seen]
            along = ups[turnable] @ (np.mean(named, axis=0) if named else way)
            if turnable and (named or is_alike) and (np.abs(along) > _ALIKE**2).all():
                ways = dict(zip(turnable, np.sign(along).tolist(), strict=True))
                seen = _odds_seen(beliefs, ways) if all(as_seen.values()) else 1.0
                turned = _laid(turned, ways, NAMED_ODDS if named else PARALLEL_ODDS * seen)
    return turned


def _odds_seen(beliefs: Sequence[Belief], ways: Mapping[int, float]) -> float:
    """The recognizer's odds that one row's 6 and 9 lie in the orientation of their side."""
    seen = np.exp(np.mean([way * abs(_log_odds(beliefs[at])) for at, way in ways.items()]))
    return float(np.clip(seen, 1 / _SURE_OF_A_WAY, _SURE_OF_A_WAY))


def _laid(beliefs: list[Belief], ways: Mapping[int, float], odds: float) -> list[Belief]:
    """The ``beliefs`` with one row's 6 and 9, oriented with their side (1) or against it (-1) in ``ways``,
    reweighed."""
    changed = list(beliefs)
    for at, way in ways.items():
        upright, turned = (_SIXES, _NINES) if (_log_odds(beliefs[at]) > 0) == (way > 0) else (_NINES, _SIXES)
        probabilities = beliefs[at].probabilities.copy()
        whole = probabilities[upright] + probabilities[turned]
        probabilities[upright], probabilities[turned] = whole * odds / (1 + odds), whole / (1 + odds)
        changed[at] = Belief(probabilities)
    return changed


def _shows_orientation(belief: Belief) -> bool:
    return belief.best in SHOWS_UPRIGHT and belief.confidence > _CLEAR


def _turnable(belief: Belief) -> float:
    return float(belief.probabilities[_SIXES].sum() + belief.probabilities[_NINES].sum())


def _log_odds(belief: Belief) -> float:
    """The log odds of a 6 against a 9."""
    six, nine = (belief.probabilities[numbers].sum() for numbers in (_SIXES, _NINES))
    return float(np.log(max(six, 1e-9) / max(nine, 1e-9)))
