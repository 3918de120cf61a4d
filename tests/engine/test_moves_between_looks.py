"""What is made of a look at the table: each case of the table, and whole hands watched without seeing a rack."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine import BAG, PROFILES, NotationError, PlacedTile, Rules, Violation, load_rules
from engine.hand.apply import replay
from engine.hand.events import Event, events_of
from engine.hand.moves import Close, Discard, Draw, EndTurn, Redraw, ShowPozo, StockOut, TakeMuerto
from engine.hand.notation import parse_moves
from engine.hand.state import TableState, dealt_table
from engine.inference.moves_between_looks import Contradiction, explain
from engine.inference.observation import Observation, SeenMeld, is_stock, observe
from engine.rules.codes import Code
from engine.simulation.simulate import simulate
from tests.engine.cases import is_told, overrides, rows

LOOKS = [*rows("observations", "look"), *rows("abroad", "look")]


def known(row: dict[str, Any], rules: Rules) -> TableState:
    """The state in which a row's look finds the table."""
    return replay(dealt_table(row.get("players", 2), rules), parse_moves(row["moves"]), rules).state


@pytest.mark.parametrize("row", LOOKS)
def test_a_look_is_made_of_as_the_law_says(row: dict[str, Any]) -> None:
    rules = load_rules(row["rules"], overrides(row))
    state, seen = known(row, rules), Observation.parse(row["seen"])
    found = explain(state, seen, rules)
    if isinstance(found, Contradiction):
        codes = [fault.code for fault in found.violations]
        assert codes == row.get("asks", [row.get("asks_first"), *codes[1:]])
        assert all(map(is_told, found.violations))
        moves = found.answers[0] if found.answers else ()
    else:
        moves = found
        assert "asks" not in row
        assert [fault.code for fault in replay(state, moves, rules).violations] == row.get("breaks", [])
        made = replay(state, moves, rules).state
        assert observe(made, rules).agrees_with(as_it_may_lie(whole(seen, state), made, rules))
    if "plays" in row:
        assert "\n".join(map(str, moves)) == row["plays"]
    if "or_plays" in row:
        assert isinstance(found, Contradiction)
        assert row["or_plays"] in ["\n".join(map(str, answer)) for answer in found.answers]


def as_it_may_lie(seen: Observation, made: TableState, rules: Rules) -> Observation:
    """``seen`` without its muertos where one of them is the stock, and may lie where it lay."""
    return replace(seen, muertos=None) if is_stock(made, rules) else seen


def whole(seen: Observation, state: TableState) -> Observation:
    """``seen`` as far as it compares: rows of unknown owner left to the side in turn, a covered pozo by its top."""
    if seen.pozo_covers and seen.pozo:
        seen = replace(seen, pozo=seen.pozo[-1:])
    if seen.melds and state.melds and state.melds[0].team is None:
        return seen
    side = state.team_of(state.turn.seat) if len(state.teams) == 2 else None
    return replace(
        seen, melds=tuple(replace(meld, team=side if meld.team is None else meld.team) for meld in seen.melds)
    )


def test_every_offence_that_can_be_seen_has_its_case() -> None:
    seen_offences = {"O-22", "O-26", "O-27", "O-28", "O-29"}
    """These need a person's word: a tile changed, a close; they are among the stories."""
    listed = {row.values[0].get("offence") for row in LOOKS} | seen_offences  # type: ignore[union-attr]
    assert {f"O-{number:02}" for number in range(1, 43)} <= listed


def test_two_looks_may_differ() -> None:
    one = Observation.parse("0: 4r 5r 6r; pozo: 9k; muertos: 11 11")
    assert one.agrees_with(Observation.parse("0: 6r 5r 4r"))
    for other in ("0: 4r 5r 6r 7r; pozo: 9k", "1: 4r 5r 6r", "0: 4r 5r 6r; pozo: 8k", "0: 4r 5r 6r; muertos: 11"):
        assert not one.agrees_with(Observation.parse(other))


def looks_at(events: list[Event], *, every_move: bool) -> Iterator[Event]:
    """The events after which somebody looks: the end of each turn, or every move that can be seen."""
    changed = any(isinstance(event.move, Redraw) for event in events)
    for event, following in zip(events, [*events[1:], None], strict=True):
        move, then = event.move, following.move if following else None
        late = isinstance(then, TakeMuerto) and not then.direct
        ends = isinstance(move, Discard | EndTurn) and not late
        ends = ends or (isinstance(move, TakeMuerto) and not move.direct)
        hidden = isinstance(move, Draw | Redraw | Close | StockOut)
        unclear = changed and event.before.turn.count == 0
        if not hidden and (ends or (every_move and not unclear)):
            yield event


def seen_after(event: Event, rules: Rules) -> Observation:
    """What is seen after an event; in rummy somebody says whose turn it is."""
    seen = observe(event.after, rules)
    return replace(seen, turn=event.after.turn.seat) if rules.meld_owner == "table" else seen


def account(state: TableState) -> tuple[object, ...]:
    """Everything that is counted without being seen."""
    return [rack.count for rack in state.racks], state.mazo, state.muertos, state.turn.seat, state.teams


@dataclass
class Watch:
    """How a hand was followed."""

    looks: int = 0
    asked: tuple[Violation, ...] = ()
    """What somebody would have been asked, where the watch ended with that."""


