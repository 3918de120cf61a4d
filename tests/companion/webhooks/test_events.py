"""What a hook is told of, from the journal alone: each thing once, whoever wrote it, also while nobody was there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match_commands import Annul, DealHand, Note
from companion.tournaments import commands
from companion.webhooks.hook import FIRST_EVENTS
from tests.companion.webhooks.house import NAME, HookHouse

HAND, REMOVED, SCORE, MATCH = "hand.closed", "hand.removed", "score.changed", "match.finished"
PAIRED, ROUND, OVER = "round.paired", "round.finished", "tournament.finished"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HookHouse]:
    house = HookHouse(tmp_path)
    yield house
    house.journal.close()


def test_a_match_hand_by_hand(house: HookHouse):
    match = house.match()
    assert house.turns() == []
    house.send(match, Note(points=(420, -35)))
    assert house.turns() == [], "points that nobody agreed on are not told"
    house.plays(match, (420, -35))
    assert house.turns() == [HAND, SCORE]
    content = house.heard.deliveries[0].content
    assert content["hand"] == {"number": 1, "points": [420, -35]}
    assert [tuple(side.values()) for side in content["sides"]] == [("Ana", 420, False), ("Beto", -35, False)]
    assert (content["match"], content["tournament"], content["over"]) == (match, None, False)
    house.send(match, DealHand())
    house.plays(match, (3000, 100))
    assert house.turns() == [HAND, SCORE, MATCH]
    assert [side["won"] for side in house.heard.deliveries[-1].content["sides"]] == [True, False]
    assert house.turns() == []


def test_a_score_that_is_put_right_is_told_as_it_is_now(house: HookHouse):
    match = house.match()
    house.plays(match, (420, -35))
    house.turns()
    house.send(match, Annul(1))
    assert house.turns() == [REMOVED, SCORE]
    assert house.heard.deliveries[-2].content["hand"] == {"number": 1, "points": [420, -35]}
    assert [side["total"] for side in house.heard.deliveries[-1].content["sides"]] == [0, 0]


def test_a_hand_that_is_put_right_is_told_again(house: HookHouse):
    name = house.tournament()
    for hand, points in ((1, (100, 300)), (2, (700, 200))):
        house.asks(name, commands.Rule(fixture=1, hand=hand, points=points))
    house.turns()
    for hand, old, points in ((1, (100, 300), (200, 300)), (2, (700, 200), (600, 200))):
        house.asks(name, commands.Rule(fixture=1, hand=hand, points=points, seen=old, reason="mal sumada"))
    assert house.turns() == [HAND, HAND], "the totals are what they were"
    told = [delivery.content["hand"] for delivery in house.heard.deliveries[-2:]]
    assert told == [{"number": 1, "points": [200, 300]}, {"number": 2, "points": [600, 200]}]


@pytest.mark.parametrize(("hand", "points"), [(1, (100, 300)), (2, (700, 200)), (3, ())])
def test_a_hand_that_a_judge_removes_is_told_with_what_it_was(house: HookHouse, hand: int, points: tuple[int, ...]):
    name = house.tournament()
    for number, scored in ((1, (100, 300)), (2, (700, 200)), (3, ())):
        house.asks(name, commands.Rule(fixture=1, hand=number, points=scored))
    house.turns()
    house.asks(name, commands.Rule(fixture=1, hand=hand, seen=points, remove=True, reason="no se jugó"))
    assert house.turns() == ([REMOVED, SCORE] if points else [REMOVED])
    content = house.heard.deliveries[-1 - bool(points)].content
    assert (content["hand"], content["hands"]) == ({"number": hand, "points": list(points)}, 2)


def test_a_match_that_is_open_again_is_told_also_where_no_total_changed(house: HookHouse):
    name = house.tournament()
    house.turns()
    house.asks(name, commands.MissBoth(1, "no vino nadie", void=True))
    assert house.turns() == [MATCH]
    house.asks(name, commands.VoidEntry(house.service.state(name).revision, "estaban"))
    assert house.turns() == [SCORE]
    assert house.heard.deliveries[-1].content["over"] is False


def test_zones_are_not_the_end_of_a_tournament_with_a_bracket(tmp_path: Path):
    house = HookHouse(tmp_path, events=(OVER,))
    found = commands.CreateTournament(title="Sábado", format="zones", qualifiers=2)
    name = house.service.found(found, house.sender()).match
    for order in (commands.Enter("Ana\nBeto\nCaro\nDani"), commands.DrawZones("x")):
        house.asks(name, order)
    _everybody_plays(house, name)
    assert house.turns() == []
    house.asks(name, commands.DrawBracket())
    _everybody_plays(house, name)
    assert house.turns() == [OVER]
    house.journal.close()


def _everybody_plays(house: HookHouse, name: str) -> None:
    """Every match, who entered first winning by a difference of its own."""
    while still := [match for match in house.service.state(name).fixtures.values() if not match.is_over]:
        for match in still:
            if len(match.entrants) == 2:
                result = (1500, 100 * match.number)
                house.rules(name, match.number, *(result if match.home < match.away else result[::-1]))


def test_a_tournament_by_its_rounds(house: HookHouse):
    name = house.tournament()
    assert house.turns() == [PAIRED]
    house.rules(name, 1, 1500, 900)
    assert house.turns() == [SCORE, MATCH]
    house.rules(name, 2, 700, 1500)
    assert house.turns() == [SCORE, MATCH, ROUND]
    house.asks(name, commands.PairRound())
    assert house.turns() == [PAIRED]
    house.rules(name, 3, 1500, 800)
    house.rules(name, 4, 1500, 700)
    assert house.turns() == [SCORE, MATCH, SCORE, MATCH, ROUND, OVER]
    assert house.heard.deliveries[-1].content["places"][0] in {"Ana", "Beto", "Caro", "Dani"}


def test_a_round_that_is_undone_is_told_without_pairs(house: HookHouse):
    name = house.tournament()
    house.turns()
    house.asks(name, commands.VoidEntry(house.service.state(name).revision, "faltaba uno"))
    assert house.turns() == [PAIRED]
    content = house.heard.deliveries[-1].content
    assert (content["tournament"], content["round"], content["pairs"], content["over"]) == (name, 1, [], False)
    house.asks(name, commands.PairRound())
    assert house.turns() == [PAIRED]
    assert len(house.heard.deliveries[-1].content["pairs"]) == 2


def test_a_final_whose_players_are_open_again_is_told_without_pairs(house: HookHouse):
    found = commands.CreateTournament(title="Sábado", format="elimination")
    name = house.service.found(found, house.sender()).match
    for order in (commands.Enter("Ana\nBeto\nCaro\nDani"), commands.DrawBracket("x")):
        house.asks(name, order)
    house.asks(name, commands.WalkOver(1, "home", "no vino"))
    struck = house.service.state(name).revision
    house.rules(name, 2, 1500, 900)
    assert house.turns()[-1] == PAIRED
    house.asks(name, commands.VoidEntry(struck, "vino"))
    assert house.turns() == [SCORE, PAIRED]
    assert (house.heard.deliveries[-1].content["round"], house.heard.deliveries[-1].content["pairs"]) == (2, [])


def test_a_final_that_was_given_up_and_whose_players_are_open_again_is_told_so(house: HookHouse):
    found = commands.CreateTournament(title="Sábado", format="elimination")
    name = house.service.found(found, house.sender()).match
    for order in (commands.Enter("Ana\nBeto\nCaro\nDani"), commands.DrawBracket("x")):
        house.asks(name, order)
    house.asks(name, commands.WalkOver(1, "home", "no vino"))
    struck = house.service.state(name).revision
    house.rules(name, 2, 1500, 900)
    house.asks(name, commands.Leave(house.service.state(name).fixtures[3].away, "se fue", for_good=True))
    assert (house.turns() + house.turns())[-1] == OVER
    house.asks(name, commands.VoidEntry(struck, "vino"))
    assert house.turns() == [SCORE, SCORE, PAIRED]
    final, semifinal = (delivery.content for delivery in house.heard.deliveries[-3:-1])
    assert [(told["fixture"], told["over"]) for told in (final, semifinal)] == [(3, False), (1, False)]
    assert [side["total"] for told in (final, semifinal) for side in told["sides"]] == [0] * 4


def test_a_score_is_told_of_whom_it_is_once_a_name_is_put_right(house: HookHouse):
    name = house.tournament()
    house.rules(name, 1, 1500, 900)
    house.turns()
    played, open_still = (house.service.state(name).fixtures[number].home for number in (1, 2))
    house.asks(name, commands.Rename(open_still, "Zulma"))
    assert house.turns() == [PAIRED]
    house.asks(name, commands.Rename(played, "Zoe"))
    assert house.turns() == [SCORE, PAIRED]
    assert house.heard.deliveries[-2].content["sides"][0] == {"name": "Zoe", "total": 1500, "won": True}


def test_what_is_told_of_a_match_of_a_tournament(house: HookHouse):
    name = house.tournament()
    house.asks(name, commands.SeatFixtures())
    house.rules(name, 1, 1500, 900)
    house.turns()
    content = next(delivery.content for delivery in house.heard.deliveries if delivery.kind == MATCH)
    assert (content["tournament"], content["fixture"], content["table"], content["title"]) == (name, 1, 1, "Sábado")
    assert sorted(side["total"] for side in content["sides"]) == [900, 1500]


def test_nothing_of_before_is_told(tmp_path: Path):
    before = HookHouse(tmp_path)
    before.plays(before.match(), (420, -35))
    before.journal.close()
    house = HookHouse(tmp_path, name="w000000000")
    assert house.turns() == []
    house.journal.close()


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"events": (HAND,)}, [HAND]),
        ({"events": (MATCH, PAIRED)}, [PAIRED]),
        ({"only": "nobody"}, []),
    ],
)
def test_a_hook_is_told_what_it_asked_for(tmp_path: Path, fields: dict, kinds: list[str]):
    house = HookHouse(tmp_path, **fields)
    house.plays(house.match(), (420, -35))
    house.tournament()
    assert house.turns() == kinds
    house.journal.close()


@pytest.mark.parametrize(
    ("events", "is_older", "kinds"),
    [
        (FIRST_EVENTS, True, [HAND, SCORE, REMOVED, SCORE]),
        (FIRST_EVENTS[1:], True, [HAND]),
        (FIRST_EVENTS, False, [HAND, SCORE, SCORE]),
    ],
    ids=["all that there were", "some of them", "all but the new one"],
)
def test_a_hook_for_everything_is_told_what_came_to_be_told_later(
    tmp_path: Path, events: tuple, is_older: bool, kinds: list[str]
):
    house = HookHouse(tmp_path, events=events)
    if is_older:
        (tmp_path / "hooks" / NAME / "asked.json").write_text('{"asked": ""}', encoding="utf-8")
    (house.hook,) = house.store.all()
    assert house.store.find(NAME) == house.hook
    match = house.match()
    house.plays(match, (420, -35))
    told = house.turns()
    house.send(match, Annul(1))
    assert told + house.turns() == kinds
    house.journal.close()


def test_a_tournament_that_is_shown_later_is_told_later(tmp_path: Path):
    house = HookHouse(tmp_path, events=(PAIRED, SCORE))
    house.tournament(delay_s=300)
    house.plays(house.match(), (420, -35))
    assert house.turns() == [SCORE]
    house.now_s += 299
    assert house.turns() == []
    house.now_s += 1
    assert house.turns() == [PAIRED]
    house.journal.close()


def test_what_happened_while_nobody_was_there_is_told(house: HookHouse):
    match = house.match()
    house.turns()
    for points in ((420, -35), (100, 50), (30, 60)):
        house.plays(match, points)
        house.send(match, DealHand())
    house.begins_anew()
    assert house.turns() == [HAND, HAND, HAND, SCORE]


def test_who_looks_again_after_a_power_cut_tells_the_same_under_the_same_id(house: HookHouse):
    match, read = house.match(), house.store.read_to(NAME)
    house.plays(match, (420, -35))
    house.turns()
    first = [delivery.event for delivery in house.heard.deliveries]
    house.store.keep_read_to(NAME, read)  # it went out, and how far was read never reached the disk
    house.begins_anew()
    assert house.turns() == []
    (house.store._folder / NAME / "sent.json").unlink()  # nor that it went out
    house.store.keep_read_to(NAME, read)
    house.begins_anew()
    house.turns()
    assert [delivery.event for delivery in house.heard.deliveries] == first * 2


def test_what_cannot_be_told_keeps_nobody_from_the_rest(house: HookHouse, monkeypatch: pytest.MonkeyPatch):
    house.match()
    read_on = house.deliverer._noticer._of_story.__globals__["match_state"].read_on
    broken = house.match()

    def read(name, entries, known):
        if name == broken:
            raise ValueError("damaged")
        return read_on(name, entries, known)

    monkeypatch.setattr("companion.matches.match_state.read_on", read)
    house.plays(broken, (100, 50))
    house.tournament()
    assert house.turns() == [PAIRED]


def test_a_journal_that_was_put_back_from_a_backup_is_told_from_its_end_on(house: HookHouse):
    house.store.keep_read_to(NAME, 10**6)
    match = house.match()
    assert house.turns() == []
    house.plays(match, (420, -35))
    assert house.turns() == [HAND, SCORE]
