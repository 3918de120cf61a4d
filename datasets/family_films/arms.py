"""Render an arm above the table: skin or sleeve, and fingers that hold tiles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.family_films.pinhole_camera import Pinhole
from datasets.family_films.tabletops import Lamp

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
_PX = 2.0
"""Pixels of the drawn arm a millimetre, which reaches beyond the edge of the widest view."""
_SIZE = (340, 2400)
_TIP = (170.0, 60.0)
"""Where its fingertips are in the drawing; the arm runs down from there."""
_HEIGHT_MM = 38.0
_SKINS = ((150, 180, 224), (118, 152, 204), (88, 122, 178), (60, 88, 138), (44, 62, 98))
_SLEEVES = ((96, 60, 40), (50, 50, 56), (60, 60, 150), (170, 170, 172), (70, 110, 70))


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One person's arm as a flat texture that is held over the table."""

    bgra: F32
    """(height, width, 4), blue, green, red of 255 and cover from 0 to 1."""
    shadow: F32
    """(height, width) cover of its soft shadow."""

    def over(self, picture: U8, camera: Pinhole, lamp: Lamp, pose: tuple[float, float, float]) -> U8:
        """(height, width, 3): the picture with the arm over it.

        ``pose`` is the position of its fingertips and its direction in degrees: 0 away from the near side.
        """
        shown = picture
        for layer, height in ((self.shadow, 0.0), (self.bgra, _HEIGHT_MM)):
            x, y = pose[0], pose[1]
            if layer is self.shadow:
                x, y = x + lamp.towards[0] * _HEIGHT_MM, y + lamp.towards[1] * _HEIGHT_MM
            place = camera.of_plane(height) @ _on_plane((x, y, pose[2]))
            box = _reach(place, picture.shape)
            if box is None:
                continue
            left, top, right, bottom = box
            shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ place
            laid = cv2.warpPerspective(layer, shift, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
            into = shown[top:bottom, left:right]
            if layer is self.shadow:
                into[:] = (into * (1 - lamp.depth * 0.8 * laid[..., None])).astype(np.uint8)
            else:
                into[:] = (into * (1 - laid[..., 3:]) + laid[..., :3] * laid[..., 3:]).astype(np.uint8)
        return shown


def drawn_arm(rng: np.random.Generator) -> Arm:
    """A random arm: skin, sleeve, finger pose, left or right."""
    width, height = _SIZE
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float32)
    cover = np.zeros((height, width), np.uint8)
    crease = np.zeros((height, width), np.uint8)
    middle, tip = _TIP
    wrist = tip + 250
    spread = float(rng.uniform(0.8, 1.2))
    for finger, (side, back) in enumerate(((-44, 62), (-16, 12), (14, 0), (42, 26))):
        knuckle = (round(middle + side * 0.9), round(wrist - 110))
        ends = knuckle, (round(middle + side * spread * 0.7), round(tip + back))
        cv2.line(cover, *ends, 255, 27 - 2 * (finger % 2), cv2.LINE_AA)
        cv2.line(crease, *ends, 255, 30, cv2.LINE_AA)
        cv2.line(crease, *ends, 0, 22, cv2.LINE_AA)
    thumb = ((round(middle - 56), round(wrist - 60)), (round(middle - 66 * spread), round(tip + 92)))
    cv2.line(cover, *thumb, 255, 30, cv2.LINE_AA)
    cv2.ellipse(cover, (round(middle), round(wrist - 80)), (68, 92), 0, 0, 360, 255, -1, cv2.LINE_AA)
    arm = np.array([[middle - 50, wrist - 40], [middle + 50, wrist - 40], [middle + 84, height], [middle - 84, height]])
    cv2.fillConvexPoly(cover, np.round(arm).astype(np.int32), 255, cv2.LINE_AA)
    colour = np.ones((height, width, 3), np.float32) * skin
    if rng.random() < 0.7:
        cuff = round(wrist + float(rng.uniform(20, 260)))
        sleeve = np.array(_SLEEVES[int(rng.integers(len(_SLEEVES)))], np.float32)
        wider = np.array([[-16, cuff - wrist + 40], [16, cuff - wrist + 40], [26, 0], [-26, 0]])
        cv2.fillConvexPoly(cover, np.round(np.add(arm, wider)).astype(np.int32), 255, cv2.LINE_AA)
        stripes = 1 + 0.25 * (np.arange(height - cuff) // 22 % 2) * (rng.random() < 0.4)
        colour[cuff:] = sleeve * stripes[:, None, None]
    solid = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 5)
    round_off = 0.62 + 0.38 * np.clip(solid / 26, 0, 1) ** 0.6
    colour = colour * (round_off * (1 - 0.22 * (cv2.GaussianBlur(crease, (0, 0), 3) / 255.0)))[..., None]
    colour += cv2.GaussianBlur(rng.normal(0, 9, (height, width, 1)).astype(np.float32), (0, 0), 2.5)[..., None]
    soft = cv2.GaussianBlur(cover, (0, 0), 1.6).astype(np.float32) / 255
    bgra = np.dstack([np.clip(colour, 0, 255), soft])
    shadow = np.asarray(cv2.GaussianBlur(cover, (0, 0), 22) / 255.0)
    if rng.random() < 0.3:
        bgra, shadow = np.ascontiguousarray(bgra[:, ::-1]), np.ascontiguousarray(shadow[:, ::-1])
    return Arm(np.asarray(bgra, np.float32), np.asarray(shadow, np.float32))


def _on_plane(pose: tuple[float, float, float]) -> NDArray[np.float64]:
    """(3, 3): from pixels of the texture to millimetres."""
    turn = np.radians(pose[2])
    cos, sin = np.cos(turn) / _PX, np.sin(turn) / _PX
    around = np.array([[1, 0, -_TIP[0]], [0, 1, -_TIP[1]], [0, 0, 1.0]])
    return np.asarray(np.array([[cos, sin, pose[0]], [sin, -cos, pose[1]], [0, 0, 1]]) @ around)


def _reach(place: NDArray[np.float64], shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the part of a picture that the texture covers; None where it covers none."""
    width, height = _SIZE
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1.0]]) @ place.T
    corners = corners[:, :2] / np.maximum(corners[:, 2:], 1e-6)
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)), (shape[1], shape[0])).astype(int)
    return (int(left), int(top), int(right), int(bottom)) if right - left > 2 and bottom - top > 2 else None
