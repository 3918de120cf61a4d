"""What becomes of what a hook is told: in order, again where nobody takes it, and given up in the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match_commands import DealHand
from companion.tournaments.commands import CreateTournament, LinkMatch, Rule
from companion.webhooks import delivery_queue
from companion.webhooks.delivery_queue import LONGEST_WAIT_S, OBS_WAITS_S, WAITS_S
from tests.companion.webhooks.house import NAME, HookHouse

AHEAD_S = 40 * 24 * 3600.0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HookHouse]:
    house = HookHouse(tmp_path, events=("hand.closed",))
    yield house
    house.journal.close()


def hands(house: HookHouse, *points: tuple[int, int]) -> None:
    match = house.match()
    for point in points:
        house.plays(match, point)
        house.send(match, DealHand())


def delivered_hands(house: HookHouse) -> list[int]:
    return [delivery.content["hand"]["number"] for delivery in house.heard.deliveries]


def standings(house: HookHouse) -> list[str]:
    return [attempt.standing for attempt in house.store.attempts(NAME)]


@pytest.mark.parametrize(
    ("answer", "tries", "standing"),
    [
        ("200", 1, "delivered"),
        ("204", 1, "delivered"),
        ("301", 1, "given up"),
        ("404", 1, "given up"),
        ("410", 1, "given up"),
        ("never", 1, "given up"),
        ("near", 1, "given up"),
        ("408", len(WAITS_S) + 1, "given up"),
        ("429", len(WAITS_S) + 1, "given up"),
        ("500", len(WAITS_S) + 1, "given up"),
        ("503", len(WAITS_S) + 1, "given up"),
        ("nobody there", len(WAITS_S) + 1, "given up"),
        ("too slow", len(WAITS_S) + 1, "given up"),
        ("unknown", len(WAITS_S) + 1, "given up"),
    ],
)
def test_how_often_it_is_tried(house: HookHouse, answer: str, tries: int, standing: str):
    house.heard.answers = [answer]
    hands(house, (420, -35))
    for wait_s in (0.0, *WAITS_S, 3600.0):
        house.now_s += wait_s
        house.turns()
    assert (len(house.heard.deliveries), standings(house)[0]) == (tries, standing)
    assert list(house.store.waiting(NAME)) == []


def test_what_waits_behind_one_that_nobody_takes_is_not_read_again(house: HookHouse, monkeypatch: pytest.MonkeyPatch):
    house.heard.answers = ["nobody there"]
    hands(house, *((10, 20) for _ in range(8)))
    house.turns()
    read, waiting = [], house.store.waiting
    monkeypatch.setattr(house.store, "waiting", lambda name: (read.append(kept) or kept for kept in waiting(name)))
    assert house.turns() == []
    hands(house, (30, 40))
    assert house.turns() == []
    assert [delivery.number for delivery in read] == [1, 1]
    assert len(list(waiting(NAME))) == 9


def test_it_waits_longer_each_time(house: HookHouse):
    house.heard.answers = ["503"]
    hands(house, (420, -35))
    house.turns()
    for tries, wait_s in enumerate(WAITS_S, 1):
        house.now_s += wait_s - 1
        house.turns()
        assert len(house.heard.deliveries) == tries
        house.now_s += 1
        house.turns()
        assert len(house.heard.deliveries) == tries + 1
    assert list(WAITS_S) == sorted(WAITS_S)


def test_nothing_overtakes_what_has_to_be_tried_again(house: HookHouse):
    house.heard.answers = ["503", "200"]
    hands(house, (420, -35), (100, 50), (30, 60))
    house.turns()
    assert delivered_hands(house) == [1]
    house.turns()
    assert delivered_hands(house) == [1]
    house.now_s += WAITS_S[0]
    house.turns()
    assert delivered_hands(house) == [1, 1, 2, 3]
    assert standings(house) == ["delivered"] * 3 + ["waits"]


def test_what_nobody_will_ever_take_holds_up_nothing(house: HookHouse):
    house.heard.answers = ["404", "200"]
    hands(house, (420, -35), (100, 50))
    house.turns()
    assert delivered_hands(house) == [1, 2]


def test_a_program_that_is_begun_anew_goes_on_where_it_was(house: HookHouse):
    house.heard.answers = ["503", "503", "200"]
    hands(house, (420, -35), (100, 50))
    house.turns()
    house.begins_anew()
    house.turns()
    assert delivered_hands(house) == [1], "it still waits for its time"
    house.now_s += WAITS_S[0]
    house.begins_anew()
    house.turns()
    assert [delivery.tries for delivery in house.heard.deliveries] == [0, 1]
    house.now_s += WAITS_S[1]
    house.turns()
    assert delivered_hands(house) == [1, 1, 1, 2]
    assert [delivery.number for delivery in house.heard.deliveries] == [1, 1, 1, 2]


def test_what_failed_by_a_clock_that_was_ahead_is_tried_again_when_it_comes_back(house: HookHouse):
    house.now_s += AHEAD_S
    house.heard.answers = ["503", "200"]
    hands(house, (420, -35), (100, 50))
    house.turns()
    assert delivered_hands(house) == [1]
    house.now_s -= AHEAD_S
    house.turns()
    assert delivered_hands(house) == [1, 1, 2]


def test_what_is_told_late_is_so_too_where_the_clock_was_ahead_and_came_back(tmp_path: Path):
    house = HookHouse(tmp_path, events=("round.finished",))
    house.now_s += AHEAD_S
    tournament = house.tournament(delay_s=60)
    for fixture in (1, 2):
        house.rules(tournament, fixture, 500, 300)
    house.turns()
    house.now_s -= AHEAD_S
    told = []
    for _ in range(3):
        told.append(house.turns())
        house.now_s += 30
    assert told == [[], [], ["round.finished"]]
    house.journal.close()


def test_what_is_older_than_a_day_is_tried_once_more_and_given_up(house: HookHouse):
    house.heard.answers = ["503"]
    hands(house, (420, -35))
    house.turns()
    house.now_s += LONGEST_WAIT_S + 1
    house.turns()
    assert standings(house) == ["given up", "waits"]


def test_so_many_wait_and_no_more(house: HookHouse, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.webhooks.journal_reader.MOST_WAITING", 2)
    house.heard.answers = ["503"]
    hands(house, (420, -35), (100, 50), (30, 60))
    house.turns()
    assert [delivery.content["hand"]["number"] for delivery in house.store.waiting(NAME)] == [2, 3]


def test_a_turn_looks_at_the_journal_now_and_then(house: HookHouse):
    hands(house, *[(10, 5)] * 12)
    assert len(house.turns()) == delivery_queue.MOST_AT_ONCE
    assert len(house.turns()) == 2


def test_a_hook_that_is_taken_away_meanwhile_leaves_nothing(house: HookHouse):
    hands(house, (420, -35))
    send = house.heard

    def erases(hook, delivery):
        house.store.erase(NAME)
        return send(hook, delivery)

    house.deliverer._send = erases
    house.turns()
    assert not (house.store._folder / NAME).exists()


def test_a_text_shows_the_newest_score_once_it_can(tmp_path: Path):
    house = HookHouse(tmp_path, kind="obs", address="ws://127.0.0.1:1", events=("score.changed", "match.finished"))
    house.heard.answers = ["nobody there"]
    match = house.match()
    for points in ((420, -35), (100, 50), (3000, 10)):
        house.plays(match, points)
        house.turns()
        if points[0] < 3000:
            house.send(match, DealHand())
    assert [delivery.kind for delivery in house.store.waiting(NAME)] == ["match.finished"]
    house.heard.answers, house.heard.deliveries = ["shown"], []
    house.now_s += OBS_WAITS_S[2]
    assert house.turns() == ["match.finished"]
    assert house.heard.deliveries[0].content["sides"][0]["total"] == 3520
    house.journal.close()


def test_a_match_recorded_for_a_tournament_is_told_as_late_as_that(tmp_path: Path):
    house = HookHouse(tmp_path, events=("hand.closed",))
    tournament, match = house.tournament(delay_s=60), house.match()
    house.asks(tournament, LinkMatch(1, match))
    house.plays(match, (420, -35))
    assert house.turns() == []
    house.now_s += 60
    assert house.turns() == ["hand.closed"]
    house.journal.close()


def test_what_a_tournament_shows_without_delay_overtakes_nothing_that_it_showed_later(tmp_path: Path):
    house = HookHouse(tmp_path, events=("score.changed",))
    name = house.tournament(delay_s=600)
    house.asks(name, Rule(fixture=1, hand=1, points=(100, 300)))
    assert house.turns() == []
    house.asks(name, CreateTournament(title="Sábado", format="swiss", rounds=2))
    house.turns()
    house.asks(name, Rule(fixture=1, hand=2, points=(700, 200)))
    house.turns()
    house.now_s += 600
    house.turns()
    told = [sorted(side["total"] for side in delivery.content["sides"]) for delivery in house.heard.deliveries]
    assert told == [[100, 300], [500, 800]]
    house.journal.close()
