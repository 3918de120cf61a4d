"""A hand that is only counted accuses nobody; what the count itself shows is said, once."""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import pytest

from companion import match_commands
from companion.dashboard.matches.announcements import calls_of
from companion.refusal import TableRefused
from companion.view_models import MatchSnapshot
from engine.hand.moves import Close
from engine.placed_tile import notation
from engine.rules.profiles import PROFILES, load_rules
from engine.simulation.simulate import SimulatedHand, simulate
from tests.companion.matches.visit import PLAYERS, Visit, opened

OURS = "3r 4r 5r 6r 7r 8r 9r | 10k 10b 10y | 3b 4b 5b 6b 7b 8b | 1k 1b 1y 1r | 11r 12r 13r"
THEIR_RACK = "13b 13b 8k 8k 1y 2y 12y 12k 3y"
FEW, MANY = 4, 2_000


def accusations(shown: MatchSnapshot) -> list[str]:
    """Everything that speaks against somebody: in the history, beside a meld, in the count, and out loud."""
    assert shown.hand
    found = [offence.code for line in shown.log for offence in line.offences]
    found += [violation.code for meld in shown.hand.melds for violation in meld.violations]
    found += [problem.code for problem in (*shown.hand.impossible, *shown.hand.problems)]
    return found + [call.says for call in calls_of(shown) if call.key.startswith(("offence", "question"))]


def counted(visit: Visit, players: int, rules: str, *said: match_commands.Command) -> MatchSnapshot:
    """A match of so many, whose first hand is dealt and put down for the count."""
    visit.agrees(PLAYERS[:players], rules)
    visit.deals()
    visit.says(*said)
    return visit.shown()


def parse_command(hand: SimulatedHand) -> match_commands.Count:
    """The end of a hand as people put it down."""
    end, common = hand.end, hand.rules.meld_owner == "table"
    melds = {team: " | ".join(notation(meld.row) for meld in (end.melds if common else end.melds_of(team)))
             for team in ([0] if common else range(len(end.teams)))}  # fmt: skip
    return match_commands.Count(
        closer=end.ended.seat if isinstance(end.ended, Close) else None,
        stock_out=not isinstance(end.ended, Close),
        melds=melds,
        racks={seat: notation(rack.known) for seat, rack in enumerate(end.racks)},
        muertos=tuple(team.muerto for team in end.teams) if hand.rules.muertos else (),
    )


def test_the_count_of_a_lawful_hand_is_its_score_and_nothing_else(visit: Visit) -> None:
    order = match_commands.Count(closer=0, melds={0: OURS, 1: "5y 6y 7y"}, racks={0: "", 1: THEIR_RACK},
                         muertos=("played", "untaken"))  # fmt: skip
    shown = counted(visit, 2, "clasico", order)
    assert shown.hand
    assert (shown.hand.sheets[0].total, accusations(shown)) == (600, [])
    visit.says(order)
    assert accusations(visit.shown()) == [], "said twice"
    visit.says(match_commands.Confirm())
    assert accusations(visit.shown()) == []


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("typed", ["0 close meld_out", "0 close discard", "stock_out"])
def test_who_tells_only_how_it_ended_is_accused_of_nothing(visit: Visit, players: int, typed: str) -> None:
    assert accusations(counted(visit, players, "clasico", match_commands.Play(typed))) == []


