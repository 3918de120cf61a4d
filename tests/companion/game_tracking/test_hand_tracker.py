"""Whole hands, seen without a camera: the moves that were made are told, with their offences and the score."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from companion.evaluation.film_truth import UNSEEN, plain
from companion.game_tracking.debounce import HOLD_S, LAYING_S
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.known_arms import SIDES
from companion.game_tracking.rejected_detections import without_rejected
from companion.game_tracking.updates import Change, Question, StandingAfter, Update, update_json
from companion.view_models import NO_TILE
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, hand_to_film
from engine import load_rules
from engine.hand.moves import Move
from tests.companion.onlooker import Onlooker, apart
from vision.belief import Belief
from vision.watching.frame_results import FrameResult, FrameState, SeenTable


def watch(
    made: HandToFilm, hand: HandTracker, step_s: float = 2.0, beliefs: dict[str, Belief] | None = None, looks: int = 999
) -> list[Update]:
    """What is told when each table settles ``step_s`` after the one before, and a hand came from its player's side."""
    reported: list[Update | None] = []
    onlooker, sides = Onlooker(made), SIDES[made.states[0].players]
    for at in range(len(made.states))[:looks]:
        side = sides[made.seats[at - 1]] if at else None
        seen = onlooker.sees(at, beliefs)
        one = FrameResult(index=at, at_s=step_s * at, state=FrameState.STILL, seen=seen, reached_from=side)
        reported += [hand(one), hand(FrameResult(index=at, at_s=step_s * (at + 1) - 0.1, state=FrameState.STILL))]
    return [update for update in (*reported, hand.finish()) if update]


def visible(moves: Sequence[Move]) -> list[str]:
    """Moves that somebody who sees no rack can tell, without what only the player knows."""
    return [plain(move) for move in moves if not isinstance(move, UNSEEN)]


@pytest.mark.parametrize(
    ("profile", "seed", "offends"),
    [
        ("clasico", 4, True),
        ("torneo", 4, False),
        ("buracco", 2, True),
        ("rummy", 4903, False),
        *(pytest.param(*row, marks=pytest.mark.slow) for row in (
            ("clasico", 3, False), ("eburako", 1, True), ("parejas", 3, False), ("clasico", 12, False),
        )),
    ],
)  # fmt: skip
def test_a_hand_that_is_seen_well_is_told_as_it_was_played(profile: str, seed: int, offends: bool) -> None:
    made = hand_to_film(HandVideoSpec(rules=profile, seed=seed, offends=offends, size_px=(320, 192)))
    hand = HandTracker(load_rules(profile), made.states[0].players)
    updates = watch(made, hand)
    questions = [update for update in updates if isinstance(update, Question)]
    assert [str(fault) for question in questions for fault in question.doubts] == []
    wanted, found = visible(made.script.history.moves), visible(hand.moves)
    missed = [move for move in wanted if move not in found]
    assert len(missed) <= 0.03 * len(wanted), missed
    offences = [
        event.move for update in updates if isinstance(update, Change) for event in update.events if event.violations
    ]
    assert len(offences) == len(made.script.offences)
    melds = sorted(sorted(map(str, meld.tiles)) for meld in hand.state.melds)
    assert melds == sorted(sorted(map(str, meld.tiles)) for meld in made.states[-1].melds)


def changed(updates: Sequence[Update]) -> list[str]:
    return [str(event.move) for update in updates if isinstance(update, Change) for event in update.events]


@pytest.fixture
def made() -> HandToFilm:
    """A hand in which the second still shows a meld and the third a tile more."""
    return hand_to_film(HandVideoSpec(seed=3, size_px=(320, 192)))


def test_a_lawful_move_is_told_at_once(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    assert hand(FrameResult(index=0, at_s=0, state=FrameState.STILL, seen=onlooker.sees(0))) is None
    update = hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1)))
    assert changed([update]) == ["0 draw", "0 lay 7k 2y 9k"]
    parsed = json.loads(json.dumps(update_json(update, StandingAfter(hand.score()), hand.rules, "es")))
    assert parsed["event"] == "change"
    assert [move["event"] for move in parsed["moves"]] == ["draw", "lay"]
    assert parsed["score"].keys() == {"nosotros", "ellos"}
    assert parsed["seen"].startswith("0: 7k 2y 9k")


def test_a_tile_that_cannot_be_read_is_asked_about_after_a_while_and_answered_by_a_better_look(
    made: HandToFilm,
) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    poor = {"9k": Belief.peaked("9k", 0.5, ("5k", 0.45))}
    assert hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1, poor))) is None
    assert hand(FrameResult(index=2, at_s=1 + HOLD_S / 2, state=FrameState.STILL)) is None
    asked = hand(FrameResult(index=3, at_s=1 + HOLD_S, state=FrameState.STILL))
    assert isinstance(asked, Question)
    assert [face for face, _ in asked.unsure[0].options] == ["9k", "5k"]
    parsed = json.loads(json.dumps(update_json(asked, StandingAfter(hand.score()), hand.rules, "en")))
    assert (parsed["event"], parsed["unsure"][0]["options"][0][0]) == ("question", "9k")
    assert hand(FrameResult(index=4, at_s=3, state=FrameState.STILL)) is None
    update = hand(FrameResult(index=5, at_s=4, state=FrameState.STILL, seen=onlooker.sees(2)))
    assert changed([update]) == ["0 draw", "0 lay 7k 2y 9k 10k"]


