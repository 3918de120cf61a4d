"""Render one hand from two cameras: `python -m datasets.synthetic_videos.two_views OUT --seed 3`.

A cup stands on a meld in the picture of the first; the second hangs on the other side of the table, another camera in
another light, and sees that place. Beside the films lie two ground truths: ``…-one.json``, for the first camera alone,
and ``…-two.json``, which names the second film too.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_tables.render import U8
from datasets.synthetic_tables.scene import SceneLayout
from datasets.synthetic_videos.film_writer import Codec, FrameWriter, best_codec
from datasets.synthetic_videos.filming import passes_of
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, ground_truth, hand_to_film

_CUP_MM, _MELD = 42.0, 3
_RIM_BGR, _TEA_BGR = (232, 236, 240), (30, 62, 110)
_STILL_FRAMES, _HAND_FRAMES = 16, 6
"""Both cameras film for the same time."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup seen from above, over everything else."""

    middle_px: tuple[int, int]
    radius_px: int

    def over(self, bgr: U8) -> U8:
        """The picture with the cup."""
        out = cv2.circle(bgr.copy(), self.middle_px, self.radius_px, _RIM_BGR, -1, cv2.LINE_AA)
        return np.asarray(cv2.circle(out, self.middle_px, round(0.82 * self.radius_px), _TEA_BGR, -1, cv2.LINE_AA))


def two_films(order: HandVideoSpec) -> tuple[HandToFilm, HandToFilm]:
    """The hand of a specification with two films, the second by another camera in another light."""
    made = hand_to_film(order)
    both = replace(made.film.shooting, still_frames=(_STILL_FRAMES,) * 2, hand_frames=(_HAND_FRAMES,) * 2, bumps=0)
    first, second = (made.film.again_from(both, np.random.default_rng([order.seed, camera])) for camera in (1, 2))
    return replace(made, film=first), replace(made, film=second)


def cup_on_a_meld(made: HandToFilm, arrangements: Sequence[SceneLayout]) -> Cup:
    """A cup on the second tile of the meld that is laid third, or last where there are fewer."""
    meld = made.states[-1].melds[:_MELD][-1]
    seat = made.seating.seats[meld.number]
    spot = np.array([seat.x_mm, seat.y_mm])
    tiles = sorted((tile for tile in arrangements[-1].tiles if tile.level == 0 and tile.face != "back"),
                   key=lambda tile: float(np.linalg.norm(tile.center_mm[:2] - spot)))  # fmt: skip
    middle = tiles[1].center_mm
    ends = np.stack([middle, middle + np.array([_CUP_MM / 2, 0, 0])])
    seen = np.column_stack([ends, np.ones(2)]) @ made.film.view.image_from_table.T
    (x, y), (rim, _) = (seen[:, :2] / seen[:, 2:]).tolist()
    return Cup((round(x), round(y)), round(abs(rim - x)))


def write(folder: Path, order: HandVideoSpec, codec: Codec) -> tuple[Path, Path]:
    """Render one hand twice; returns the paths of the ground truths for one camera and for two."""
    folder.mkdir(parents=True, exist_ok=True)
    made = two_films(order)
    arrangements = [made[0].seating.arrangement(made[0].states, at) for at in range(len(made[0].states))]
    passes = passes_of(arrangements, made[0].seats, made[0].states[0].players)
    cup = cup_on_a_meld(made[0], arrangements)
    writers = [
        FrameWriter(folder / f"{order.name}-{name}", order.fps, order.size_px, codec) for name in ("first", "second")
    ]
    first_frames: dict[int, int] = {}
    shots = zip(*(view.film.shots(arrangements, passes) for view in made), strict=True)
    for frame, (shot, other) in enumerate(shots):
        writers[0].add(cup.over(shot.bgr))
        writers[1].add(np.ascontiguousarray(cv2.rotate(other.bgr, cv2.ROTATE_180)))
        if shot.is_still:
            first_frames.setdefault(shot.state, frame)
    for writer in writers:
        writer.close()
    truth = {"video": writers[0].path.name, "codec": codec, **ground_truth(made[0], order, first_frames)}
    truths = {"one": truth, "two": {**truth, "second": writers[1].path.name}}
    paths = {name: folder / f"{order.name}-{name}.json" for name in truths}
    for name, path in paths.items():
        path.write_text(json.dumps(truths[name], default=float, ensure_ascii=False), encoding="utf-8")
    return paths["one"], paths["two"]


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rules", default="clasico")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--stop-after", type=int, help="stills after which the films end")
    given = parser.parse_args()
    for seed in range(given.seed, given.seed + given.count):
        order = HandVideoSpec(rules=given.rules, seed=seed, is_staged=True, stop_after=given.stop_after)
        print(*write(given.out, order, best_codec()), flush=True)


if __name__ == "__main__":
    main()
