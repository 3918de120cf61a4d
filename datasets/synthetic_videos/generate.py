"""Render films of whole simulated hands: `python -m datasets.synthetic_videos.generate OUT --count 3`.

Each hand is a video with a JSON file of its ground truth: the moves with the frame from which each is visible, the
intended violations, the final table, the score, and all random choices.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.render import TextureCache
from datasets.synthetic_tables.set_design import SetDesign, look_of, sample_look
from datasets.synthetic_videos.film_writer import CODECS, Codec, FrameWriter, best_codec
from datasets.synthetic_videos.filming import FilmRenderer, Shooting, passes_of
from datasets.synthetic_videos.offences import HandScript, spoilt
from datasets.synthetic_videos.tile_places import Seating, seating
from engine.hand.events import Event, events_of
from engine.hand.history import record_of
from engine.hand.moves import Discard, Draw, EndTurn, Move, StockOut, TakePozo
from engine.hand.state import TableState
from engine.inference.observation import observe
from engine.rules.profiles import load_rules
from engine.rules.rules import Rules
from engine.scoring.scoring import score_hand
from engine.simulation.simulate import SimulatedHand, simulate

TILE_MM, STAGED_TILE_MM = 36.0, 44.0
_OFFENCES = 2
TAKE = 77
Rng = np.random.Generator


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVideoSpec:
    """The specification of a film."""

    rules: str = "clasico"
    seed: int = 1
    offends: bool = False
    size_px: tuple[int, int] = (1280, 720)
    fps: float = 10.0
    stop_after: int | None = None
    """Stills after which the film ends before the hand does."""
    take: int = TAKE
    """Another take of the same hand differs in everything else that is drawn by chance."""
    is_staged: bool = False
    """Whether people are to watch it: large plain tiles on felt, a steady camera, time to look, one offence at most."""

    @property
    def name(self) -> str:
        """The file name of the hand."""
        return f"{self.rules}-{self.seed:04d}{'-offences' if self.offends else ''}"


@dataclass(frozen=True, slots=True, eq=False)
class HandToFilm:
    """A hand and all random choices of its film, ready to be rendered."""

    hand: SimulatedHand
    script: HandScript
    states: tuple[TableState, ...]
    """The table at each still."""
    upto: tuple[int, ...]
    """The number of moves made at each still."""
    seats: tuple[int, ...]
    """The seat whose hand came before each still but the first."""
    seating: Seating
    film: FilmRenderer
    look: dict[str, Any]


def hand_to_film(order: HandVideoSpec) -> HandToFilm:
    """The hand of a specification, with all random choices; deterministic."""
    rules = load_rules(order.rules)
    rng = np.random.default_rng([order.seed, order.take])
    hand = simulate(rules, order.seed)
    script = spoilt(hand, rng, 1 if order.is_staged else _OFFENCES) if order.offends else HandScript(hand.history)
    upto = tuple(_stills(script.history.moves, rules, rng))[: order.stop_after]
    events = tuple(events_of(script.history, rules))
    states = tuple(events[made - 1].after if made else script.history.start for made in upto)
    seats = tuple(_last_seat(script.history.moves[:made]) for made in upto[1:])
    look = _plain_look(rng) if order.is_staged else sample_look(rng, discover())
    tall_mm = STAGED_TILE_MM if order.is_staged else TILE_MM
    size_mm = (tall_mm * look.aspect, tall_mm, tall_mm * look.thickness_ratio)
    laid = seating(states, rules, size_mm, rng)
    shooting = (Shooting.staged if order.is_staged else Shooting.drawn)(rng, order.size_px, order.fps)
    film = FilmRenderer(look, TextureCache(look, rng), laid, shooting, rng)
    return HandToFilm(hand, script, states, upto, seats, laid, film, asdict(look))


def _plain_look(rng: Rng) -> SetDesign:
    """A clearly legible set of burako, its backs plain."""
    return replace(look_of("burako", rng, discover()), back="plain", dirt=0.0, wear=0.1, paint_loss=0.0)


def _stills(moves: Sequence[Move], rules: Rules, rng: Rng) -> Iterator[int]:
    """The numbers of moves made whenever the table is at rest: nearly always one visible move, never more than a turn.

    Where no discard ends a turn, draws are shown.
    """
    hidden = Draw | EndTurn | StockOut if rules.discard_ends_turn else EndTurn | StockOut
    yield 0
    for made, move in enumerate(moves, 1):
        is_last = made == len(moves)
        is_hurried = not isinstance(move, Discard | TakePozo) and rng.random() < 0.1
        goes_on = not is_last and not isinstance(moves[made], EndTurn)
        if is_last or not (isinstance(move, hidden) or (is_hurried and goes_on)):
            yield made


def _last_seat(moves: Sequence[Move]) -> int:
    """The seat that made the last of ``moves``; the running out of the mazo has none."""
    return next(seat for move in reversed(moves) if (seat := getattr(move, "seat", None)) is not None)


def write(folder: Path, order: HandVideoSpec, codec: Codec) -> Path:
    """Render one hand, unless that was done before; returns the path of its ground truth, written last."""
    path = folder / f"{order.name}.json"
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    return filmed(FrameWriter(folder / order.name, order.fps, order.size_px, codec), order)


def filmed(writer: FrameWriter, order: HandVideoSpec) -> Path:
    """Render one hand to ``writer``; returns the path of its ground truth, beside it."""
    made, path = hand_to_film(order), writer.path.with_suffix(".json")
    first_frames: dict[int, int] = {}
    arrangements = [made.seating.arrangement(made.states, at) for at in range(len(made.states))]
    passes = passes_of(arrangements, made.seats, made.states[0].players)
    for frame, shot in enumerate(made.film.shots(arrangements, passes)):
        writer.add(shot.bgr)
        if shot.is_still:
            first_frames.setdefault(shot.state, frame)
    writer.close()
    truth = ground_truth(made, order, first_frames)
    path.write_text(
        json.dumps({"video": writer.path.name, "codec": writer.codec, **truth}, default=float, ensure_ascii=False)
    )
    return path


def ground_truth(made: HandToFilm, order: HandVideoSpec, first_frames: dict[int, int]) -> dict[str, Any]:
    """The moves and tables of the film with the first frame of each still, as JSON."""
    rules = made.hand.rules
    moves = [_move_json(event) for event in events_of(made.script.history, rules)][: made.upto[-1]]
    for at, upto in enumerate(made.upto):
        for move in moves[made.upto[at - 1] if at else 0 : upto]:
            move["frame"] = first_frames[at]
    stills = [
        {"frame": first_frames[at], "moves": upto, "seen": str(observe(state, rules))}
        for at, (upto, state) in enumerate(zip(made.upto, made.states, strict=True))
    ]
    score = score_hand(record_of(made.states[-1]), rules).as_json("es", rules)
    return {"order": asdict(order), "rules": rules.name, "players": made.states[0].players,
            "starter": made.states[0].turn.seat, "fps": order.fps, "moves": moves, "stills": stills,
            "offences": list(made.script.offences), "racks": _racks(made.states[-1]), "score": score,
            "chosen": {**made.film.record(), "habits": asdict(made.seating.habits),
                       "piled": dict(made.seating.piled), "look": made.look}}  # fmt: skip


def _move_json(event: Event) -> dict[str, Any]:
    return {"move": str(event.move), "violations": [str(fault.code) for fault in event.violations]}


def _racks(state: TableState) -> list[str]:
    """The remaining racks."""
    return [" ".join(map(str, rack.known)) for rack in state.racks]


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rules", nargs="+", default=["clasico"], help="profiles, each of which gets its hands")
    parser.add_argument("--count", type=int, default=2, help="hands; every other one with offences")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="1920x1080", help="by default what a webcam is asked for")
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--codec", choices=("auto", *CODECS), default="auto", help="auto: h264, or mjpg without it")
    parser.add_argument("--stop-after", type=int, help="stills after which a film ends")
    given = parser.parse_args()
    width, height = (int(side) for side in given.size.split("x"))
    given.out.mkdir(parents=True, exist_ok=True)
    codec: Codec = best_codec() if given.codec == "auto" else given.codec
    print(f"encoder: {codec}")
    for number, rules in product(range(given.count), given.rules):
        order = HandVideoSpec(rules=rules, seed=given.seed + number, offends=bool(number % 2), size_px=(width, height),
                          fps=given.fps, stop_after=given.stop_after)  # fmt: skip
        print(write(given.out, order, codec), flush=True)


if __name__ == "__main__":
    main()
