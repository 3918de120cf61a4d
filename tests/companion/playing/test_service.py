"""Who sits, what a game needs to begin, what outlives the program, and how a hand that is over is kept."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.match_commands import DealHand, Sender
from companion.playing import service as game_service
from companion.playing.bots import Bots
from companion.playing.finished_hands import match_of
from companion.playing.game_commands import LeaveSeat, Move, NewHand, Open, SeatCommand, SeatPlan
from companion.playing.service import GameService
from companion.refusal import GameRefused, TableRefused, TranslatableRefusal
from engine.simulation.players_by_strength import next_moves
from tests.by_day import KINDS
from tests.companion.playing.sitting import ANA, BETO, Sitting, bag_for

PERSON, PROGRAM = SeatPlan(ANA), SeatPlan(program="middle")
WRONG = [
    # who is to sit, by which rules and with what pace, and a word of the refusal
    ((PERSON,), "clasico", 0, "jugador"),
    ((PROGRAM, PROGRAM), "clasico", 0, "persona"),
    ((PERSON, *[PROGRAM] * 4), "clasico", 0, "cuatro"),
    ((PERSON, *[PROGRAM] * 3), "torneo", 0, "jugador"),
    ((PERSON, PROGRAM), "nope", 0, "nope"),
    ((PERSON, PROGRAM), "clasico", 99999, "pausa"),
    ((SeatPlan("x" * 61), PROGRAM), "clasico", 0, "letras"),
    ((PERSON, SeatPlan("ANA")), "clasico", 0, "mismo nombre"),
]


@pytest.mark.parametrize(("seats", "rules", "pace_ms", "word"), WRONG)
def test_a_game_that_cannot_be_is_refused(
    tmp_path: Path, seats: tuple[SeatPlan, ...], rules: str, pace_ms: int, word: str
) -> None:
    sitting = Sitting(tmp_path)
    with pytest.raises(GameRefused) as refused:
        sitting.opens(*seats, rules=rules, pace_ms=pace_ms)
    assert word in refused.value.sentence("es")
    assert refused.value.sentence("en") != refused.value.sentence("es")


def test_the_hand_is_dealt_when_all_sit(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.opens()
    assert (sitting.view().standing, sitting.view().hand) == ("waiting", None)
    assert [seat.here for seat in sitting.view().seats] == [True, False]
    sitting.sits(1, BETO)
    assert sitting.view().standing == "playing"
    assert [team.name for team in sitting.view().teams] == [ANA, BETO]


NO_SEATS = [
    # seat, name, and a word of the refusal
    (0, "Caro", "ocupado"),
    (1, "Caro", "ocupado"),
    (7, "Caro", "lugar 8"),
    (-1, "Caro", "lugar 0"),
]


@pytest.mark.parametrize(("seat", "name", "word"), NO_SEATS)
def test_a_seat_is_taken_once(sitting: Sitting, seat: int, name: str, word: str) -> None:
    with pytest.raises(GameRefused) as refused:
        sitting.sits(seat, name)
    assert word in refused.value.sentence("es")


@pytest.mark.parametrize("name", ["", " \n ", "ana", "x" * 61])
def test_who_sits_has_a_name_of_their_own(tmp_path: Path, name: str) -> None:
    sitting = Sitting(tmp_path)
    sitting.opens()
    with pytest.raises(GameRefused):
        sitting.sits(1, name)
    assert sitting.view().standing == "waiting"


def test_a_token_opens_its_seat_and_no_other(sitting: Sitting) -> None:
    assert [sitting.room.ticket(sitting.game, ticket.token).seat for ticket in sitting.tickets.values()] == [0, 1]
    for token in ("", "nope", "é" * 9):
        assert sitting.room.seat_of(sitting.game, token) is None
        with pytest.raises(GameRefused) as refused:
            sitting.room.handle(sitting.game, SeatCommand(Move("0 draw"), token), sitting.sender())
        assert refused.value.status == 403


def test_what_was_said_outlives_the_program(sitting: Sitting, tmp_path: Path) -> None:
    sitting.plays("0 draw", "0 lay 4r 5r 6r")
    again = Sitting(tmp_path)  # nothing was closed: the journal is as a killed program leaves it
    again.tickets = sitting.tickets
    assert [again.view(seat) for seat in (0, 1, None)] == [sitting.view(seat) for seat in (0, 1, None)]
    again.plays("0 extend #1 4r 5r 6r 7r")
    assert sitting.view(1).hand.melds[0].meld == "4r 5r 6r 7r"


def test_who_gets_up_is_played_for(sitting: Sitting) -> None:
    sitting.plays("0 draw", "0 lay 4r 5r 6r")
    sitting.says(0, LeaveSeat())
    view = sitting.view(1)
    assert (view.seats[0].program, view.hand.melds) == ("middle", ())
    sitting.machines_play()
    assert sitting.view(1).hand.turn == 1
    with pytest.raises(GameRefused):
        sitting.says(0, Move("0 draw"))


def test_a_game_that_all_left_is_over(sitting: Sitting) -> None:
    sitting.says(0, LeaveSeat())
    sitting.says(1, LeaveSeat())
    assert sitting.view(None).standing == "over"
    assert sitting.room.cards({}, "es", may_join=True) == ()


def test_only_so_many_games_are_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_service, "MOST_GAMES", 2)
    sitting = Sitting(tmp_path)
    sitting.opens()
    sitting.opens()
    with pytest.raises(GameRefused) as refused:
        sitting.opens()
    assert refused.value.status == 429


def test_a_game_in_which_nothing_is_said_ends(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sitting.view().standing == "playing"
    monkeypatch.setattr(game_service, "IDLE_S", -1.0)
    with pytest.raises(GameRefused) as refused:
        sitting.view()
    assert refused.value.status == 404


def test_games_are_listed_for_who_sits_and_for_who_may_join(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    ticket = sitting.opens()
    cards = sitting.room.cards({ticket.game: ticket.token}, "es", may_join=False)
    assert [(card.seat, card.players, card.free) for card in cards] == [(0, (ANA, None), (1,))]
    assert [card.seat for card in sitting.room.cards({}, "es", may_join=True)] == [None]
    assert sitting.room.cards({}, "es", may_join=False) == ()


def finished(folder: Path, rules: str) -> Sitting:
    """A hand that two programs have played, for one of them a person."""
    sitting = Sitting(folder).begins(PERSON, PROGRAM, rules=rules)
    plays_out(sitting)
    return sitting


def plays_out(sitting: Sitting) -> None:
    """The hand to its end."""
    while sitting.view().standing == "playing":
        sitting.machines_play()
        state = sitting.room.state(sitting.game)
        if state.to_move == 0:
            for move in next_moves(state.hand.view(0), state.hand.rules, "middle", random.Random(3)):
                sitting.says(0, Move(str(move)))


def fails(*_said: object) -> None:
    raise TableRefused.of(JournalError("story not saved"), 503)


@pytest.mark.parametrize("rules", KINDS)
def test_a_hand_that_is_over_is_a_hand_of_a_match(tmp_path: Path, rules: str) -> None:
    sitting = finished(tmp_path, rules)
    view = sitting.view()
    match = sitting.service.snapshot(view.result.match, "es", 1)
    assert [hand.points for hand in match.hands] == [view.result.points]
    assert tuple(map(sum, zip(*(points for _part, points in view.result.parts), strict=True))) == view.result.points
    assert {part for part, _points in view.result.parts} <= {"tiles", "canastas", "close", "muerto", "racks"}
    assert (match.hand.standing, match.hand.problems, match.hand.unknown_racks) == ("confirmed", (), ())
    assert not [line for line in match.log if line.offences]
    steps = sitting.service.replay(view.result.match, "es", 1).steps
    assert len(steps) > len(view.log) / 2
    assert [len(rack) for rack in view.result.racks] == [seat.count for seat in view.seats]


def test_the_next_hand_is_dealt_on_demand_and_kept_beside_the_first(tmp_path: Path) -> None:
    sitting = finished(tmp_path, "clasico")
    assert sitting.view().may == ("new_hand",)
    before = sitting.view()
    sitting.says(0, NewHand())
    assert (sitting.view().hand.number, sitting.view().standing) == (2, "playing")
    assert [team.total for team in sitting.view().teams] == list(before.result.totals)
    assert len(sitting.service.snapshot(match_of(sitting.game), "es").hands) == 1


def test_a_hand_whose_storing_failed_is_stored_before_the_next_is_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(tmp_path).begins(PERSON, PROGRAM)
    with monkeypatch.context() as disk:
        disk.setattr(sitting.service, "take_down", fails)
        with suppress(TranslatableRefusal):
            plays_out(sitting)
        with pytest.raises(TranslatableRefusal):
            sitting.says(0, NewHand())
        assert sitting.view().standing == "hand_over"
    sitting.says(0, NewHand())
    plays_out(sitting)
    hands = sitting.service.snapshot(match_of(sitting.game), "es").hands
    assert [hand.points for hand in hands] == [hand.points for hand in sitting.room.state(sitting.game).played]
    assert len(hands) == 2


LOOKS = {
    "somebody looks": lambda room, game: room.view(game, "", "es"),
    "a page waits": lambda room, game: room.wait(game, 0, 0.0),
    "nobody looks": lambda room, _game: Bots(room)._catch_up(),
}


@pytest.mark.parametrize("looks", LOOKS.values(), ids=LOOKS)
def test_a_hand_that_a_killed_program_did_not_store_is_stored_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: Callable[[GameService, str], object]
) -> None:
    sitting = Sitting(tmp_path).begins(PERSON, PROGRAM)
    with monkeypatch.context() as disk, suppress(TranslatableRefusal):
        disk.setattr(sitting.service, "take_down", fails)
        plays_out(sitting)
    looks(GameService(sitting.service), sitting.game)
    hands = sitting.service.snapshot(match_of(sitting.game), "es").hands
    assert [hand.points for hand in hands] == [hand.points for hand in sitting.room.state(sitting.game).played]


def test_who_sat_down_last_when_nothing_could_be_dealt_keeps_the_seat_and_is_dealt_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(tmp_path)
    sitting.opens()
    with monkeypatch.context() as killed:
        killed.setattr(game_service, "next_hand", fails)
        ticket = sitting.sits(1, BETO)
        assert sitting.room.view(sitting.game, ticket.token, "es").seat == 1
        assert sitting.room.state(sitting.game).standing == "waiting"
    rooms = [GameService(sitting.service), GameService(sitting.service)]
    assert [room.view(sitting.game, "", "es").standing for room in rooms] == ["playing", "playing"]
    assert len(sitting.room.state(sitting.game).hands) == 1


def test_only_the_game_adds_hands_to_its_match(tmp_path: Path) -> None:
    sitting = finished(tmp_path, "clasico")
    match = match_of(sitting.game)
    with pytest.raises(TableRefused) as refused:
        sitting.service.handle(match, DealHand(), sitting.sender())
    assert (refused.value.status, "pantalla" in refused.value.sentence("es")) == (409, True)
    sitting.says(0, NewHand())
    plays_out(sitting)
    hands = sitting.service.snapshot(match, "es").hands
    assert [hand.points for hand in hands] == [hand.points for hand in sitting.room.state(sitting.game).played]
    assert len(hands) == 2


def test_programs_begin_by_themselves_when_the_room_is_opened_again(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, bag_for("clasico"))
    sitting.begins(PERSON, PROGRAM)
    sitting.plays("0 draw")
    throws = next(one for tile in sitting.view().hand.rack if (one := sitting.targets(tile).discard))
    sitting.plays(throws)
    woken: list[str] = []
    again = GameService(sitting.service)
    again.wake = woken.append
    again.view(sitting.game, "", "es")
    assert woken == [sitting.game]
    assert Bots(again).play_on(sitting.game)
    assert again.view(sitting.game, "", "es").hand.turn == 0


def test_a_program_that_cannot_go_on_stops(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path).begins(SeatPlan(program="easy"), PERSON)
    machines = Bots(sitting.room, chooses=lambda *_known: ())
    assert not machines.play_on(sitting.game)


def test_a_program_waits_before_each_move(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path).begins(SeatPlan(program="easy"), PERSON, pace_ms=700)
    waited: list[float] = []
    Bots(sitting.room, waits=waited.append).play_on(sitting.game)
    assert set(waited) == {0.7}
    assert len(waited) == len(sitting.view(1).log)


def test_the_room_is_told_by_a_person_in_the_language_of_the_house(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    order = Open(rules="clasico", seats=(PERSON, PROGRAM))
    ticket = sitting.room.open(order, Sender(author=ANA, key="k"), ANA, "en")
    assert [seat.name for seat in sitting.room.view(ticket.game, ticket.token, "en").seats] == [ANA, "Machine 1"]
