"""A random scene for the renderer: meshes, textures and lights.

Textures are BGR uint8, geometry is in millimetres; the renderer itself is not imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.physical_tables.lights import Lights, sample_lights
from datasets.physical_tables.meshes import Mesh, joined, patch, speck
from datasets.physical_tables.tile_mesh import Outline, TileSolid, relief, tile_solid
from datasets.physical_tables.tile_placement import Placement, place
from datasets.synthetic_tables import surface_cloth, surfaces
from datasets.synthetic_tables.random_fields import Extent, any_color, log_uniform
from datasets.synthetic_tables.render import TextureCache
from datasets.synthetic_tables.scene import F64, Solids, TilePose, View, aim
from datasets.synthetic_tables.set_design import SetDesign

U8 = NDArray[np.uint8]
I32 = NDArray[np.int32]
Rng = np.random.Generator
MOST_OFF_AXIS_PX, _AXIS_STEP_PX = 272, 136
_MOST_TRIANGLES = 150_000
_CELL_PX = 1.6
"""How many pixels of the picture one cell of a tile's relief covers, where there are not too many tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A mesh with its texture and material."""

    mesh: Mesh
    bgr: U8
    roughness: float
    """0.02 is a mirror's, 0.5 is nearly matt."""
    gloss: float
    """How much of a polished plastic's reflection there is: 0 for cloth, 1 for plastic."""


@dataclass(frozen=True, slots=True, eq=False)
class Focus:
    """A lens: aperture and focus distance."""

    aperture_mm: float
    distance_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class PhysicalScene:
    """A complete scene."""

    view: View
    tiles: tuple[TilePose, ...]
    plastic: Surface
    """All tiles in one."""
    owners: I32
    """(m,): the tile whose printed face each of their triangles belongs to, -1 for sides and undersides."""
    table: Surface
    rack: Surface
    """All racks in one; without racks a speck below the table."""
    lights: Lights
    focus: Focus
    record: dict[str, Any]


class FaceReliefs:
    """The faces of one set with their height maps, computed once; without painted highlights, which the renderer
    adds."""

    def __init__(self, look: SetDesign, rng: Rng) -> None:
        self.look = replace(look, ink_gloss=0.0)
        self.textures = TextureCache(self.look, rng)
        self._reliefs: dict[str, NDArray[np.float32]] = {}

    def relief(self, face: str) -> NDArray[np.float32]:
        """The height map of ``face``, as from ``tile_mesh.relief``."""
        if face not in self._reliefs:
            self._reliefs[face] = relief(self.textures.texture(face, np.inf))
        return self._reliefs[face]


@dataclass(frozen=True, slots=True)
class Framing:
    """The content of a picture: kind of scene, size, and width of a tile."""

    kind: str
    size_px: tuple[int, int]
    tile_px: float


def sample_stage(rng: Rng, moulds: FaceReliefs, framing: Framing) -> PhysicalScene:
    """A random scene with tiles of one set."""
    outline = sample_outline(rng, moulds.look)
    px_per_mm = framing.tile_px / outline.size_mm[0]
    racks = framing.kind == "rack"
    tilt = float(rng.uniform(30, 82)) if racks else float(rng.beta(1.1, 1.6) * 75)
    view = _pinned(aim(rng, framing.size_px, px_per_mm, tilt))
    placed = place(rng, framing.kind, outline, (0.75 * max(framing.size_px) / px_per_mm, np.radians(tilt)))
    near = _near(placed.tiles, view)
    plastic, owners = _plastic(rng, moulds, near, (outline, framing.tile_px))
    middle = np.mean([tile.center_mm for tile in near], axis=0) if near else np.zeros(3)
    lights = sample_lights(rng, view, middle)
    table, top = _table(rng, framing.size_px, px_per_mm)
    focus = _focus(rng, view, near, framing)
    record = {"layout": framing.kind, "tile_px": round(framing.tile_px, 1), "surface": top, **placed.record,
              **view.record, **lights.record, "aperture_mm": round(focus.aperture_mm, 2)}  # fmt: skip
    return PhysicalScene(view, near, plastic, owners, table, _rack(rng, placed), lights, focus, record)


