"""What a cheap camera makes of a scene: exposure, colour, focus, noise, a shaking stand; and H.264 at few bits."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.club_films.lens import F32, U8, Rng
from datasets.club_films.room_light import RoomLight

_PLATES, _MARGIN = 6, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Optics:
    """The faults of one camera."""

    exposure: float
    """The mean that it strives for, of 1."""
    reacts: float
    """How much of a difference it takes up in a second."""
    noise: float
    """Of 255."""
    blur_px: float
    """How soft the whole picture is."""
    breathes: float
    """How far the picture grows while the focus hunts."""
    shakes_px: float
    drift: float
    """How far the white balance wanders."""
    gamma: float
    bits: float
    """A pixel, as it is encoded."""
    open_share: float
    """How long the shutter is open, of a frame's time."""


def random_optics(rng: Rng) -> Optics:
    """A camera as chance has it."""
    return Optics(
        exposure=float(rng.uniform(0.44, 0.6)), reacts=float(rng.uniform(0.3, 1.2)), noise=float(rng.uniform(1.0, 5.0)),
        blur_px=float(rng.choice([0.0, 0.5, 0.8])), breathes=float(rng.choice([0.0, 0.002, 0.004])),
        shakes_px=float(rng.choice([0.0, 0.2, 0.6])), drift=float(rng.uniform(0, 0.04)),
        gamma=float(rng.uniform(0.85, 1.1)), bits=float(rng.uniform(0.05, 0.16)),
        open_share=float(rng.uniform(0.15, 0.5)),
    )  # fmt: skip


class CheapCamera:
    """Develops the frames of one film, in order."""

    def __init__(self, optics: Optics, light: RoomLight, size_px: tuple[int, int], rng: Rng) -> None:
        self.optics, self._light, self._size, self._rng = optics, light, size_px, rng
        self._gain: float | None = None
        width, height = size_px[0] + _MARGIN, size_px[1] + _MARGIN
        self._plates: list[tuple[U8, U8]] = []
        for _ in range(_PLATES):
            plate = rng.normal(0, optics.noise, (height // 2, width // 2, 3)).astype(np.float32)
            coarse = cv2.resize(plate, (width, height), interpolation=cv2.INTER_LINEAR) * 0.7
            fine = coarse + rng.normal(0, optics.noise * 0.8, (height, width, 1)).astype(np.float32)
            self._plates.append((np.clip(fine, 0, 255).astype(np.uint8), np.clip(-fine, 0, 255).astype(np.uint8)))
        self._phases = rng.uniform(0, 2 * np.pi, 8)
        x, y = np.meshgrid(np.linspace(-1, 1, size_px[0]), np.linspace(-1, 1, size_px[1]))
        self.vignette: F32 = (1 - float(rng.uniform(0.05, 0.22)) * (x * x + y * y) / 2)[..., None].astype(np.float32)

    def develop(self, scene: U8, at_s: float, step_s: float) -> U8:
        """The picture of a scene (h, w, 3; 8 bits of its light)."""
        light = self._room_at(at_s)
        small = scene[::16, ::16]
        mean, bright = float(small.mean()) / 255 * light, float(np.percentile(small, 95)) / 255 * light
        wanted = float(np.clip(min(self.optics.exposure / max(mean, 0.02), 1.0 / max(bright, 0.02)), 0.6, 3.2))
        share = 1.0 if self._gain is None else min(1.0, self.optics.reacts * step_s)
        self._gain = wanted if self._gain is None else self._gain + (wanted - self._gain) * share
        curves = self._table(self._gain * light, at_s)
        picture = self._moved(np.asarray(cv2.LUT(scene, curves), np.uint8), at_s)
        if self.optics.blur_px:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self.optics.blur_px), np.uint8)
        plus, minus = self._plates[int(self._rng.integers(_PLATES))]
        x, y = (int(value) for value in self._rng.integers(0, _MARGIN, 2))
        part = np.s_[y : y + self._size[1], x : x + self._size[0]]
        return np.asarray(cv2.subtract(cv2.add(picture, plus[part]), minus[part]), np.uint8)

    def _room_at(self, at_s: float) -> float:
        """How bright the room is: clouds, and a lamp that flickers with the mains."""
        cloud = np.sin(at_s / 17 + self._phases[0]) + 0.6 * np.sin(at_s / 5.3 + self._phases[1])
        mains = np.sin(2 * np.pi * 0.37 * at_s + self._phases[2]) + 0.4 * float(self._rng.normal())
        return float(1 + self._light.daylight * cloud + self._light.flicker * mains)

    def _table(self, gain: float, at_s: float) -> U8:
        """A curve for each colour."""
        warm = self.optics.drift * np.sin(at_s / 23 + self._phases[3])
        balance = np.array([1 - warm, 1.0, 1 + warm]) * (1 - 0.55 * (self._light.tint - 1))
        light = np.arange(256)[:, None] / 255 * gain * balance
        soft = np.where(light < 0.8, light, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.2))
        return np.asarray(np.clip(soft**self.optics.gamma * 255, 0, 255), np.uint8).reshape(256, 1, 3)

    def _moved(self, picture: U8, at_s: float) -> U8:
        shake, breath = self.optics.shakes_px, self.optics.breathes
        if not shake and not breath:
            return picture
        x, y = (shake * np.sin(at_s * (7.3, 9.1)[i] + self._phases[4 + i]) for i in range(2))
        grown = 1 + breath * max(0.0, float(np.sin(at_s / 9 + self._phases[6]))) ** 8
        cx, cy = self._size[0] / 2, self._size[1] / 2
        matrix = np.array([[grown, 0, cx - grown * cx + x], [0, grown, cy - grown * cy + y]])
        return np.asarray(cv2.warpAffine(picture, matrix, self._size, flags=cv2.INTER_LINEAR,
                                         borderMode=cv2.BORDER_REPLICATE), np.uint8)  # fmt: skip


class FilmFile:
    """A film being written: H.264 by the program ffmpeg where it is installed, else MPEG-4 by OpenCV."""

    def __init__(self, path: Path, fps: float, size_px: tuple[int, int], bits: float) -> None:
        """Raises OSError where neither can write."""
        self.path, program = path, shutil.which("ffmpeg")
        self.codec = "h264" if program else "mpeg4"
        self._running: subprocess.Popen[bytes] | None = None
        if program:
            rate = f"{round(bits * size_px[0] * size_px[1] * fps)}"
            self._running = subprocess.Popen(
                [program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s",
                 f"{size_px[0]}x{size_px[1]}", "-r", f"{fps:g}", "-i", "-", "-c:v", "libx264", "-preset", "superfast",
                 "-threads", "1", "-g", "60", "-pix_fmt", "yuv420p", "-b:v", rate, "-maxrate", rate, "-bufsize", rate,
                 str(path)], stdin=subprocess.PIPE)  # fmt: skip
            return
        self._writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), fps, size_px)
        if not self._writer.isOpened():
            raise OSError(f"{path}: no encoder for a film")

    def add(self, picture: U8) -> None:
        """One more frame."""
        if self._running is None:
            self._writer.write(picture)
        elif self._running.stdin is not None:
            self._running.stdin.write(picture.tobytes())

    def close(self) -> None:
        """Finishes the film. Raises OSError where it could not be written."""
        if self._running is None:
            self._writer.release()
            return
        if self._running.stdin is not None:
            self._running.stdin.close()
        if self._running.wait():
            raise OSError(f"{self.path}: ffmpeg could not write it")
