"""Thresholds for certainty, and for how far the rules may override the recognizer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class InterpretationThresholds:
    """Thresholds for certainty, and for how far the rules may override the recognizer."""

    sure: float = 0.9
    """The probability from which a reading is claimed unchanged."""
    plain: float = 0.95
    """The probability from which a reading alone makes its row unlawful."""
    overlooked: float = 0.015
    """The probability of a face with which the row would be lawful, of a tile that is read less surely than that."""
    plausible: float = 0.02
    """A face less likely than this is never claimed."""
    unlawful_weight: float = 0.05
    """The prior odds of an unlawful row against a lawful one."""
    accept: float = 0.75
    """The law settles a row on what the recognizer thinks likeliest when that is lawful and at least this probable."""
    overrule: float = 0.85
    """The law settles a row on another reading when that is at least this probable."""
    slight: float = 0.004
    """A face less likely than this does not speak against a claim."""
    hardly: float = 1e-9
    """A face less likely than this is not guessed where nothing plausible is lawful."""
    mistaken: float = 0.1
    """The least probability of a confusion that people corrected on another tile."""
    contested: float = 0.1
    """The probability of a lawful reading from which an unlawful claimed row is asked about."""
    offence_weight: float = 1 / 3
    """The weight of an unlawful reading against a lawful one for rows that nobody names."""
    offence: float = 0.5
    """An unlawful reading less probable than this is not taken where the row may be lawful."""
    others: int = 6
    """Other readings of a row that are kept beside the one it is taken for, at most."""
    budget: int = 128
    """Most readings of one row that are judged."""


THRESHOLDS = InterpretationThresholds()
