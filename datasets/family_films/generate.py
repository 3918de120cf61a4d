"""Render films of families at play: `python -m datasets.family_films.generate OUT --case main --rules clasico --seed
1`.

Each film is a video, with a JSON file of its ground truth beside it, and a file of zones where they are drawn.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.family_films.filming import FamilyFilm, studio_of
from datasets.family_films.pinhole_camera import Pinhole
from datasets.family_films.played_hand import played, truth_of
from datasets.family_films.scenarios import CASES, FamilyHabits
from datasets.family_films.simulated_hands import lively_hand

_STREAM = 1906


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmSpec:
    """The specification of a film."""

    case: str = "main"
    rules: str = "clasico"
    seed: int = 1
    moves: int = 25
    """Visible moves, up to the end of a turn."""
    """0 for a whole hand, where ``is_lively``."""
    offends: bool = False
    is_lively: bool = False
    """Whether so many play as chance has it, in every way that a family plays, and break the law in several."""
    fps: float = 10.0

    @property
    def name(self) -> str:
        """The file name of the film."""
        marks = ("-lively" if self.is_lively else "") + ("-offences" if self.offends else "")
        return f"{self.case}-{self.rules}-{self.seed:04d}{marks}"


def film_of(spec: FilmSpec) -> FamilyFilm:
    """The film of a specification; deterministic."""
    rng = np.random.default_rng([spec.seed, _STREAM])
    studio = studio_of(CASES[spec.case], spec.fps, rng, is_lively=spec.is_lively)
    if spec.is_lively:
        return FamilyFilm(studio, lively_hand(spec.rules, spec.seed, spec.moves, spec.offends, studio.habits), rng)
    return FamilyFilm(studio, played(spec.rules, spec.seed, spec.moves, spec.offends), rng)


def write(folder: Path, spec: FilmSpec) -> Path:
    """Render one film; returns the path of its ground truth, written last. Raises OSError where no encoder is
    available."""
    folder.mkdir(parents=True, exist_ok=True)
    made, video = film_of(spec), folder / f"{spec.name}.mp4"
    writer = cv2.VideoWriter(
        str(video), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), spec.fps, made.studio.case.size_px
    )
    if not writer.isOpened():
        raise OSError("this OpenCV has no encoder for mpeg4")
    for picture in made.pictures():
        writer.write(picture)
    writer.release()
    truth = {
        "video": video.name,
        "codec": "mpeg4",
        **truth_of(made.hand, made.rests, spec.fps),
        "chosen": made.studio.record(),
    }
    if made.studio.case.has_zones:
        video.with_suffix(".zones").write_text(
            zones_of(made.studio.habits, made.studio.camera) + "\n", encoding="utf-8"
        )
    path = video.with_suffix(".json")
    path.write_text(json.dumps(truth, default=float, ensure_ascii=False), encoding="utf-8")
    return path


def zones_of(habits: FamilyHabits, camera: Pinhole) -> str:
    """The zones of this table as drawn by a person, in the one-line format of `burako watch --zones`.

    Millimetres as if every tile were 36 mm high, from the centre of the picture to the right and down.
    """
    half_w, half_d = habits.area_mm[0] / 2 + 12, habits.area_mm[1] / 2 + 12
    band, side, inner = habits.band_mm, habits.side, 0.10 * habits.area_mm[0]
    outer = -side * 0.2 * habits.area_mm[0]
    parts = {"pozo": (side * inner, -band, side * half_w, band), "mazo": (outer, -band, side * inner, band),
             "muertos": (-side * half_w, -band, outer, band),
             "ours": (-half_w, -half_d, half_w, -band), "theirs": (-half_w, band, half_w, half_d)}  # fmt: skip
    scale = 36 / habits.tile_mm[1] / camera.px_per_mm()
    middle = np.array(camera.size_px) / 2
    said = []
    for name, (left, near, right, far) in parts.items():
        corners = np.array([[left, far, 0], [right, far, 0], [right, near, 0], [left, near, 0]])
        drawn = np.round((camera.in_picture(corners) - middle) * scale).astype(int).tolist()
        said.append(" ".join([name, *(f"{x},{y}" for x, y in drawn)]))
    return " | ".join(said)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--case", nargs="+", choices=tuple(CASES), default=["main"])
    parser.add_argument("--rules", default="clasico", help="a profile")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=25, help="visible moves in a film")
    parser.add_argument("--offences", action="store_true", help="somebody breaks a rule on purpose")
    parser.add_argument("--lively", action="store_true", help="takebacks, swift turns, several hands; 0 moves: all")
    parser.add_argument("--fps", type=float, default=10.0)
    given = parser.parse_args()
    for case in given.case:
        spec = FilmSpec(
            case=case, rules=given.rules, seed=given.seed, moves=given.moves, offends=given.offences,
            is_lively=given.lively, fps=given.fps,
        )  # fmt: skip
        print(write(given.out, spec), flush=True)


if __name__ == "__main__":
    main()