def watched(rules: Rules, seed: int, players: int, *, every_move: bool) -> Watch:
    """Watches a hand from the deal on without seeing a rack or the mazo; ends where the pozo looks as before though it
    was played on."""
    history = simulate(rules, seed, players).history
    events = list(events_of(history, rules))
    state, watch = dealt_table(players, rules), Watch()
    turned_up = explain(state, observe(history.start, rules), rules)
    assert [type(move) for move in turned_up] == [ShowPozo] * bool(rules.pozo_start)
    state = replay(state, turned_up, rules).state
    for event in looks_at(events, every_move=every_move):
        seen = seen_after(event, rules)
        moves = explain(state, seen, rules)
        if isinstance(moves, Contradiction):
            watch.asked = moves.violations
            return watch
        applied = replay(state, moves, rules)
        assert applied.violations == (), (seed, str(event.move))
        assert observe(applied.state, rules).agrees_with(seen)
        if account(applied.state) != account(event.after):
            known = zip(observe(state, rules).pozo or (), seen.pozo or (), strict=True)
            assert all(one in (None, now) for one, now in known), (seed, str(event.move))
            return watch
        state, watch.looks = applied.state, watch.looks + 1
    return watch


@pytest.mark.parametrize("every_move", [False, True])
@pytest.mark.parametrize("profile", PROFILES)
def test_a_hand_is_followed_from_look_to_look(profile: str, every_move: bool) -> None:
    rules = load_rules(profile)
    for seed in range(2):
        watch = watched(rules, seed, rules.players[seed % len(rules.players)], every_move=every_move)
        assert (watch.looks > 10, watch.asked) == (True, ())


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("profile", PROFILES)
def test_of_a_thousand_hands_hardly_one_needs_a_question(profile: str) -> None:
    rules = load_rules(profile)
    watches = [watched(rules, seed, rules.players[seed % len(rules.players)], every_move=seed % 3 == 0)
               for seed in range(1000)]  # fmt: skip
    assert sum(bool(watch.asked) for watch in watches) <= 10


def spoiled(seen: Observation, rules: Rules, rng: random.Random) -> Observation:
    """``seen`` with a few things that nobody played: tiles gone, added, carried over, melds cut and joined."""
    melds, owners = [list(meld.row) for meld in seen.melds], [meld.team for meld in seen.melds]
    for _ in range(rng.randint(1, 3)):
        one, other = rng.choice(melds), rng.choice(melds)
        match rng.randrange(6):
            case 0 if one:
                one.pop(rng.randrange(len(one)))
            case 1:
                one.insert(rng.randrange(len(one) + 1), PlacedTile(rng.choice(BAG)))
            case 2 if one and one is not other:
                other.append(one.pop())
            case 3:
                rng.shuffle(one)
            case 4:
                melds.append([PlacedTile(rng.choice(BAG)) for _ in range(3)])
                owners.append(rng.choice(owners))
            case 5:
                owners.append(owners[next(index for index, meld in enumerate(melds) if meld is one)])
                melds.append(one[len(one) // 2 :])
                del one[len(one) // 2 :]
    pozo = seen.pozo
    if pozo is not None and rules.pozo_display == "open":
        pozo = rng.choice((pozo, (), pozo[: len(pozo) // 2], (*pozo, rng.choice(BAG)), (*pozo, *rng.choices(BAG, k=2))))
    kept = ((SeenMeld(tuple(row), team)) for row, team in zip(melds, owners, strict=True) if row)
    return replace(seen, melds=tuple(kept), pozo=pozo)


@pytest.mark.parametrize("hands", [3, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_is_seen_is_made_by_the_moves_or_asked_about(profile: str, hands: int) -> None:
    rules, rng = load_rules(profile), random.Random(profile)
    played = 0
    for seed in range(hands):
        events = [event for event in events_of(simulate(rules, seed).history, rules) if event.after.melds]
        for event in rng.sample(events, 20):
            seen = spoiled(observe(event.after, rules), rules, rng)
            found = explain(event.after, seen, rules)
            if not isinstance(found, Contradiction):
                played += 1
                made = replay(event.after, found, rules).state
                assert observe(made, rules).agrees_with(as_it_may_lie(seen, made, rules))
            else:
                assert found.violations
    assert played > 10


@pytest.mark.parametrize("seen", ["turn: 2", "hands: 0 2", "2: 4r 5r 6r", "0: 4r 5r 6r; 2: 7k 7r 7b"])
@pytest.mark.parametrize("profile", PROFILES)
def test_a_look_at_another_table_is_refused(profile: str, seen: str) -> None:
    """Two play, and somebody or some side is named that is not there."""
    rules = load_rules(profile)
    state = replay(dealt_table(2, rules), parse_moves("0 draw"), rules).state
    with pytest.raises(NotationError, match="does not say what the table shows"):
        explain(state, Observation.parse(seen), rules)


@pytest.mark.parametrize("row", LOOKS)
def test_an_observation_reads_back(row: dict[str, Any]) -> None:
    seen = Observation.parse(row["seen"])
    assert Observation.parse(str(seen)) == seen


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        "pozo: 4q",
        "0: 4q",
        "0:",
        "muertos: many",
        "closing_tile: lost",
        "turn: you",
        "turn: -1",
        "hands: 0 -1",
        "muertos: -11",
        "-1: 4r 5r 6r",
        "still: yes",
        "x: 4r",
        "0: pure",
    ],
)
def test_what_is_no_observation_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Observation.parse(text)
    assert caught.value.sentence("es") != caught.value.sentence("en")


@pytest.mark.parametrize(("pozo", "asks"), [("3b 12r", []), ("3b 12r 9k", [Code.TWO_DISCARDS])])
def test_three_turns_do_not_end_between_two_looks_whoever_came(pozo: str, asks: list[Code]) -> None:
    rules = load_rules("parejas")
    seen = Observation.parse(f"pozo: {pozo}; hands: 0 1 2")
    found = explain(dealt_table(4, rules), seen, rules)
    assert [fault.code for fault in found.violations] == asks if isinstance(found, Contradiction) else not asks
