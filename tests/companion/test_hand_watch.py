"""Whole hands, seen without a camera: the moves that were made are told, with their offences and the score."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.hand_watch import HOLD_S, Change, HandWatch, News, Question, news_json
from datasets.synthetic_sittings.generate import Order, Sitting, sitting
from datasets.synthetic_sittings.seating import BELOW
from engine import load_rules
from engine.moves import Draw, EndTurn, StockOut
from vision.belief import Belief
from vision.layout import lay_out
from vision.pooling import Opinion
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow
from vision.settle import SettledReading
from vision.surface import SurfaceFix
from vision.tracks import Track
from vision.watcher import SeenTable, Sight, Watched
from vision.zones import Zone, zoned, zones_of

FIX = SurfaceFix(np.eye(3), 0.0, 20)
FAR = 900.0
ZONES = zones_of(
    {
        Zone.OURS: [(-FAR, 60), (FAR, 60), (FAR, FAR), (-FAR, FAR)],
        Zone.THEIRS: [(-FAR, -FAR), (FAR, -FAR), (FAR, -60), (-FAR, -60)],
        Zone.MUERTOS: [(-FAR, -60), (-106, -60), (-106, 60), (-FAR, 60)],
        Zone.MAZO: [(-106, -60), (106, -60), (106, 60), (-106, 60)],
        Zone.POZO: [(106, -60), (FAR, -60), (FAR, 60), (106, 60)],
    }
)


@dataclass
class Onlooker:
    """Sees the states of a sitting as if with perfect eyes; every tile keeps a number by its face and place."""

    made: Sitting
    numbers: dict[object, int] = field(default_factory=dict)

    def sees(self, at: int, beliefs: dict[str, Belief] | None = None) -> SeenTable:
        tiles, rows, hidden, keys = [], [], [], []
        for pose in (one for one in self.made.seating.arrangement(self.made.states, at).tiles if one.row != BELOW):
            across, up = pose.right * pose.size_mm[0] / 2, pose.up * pose.size_mm[1] / 2
            corners = np.stack([one[:2] for one in (-across + up, across + up, across - up, -across - up)])
            corners = (corners + pose.center_mm[:2]) * np.array([1, -1])
            belief = (beliefs or {}).get(pose.face, Belief.peaked(pose.face, 0.99))
            tiles.append(ReadTile(DetectedTile(corners.astype(np.float32), 0.9), belief))
            keys.append((pose.face, *pose.center_mm[:2].round().tolist()))
        rows = [list(row.tiles) for row in lay_out(tiles)[0]]
        self._bury(at, tiles, rows, hidden, keys)
        for key in keys:
            self.numbers.setdefault(key, len(self.numbers))
        in_rows = {index for row in rows for index in row}
        loose = tuple(index for index in range(len(tiles)) if index not in in_rows)
        reading = TableReading(tuple(tiles), tuple(TileRow(tuple(row)) for row in rows), loose)
        numbers = tuple(self.numbers[key] for key in keys)
        settled = SettledReading(reading=reading, numbers=numbers, hidden=frozenset(hidden), piles=(),
                                 covered=self._under_the_top(at), looks=2)  # fmt: skip
        return SeenTable(settled=settled, zones=zoned(reading, FIX, ZONES), fix=FIX, size_px=(1280, 720))

    def _under_the_top(self, at: int) -> tuple[Track, ...]:
        """The tile below the top of a covered pozo."""
        if not self.made.seating.covers_pozo or len(self.made.states[at].pozo) < 2:
            return ()
        corners = np.array([[118, -42], [142, -42], [142, -6], [118, -6]], np.float32)
        below = Track(number=9999, place=DetectedTile(corners, 0.9), opinion=Opinion.of(Belief.flat()),
                      signature=np.zeros(1, np.float32))  # fmt: skip
        return (below,)

    def _bury(self, at: int, tiles: list[ReadTile], rows: list[list[int]], hidden: list[int], keys: list) -> None:
        """Puts the tiles of piles where the top of each lies."""
        for meld in self.made.states[at].melds:
            if not self.made.seating.is_piled(meld, at):
                continue
            seat = self.made.seating.seats[meld.number]
            spot = np.array([seat.x_mm, -seat.y_mm])
            top = min(
                range(len(tiles)), key=lambda one: np.linalg.norm(tiles[one].place.corners_px.mean(axis=0) - spot)
            )
            then = next(one for one in self.made.states[self.made.seating.piled[meld.number]].melds
                        if one.number == meld.number)  # fmt: skip
            below = []
            for place, one in enumerate(then.row[:-1]):
                below.append(len(tiles))
                tiles.append(ReadTile(tiles[top].place, Belief.peaked(str(one.tile), 0.99)))
                keys.append(("below", meld.number, place))
            hidden += below
            row = next((row for row in rows if top in row), None)
            if row is None:
                rows.append([*below, top])
            else:
                row[row.index(top) : row.index(top) + 1] = [*below, top]


def watch(seen: Sequence[SeenTable], hand: HandWatch, step_s: float = 2.0) -> list[News]:
    """What is told when each table settles ``step_s`` after the one before."""
    told: list[News | None] = []
    for at, one in enumerate(seen):
        for later_s, table in ((0.0, one), (step_s - 0.1, None)):
            told.append(hand(Watched(index=at, at_s=step_s * at + later_s, sight=Sight.STILL, seen=table)))
    return [news for news in (*told, hand.ends()) if news]


def visible(moves: Sequence[object]) -> list[str]:
    """Moves that somebody who sees no rack can tell, without what only the player knows."""
    said = [str(move) for move in moves if not isinstance(move, Draw | EndTurn | StockOut)]
    plain = [" ".join(word.split("=")[0] for word in one.split()) for one in said]
    return [one.split("direct")[0] + "direct" if "muerto" in one else one for one in plain]


@pytest.mark.parametrize(
    ("profile", "seed", "offends"),
    [("clasico", 3, False), ("clasico", 4, True), ("torneo", 4, False), ("eburako", 1, True), ("buracco", 2, True),
     ("parejas", 3, False), ("clasico", 12, False)],
)  # fmt: skip
def test_a_hand_that_is_seen_well_is_told_as_it_was_played(profile: str, seed: int, offends: bool) -> None:
    made = sitting(Order(rules=profile, seed=seed, offends=offends, size_px=(320, 192)))
    hand = HandWatch(load_rules(profile), made.states[0].players)
    onlooker = Onlooker(made)
    told = watch([onlooker.sees(at) for at in range(len(made.states))], hand)
    questions = [one for one in told if isinstance(one, Question)]
    assert [str(fault) for one in questions for fault in one.doubts] == []
    wanted, found = visible(made.told.story.moves), visible(hand.moves)
    missed = [move for move in wanted if move not in found]
    assert len(missed) <= 0.03 * len(wanted), missed
    offences = [event.move for one in told if isinstance(one, Change) for event in one.events if event.violations]
    assert len(offences) == len(made.told.offences)
    melds = sorted(sorted(map(str, meld.tiles)) for meld in hand.state.melds)
    assert melds == sorted(sorted(map(str, meld.tiles)) for meld in made.states[-1].melds)


def changed(news: Sequence[News]) -> list[str]:
    return [str(event.move) for one in news if isinstance(one, Change) for event in one.events]


@pytest.fixture
def made() -> Sitting:
    """A hand in which the second still shows a meld and the third a tile more."""
    return sitting(Order(seed=3, size_px=(320, 192)))


def test_a_lawful_move_is_told_at_once(made: Sitting) -> None:
    hand, onlooker = HandWatch(load_rules("clasico"), 2), Onlooker(made)
    assert hand(Watched(index=0, at_s=0, sight=Sight.STILL, seen=onlooker.sees(0))) is None
    news = hand(Watched(index=1, at_s=1, sight=Sight.STILL, seen=onlooker.sees(1)))
    assert changed([news]) == ["0 draw", "0 lay 7k 2y 9k"]
    told = json.loads(json.dumps(news_json(news, hand.score(), "es")))
    assert told["event"] == "change"
    assert [move["event"] for move in told["moves"]] == ["draw", "lay"]
    assert told["score"].keys() == {"nosotros", "ellos"}
    assert told["seen"].startswith("0: 7k 2y 9k")


def test_a_tile_that_cannot_be_read_is_asked_about_after_a_while_and_answered_by_a_better_look(made: Sitting) -> None:
    hand, onlooker = HandWatch(load_rules("clasico"), 2), Onlooker(made)
    poor = {"9k": Belief.peaked("9k", 0.5, ("5k", 0.45))}
    assert hand(Watched(index=1, at_s=1, sight=Sight.STILL, seen=onlooker.sees(1, poor))) is None
    assert hand(Watched(index=2, at_s=1 + HOLD_S / 2, sight=Sight.STILL)) is None
    asked = hand(Watched(index=3, at_s=1 + HOLD_S, sight=Sight.STILL))
    assert isinstance(asked, Question)
    assert [face for face, _ in asked.unsure[0].options] == ["9k", "5k"]
    told = json.loads(json.dumps(news_json(asked, hand.score(), "en")))
    assert (told["event"], told["unsure"][0]["options"][0][0]) == ("question", "9k")
    assert hand(Watched(index=4, at_s=3, sight=Sight.STILL)) is None
    news = hand(Watched(index=5, at_s=4, sight=Sight.STILL, seen=onlooker.sees(2)))
    assert changed([news]) == ["0 draw", "0 lay 7k 2y 9k 10k"]


def test_a_tile_that_was_read_once_stays_what_it_was(made: Sitting) -> None:
    hand, onlooker = HandWatch(load_rules("clasico"), 2), Onlooker(made)
    poor = {"9k": Belief.peaked("9k", 0.5, ("6k", 0.45))}
    hand(Watched(index=1, at_s=1, sight=Sight.STILL, seen=onlooker.sees(1)))
    news = hand(Watched(index=2, at_s=2, sight=Sight.STILL, seen=onlooker.sees(2, poor)))
    assert changed([news]) == ["0 extend #1 7k 2y 9k 10k"]


def test_an_unlawful_meld_waits_for_the_end_of_the_turn_or_for_a_while(made: Sitting) -> None:
    wrong = {"9k": Belief.peaked("9r", 0.99)}
    for step_s, moves in ((HOLD_S, ["0 draw", "0 lay 7k 2y 9r"]), (0.1, [])):
        hand, onlooker = HandWatch(load_rules("clasico"), 2), Onlooker(made)
        assert hand(Watched(index=1, at_s=1, sight=Sight.STILL, seen=onlooker.sees(1, wrong))) is None
        news = hand(Watched(index=2, at_s=1 + step_s, sight=Sight.STILL))
        assert changed([news]) == moves
        assert hand.ends() is None if moves else changed([hand.ends()]) == ["0 draw", "0 lay 7k 2y 9r"]