def test_a_discard_that_nobody_names_is_asked_about_once_and_keeps_nothing_else_from_being_told() -> None:
    made = hand_to_film(HandVideoSpec(rules="clasico", seed=4, size_px=(320, 192)))
    first = next(at for at, state in enumerate(made.states) if state.pozo)
    thrown = str(made.states[first].pozo[0])
    known, unread = (HandTracker(load_rules("clasico"), 2) for _ in range(2))
    watch(made, known, looks=first + 8)
    updates = watch(made, unread, beliefs={thrown: Belief.peaked(thrown, 0.5, ("1r", 0.45))}, looks=first + 8)
    assert [update.unsure[0].options[0][0] for update in updates if isinstance(update, Question)] == [thrown]
    thrown_away = {f"0 {verb} {thrown}": f"0 {verb} ?" for verb in ("discard", "redraw")}
    assert visible(unread.moves) == [thrown_away.get(move, move) for move in visible(known.moves)]


def blurred(made: HandToFilm, number: int, share: float) -> dict[str, Belief]:
    """That of the faces on a table so many cannot be read."""
    faces = sorted({str(tile) for meld in made.states[number].melds for tile in meld.tiles})
    return {face: Belief.flat() for face in faces[: round(share * len(faces))]}


def test_where_most_tiles_cannot_be_read_only_that_is_told_and_once() -> None:
    made = hand_to_film(HandVideoSpec(rules="clasico", seed=3, size_px=(320, 192)))
    number = next(n for n, state in enumerate(made.states) if sum(len(meld.row) for meld in state.melds) >= 12)
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    reported = []
    for at, share in enumerate((0.8, 0.7, 0.9, 0.0)):
        seen = onlooker.sees(number, blurred(made, number, share))
        reported += [hand(FrameResult(index=at, at_s=3 * at, state=FrameState.STILL, seen=seen))]
        reported += [hand(FrameResult(index=at, at_s=3 * at + 2, state=FrameState.STILL))]
    asked, *after = [update for update in reported if update]
    assert isinstance(asked, Question)
    assert asked.is_illegible
    assert (asked.unsure, asked.answers) == ((), ())
    assert after
    assert not any(isinstance(update, Question) and update.is_illegible for update in after)
    assert not hand.is_illegible


def test_a_tile_that_cannot_be_read_is_named_with_one_tap(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    poor = {"9k": Belief.peaked("9k", 0.5, ("5k", 0.45))}
    hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1, poor)))
    asked = hand.finish()
    assert isinstance(asked, Question)
    assert changed([hand.name_tiles({asked.unsure[0].number: "9k"})]) == ["0 draw", "0 lay 7k 2y 9k"]
    update = hand(FrameResult(index=2, at_s=3, state=FrameState.STILL, seen=onlooker.sees(2, poor)))
    assert changed([update]) == ["0 extend #1 7k 2y 9k 10k"]


def test_what_is_said_to_be_no_tile_is_none_for_as_long_as_it_is_seen(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    poor = {"10k": Belief.peaked("3b", 0.5, ("1r", 0.45))}
    at_rest(hand, onlooker, 1, {})
    (asked,) = at_rest(hand, onlooker, 2, poor)
    assert isinstance(asked, Question)
    assert hand.name_tiles({asked.unsure[0].number: NO_TILE}) is None
    assert at_rest(hand, onlooker, 2, poor) == []
    assert "10k" not in str(hand.seen)


def at_rest(hand: HandTracker, onlooker: Onlooker, number: int, beliefs: dict[str, Belief]) -> list[Update]:
    """What is told of a state that rests for a while."""
    first = hand(
        FrameResult(index=number, at_s=3 * number, state=FrameState.STILL, seen=onlooker.sees(number, beliefs))
    )
    after = hand(FrameResult(index=number, at_s=3 * number + 2, state=FrameState.STILL))
    return [update for update in (first, after) if update]


@pytest.mark.parametrize("confidence", [0.97, 0.9999])
def test_a_tile_that_seems_to_be_another_and_breaks_its_meld_is_asked_about_and_stays_what_it_was(
    made: HandToFilm, confidence: float
) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    other = {"7k": Belief.peaked("7r", confidence)}
    at_rest(hand, onlooker, 2, {})
    for _ in range(2):
        (asked,) = at_rest(hand, onlooker, 2, other)
        assert isinstance(asked, Question)
        assert [name for name, _ in asked.unsure[0].options][:1] == ["7r"]
        assert "7k" in dict(asked.unsure[0].options)
    update = changed(at_rest(hand, onlooker, 3, other))
    assert update
    assert not any("7r" in move for move in update)
    assert hand.guessed == ("7k",)
    assert changed([hand.name_tiles({hand.unread[0].number: "7r"})]) == ["0 correct #1 : 7r 2y 9k 10k"]


def test_a_tile_that_lies_alone_is_asked_about_until_people_play_on(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    at_rest(hand, onlooker, 1, {})
    for number, asked in ((2, True), (2, True), (3, False)):
        looks = [apart(onlooker.sees(number), "10k"), *[None] * round(LAYING_S)]
        frames = [FrameResult(index=0, at_s=9 + at, state=FrameState.STILL, seen=seen) for at, seen in enumerate(looks)]
        assert any(isinstance(hand(frame), Question) for frame in frames) == asked
    assert visible(hand.moves) == ["0 lay 2y 7k 9k", "0 discard 12y"]


def test_a_tile_that_is_named_wrongly_is_an_offence_that_is_told_at_once(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    assert hand.name_tiles({3: "9k"}) is None
    hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1, {"9k": Belief.flat()})))
    asked = hand.finish()
    assert isinstance(asked, Question)
    update = hand.name_tiles({asked.unsure[0].number: "1r"})
    assert isinstance(update, Change)
    assert update.violations


