"""Somebody is away while it is their turn: the host lets a program play, and who comes back plays on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.playing import absence
from companion.playing.game_commands import ComeBack, LeaveSeat, Move, SeatAction, SeatPlan, StandIn, TakeBack
from companion.playing.service import GameService
from companion.refusal import GameRefused
from tests.companion.playing.sitting import ANA, BETO, Sitting

CARO, DANI = "Caro", "Dani"


@pytest.fixture
def four(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """Four people, of whom Ana began the game and is the first to play; nobody has to be waited for."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_S", 0.0)
    sitting = Sitting(tmp_path).begins(SeatPlan(ANA), SeatPlan(), SeatPlan(), SeatPlan())
    for seat, name in enumerate((BETO, CARO, DANI), 1):
        sitting.sits(seat, name)
    return sitting


DECIDES = [
    # whose turn it is, who wants a program to play for them, and a word of the refusal, if it is refused
    (0, 1, ""),  # the host is away: anybody may
    (0, 3, ""),
    (0, 0, "espera"),
    (1, 0, ""),
    (1, 2, "Ana"),
    (1, 1, "espera"),
]


@pytest.mark.parametrize(("away", "asks", "word"), DECIDES)
def test_the_host_decides_and_where_the_host_is_away_anybody(four: Sitting, away: int, asks: int, word: str) -> None:
    if away:
        four.plays("0 draw", f"0 discard {four.view(0).hand.rack[0]}")
    offered = "stand_in" in four.view(asks).may
    assert offered == (not word)
    if word:
        with pytest.raises(GameRefused) as refused:
            four.says(asks, StandIn())
        assert word in refused.value.sentence("es")
        return
    four.says(asks, StandIn())
    assert [seat.away for seat in four.view(asks).seats] == [seat == away for seat in range(4)]
    four.machines_play()
    assert four.view(asks).hand.turn == away + 1


WAITED = [
    # for how many seconds nothing was said, and the words of the refusal
    (0.0, "Wait 60 seconds more for Ana"),
    (58.2, "Wait 2 seconds more for Ana"),
    (60.0, ""),
]


@pytest.mark.parametrize(("waited_s", "words"), WAITED)
def test_who_may_still_be_thinking_is_waited_for(tmp_path: Path, waited_s: float, words: str) -> None:
    sitting = Sitting(tmp_path).begins()
    state = sitting.room.state(sitting.game)
    if not words:
        assert absence.stand_in_event(state, 1, waited_s).seat == 0
        return
    with pytest.raises(GameRefused) as refused:
        absence.stand_in_event(state, 1, waited_s)
    assert words in refused.value.sentence("en")


BACK: list[tuple[SeatAction, ...]] = [(ComeBack(),), (Move("0 draw"),), (ComeBack(), Move("0 draw"))]


@pytest.mark.parametrize("orders", BACK)
def test_who_comes_back_plays_on(four: Sitting, orders: tuple[SeatAction, ...]) -> None:
    four.says(1, StandIn())
    assert "come_back" in four.view(0).may
    four.says(0, *orders)
    assert not four.view(0).seats[0].away
    assert "come_back" not in four.view(0).may
    four.machines_play()
    assert four.view(0).hand.turn == 0


def test_the_program_plays_every_turn_until_then_and_the_seat_stays_theirs(four: Sitting) -> None:
    four.says(1, StandIn())
    for _ in range(2):
        four.machines_play()
        for seat in (1, 2, 3):
            four.plays(f"{seat} draw", f"{seat} discard {four.view(seat).hand.rack[0]}")
    four.machines_play()
    assert four.view(1).hand.turn == 1
    with pytest.raises(GameRefused):
        four.sits(0, "Eva")
    again = GameService(four.service, chance=four.chance)
    assert again.view(four.game, four.tickets[0].token, "es").seats[0].away


def test_what_was_begun_is_taken_back_before_a_program_plays(four: Sitting) -> None:
    four.plays("0 draw")
    melds = four.view(1).hand.melds
    four.says(1, StandIn())
    assert four.view(1).hand.melds == melds
    four.machines_play()
    assert four.view(1).hand.turn == 1


AFTERWARDS: list[tuple[int, SeatAction, str]] = [
    # who asks for what once Ana is away, and a word of the refusal
    (1, StandIn(), "espera"),
    (1, ComeBack(), "sentado"),
    (0, TakeBack(), "deshacer"),
]


@pytest.mark.parametrize(("seat", "order", "word"), AFTERWARDS)
def test_what_cannot_be_then_is_refused(four: Sitting, seat: int, order: SeatAction, word: str) -> None:
    four.says(1, StandIn())
    with pytest.raises(GameRefused) as refused:
        four.says(seat, order)
    assert word in refused.value.sentence("es")


def test_who_gets_up_for_good_is_no_longer_away(four: Sitting) -> None:
    four.says(1, StandIn())
    four.says(0, LeaveSeat())
    assert (four.view(1).seats[0].away, four.view(1).seats[0].program) == (False, "middle")
