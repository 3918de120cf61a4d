"""Path-trace a scene with Mitsuba 3: linear radiance, and the visible tile of each pixel.

Every scene has the same shapes and materials with other contents, so that Mitsuba compiles its kernels once.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from datasets.physical_tables.meshes import Mesh, joined
from datasets.physical_tables.random_scene import MOST_OFF_AXIS_PX, PhysicalScene, Surface
from datasets.synthetic_tables.scene import View

F32 = NDArray[np.float32]
_LLVM = sorted(Path("/usr/lib").glob("*-linux-gnu/libLLVM*19*"))
_BOUNCES = 3
_FAR_MM = 1e4
_NUMBERS = ("alpha", "reflectance.value", "radiance.value", "aperture_radius", "focus_distance", "x_fov", "to_world",
            "scale")  # fmt: skip


def start(variant: str = "") -> str:
    """Select Mitsuba's ``variant``: by default the vectorised one where LLVM is found, else the scalar one."""
    if _LLVM:
        os.environ.setdefault("DRJIT_LIBLLVM_PATH", str(_LLVM[0]))
    for name in [variant] if variant else ["llvm_ad_rgb", "scalar_rgb"]:
        try:
            mi.set_variant(name)
        except ImportError:
            continue
        return name
    raise SystemExit(f"Mitsuba cannot start {variant or 'any variant'}")


def trace(stage: PhysicalScene, samples: int, seed: int) -> tuple[F32, NDArray[np.int32]]:
    """The RGB radiance (h, w, 3) and the index of the tile whose face is visible at each pixel (h, w), -1 for none."""
    scene = mi.load_dict(_scene(stage))
    _lifted(scene)
    radiance = np.array(mi.render(scene, spp=samples, seed=seed))
    return np.asarray(radiance[..., :3], np.float32), _owners(stage)


def _owners(stage: PhysicalScene) -> NDArray[np.int32]:
    """(h, w): the tile index hit by one ray through the centre of each pixel, without the lens."""
    solid = joined([stage.rack.mesh, stage.plastic.mesh])
    white = mi.load_dict({"type": "diffuse"})
    scene = mi.load_dict({"type": "scene", "camera": {"type": "perspective"} | _camera(stage.view),
                          "solid": _mesh("solid", solid, white)})  # fmt: skip
    _lifted(scene)
    triangles = mi.load_dict({"type": "aov", "aovs": "triangle:prim_index"})
    seen = np.array(mi.render(scene, integrator=triangles, spp=1))[..., -1].round().astype(np.int64)
    # A ray that meets nothing answers 0, a triangle of a rack, which is as good.
    return np.concatenate([np.full(len(stage.rack.mesh.triangles), -1, np.int32), stage.owners])[seen]


def _lifted(scene: Any) -> None:
    """Replace literals of the scene by kernel parameters, so that the next scene reuses the compiled kernels."""
    if mi.variant().startswith("scalar"):
        return
    parameters = mi.traverse(scene)
    for name in [name for name, _ in parameters.items() if name.endswith(_NUMBERS)]:
        parameters[name] = parameters[name]
    parameters.update()
    for _, value in parameters.items():
        dr.make_opaque(value)


def _scene(stage: PhysicalScene) -> dict[str, Any]:
    lens = {"type": "thinlens", "aperture_radius": stage.focus.aperture_mm / 2,
            "focus_distance": stage.focus.distance_mm}  # fmt: skip
    return {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": _BOUNCES},
        "camera": lens | _camera(stage.view) | {"sampler": {"type": "multijitter"}},
        "plastic": _shape("plastic", stage.plastic),
        "table": _shape("table", stage.table),
        "rack": _shape("rack", stage.rack),
        "room": _room(stage.lights.room),
        "lamp": _lamp(stage),
    }


def _camera(view: View) -> dict[str, Any]:
    """Film and lens of a view whose optical axis goes through a corner of pixels, perhaps outside the picture."""
    intrinsic, rotation, _ = cv2.decomposeProjectionMatrix(view.image_from_table)[:3]
    intrinsic = intrinsic / intrinsic[2, 2]
    size = np.array([view.width_px, view.height_px])
    middle = np.round(intrinsic[:2, 2] + 0.5).astype(int)
    whole = size // 2 * 2 + 2 * MOST_OFF_AXIS_PX
    offset = whole // 2 - middle
    right, down, forward = rotation
    to_world = np.eye(4)
    to_world[:3, :] = np.column_stack([-right, -down, forward, view.position_mm])
    film = {"type": "hdrfilm", "pixel_format": "rgb", "component_format": "float32",
            "width": int(whole[0]), "height": int(whole[1]), "rfilter": {"type": "box"},
            "crop_width": int(size[0]), "crop_height": int(size[1]),
            "crop_offset_x": int(offset[0]), "crop_offset_y": int(offset[1])}  # fmt: skip
    fov = 2 * np.degrees(np.arctan(whole[0] / 2 / intrinsic[0, 0]))
    return {"fov": float(fov), "fov_axis": "x", "near_clip": 1.0, "far_clip": _FAR_MM,
            "to_world": mi.ScalarTransform4f(to_world), "film": film}  # fmt: skip


def _shape(name: str, surface: Surface) -> Any:
    picture = cv2.cvtColor(surface.bgr, cv2.COLOR_BGR2RGB)
    texture = {"type": "bitmap", "bitmap": mi.Bitmap(picture), "wrap_mode": "mirror"}
    material = mi.load_dict({
        "type": "roughplastic", "diffuse_reflectance": texture, "alpha": surface.roughness, "nonlinear": True,
        "specular_reflectance": {"type": "rgb", "value": surface.gloss}})  # fmt: skip
    return _mesh(name, surface.mesh, material)


def _mesh(name: str, mesh: Mesh, material: Any) -> Any:
    properties = mi.Properties()
    properties["bsdf"] = material
    made = mi.Mesh(name, len(mesh.points), len(mesh.triangles), has_vertex_normals=True, has_vertex_texcoords=True,
                   props=properties)  # fmt: skip
    parameters = mi.traverse(made)
    parameters["vertex_positions"] = mesh.points.astype(np.float32).ravel()
    parameters["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    parameters["vertex_texcoords"] = mesh.uv.astype(np.float32).ravel()
    parameters["faces"] = mesh.triangles.astype(np.uint32).ravel()
    parameters.update()
    return made


def _room(room: F32) -> dict[str, Any]:
    upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    return {"type": "envmap", "bitmap": mi.Bitmap(room), "to_world": upright}


def _lamp(stage: PhysicalScene) -> dict[str, Any]:
    """The lamp's rectangle; Mitsuba's own spans -1 to 1 and faces z."""
    first, second, third = stage.lights.lamp_mm[:3]
    middle = stage.lights.lamp_mm.mean(axis=0)
    across, along = (second - first) / 2, (second - third) / 2
    toward = np.cross(across, along)
    matrix = np.eye(4)
    matrix[:3, :] = np.column_stack([across, along, toward / np.linalg.norm(toward), middle])
    radiance = {"type": "rgb", "value": list(stage.lights.lamp_rgb)}
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f(matrix),
            "emitter": {"type": "area", "radiance": radiance}}  # fmt: skip
