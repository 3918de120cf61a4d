"""Films of hands as a club might play them, a third maker that shares its drawing with no other, and their truth.

    python -m datasets.club_films.generate OUT --rules clasico --seed 1 [--offences]

Beside each film lies the JSON that `burako evaluate-films` reads.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from datasets.club_films.arms import ArmPainter
from datasets.club_films.customs import HALF_MM, THINGS_MM, Customs, must_see, random_customs, random_stand, seat_of
from datasets.club_films.faces import random_set
from datasets.club_films.gestures import Gesturing
from datasets.club_films.ground import Ground
from datasets.club_films.lens import U8, Lens, Rng, aimed
from datasets.club_films.meanwhile import Meanwhile
from datasets.club_films.plays import Plays
from datasets.club_films.room_light import random_light
from datasets.club_films.scene import FilmScene, Studio
from datasets.club_films.sensor import CheapCamera, FilmFile, Optics, random_optics
from datasets.club_films.simulated_play import hands_of
from datasets.club_films.skeletons import random_person
from datasets.club_films.tabletops import random_top, table_picture
from datasets.club_films.things import MAKERS
from datasets.club_films.tile_bodies import TileTracer
from datasets.club_films.timeline import ThingTrack, Timeline
from datasets.family_films.played_hand import FilmedPart, RestMoment, truth_of

_STREAM = 81
_CLEAR_S = 0.3
"""How long tiles have to lie in view before a move counts as shown."""
_LEAST_PX = 28.0
"""A narrower tile wants a finer sensor."""
RULES = ("clasico", "parejas", "torneo", "buracco", "eburako", "rummy")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFilmSpec:
    """The specification of a film."""

    rules: str = "clasico"
    seed: int = 1
    moves: int = 20
    """Visible moves, up to the end of a turn."""
    offends: bool = False
    small: int = 1
    """How many times smaller than the camera would have it, for a test."""

    @property
    def name(self) -> str:
        """The file name of the film."""
        return f"club-{self.rules}-{self.seed:04d}{'-offences' if self.offends else ''}"


@dataclass(slots=True, kw_only=True)
class ClubFilm:
    """A film before it is drawn."""

    hand: FilmedPart
    studio: Studio
    line: Timeline
    optics: Optics
    fps: float
    chosen: dict[str, object]
    rng: Rng
    rests: list[RestMoment] = field(default_factory=list)
    """When the table showed how many moves; filled while the frames are drawn."""

    def frames(self) -> Iterator[U8]:
        """The frames of the film, in order."""
        scene = FilmScene(self.studio, self.line)
        sensor = CheapCamera(self.optics, self.studio.light, self.studio.lens.size_px, self.rng)
        waiting = sorted(self.line.shown, key=lambda seen: seen.at_s)
        self.rests.append(RestMoment(0, 0))
        total = round(self.line.end_s * self.fps)
        for frame in range(total):
            at_s = frame / self.fps
            moment = scene.at(at_s)
            for seen in (seen for seen in waiting if seen.at_s <= at_s):
                if any(moment.is_covered(quad) for quad in scene.quads(seen.spots)):
                    seen.clear_from = None
                elif seen.clear_from is None:
                    seen.clear_from = frame
            while (
                waiting and waiting[0].clear_from is not None and frame - waiting[0].clear_from >= _CLEAR_S * self.fps
            ):
                self._rests_at(max(waiting[0].clear_from, self.rests[-1].frame), waiting.pop(0).moves)
            yield sensor.develop(moment.scene, at_s, 1 / self.fps)
        self._rests_at(total - 1, len(self.hand.events))

    def _rests_at(self, frame: int, moves: int) -> None:
        if self.rests[-1].frame == frame:
            self.rests[-1] = RestMoment(frame, moves)
        else:
            self.rests.append(RestMoment(frame, moves))


def film_of(spec: ClubFilmSpec) -> ClubFilm:
    """The film of a specification; deterministic. Raises ValueError where no hand finds room on its table."""
    for hand in hands_of(spec.rules, spec.seed, spec.moves, offends=spec.offends):
        try:
            return _film_of(spec, hand)
        except ValueError:
            continue
    raise ValueError("no hand finds room on this table")


def _film_of(spec: ClubFilmSpec, hand: FilmedPart) -> ClubFilm:
    rng = np.random.default_rng([spec.seed, _STREAM])
    stand = random_stand(rng)
    light, optics = random_light(rng), random_optics(rng)
    customs, tiles = random_customs(hand.rules, rng), random_set(rng)
    lens = aimed(stand, must_see(), 4.0)
    if min(_tile_px(lens, tiles.size_mm[0])) < _LEAST_PX:
        stand = replace(stand, size_px=(1920, 1080))
    size = (stand.size_px[0] // spec.small, stand.size_px[1] // spec.small)
    lens = aimed(replace(stand, size_px=size), must_see(), 4.0)
    players = hand.start.players
    people = []
    for seat in range(players):
        out = seat_of(seat, players)
        reach = np.abs(out) @ np.array(HALF_MM)
        people.append(random_person(seat, np.append(out * (reach + 330), 230.0), rng))
    act = Gesturing(people, customs, lens, rng)
    line = Plays(hand, Ground(customs, tiles.size_mm, rng), act).planned()
    things = {name: MAKERS[name](rng) for name in MAKERS}
    line.things = list(_things(customs, rng))
    Meanwhile(line, players, customs, rng).fill()
    top = random_top(rng, (2 * (HALF_MM[0] + THINGS_MM), 2 * HALF_MM[1] + 20))
    fps = float(rng.choice([10, 10, 12, 12, 15])) if size[0] < 1900 else 10.0
    studio = Studio(
        lens=lens, light=light, tracer=TileTracer(tiles, lens, light), painter=ArmPainter(lens, light, rng),
        people=people, things=things, table=table_picture(top, lens, light), open_s=optics.open_share / fps,
    )  # fmt: skip
    chosen = {"stand": asdict(stand), "optics": asdict(optics), "customs": asdict(customs), "top": top.kind,
              "round": top.is_round, "font": Path(tiles.font).name, "tile_mm": tiles.size_mm, "sign": tiles.sign,
              "joker": tiles.joker, "lamp": light.is_lamp, "tile_px": _tile_px(lens, tiles.size_mm[0])}  # fmt: skip
    return ClubFilm(hand=hand, studio=studio, line=line, optics=optics, fps=fps, chosen=chosen, rng=rng)


def _tile_px(lens: Lens, wide_mm: float) -> tuple[float, float]:
    """How wide a tile is at the far and at the near edge."""
    far, near = (lens.scale_at([0, y, 0]) * wide_mm for y in (HALF_MM[1], -HALF_MM[1]))
    return (round(far, 1), round(near, 1))


def _things(customs: Customs, rng: Rng) -> Iterator[ThingTrack]:
    """Which things stand where, at the ends of the table."""
    x, spots = HALF_MM[0] + 48.0, [(-1, -150), (-1, 0), (-1, 150), (1, -150), (1, 0), (1, 150)]
    rng.shuffle(spots)
    has_pad = rng.random() < 0.6
    if has_pad:
        spots[1:] = [spot for spot in spots[1:] if spot[0] != spots[0][0] or abs(spot[1] - spots[0][1]) > 200]
    names = [str(name) for name in rng.permutation(["mate", "thermos", "glass", "plate", "flat"])]
    for name, (side, y) in zip(names[: int(rng.integers(1, 5))], spots[1:], strict=False):
        track = ThingTrack(name)
        out = {"thermos": 26.0, "flat": 66.0, "plate": 52.0}.get(name, 0.0)
        track.track.add(0.0, np.array([side * (x + out), y + rng.normal(0, 12), 0, rng.uniform(-0.5, 0.5)]))
        yield track
    if has_pad:
        side, y = spots[0]
        for name, shift in (("pad", 0.0), ("pen", 64.0)):
            track = ThingTrack(name)
            track.track.add(0.0, np.array([side * (x + 30 - 0.3 * shift), y + shift * 1.2, 0, rng.uniform(-0.3, 0.3)]))
            yield track


def write(folder: Path, spec: ClubFilmSpec) -> Path:
    """Draws one film; returns the path of its ground truth, written last. Raises OSError without an encoder."""
    folder.mkdir(parents=True, exist_ok=True)
    made = film_of(spec)
    video = FilmFile(folder / f"{spec.name}.mp4", made.fps, made.studio.lens.size_px, made.optics.bits)
    for picture in made.frames():
        video.add(picture)
    video.close()
    truth = {"video": video.path.name, "codec": video.codec, **truth_of(made.hand, made.rests, made.fps),
             "chosen": made.chosen}  # fmt: skip
    path = video.path.with_suffix(".json")
    path.write_text(json.dumps(truth, default=float, ensure_ascii=False), encoding="utf-8")
    return path


def main(words: Sequence[str] | None = None) -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rules", nargs="+", choices=RULES, default=["clasico"])
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--offences", action="store_true")
    given = parser.parse_args(words)
    cv2.setNumThreads(1)
    for seed in given.seed:
        for rules in given.rules:
            print(write(given.out, ClubFilmSpec(rules=rules, seed=seed, moves=given.moves, offends=given.offences)))


if __name__ == "__main__":
    main()
