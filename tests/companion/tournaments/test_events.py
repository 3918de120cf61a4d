"""Events of a tournament are written and read back, and fold into a story."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import pytest

from companion.errors import JournalError
from companion.eventstore import Entry, EventMetadata
from companion.tournaments import events
from companion.tournaments.events import Event, kind_of, read_event, text_of
from companion.tournaments.plan import DrawnZone, Entrant, Plan, PlannedPairing
from companion.tournaments.tournament_state import TournamentState, read_on, tournament_state
from engine import load_rules

PLAN = Plan(
    title="Sábado", format="zones", rules=load_rules("torneo", ["target=1000"]), overrides=("target=1000",),
    tables=2, zone_size=4, qualifiers=2, rounds=0,
)  # fmt: skip
PLAYS = (
    PlannedPairing(number=1, stage="zone", round=1, zone="A", home=1, away=2),
    PlannedPairing(number=2, stage="zone", round=1, zone="B", home=3, away=4),
)
FINAL = (
    PlannedPairing(number=3, stage="bracket", round=1, home=1, away=4),
    PlannedPairing(number=4, stage="bracket", round=1, home=3),
    PlannedPairing(number=5, stage="bracket", round=2, feeds=(3, 4)),
)
EVERY = [
    events.TournamentCreated(PLAN),
    events.Entered((Entrant(1, "Ana", "Lobos"), Entrant(2, "Beto + Caro"), Entrant(3, "Dani"), Entrant(4, "Eva"))),
    events.Withdrawn(9),
    events.Drawn(seed="7", by_club=True, zones=(DrawnZone("A", (1, 2)), DrawnZone("B", (3, 4))), pairings=PLAYS),
    events.Paired(()),
    events.BracketDrawn(pairings=FINAL, seed=""),
    events.LotsDrawn("A", (2, 1), "drawn", "99"),
    events.Seated(((1, 2), (2, 1))),
    events.Started((1, 2)),
    events.Stopped((2,)),
    events.Extended(1, 5, "se cortó la luz"),
    events.Proposed(fixture=3, hand=1, points=(1050, -40), side="home", late_s=30),
    events.PointsAccepted(fixture=3, hand=1, side="away"),
    events.Disputed(fixture=3, hand=2, side="away", points=None, reason="faltan fichas"),
    events.Ruled(fixture=1, hand=0, old=None, points=(1000, 400), reason="planilla"),
    events.WalkedOver(fixture=2, present="away", points=1500, reason="no vino"),
    events.Penalised(entrant=2, points=-100, reason="tarde"),
    events.Penalised(entrant=4, points=-50, reason="habló", fixture=3),
    events.Admitted(1, 2, "both"),
    events.Revoked(1),
    events.MatchLinked(1, "0123456789"),
    events.Locked(1, None),
    events.Unlocked(1),
    events.Left(entrant=2, for_good=False, reason="vuelve enseguida"),
    events.Returned(2, plays=True),
    events.Joined(
        entrants=(Entrant(5, "Fede"),),
        zones=(DrawnZone("B", (3, 4, 5)),),
        pairings=(
            PlannedPairing(number=6, stage="zone", round=1, zone="B", home=3, away=5),
            PlannedPairing(number=7, stage="zone", round=2, zone="B", home=5, away=4),
        ),
        lost=(6,),
        void=(),
        reason="tarde",
    ),
    events.Unattended(fixture=7, counts=False, reason="nadie"),
    events.EntryVoided(17, "era de otro"),
    events.Restored(),
    events.Archived(),
]


def entry(number: int, event: Event) -> Entry:
    return Entry(
        match="t1",
        number=number,
        kind=kind_of(event),
        text=text_of(event),
        rules="",
        program="",
        at_s=60.0 * number,
        said=EventMetadata(author="Ana", key=f"k{number}"),
    )


def entries(recorded: list[Event]) -> list[Entry]:
    return [entry(number, event) for number, event in enumerate(recorded, 1)]


def folded(recorded: list[Event]) -> TournamentState:
    state = tournament_state("t1", entries(recorded))
    assert state is not None
    return state


@pytest.mark.parametrize("event", EVERY, ids=kind_of)
def test_an_event_is_read_back_as_it_was_written(event: Event):
    text = text_of(event)
    assert "\n" not in text
    assert read_event(kind_of(event), text) == event
    assert text_of(read_event(kind_of(event), json.dumps(json.loads(text)))) == text


def test_every_kind_is_in_the_table_above():
    assert {type(event) for event in EVERY} == set(get_args(Event))


def test_an_event_of_a_newer_program_is_refused():
    with pytest.raises(JournalError):
        read_event("teleported", "{}")


def test_the_fold_of_everything():
    state = folded(EVERY)
    assert state.is_shelved
    assert state.plan.rules.target == 1000
    assert [zone.name for zone in state.zones] == ["A", "B"]
    assert state.lots == {"A": ((2, 1),)}
    assert state.devices[1].revoked
    assert state.penalties == ()
    one, two, semi, bye, final, late, nobody = state.fixtures.values()
    assert (late.winner, late.verdict.totals, late.why) == (3, (1500, 0), "tarde")
    assert (nobody.winner, nobody.is_over, nobody.unplayed) == (None, True, "void")
    assert (one.table, one.clock.extra_min, one.match, one.winner) == (2, 5, "0123456789", 1)
    assert (two.winner, two.verdict.totals, two.clock.since_s) == (4, (0, 1500), None)
    assert (semi.verdict.totals, semi.winner, semi.slips[0].standing) == ((1050, -90), 1, "agreed")
    assert (bye.winner, final.home, final.away) == (3, 1, 3)
    assert state.name(final.home) == "Ana"


def test_reading_on_is_folding_at_once():
    whole = entries(EVERY)
    for cut in range(len(whole) + 1):
        assert read_on("t1", lambda after: whole[after:], tournament_state("t1", whole[:cut])) == folded(EVERY)


MATCH = EVERY[:4]


def hand(number: int, points: tuple[int, ...], **more: object) -> list[Event]:
    proposed = events.Proposed(fixture=1, hand=number, points=points, side="home", **more)
    return [proposed, events.PointsAccepted(fixture=1, hand=number, side="away")]


WINNERS = [
    pytest.param([], None, "hand", id="nothing was played"),
    pytest.param(hand(1, (990, 300)), None, "hand", id="short of the target"),
    pytest.param([*hand(1, (990, 300)), *hand(2, (10, 0))], 1, "over", id="the target"),
    pytest.param([*hand(1, (600, 600)), *hand(2, (500, 500))], None, "extra_hand", id="level over the target"),
    pytest.param([*hand(2, (1200, 0))], None, "hand", id="a hand is missing before it"),
    pytest.param([*hand(1, ()), *hand(2, (0, 1000))], 2, "over", id="a void hand"),
    pytest.param(hand(1, (1200, 0))[:1], None, "hand", id="nobody agreed"),
    pytest.param([*hand(1, (1200, 0))[:1], events.Disputed(fixture=1, hand=1, side="away", points=(0, 1), reason="")],
                 None, "hand", id="disputed"),
    pytest.param([*hand(1, (1200, 0)), events.Ruled(fixture=1, hand=1, old=(1200, 0), points=(0, 1200), reason="x")],
                 2, "over", id="put right"),
    pytest.param([*hand(1, (1200, 0)), events.Ruled(fixture=1, hand=1, old=(1200, 0), points=None, reason="x")],
                 None, "hand", id="taken away"),
    pytest.param([*hand(1, (1050, 1000)), events.Penalised(entrant=1, points=-100, reason="x", fixture=1)],
                 2, "over", id="a penalty turns it"),
    pytest.param([events.WalkedOver(fixture=1, present="home", points=0, reason="x")], 1, "over", id="walkover"),
    pytest.param(hand(0, (400, 380)), 1, "over", id="the whole match"),
    pytest.param(hand(0, (400, 400)), None, "extra_hand", id="a whole match ends level in no case"),
    pytest.param([events.Started((1,)), *hand(1, (100, 90))], None, "hand", id="in time"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "winner", "following"), WINNERS)
def test_a_match_knows_who_won(expected: list[Event], winner: int | None, following: str):
    fixture = folded([*MATCH, *expected]).fixtures[1]
    assert (fixture.winner, fixture.verdict.next) == (winner, following)


@pytest.mark.parametrize(
    ("minutes", "late_s", "extra", "over"),
    [(88, 0, 0, False), (90, 0, 0, True), (92, 0, 0, True), (92, 240, 0, False), (92, 0, 5, False), (96, 0, 5, True)],
)
def test_time_is_up_when_a_hand_ended_late(minutes: int, late_s: int, extra: int, over: bool):
    recorded = [*MATCH, events.Started((1,)), events.Extended(1, extra, "x"), *hand(1, (100, 90), late_s=late_s)]
    listed = entries(recorded)
    began = listed[4].at_s
    listed[6:] = [replace(entry, at_s=began + 60 * minutes) for entry in listed[6:]]
    state = tournament_state("t1", listed)
    assert state.fixtures[1].is_over is over


def test_who_struck_an_entry_left_the_rest_as_it_was():
    wrong = [events.WalkedOver(fixture=1, present="home", points=1500, reason="x")]
    state = folded([*MATCH, *wrong, events.EntryVoided(5, "había venido")])
    assert state.fixtures == folded(MATCH).fixtures
    assert state.revision == 6