SHOWN = [
    # what is put down, and what is said of it
    pytest.param({"closer": 0, "melds": {0: "3r 4r 5r | 10k 10b 10y", 1: ""}, "racks": {0: "", 1: THEIR_RACK},
                  "muertos": ("played", "untaken"), "partial": True}, ["CLOSE_NO_CANASTA"],
                 id="a closer without a canasta"),
    pytest.param({"closer": 0, "melds": {0: OURS, 1: ""}, "racks": {0: "", 1: THEIR_RACK},
                  "muertos": ("untaken", "untaken"), "partial": True}, ["CLOSE_NO_MUERTO"],
                 id="a closer without the muerto"),
    pytest.param({"closer": 0, "melds": {0: OURS, 1: ""}, "racks": {0: "9k 9b", 1: THEIR_RACK},
                  "muertos": ("played", "untaken"), "partial": True}, ["CLOSER_HAS_TILES"],
                 id="a closer who has tiles"),
    pytest.param({"stock_out": True, "melds": {0: "", 1: ""}, "racks": {0: "8k " * 13, 1: THEIR_RACK}, "partial": True},
                 ["IMPOSSIBLE_COPIES"], id="thirteen tiles of one face"),
    pytest.param({"stock_out": True, "melds": {0: "3r 4r 9r", 1: ""}, "racks": {0: "8k", 1: "9k"}, "partial": True},
                 ["GAP"], id="a meld that is none"),
]  # fmt: skip


@pytest.mark.parametrize(("put_down", "wanted"), SHOWN)
def test_what_a_count_shows_is_said_once_in_the_count(visit: Visit, put_down: dict, wanted: list[str]) -> None:
    shown = counted(visit, 2, "clasico", match_commands.Count(**put_down))
    assert shown.hand
    assert [problem.code for problem in (*shown.hand.impossible, *shown.hand.problems)] == wanted
    assert [offence.code for line in shown.log for offence in line.offences] == []


def test_an_offence_that_was_seen_while_the_hand_was_played_stays_after_the_count(visit: Visit) -> None:
    visit.agrees(PLAYERS[:2], "clasico")
    visit.deals()
    visit.plays("0 draw\n0 lay 4r 5r 9r\n0 discard 9k")
    visit.says(match_commands.Count(closer=0, racks={0: "", 1: "3k"}, partial=True))
    assert [offence.code for line in visit.shown().log for offence in line.offences] == ["BAD_MELD", "GAP"]


def simulated_hands(profile: str, count: int, folder: Path) -> dict[str, int]:
    """How many of so many lawful hands, put down for the count, are accused of what, or score otherwise."""
    found: Counter[str] = Counter()
    service, rules = opened(folder), load_rules(profile)
    visits = []  # all are kept: their keys go by who they are
    for seed, players in zip(range(count), islice(cycle(rules.players), count), strict=True):
        hand = simulate(rules, seed, players)
        visit = Visit(service)
        visits.append(visit)
        visit.agrees(tuple("ABCDEF"[:players]), profile)
        visit.deals()
        visit.says(parse_command(hand))
        shown = visit.shown()
        assert shown.hand
        totals = [] if hand.score.void else [sheet.total for sheet in hand.score.sheets]
        found.update(accusations(shown))
        found.update(
            ["score"] if not shown.hand.void and [sheet.total for sheet in shown.hand.sheets] != totals else []
        )
    service.journal.close()
    return dict(found)


@pytest.mark.parametrize("profile", PROFILES)
def test_no_lawful_hand_is_accused_when_it_is_put_down_for_the_count(tmp_path: Path, profile: str) -> None:
    assert simulated_hands(profile, FEW, tmp_path) == {}


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("profile", PROFILES)
def test_no_lawful_hand_of_thousands_is_accused(tmp_path: Path, profile: str) -> None:
    assert simulated_hands(profile, MANY // len(PROFILES), tmp_path) == {}


def test_the_mark_of_a_canasta_may_be_written_and_is_held_against_its_tiles(visit: Visit) -> None:
    count = {"stock_out": True, "partial": True}
    shown = counted(
        visit, 2, "parejas", match_commands.Count(melds={0: "pura 3r 4r 5r 6r 7r 8r 9r | 10k 10b 10y"}, **count)
    )
    assert shown.hand
    assert ({meld.canasta for meld in shown.hand.melds}, accusations(shown)) == ({"pure", None}, [])
    with pytest.raises(TableRefused) as refused:
        visit.says(match_commands.Count(melds={0: "impura 3r 4r 5r 6r 7r 8r 9r | 10k 10b 10y"}, **count))
    assert "la marca de la canasta no dice lo mismo" in refused.value.sentences["es"].lower()
