"""Thresholds of cameras: when one counts as silent, frozen or dark, and when its capture process is restarted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraThresholds:
    """When a camera counts as in trouble, and when its capture process is killed and restarted."""

    silent_s: float = 2.0
    """Without a picture for this long, the camera is silent."""
    opening_s: float = 2.8
    """The same during opening."""
    slow_s: float = 1.5
    """Pictures further apart than this are slow."""
    frozen_s: float = 2.0
    """An identical picture for this long is frozen, where it came at least ``fewest_same`` times."""
    streamed_frozen_s: float = 6.0
    """The same for a stream, whose key frames come every one to five seconds."""
    fewest_same: int = 4
    dark: float = 10.0
    """A mean below this, of 255, is a black picture where its spread is below ``dark_spread``."""
    dark_spread: float = 12.0
    blank_spread: float = 1.0
    """A spread below this is a blank picture, at any brightness."""
    smallest_px: tuple[int, int] = (480, 320)
    """Long and short side of the smallest picture in which tiles of a whole table can be read."""
    largest_px: int = 2048
    """Long side of the largest picture that improves the reading."""
    most_spoiled: int = 3
    """This many undecodable contents in a row are garbage."""
    start_s: float = 15.0
    """A capture process that has not begun to open its source after this long is restarted."""
    open_s: tuple[float, ...] = (5.0, 10.0, 20.0)
    """The same for opening the source; longer with each attempt."""
    patience_s: tuple[float, ...] = (2.8,)
    """The same for a silent webcam."""
    far_patience_s: tuple[float, ...] = (4.0, 8.0, 16.0, 32.0, 75.0)
    """The same for a silent network camera: some send one picture a minute."""
    thaw_s: tuple[float, ...] = (4.0, 8.0, 16.0, 30.0, 60.0)
    """The same for a frozen picture."""
    pauses_s: tuple[float, ...] = (0.0, 0.2, 0.4, 0.6)
    """Pauses before a restart."""
    most_restarts: int = 5
    """The most restarts within ``restart_window_s`` without a good run; then it waits until they are fewer."""
    restart_window_s: float = 62.0
    """A little more than a minute."""
