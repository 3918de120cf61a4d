"""The simulated camera: a hand between simulated players, rendered while it is watched."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from importlib import import_module

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.sources import PAINTER, SIMULATED
from vision.cameras.timed_pictures import Recording
from vision.errors import CameraLost

_RULES, _SEEDS = "clasico", 10**9


def open_simulated(order: CaptureOptions) -> Recording:
    """Open a simulated hand with the rules and seed of the source; without a seed, a random one.

    Raises CameraLost for unknown rules, or where the renderer is not installed.
    """
    told = SIMULATED.fullmatch(order.source.text)
    rules, seed = (told["rules"], told["seed"]) if told else ("", "")
    try:
        painter: Callable[..., Recording] = import_module(PAINTER).SimulatedTable
        return painter(rules or _RULES, int(seed or secrets.randbelow(_SEEDS)), order.size_px, order.fps)
    except (ImportError, ValueError) as error:
        raise CameraLost("camera_unopened", {"source": order.source.text}) from error
