"""Textures of hands and forearms over the table, of many skin tones, bare or sleeved."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.flat_object import Clutter, Sheet
from datasets.synthetic_tables.random_fields import Bgr, Rng

# From the palest to the darkest, BGR in even light.
_SKINS: tuple[Bgr, ...] = ((190, 210, 242), (165, 190, 232), (135, 165, 215), (105, 140, 198), (80, 112, 172),
                           (58, 84, 138), (42, 62, 104), (30, 44, 74))  # fmt: skip
# Finger: where on the palm's edge it starts (x, y), its direction in degrees from straight ahead, length, width; mm.
_FINGERS = ((-30, -38, -11, 66, 17), (-11, -46, -3, 78, 18), (10, -45, 4, 74, 17), (29, -35, 12, 58, 15))
_THUMB = (-36, 8, -52, 58, 21)


def sample_hand(rng: Rng, px_per_mm: float = 2.0, length_mm: float = 330.0) -> Clutter:
    """A hand with a stretch of forearm, ``length_mm`` together, seen from above; fingers point up in its texture."""
    sheet = Sheet((190.0, length_mm), px_per_mm)
    skin = random_fields.mixed(*[_SKINS[i] for i in _neighbours(rng)], float(rng.random()))
    size, left = float(rng.uniform(0.8, 1.12)), bool(rng.random() < 0.5)
    origin = np.array([100.0, 135.0])
    spread, bend = float(rng.uniform(0.0, 2.2)), float(rng.uniform(0.35, 1.0))
    bones = [_bone(rng, finger, spread, bend, size) for finger in (*_FINGERS, _THUMB)]
    _palm(sheet, origin, size, length_mm)
    for start, end, width in bones:
        sheet.cut_line(np.stack([start, end]) + origin, width)
        for joint in (start, end):
            sheet.cut_disc((float(joint[0] + origin[0]), float(joint[1] + origin[1])), width / 2)
    _modelled(sheet, rng, skin)
    for start, end, width in bones:
        _finger_marks(sheet, rng, skin, np.stack([start, end]) + origin, width)
    if rng.random() < 0.6:
        _sleeve(sheet, rng, origin[1] + float(rng.uniform(75, 150)), length_mm)
    if left:
        sheet.bgr, sheet.alpha = np.ascontiguousarray(sheet.bgr[:, ::-1]), np.ascontiguousarray(sheet.alpha[:, ::-1])
    return sheet.clutter("hand", float(rng.uniform(15, 90)))


def _neighbours(rng: Rng) -> tuple[int, int]:
    first = int(rng.integers(len(_SKINS) - 1))
    return first, first + 1


def _bone(
    rng: Rng, finger: tuple[float, float, float, float, float], spread: float, bend: float, size: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Start, tip and width of a finger about the middle of the hand, in millimetres."""
    x, y, degrees, length, width = finger
    angle = np.radians(degrees * (0.6 + spread) + rng.normal(0, 4))
    start = np.array([x, y]) * size
    reach = length * size * float(np.clip(bend + rng.normal(0, 0.12), 0.25, 1.05))
    return start, start + reach * np.array([np.sin(angle), -np.cos(angle)]), width * size


def _palm(sheet: Sheet, origin: np.ndarray, size: float, length_mm: float) -> None:
    elbow = max(200.0, length_mm - 130)
    outline = np.array([[-39, -34], [-20, -50], [16, -52], [37, -40], [41, 0], [34, 42], [27, 62], [30, elbow],
                        [-32, elbow], [-27, 62], [-38, 35], [-44, 5]])  # fmt: skip
    sheet.cut(outline * size + origin)


def _modelled(sheet: Sheet, rng: Rng, skin: Bgr) -> None:
    """Skin, rounded towards its edges and a little blotched; the outline is smoothed first."""
    scale = sheet.scale
    blunt = random_fields.soft(sheet.alpha, max(0.8, 2.2 * scale))
    sheet.alpha = cv2.LUT(blunt, np.clip((np.arange(256) - 90) * (255 / 75), 0, 255).astype(np.uint8))
    shrink = max(1, round(2 * scale))
    low = cv2.resize(sheet.alpha, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    inner = cv2.GaussianBlur(low, (0, 0), max(1.0, 7 * scale / shrink)).astype(np.float32) / np.float32(255)
    angle = rng.uniform(0, 2 * np.pi)
    dx, dy = cv2.Sobel(inner, cv2.CV_32F, 1, 0), cv2.Sobel(inner, cv2.CV_32F, 0, 1)
    side = (dx * np.float32(np.cos(angle)) + dy * np.float32(np.sin(angle))) * np.float32(6 * scale / shrink)
    field = (inner - np.float32(0.8)) * np.float32(0.7) + np.clip(side, -0.4, 0.4)
    field = cv2.resize(field, sheet.alpha.shape[1::-1])
    field += random_fields.clouds(rng, sheet.alpha.shape[:2], 18 * scale, 4) * np.float32(0.1)
    sheet.bgr[:] = skin
    sheet.bgr = random_fields.shaded(sheet.bgr, field, 0.8)


def _finger_marks(sheet: Sheet, rng: Rng, skin: Bgr, ends: np.ndarray, width: float) -> None:
    """A nail at the tip and creases at the joints."""
    start, end = ends
    way = (end - start) / max(1e-6, float(np.linalg.norm(end - start)))
    across = np.array([-way[1], way[0]])
    dark = random_fields.mixed(skin, (20, 20, 40), 0.3)
    for share in (0.35, 0.68):
        middle = start + (end - start) * share
        sheet.line(np.stack([middle - across * width * 0.3, middle + across * width * 0.3]), 0.7, dark)
    varnished = rng.random() < 0.15
    nail = (
        random_fields.any_color(rng, (0.5, 1.0), (0.4, 0.9))
        if varnished
        else random_fields.mixed(skin, (215, 215, 250), 0.45)
    )
    angles = np.linspace(0, 2 * np.pi, 14)[:-1]
    rim = end + np.outer(np.cos(angles), way) * width * 0.34 + np.outer(np.sin(angles), across) * width * 0.27
    sheet.fill(rim + way * width * 0.12, nail)


def _sleeve(sheet: Sheet, rng: Rng, cuff_mm: float, length_mm: float) -> None:
    """Cloth from the cuff to the elbow, sometimes striped; or a watch at the wrist."""
    color = random_fields.any_color(rng, (0.0, 0.9), (0.08, 0.95))
    middle, half = 100.0, float(rng.uniform(42, 58))
    outline = np.array([[-half, cuff_mm], [half, cuff_mm], [half * 1.2, length_mm], [-half * 1.2, length_mm]])
    outline[:, 0] += middle
    if rng.random() < 0.2:
        outline[2:, 1] = cuff_mm + 18
    sheet.cut(outline)
    sheet.fill(outline, color)
    if rng.random() < 0.3:
        for y in np.arange(cuff_mm, length_mm, float(rng.uniform(6, 20))):
            sheet.line([(0, y), (190, y)], 2, random_fields.mixed(color, (255, 255, 255), 0.4))
    top = round(cuff_mm * sheet.scale)
    cloth = sheet.bgr[top:]
    if min(cloth.shape[:2]) > 2:
        folds = random_fields.clouds(rng, cloth.shape[:2], 30 * sheet.scale, 3)
        sheet.bgr[top:] = random_fields.shaded(np.ascontiguousarray(cloth), folds, 0.35)
