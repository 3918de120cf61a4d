"""What is guessed of a tile while nobody answers: the likeliest, told as a guess, and put right when more is known."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.updates import Change, Question, StandingAfter, update_json
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, hand_to_film
from engine import load_rules
from tests.companion.game_tracking.test_hand_tracker import at_rest, changed, lacking
from tests.companion.onlooker import ZONES, Onlooker
from vision.belief import BACK, Belief
from vision.table_plan.plan_tracking import PlanOrigin, SeenPlan
from vision.watching.frame_results import FrameResult, FrameState


@pytest.fixture
def made() -> HandToFilm:
    """A hand in which the second still shows a meld and the third a tile more."""
    return hand_to_film(HandVideoSpec(seed=3, size_px=(320, 192)))


def unread(**chances: float) -> dict[str, Belief]:
    """The black 9 of the first meld, as the recognizer doubts about it."""
    (best, first), *others = ((face.strip("_"), chance) for face, chance in chances.items())
    return {"9k": Belief.peaked(best, first, *others)}


UNREAD, FAINT = unread(_4k=0.85, _9k=0.03), unread(_4k=0.4, _3k=0.35, _9k=0.05)
LEFT_ALONE = [
    # what the recognizer says, what is taken while nobody answers, and whether that is told as a probable offence
    pytest.param(UNREAD, "7k 2y 4k 10k", True, id="what was nearly read is not explained away"),
    pytest.param(unread(_4k=0.85), "7k 2y 4k 10k", True, id="also where nothing plausible is lawful"),
    pytest.param(FAINT, "7k 2y 9k 10k", False, id="of what hardly shows the lawful one"),
    pytest.param({"9k": Belief.flat()}, "7k 2y 9k 10k", False, id="where nothing was seen what the law wants"),
]


@pytest.mark.parametrize(("beliefs", "taken", "is_offence"), LEFT_ALONE)
def test_who_plays_on_leaves_a_tile_to_what_is_likeliest_and_it_stays_a_question(
    made: HandToFilm, beliefs: dict[str, Belief], taken: str, is_offence: bool
) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    (asked,) = at_rest(hand, onlooker, 1, beliefs)
    assert (changed([asked]), hand.unread, hand.is_provisional) == ([], (), True)
    update = at_rest(hand, onlooker, 2, beliefs)
    assert changed(update) == ["0 draw", f"0 lay {taken}"]
    assert len(hand.unread) == 1
    assert at_rest(hand, onlooker, 2, beliefs) == []
    (change,) = update
    assert isinstance(change, Change)
    chances = [chance for _, chance in change.likelihoods()]
    assert bool(chances) == is_offence
    assert all(chance and 0.5 < chance <= 1 for chance in chances)
    said = json.loads(
        json.dumps(update_json(change, StandingAfter(hand.score(), hand.is_provisional), hand.rules, "es"))
    )
    assert said["provisional"]
    assert ("probability" in said, [("probability" in violation) for violation in said["violations"]]) == (
        is_offence,
        [True] * len(chances),
    )


def test_one_hardly_sure_tile_makes_no_row_unlawful_unasked(made: HandToFilm) -> None:
    """Half of the 9 is hidden, and what shows is read as a 4: asked about, with what would make it a meld."""
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    poor = unread(_4k=0.92, _5k=0.07)
    (asked,) = at_rest(hand, onlooker, 1, poor)
    assert isinstance(asked, Question)
    assert [tuple(dict(doubt.options)) for doubt in asked.unsure] == [("4k", "5k", "6k", "7k", "8k", "9k")]
    assert changed(at_rest(hand, onlooker, 2, poor)) == ["0 draw", "0 lay 7k 2y 4k 10k"]
    assert at_rest(hand, onlooker, 2, poor) == []
    (row,) = hand.guessed_rows
    assert 0.5 < row.offence < 1
    assert hand.is_provisional


def test_what_was_guessed_of_a_row_is_put_right_by_what_is_laid_beside_it(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    five = unread(_4k=0.4, _3k=0.35, _5k=0.05, _9k=0.04)
    hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1, five)))
    assert changed([hand.finish(), hand.finish()]) == ["0 draw", "0 lay 7k 2y 5k"]
    assert changed(at_rest(hand, onlooker, 2, five))[-1].endswith(" 7k 2y 9k 10k")
    assert (hand.guessed, hand.is_provisional) == (("9k",), True)


def test_a_tile_that_cannot_be_read_beside_one_that_was_guessed_is_asked_about(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1, UNREAD)))
    assert changed([hand.finish(), hand.finish()]) == ["0 draw", "0 lay 7k 2y 4k"]
    (asked,) = at_rest(hand, onlooker, 2, UNREAD | {"10k": Belief.flat()})
    assert isinstance(asked, Question)
    assert (len(asked.unsure), hand.is_provisional) == (2, True)


def test_a_tile_that_nobody_can_name_or_guess_keeps_nothing_else_from_being_told(made: HandToFilm) -> None:
    """Beside a two alone no tile is lawful: until the rest of the meld is seen, its neighbour cannot be guessed."""
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    nine = {"9k": Belief.flat()}

    def at(number: int, *hidden: str) -> list[str]:
        seen = lacking(onlooker.sees(number, nine), *hidden)
        frames = (FrameResult(index=number, at_s=9 * number + late, state=FrameState.STILL, seen=None if late else seen)
                  for late in range(8))  # fmt: skip
        updates = list(map(hand, frames))
        return changed([update for update in updates if update])

    told = [at(number, "7k", "10k") for number in (1, 3, 4)]
    assert told == [[], [], ["0 draw", "0 discard 12y", "1 pozo"]]
    assert (len(hand.unread), hand.is_provisional) == (1, True)
    assert (at(5), at(6)[3:]) == ([], ["0 lay 7k 2y 9k 10k", "0 discard 10b"])
    assert hand.guessed == ("9k",)


def test_what_is_said_to_be_no_tile_does_not_make_a_table_illegible(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    for number in (1, 3, 4, 5, 6):
        seen = lacking(onlooker.sees(number), "7k", "9k", "10k")
        frames = (FrameResult(index=number, at_s=9 * number + late, state=FrameState.STILL, seen=None if late else seen)
                  for late in range(8))  # fmt: skip
        updates = list(map(hand, frames))
        assert not [update for update in updates if isinstance(update, Question) and update.is_illegible]


def test_pale_backs_of_mazo_and_muertos_do_not_make_a_table_illegible(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    pale = {BACK: Belief.peaked(BACK, 0.8)}
    updates = []
    for number in (1, 3, 4):
        frames = (FrameResult(index=number, at_s=9 * number + late, state=FrameState.STILL,
                              seen=None if late else onlooker.sees(number, pale)) for late in range(4))  # fmt: skip
        updates += list(map(hand, frames))
    assert "0 extend #1 7k 2y 9k 10k" in changed([update for update in updates if update])
    assert not [update for update in updates if isinstance(update, Question) and update.is_illegible]


def test_the_score_is_provisional_while_something_may_hide_one_more_tile_of_a_meld(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    seen = onlooker.sees(3)
    pozo, meld = ({number for number, tile in zip(seen.settled.numbers, seen.settled.reading.tiles, strict=True)
                   if tile.belief.best in faces} for faces in (("12y",), ("7k", "9k")))  # fmt: skip
    told = []
    for at, behind in enumerate((frozenset(), frozenset(pozo), frozenset(meld), frozenset())):
        plan = SeenPlan(zones=ZONES, origin=PlanOrigin.FOUND, hidden_ends=behind)
        hand(FrameResult(index=at, at_s=9 * at, state=FrameState.STILL, seen=replace(seen, plan=plan)))
        told.append((hand.is_provisional, hand.hides_more))
    assert told == [(False, False), (False, False), (True, True), (False, False)]


def test_the_score_says_between_what_and_what_it_lies_until_somebody_answers(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    (asked,) = at_rest(hand, onlooker, 1, UNREAD)
    at_rest(hand, onlooker, 2, UNREAD)
    low, high = hand.score_range()[0]
    assert low <= hand.score().totals["nosotros"] < high
    hand.name_tiles({asked.unsure[0].number: "9k"})
    total = hand.score().totals["nosotros"]
    assert (hand.is_provisional, hand.score_range()[0], total) == (False, (total, total), high)


def test_a_recording_that_ends_on_a_question_counts_what_is_likeliest_and_says_so(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1, UNREAD)))
    asked, update = hand.finish(), hand.finish()
    assert isinstance(asked, Question)
    assert changed([update]) == ["0 draw", "0 lay 7k 2y 4k"]
    assert (hand.finish(), hand.is_provisional, hand.guessed) == (None, True, ("4k",))


def test_a_guess_becomes_what_a_surer_look_shows_without_asking_anybody(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    at_rest(hand, onlooker, 1, UNREAD)
    at_rest(hand, onlooker, 2, UNREAD)
    assert changed(at_rest(hand, onlooker, 2, {})) == ["0 correct #1 : 7k 2y 9k 10k"]
    assert (hand.unread, hand.is_provisional, hand.score().totals["nosotros"]) == ((), False, -55)


def test_a_lawful_guess_is_no_offence_before_somebody_says_so_and_then_it_is_put_right(made: HandToFilm) -> None:
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    (asked,) = at_rest(hand, onlooker, 1, FAINT)
    assert isinstance(asked, Question)
    at_rest(hand, onlooker, 2, FAINT)
    number = asked.unsure[0].number
    assert at_rest(hand, onlooker, 2, {"9k": Belief.peaked("4k", 0.97)}) == []
    assert [tile.number for tile in hand.unread] == [number]
    assert changed([hand.name_tiles({number: "4k"})]) == ["0 correct #1 : 7k 2y 4k 10k"]
    assert (hand.unread, hand.is_provisional) == ((), False)
