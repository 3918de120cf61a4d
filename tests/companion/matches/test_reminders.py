"""The page reminds of what people forget, when its moment has come and not before."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.matches.view import snapshot
from tests.companion.matches.visit import PLAYERS, Visit

CANASTA = "3b 4b 5b 6b 7b 8b 9b"
MAY_CLOSE = f"0 correct new : {CANASTA}\n0 rack\n0 draw\n0 rack\n0 muerto direct"


def reminded(visit: Visit) -> list[str]:
    hand = visit.shown().hand
    assert hand
    return [rule.key for rule in hand.reminders]


MOMENTS = [
    # rules, players, what was told before, of what the page reminds
    pytest.param("parejas", 4, "", [], id="nobody can close yet"),
    pytest.param("parejas", 4, f"0 correct new : {CANASTA}", [], id="the muerto was not taken"),
    pytest.param("parejas", 4, MAY_CLOSE, ["consult_partner"], id="one may close"),
    pytest.param("clasico", 4, MAY_CLOSE, [], id="elsewhere partners do not talk"),
    pytest.param("torneo", 2, "", [], id="the rack is full"),
    pytest.param("torneo", 2, "0 rack 5r 9k", ["show_rack_to_take_muerto"], id="nearly out of tiles"),
    pytest.param("torneo", 2, "0 rack 5r 9k\n0 draw", [], id="three tiles are too many to be out of them"),
    pytest.param("clasico", 2, "0 rack 5r 9k", [], id="elsewhere nobody shows the rack"),
    pytest.param("torneo", 2, "0 draw\n0 lay 5r 6r 9r\n0 discard 8k\n1 draw\n1 discard 9k\n0 rack 5r", [],
                 id="whoever may not take it is not reminded"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "players", "expected", "keys"), MOMENTS)
def test_the_side_in_turn_is_reminded(visit: Visit, rules: str, players: int, expected: str, keys: list[str]) -> None:
    visit.agrees(PLAYERS[:players], rules)
    visit.deals()
    if expected:
        visit.plays(expected)
    assert reminded(visit) == keys


def test_a_reminder_is_a_sentence_with_its_source(visit: Visit) -> None:
    visit.agrees(PLAYERS[:2], "torneo")
    visit.deals()
    visit.plays("0 rack 5r 9k")
    for language, words in (("es", "mostrar el atril"), ("en", "rack must be shown")):
        hand = snapshot(visit.state, language).hand
        assert hand
        (rule,) = hand.reminders
        assert (rule.article, words in rule.sentence) == ("001 8.1", True)


def test_who_starts_is_drawn_by_lot_and_the_history_says_so(visit: Visit) -> None:
    visit.agrees(PLAYERS, "parejas")
    drawn = set()
    for _ in range(40):
        visit.says(match_commands.DealHand(draw=True))
        hand = visit.shown().hand
        assert hand
        drawn.add(hand.starter)
        assert f"por sorteo sale {PLAYERS[hand.starter]}" in str(visit.shown().log)
        visit.says(match_commands.Undo())
    assert drawn == {0, 1, 2, 3}, "each of four in forty draws: less than one in 20,000 that one is missing"


def test_a_draw_that_was_sent_twice_is_one(visit: Visit) -> None:
    visit.agrees(PLAYERS, "parejas")
    sender = visit.sender()
    for _ in range(2):
        visit.service.handle(visit.match, match_commands.DealHand(draw=True), sender)
    assert len(visit.state.hands) == 1