def test_a_tile_that_was_read_once_stays_what_it_was(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    poor = {"9k": Belief.peaked("9k", 0.5, ("6k", 0.45))}
    hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1)))
    update = hand(FrameResult(index=2, at_s=2, state=FrameState.STILL, seen=onlooker.sees(2, poor)))
    assert changed([update]) == ["0 extend #1 7k 2y 9k 10k"]


def pozos(made: HandToFilm, at: int) -> list[int]:
    """Tiles of the pozo at three times, the last of them ``at``."""
    return [len(state.pozo) for state in made.states[at - 2 : at + 1]]


def test_a_tile_that_was_taken_before_anybody_could_read_it_was_thrown_all_the_same() -> None:
    hands = (hand_to_film(HandVideoSpec(rules="buracco", seed=seed, size_px=(320, 192))) for seed in range(2, 9))
    found = ((made, at) for made in hands for at in range(2, len(made.states)) if pozos(made, at) == [0, 1, 0])
    made, taken = next(found)
    thrown = str(made.states[taken - 1].pozo[-1])
    other = f"{'7' if thrown[:-1] != '7' else '8'}{thrown[-1]}"
    hand, onlooker, sides = HandTracker(load_rules("buracco"), 2), Onlooker(made), SIDES[2]
    for at in range(taken + 1):
        beliefs = {thrown: Belief.peaked(thrown, 0.5, (other, 0.45))} if at == taken - 1 else None
        side = sides[made.seats[at - 1]] if at else None
        seen = onlooker.sees(at, beliefs)
        hand(FrameResult(index=at, at_s=at, state=FrameState.STILL, seen=seen, reached_from=side))
    assert [str(move).split()[1:] for move in hand.moves[-2:]] == [["discard", "?"], ["pozo"]]


def test_a_question_is_answered_with_one_tap(made: HandToFilm) -> None:
    rules = load_rules("clasico")
    late = len(made.states) // 2
    for choice in (0, None):
        hand, onlooker = HandTracker(rules, 2), Onlooker(made)
        hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(late)))
        asked = hand.finish()
        assert isinstance(asked, Question)
        assert asked.doubts
        hand.answer(asked, choice)
        assert hand(FrameResult(index=2, at_s=9, state=FrameState.STILL, seen=onlooker.sees(late))) is None
        assert hand.finish() is None
        seen = sorted(sorted(map(str, meld.tiles)) for meld in hand.state.melds)
        assert seen == sorted(sorted(map(str, meld.tiles)) for meld in made.states[late].melds)


@pytest.mark.parametrize(("then", "is_whole", "faults"), [(3, True, []), (4, False, ["BAD_MELD", "TOO_SHORT"])])
def test_a_question_that_was_asked_too_soon_is_dropped_where_the_table_tells_by_itself(then, is_whole, faults) -> None:
    """A meld was short when its player's tile lay in the pozo; who plays on answers only where it still is."""
    made = hand_to_film(HandVideoSpec(rules="clasico", seed=3, size_px=(320, 192)))
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    assert hand(FrameResult(index=0, at_s=0, state=FrameState.STILL, seen=onlooker.sees(0))) is None
    assert (
        hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=lacking(onlooker.sees(3), "9k", "10k"))) is None
    )
    asked = hand(FrameResult(index=2, at_s=1 + HOLD_S, state=FrameState.STILL))
    assert isinstance(asked, Question)
    assert [str(fault.code) for fault in asked.doubts] == ["TOO_SHORT"]
    later = onlooker.sees(then)
    later = later if is_whole else lacking(later, "9k", "10k")
    reported = [
        hand(FrameResult(index=3, at_s=9, state=FrameState.STILL, seen=later)),
        *(hand.finish() for _ in range(3)),
    ]
    assert [
        str(violation.code) for update in reported if isinstance(update, Change) for violation in update.violations
    ] == faults


def lacking(seen: SeenTable, *faces: str) -> SeenTable:
    """The table without the tiles with these faces."""
    tiles = enumerate(seen.settled.reading.tiles)
    return without_rejected(seen, [at for at, tile in tiles if tile.belief.best in faces])