def sample_outline(rng: Rng, look: SetDesign) -> Outline:
    """Random dimensions of a set's tiles."""
    height = float(rng.uniform(32, 42))
    width = height * look.aspect
    edge = height * float(rng.uniform(0.008, 0.035))
    return Outline((width, height, height * look.thickness_ratio), look.corner_radius * width, edge)


def _pinned(view: View) -> View:
    """The same view with its optical axis snapped to one of few places, each where four pixels meet.

    The renderer compiles anew for every crop of the film, so there should be few of them.
    """
    intrinsic, rotation, _ = cv2.decomposeProjectionMatrix(view.image_from_table)[:3]
    intrinsic = intrinsic / intrinsic[2, 2]
    middle = np.array([view.width_px // 2, view.height_px // 2])
    steps = np.round((intrinsic[:2, 2] - middle) / _AXIS_STEP_PX)
    most = MOST_OFF_AXIS_PX // _AXIS_STEP_PX
    intrinsic[:2, 2] = middle + np.clip(steps, -most, most) * _AXIS_STEP_PX - 0.5
    matrix = intrinsic @ np.column_stack([rotation, -rotation @ view.position_mm])
    return replace(view, image_from_table=matrix)


def _near(tiles: Sequence[TilePose], view: View) -> tuple[TilePose, ...]:
    """The tiles in the picture, and those that may cast a shadow or a reflection into it."""
    solids = Solids.of(tiles, view)
    size = np.array([view.width_px, view.height_px])
    off = np.abs(solids.tops_px.mean(axis=1) - size / 2) / size
    depth = np.array([tile.center_mm for tile in tiles]).reshape(-1, 3) @ view.image_from_table[2, :3]
    before = depth + view.image_from_table[2, 3] > 0
    kept = solids.in_view | ((off < 0.8).all(axis=1) & before)
    return tuple(tile for tile, keep in zip(tiles, kept, strict=True) if keep)


def _plastic(
    rng: Rng, moulds: FaceReliefs, tiles: Sequence[TilePose], scale: tuple[Outline, float]
) -> tuple[Surface, I32]:
    """All tiles as one surface, and the tile index of each triangle."""
    outline, tile_px = scale
    faces = sorted({tile.face for tile in tiles})
    pictures = [moulds.textures.texture(face, 1.4 * tile_px).bgra[..., :3] for face in faces]
    atlas, places = _atlas(pictures)
    affordable = np.sqrt(_MOST_TRIANGLES / (2 * moulds.look.aspect * max(1, len(tiles))))
    cells = int(np.clip(min(tile_px / moulds.look.aspect / _CELL_PX, affordable), 10, 150))
    solids = {face: _textured(tile_solid(moulds.relief(face), outline, cells), where)
              for face, where in zip(faces, places, strict=True)}  # fmt: skip
    meshes, owners = [speck()], [np.full(2, -1)]
    for number, tile in enumerate(tiles):
        solid = solids[tile.face]
        meshes.append(solid.mesh.moved(np.stack([tile.right, tile.up, tile.normal]), tile.center_mm))
        owners.append(np.where(solid.printed, number, -1))
    roughness = log_uniform(rng, 0.06, 0.4)
    surface = Surface(joined(meshes), atlas, roughness, float(rng.uniform(0.5, 1.0)))
    return surface, np.concatenate(owners).astype(np.int32)


def _atlas(pictures: Sequence[U8]) -> tuple[U8, list[tuple[F64, F64]]]:
    """A texture atlas of pictures of one size, with scale and shift for each; edges are replicated."""
    if not pictures:
        return np.full((8, 8, 3), 200, np.uint8), []
    margin = 3
    columns = int(np.ceil(np.sqrt(len(pictures))))
    rows = -(-len(pictures) // columns)
    cells = [cv2.copyMakeBorder(picture, *[margin] * 4, cv2.BORDER_REPLICATE) for picture in pictures]
    cells += [cells[0]] * (rows * columns - len(cells))
    atlas = np.vstack([np.hstack(cells[row * columns : (row + 1) * columns]) for row in range(rows)])
    whole = np.array(atlas.shape[1::-1], np.float64)
    cell, inner = np.array(cells[0].shape[1::-1]), np.array(pictures[0].shape[1::-1])
    places = [(inner / whole, (np.array([i % columns, i // columns]) * cell + margin) / whole)
              for i in range(len(pictures))]  # fmt: skip
    return atlas, places


def _textured(solid: TileSolid, where: tuple[F64, F64]) -> TileSolid:
    return replace(solid, mesh=solid.mesh.textured(*where))


def _table(rng: Rng, size_px: tuple[int, int], px_per_mm: float) -> tuple[Surface, dict[str, Any]]:
    """The table top, its texture repeated by mirroring; in a quarter of the scenes it ends behind the tiles."""
    side = int(1.5 * max(size_px))
    bgr, record = surfaces.render_surface(rng, side, side, px_per_mm)
    side_mm = side / px_per_mm
    far = float(rng.uniform(0.4, 2.5)) * side_mm if rng.random() < 0.25 else 4000.0
    corners = np.array([[-4000, far, 0], [4000, far, 0], [4000, -4000, 0], [-4000, -4000, 0]], np.float64)
    mesh = patch(corners, corners[:, :2] / (side_mm, -side_mm) + 0.5)
    matt = record["kind"] in surface_cloth.MAKERS
    gloss = float(rng.uniform(0, 0.1)) if matt else float(rng.beta(1.2, 1.2))
    return Surface(mesh, bgr, log_uniform(rng, 0.06, 0.5), gloss), record


def _rack(rng: Rng, placed: Placement) -> Surface:
    """The racks, of wood or of plastic."""
    if rng.random() < 0.4:
        kind = str(rng.choice(["wood_board", "wood_planks"]))
        bgr, _ = surfaces.render_kind(rng, kind, Extent(400, 400, 2.0))
        return Surface(placed.racks, bgr, log_uniform(rng, 0.12, 0.5), float(rng.uniform(0.1, 0.9)))
    dark = rng.random() < 0.6
    color = np.full(3, rng.uniform(12, 60)) if dark else np.array(any_color(rng, (0.0, 0.8)))
    grain = 1 + rng.normal(0, float(rng.choice([0.0, 0.06])), (128, 128, 1))
    bgr = np.clip(color * grain, 0, 255).astype(np.uint8)
    return Surface(placed.racks, bgr, log_uniform(rng, 0.08, 0.5), float(rng.uniform(0.3, 1.0)))


def _focus(rng: Rng, view: View, tiles: Sequence[TilePose], framing: Framing) -> Focus:
    """Focused on a visible tile, mostly a near one; a point two tile heights behind it is blurred by up to a tenth of a
    tile."""
    seen = Solids.of(tiles, view).in_view
    centers = np.array([tile.center_mm for tile, shown in zip(tiles, seen, strict=True) if shown]).reshape(-1, 3)
    depths = centers @ view.image_from_table[2, :3] + view.image_from_table[2, 3]
    focal = float(view.record["focal_px"])
    sharp = float(np.quantile(depths, rng.beta(1, 2.5))) if len(depths) else focal
    spot_px = framing.tile_px * float(rng.uniform(0, 0.12) if framing.kind == "rack" else 0.07 * rng.beta(1, 2.5))
    opening = spot_px / (focal * (1 / sharp - 1 / (sharp + 76)))
    return Focus(max(0.02, opening), sharp)
