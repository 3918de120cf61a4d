"""Render boxes on a picture of a table: shadows, shaded sides, and printed tops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.family_films.boxes import F64, THINGS, Body, outline
from datasets.family_films.pinhole_camera import Pinhole
from datasets.family_films.tabletops import Lamp, falloff
from datasets.family_films.tile_faces import TileSet, face_picture

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
FINER = 2
"""Pictures are drawn so many times larger than they are shown."""
_SUBPIXEL = 4
_SIDE_SHADE = (0.70, 0.16)
"""How bright a side is that is turned from the lamp, and how much more one that is turned to it."""


class TileRenderer:
    """Renders one family's tiles for one camera and one lamp, at ``FINER`` times the final resolution."""

    def __init__(self, camera: Pinhole, tiles: TileSet, lamp: Lamp) -> None:
        width, height = camera.size_px
        self.camera = replace(camera, size_px=(FINER * width, FINER * height))
        self.tiles, self.lamp = tiles, lamp
        self._faces: dict[tuple[str, tuple[float, float, float]], U8] = {}
        self._light = falloff(self.camera.size_px, lamp)
        self._stands = self.camera.stands_at

    def drawn(self, on: U8, bodies: Iterable[Body]) -> U8:
        """(height, width, 3): ``on`` with these boxes; both are BGR at the finer resolution."""
        some = sorted(bodies, key=lambda body: (round(body.at[2], 2), -self._distance(body)))
        picture = self._shaded(on, [body for body in some if body.at[2] < body.size[2]])
        tops = {_cell(body): body.at[2] for body in some}
        for body in some:
            is_top = body.at[2] >= tops[_cell(body)]
            if is_top and body.at[2] >= 0.9 * body.size[2]:
                self._shade_below(picture, body, body.at[2])
            self.draw(picture, body, is_top=is_top)
        return picture

    def held_over(self, on: U8, bodies: Iterable[Body]) -> tuple[U8, tuple[int, int, int, int]]:
        """``on`` with boxes held over the table, and the changed part: left, top, right, bottom in film pixels."""
        picture, some = on.copy(), sorted(bodies, key=lambda body: body.at[2])
        for body in some:
            self._shade_below(picture, replace(body, at=(*body.at[:2], max(0.0, body.at[2]))), 0.0)
            self.draw(picture, body)
        rims = np.concatenate([self._shadow(body, 1.0)[:, 0] for body in some] + [
            self.camera.in_picture(np.concatenate(self._rim(body))) for body in some])  # fmt: skip
        wide = 4 * self.lamp.soft_mm * self.camera.px_per_mm()
        size = np.array(self.camera.size_px)
        low = np.clip(np.floor((rims.min(axis=0) - wide) / FINER) * FINER, 0, size).astype(int)
        high = np.clip(np.ceil((rims.max(axis=0) + wide) / FINER) * FINER, 0, size).astype(int)
        return picture, (int(low[0]), int(low[1]), int(high[0]), int(high[1]))

    def draw(self, picture: U8, body: Body, *, is_top: bool = True) -> None:
        """Draw one box onto ``picture``; of a covered one only the sides."""
        self._sides(picture, body)
        if not is_top:
            return
        if body.face in THINGS:
            corners = np.round(self.camera.in_picture(self._rim(body)[1]) * 2**_SUBPIXEL).astype(np.int32)
            cv2.fillConvexPoly(picture, corners, _lit(THINGS[body.face], self._light_on(body)), cv2.LINE_AA, _SUBPIXEL)
        else:
            self._top(picture, body)

    def _distance(self, body: Body) -> float:
        return float(np.linalg.norm(np.array(body.at) - self._stands))

    def _light_on(self, body: Body) -> float:
        """The brightness at the place of a box."""
        x, y = self.camera.in_picture(np.array([body.at]))[0]
        height, width = self._light.shape
        return float(self._light[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])

    def _rim(self, body: Body) -> tuple[F64, F64]:
        """(20, 3) each: the lower and the upper rim of a box."""
        flat = outline(body.size, min(body.size[:2]) / 9)
        low, high = (np.column_stack([flat, np.full(len(flat), z)]) for z in (0.0, body.size[2]))
        return body.points(low), body.points(high)

    def _sides(self, picture: U8, body: Body) -> None:
        low, high = self._rim(body)
        colour = THINGS.get(body.face, (210, 226, 234))
        ground = tuple(reversed(self.tiles.ground)) if body.face not in THINGS else colour
        towards = -np.array(self.lamp.towards) / max(1e-6, float(np.hypot(*self.lamp.towards)))
        pixels = np.round(self.camera.in_picture(np.concatenate([low, high])) * 2**_SUBPIXEL).astype(np.int32)
        low_px, high_px = pixels[: len(low)], pixels[len(low) :]
        normals = (low + np.roll(low, -1, axis=0)) / 2 - np.array(body.at)
        shades = _SIDE_SHADE[0] + _SIDE_SHADE[1] * (normals[:, :2] @ towards) / np.linalg.norm(normals, axis=1)
        after = np.roll(np.arange(len(low)), -1)
        quads = np.stack([low_px, low_px[after], high_px[after], high_px], axis=1)
        light, bgr = self._light_on(body), (ground[0], ground[1], ground[2])
        for at in np.flatnonzero((normals * (self._stands - low)).sum(axis=1) > 0).tolist():
            cv2.fillConvexPoly(picture, quads[at], _lit(bgr, float(shades[at]) * light), cv2.LINE_AA, _SUBPIXEL)

    def _top(self, picture: U8, body: Body) -> None:
        """Draw the printed side of a tile into the picture."""
        face = self._face(body)
        corners = self.camera.in_picture(body.top)
        height, width = picture.shape[:2]
        left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
        right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, (width, height))
        if right <= left or bottom <= top:
            return
        rows, columns = face.shape[:2]
        place = cv2.getPerspectiveTransform(
            np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(0.5),
            (corners - (left, top)).astype(np.float32),
        )
        laid = cv2.warpPerspective(face, place, (int(right - left), int(bottom - top)), flags=cv2.INTER_LINEAR)
        into = picture[top:bottom, left:right]
        cover = laid[..., 3:].astype(np.float32) / 255
        light = self._light[top:bottom, left:right, None] * self._slope(body)
        into[:] = np.clip(into * (1 - cover) + laid[..., :3] * light * cover, 0, 255).astype(np.uint8)

    def _slope(self, body: Body) -> float:
        """The brightness of a face by its angle to the lamp."""
        normal = body.frame[:, 2]
        return float(np.clip(0.55 + 0.45 * normal[2] - 0.2 * normal[:2] @ np.array(self.lamp.towards), 0.4, 1.08))

    def _face(self, body: Body) -> U8:
        key = (body.face, body.size)
        if key not in self._faces:
            scale = self.camera.px_per_mm() * 1.1
            size_px = (max(8, round(body.size[0] * scale)), max(8, round(body.size[1] * scale)))
            self._faces[key] = face_picture(self.tiles, body.face, size_px)
        return self._faces[key]

    def _shaded(self, on: U8, bodies: Iterable[Body]) -> U8:
        """``on`` with the shadows of these boxes on the table."""
        height, width = (side // (2 * FINER) for side in on.shape[:2])
        mask = np.zeros((height, width), np.uint8)
        for body in bodies:
            cv2.fillConvexPoly(mask, self._shadow(body, 1 / (2 * FINER)), 255.0)
        sigma = max(0.8, self.lamp.soft_mm * self.camera.px_per_mm() / (2 * FINER))
        soft = cv2.resize(cv2.GaussianBlur(mask, (0, 0), sigma), (on.shape[1], on.shape[0]))
        dark = np.uint8(round(255 * self.lamp.depth))
        keep = 255 - cv2.multiply(soft, np.full_like(soft, dark), scale=1 / 255)
        return np.asarray(cv2.multiply(on, cv2.merge([keep] * 3), scale=1 / 255), np.uint8)

    def _shadow(self, body: Body, scale: float, onto_mm: float = 0.0) -> NDArray[np.int32]:
        """The outline of a box's shadow on the plane at this height, in pixels times ``scale``."""
        rims = np.concatenate(self._rim(body))
        rise = np.maximum(rims[:, 2:] - onto_mm, 0)
        fallen = np.column_stack([rims[:, :2] + rise * np.array(self.lamp.towards), np.full(len(rims), onto_mm)])
        pixels = (self.camera.in_picture(fallen) * scale).astype(np.float32)
        return np.round(cv2.convexHull(pixels)).astype(np.int32)

    def _shade_below(self, picture: U8, body: Body, onto_mm: float) -> None:
        """The soft shadow of a box onto what lies below it at this height."""
        around = self._shadow(body, 1.0, onto_mm)[:, 0]
        sigma = max(1.0, 0.5 * self.lamp.soft_mm * self.camera.px_per_mm())
        height, width = picture.shape[:2]
        left, top = np.maximum(around.min(axis=0) - int(3 * sigma), 0)
        right, bottom = np.minimum(around.max(axis=0) + int(3 * sigma), (width, height))
        if right <= left or bottom <= top:
            return
        mask = np.zeros((bottom - top, right - left), np.float32)
        cv2.fillConvexPoly(mask, around - (left, top), self.lamp.depth)
        soft = 1 - cv2.GaussianBlur(mask, (0, 0), sigma)[..., None]
        into = picture[top:bottom, left:right]
        into[:] = (into * soft).astype(np.uint8)


def _lit(bgr: tuple[int, int, int], light: float) -> tuple[float, ...]:
    return tuple(min(max(part * light, 0.0), 255.0) for part in bgr)


def _cell(body: Body) -> tuple[int, int]:
    """The position of a box, quantised to three millimetres: of a stack only the top tile shows its face."""
    return round(body.at[0] / 3), round(body.at[1] / 3)
