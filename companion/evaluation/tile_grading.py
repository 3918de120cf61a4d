"""Grade the reading of one tile, as far as its label allows."""

from __future__ import annotations

from companion.evaluation.calibration import Calibration
from companion.evaluation.counts import Proportion, Tally
from vision.belief import FACE_NAMES, Belief


def number_of(name: str) -> str:
    """The number in ``name``: ``7`` of ``7r`` and of ``7``; ``J`` and ``back`` unchanged."""
    return name[:-1] if name[0].isdigit() and not name[-1].isdigit() else name


def color_of(name: str) -> str:
    """The colour letter; empty for names without one."""
    return name[-1] if name[0].isdigit() and not name[-1].isdigit() else ""


def is_right(label: str, name: str) -> bool:
    """Whether ``name`` agrees with a label that may omit the colour."""
    return number_of(name) == label if label.isdigit() else name == label


def graded(label: str, belief: Belief, threshold: float, *, has_colors: bool = True) -> Tally:
    """The counts of one detected tile; a belief below ``threshold`` is a question, not a claim.

    Where the labels of a set have no colours, no tile of it is judged as a whole.
    """
    seen, right, asked = belief.best, is_right(label, belief.best), belief.confidence < threshold
    tells_color = bool(color_of(label))
    return Tally(
        number=Proportion(int(number_of(seen) == number_of(label)), 1),
        color=Proportion(int(tells_color and color_of(seen) == color_of(label)), int(tells_color)),
        both=Proportion(int(has_colors and right), int(has_colors)),
        silent=Proportion(int(not right and not asked), 1),
        asked=Proportion(int(asked), 1),
        calibration=Calibration.of(_told(label, belief), right),
    )


def _told(label: str, belief: Belief) -> float:
    """The confidence in what ``label`` can judge: of the number alone, where the colour was not labelled."""
    if not label.isdigit():
        return belief.confidence
    number = number_of(belief.best)
    alike = (belief.of(name) for name in FACE_NAMES if number_of(name) == number)
    return min(1.0, sum(alike))
