"""What somebody is told in a first game is what the engine says of that profile: each sentence against the law."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

import pytest

from companion.playing.tutorial import lessons
from engine import PROFILES, Rules, apply, judge_meld, load_rules, parse_meld, simulate
from engine.hand.moves import Discard, Draw, EndTurn, LayDown, TakePozo
from engine.melds.melds import canasta_of
from engine.rules.verdict import Code
from engine.scoring.score_sheets import Reason, ScoreSheet
from engine.simulation.dealer_state import DealtHand, dealt_hand
from engine.tournament.match import Match, PlayedHand, judge_match

BOTH = "es", "en"
QUICK = 15
MANY = 60


def said(profile: str, key: str) -> str:
    """The sentence in Spanish, or nothing."""
    return lessons(load_rules(profile), "es").get(key, "")


def numbers(text: str) -> list[int]:
    return [int(number.replace(".", "")) for number in re.findall(r"\d[\d.]*(?<!\.)", text)]


def lawful(row: str, rules: Rules) -> bool:
    return judge_meld(parse_meld(row), rules).lawful


@cache
def dealing(profile: str) -> DealtHand:
    rules = load_rules(profile)
    return dealt_hand(tuple(rules.bag), 2, rules)


@pytest.fixture(scope="module", params=[QUICK, pytest.param(MANY, marks=pytest.mark.slow)])
def hands(request: pytest.FixtureRequest) -> int:
    """How many hands between two are simulated by each profile."""
    return request.param


@cache
def sheets(profile: str, hands: int) -> tuple[tuple[ScoreSheet, ...], ...]:
    """The score of so many simulated hands between two."""
    return tuple(simulate(load_rules(profile), seed, 2).score.sheets for seed in range(hands))


@cache
def scored(profile: str, hands: int) -> Mapping[Reason, set[int]]:
    """What each reason brought in them."""
    found = defaultdict(set)
    for line in (line for pair in sheets(profile, hands) for sheet in pair for line in sheet.lines):
        found[line.reason].add(line.points)
    return found


@pytest.mark.parametrize("profile", PROFILES)
def test_as_many_tiles_are_dealt(profile: str) -> None:
    assert numbers(said(profile, "rack")) == [dealing(profile).state.racks[0].count]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_turn_begins_as_is_told(profile: str) -> None:
    rules, state = load_rules(profile), dealing(profile).state
    lays = LayDown(0, parse_meld(" ".join(map(str, state.racks[0].known[:3]))))
    before = {violation.code for violation in apply(state, lays, rules).violations}
    drawn = apply(state, Draw(0, dealing(profile).hidden.mazo[-1]), rules).state
    after = {violation.code for violation in apply(drawn, lays, rules).violations}
    ends = not apply(drawn, EndTurn(0), rules).violations
    if "el turno termina" in said(profile, "draw"):
        assert Code.NO_DRAW not in before
        assert Code.DREW_AND_LAID in after
        assert ends
    else:
        assert "empieza robando" in said(profile, "draw")
        assert Code.NO_DRAW in before
        assert not {Code.NO_DRAW, Code.DREW_AND_LAID} & after


@pytest.mark.parametrize("profile", PROFILES)
def test_runs_are_as_long_as_is_told(profile: str) -> None:
    rules = load_rules(profile)
    least, *example = numbers(said(profile, "run"))
    assert lawful(" ".join(f"{number}r" for number in example), rules)
    assert len(example) == least
    assert not lawful(" ".join(f"{number}r" for number in example[:-1]), rules)


@pytest.mark.parametrize("profile", PROFILES)
def test_groups_are_as_is_told(profile: str) -> None:
    rules, lesson = load_rules(profile), said(profile, "group")
    can = [number for number in range(1, 14) if lawful(f"{number}r {number}k {number}y", rules)]
    if "Sólo valen escaleras" in lesson:
        assert can == []
        return
    without = re.search(r"De ([\d, ]+) no hay", lesson)
    assert can == [number for number in range(1, 14) if number not in numbers(without[1] if without else "")]
    assert not lawful("5r 5k", rules)
    assert lawful("5r 5r 5k", rules) is ("los colores que sean" in lesson)
    assert lawful("5r 5k 5y 5b 5r", rules) is not ("de 3 a 4" in lesson)
    assert ("colores distintos" in lesson) is ("de 3 a 4" in lesson)


OPENINGS = {
    # the melds that are laid in the first turn by a profile, and whether that is enough
    "parejas": [("10k 11k 12k 13k", False), ("9k 10k 11k 12k 13k", True)],
    "rummy": [("8k 9k 10k", False), ("9k 10k 11k", True)],
    "rummikub": [("8k 9k 10k", False), ("9k 10k 11k", True)],
    "clasico": [("3k 4k 5k", True)],
}


@pytest.mark.parametrize("profile", OPENINGS)
def test_the_first_melds_make_as_much_as_is_told(profile: str) -> None:
    rules, lesson = load_rules(profile), said(profile, "opening")
    for row, is_enough in OPENINGS[profile]:
        meld = judge_meld(parse_meld(row), rules)
        worth = (
            sum(placed_tile.tile.number or 0 for placed_tile in meld.placed)
            if "por su número" in lesson
            else meld.points
        )
        assert (worth >= min(numbers(lesson), default=0)) is is_enough
        assert _opens(profile, row) is is_enough


def _opens(profile: str, row: str) -> bool:
    """Whether the law lets a turn end in which ``row`` was the first to be laid."""
    rules = load_rules(profile)
    tiles = [placed.tile for placed in parse_meld(row)]
    bag = list(rules.bag)
    for tile in tiles:
        bag.remove(tile)
    start = dealt_hand((*bag, *tiles), 2, rules)  # tiles are dealt from the end
    state = start.state
    if not rules.draw_or_play:
        state = apply(state, Draw(0, start.hidden.mazo[-1]), rules).state
    laid = apply(state, LayDown(0, parse_meld(row)), rules)
    left = laid.state.racks[0].known
    ends = Discard(0, left[0]) if rules.discard_ends_turn else EndTurn(0)
    return not (*laid.violations, *apply(laid.state, ends, rules).violations)


@pytest.mark.parametrize("profile", PROFILES)
def test_wilds_are_as_is_told(profile: str) -> None:
    rules, lesson = load_rules(profile), said(profile, "wild")
    assert lawful("4r 5r 2k 7r", rules) is ("los 2 reemplazan" in lesson.lower())
    assert any(tile.is_joker for tile in rules.bag) is ("comodín" in lesson)
    assert lawful("4r 5r J 7r", rules) is ("comodín" in lesson)
    most = int(lesson.partition(" por juego")[0][-1])
    wilds = ["J", "J"] if "los 2" not in lesson.lower() else ["2k", "2y", "2b"]
    for count in range(1, len(wilds) + 1):
        run = "3r 4r " + " ".join(f"{wild} {6 + 3 * at}r {7 + 3 * at}r" for at, wild in enumerate(wilds[:count]))
        assert lawful(run, rules) is (count <= most), run


@pytest.mark.parametrize("profile", PROFILES)
def test_whose_the_melds_are_and_how_a_turn_ends(profile: str) -> None:
    rules, lesson = load_rules(profile), lessons(load_rules(profile), "es")
    laid = apply(dealing(profile).state, LayDown(0, parse_meld("4r 5r 6r")), rules).state
    if laid.melds:
        assert (laid.melds[0].team is None) is ("para todos" in lesson["theirs"])
    assert ("rearrange" in lesson) is ("para todos" in lesson["theirs"])
    drawn = apply(dealing(profile).state, Draw(0, dealing(profile).hidden.mazo[-1]), rules).state
    assert (not apply(drawn, EndTurn(0), rules).violations) is ("end" in lesson)
    assert ("end" in lesson) is not ("discard" in lesson)
    assert ("pozo" in lesson) is (rules.pozo_take != "never")
    if "pozo" in lesson:
        thrown = apply(drawn, Discard(0, drawn.racks[0].known[0]), rules).state
        turned = apply(thrown, TakePozo(1, 0), rules)
        assert len(turned.state.pozo) == 0, "it is taken whole"
        assert "entero" in lesson["pozo"]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_canasta_is_worth_as_much_as_is_told(profile: str, hands: int) -> None:
    rules, lesson = load_rules(profile), said(profile, "canasta")
    seven = judge_meld(parse_meld("3r 4r 5r 6r 7r 8r 9r"), rules)
    if not lesson:
        assert canasta_of(seven, rules) is None
        return
    length, pure, impure = numbers(lesson)
    assert canasta_of(seven, rules) == "pure"
    assert canasta_of(judge_meld(parse_meld("3r 4r 5r 6r 7r 8r"), rules), rules) is None
    assert canasta_of(judge_meld(parse_meld("3r 4r 2k 6r 7r 8r 9r"), rules), rules) == "impure"
    assert length == len(seven.placed)
    assert scored(profile, hands)[Reason.CANASTA_IMPURE] <= {impure}
    assert scored(profile, hands)[Reason.CANASTA_PURE] <= {pure}
    assert scored(profile, hands)[Reason.CANASTA_IMPURE] or scored(profile, hands)[Reason.CANASTA_PURE]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_muerto_is_as_large_and_costs_as_much_as_is_told(profile: str, hands: int) -> None:
    lesson, muertos = said(profile, "muerto"), dealing(profile).state.muertos
    if not lesson:
        assert not muertos
        return
    size, *rest = numbers(lesson)
    assert set(muertos) == {size}
    gains, loses = ("sumás" in lesson), ("pierde" in lesson)
    assert scored(profile, hands)[Reason.MUERTO_TAKEN] == ({rest[0]} if gains else set())
    assert scored(profile, hands)[Reason.MUERTO_UNTAKEN] == ({-rest[-1]} if loses else set())


@pytest.mark.parametrize("profile", PROFILES)
def test_closing_is_as_is_told(profile: str, hands: int) -> None:
    rules, lesson = load_rules(profile), said(profile, "close")
    assert scored(profile, hands)[Reason.CLOSE] == set(numbers(lesson))
    if "primero sin fichas" in lesson:
        assert not dealing(profile).state.muertos
        return
    assert "el muerto" in lesson
    assert ("canasta pura" in lesson) is rules.close_needs_pura
    assert ("tirando la última" in lesson) is (rules.close_by == ("discard",))


@pytest.mark.parametrize("profile", PROFILES)
def test_what_counts_at_the_end_is_as_is_told(profile: str, hands: int) -> None:
    rules, lesson = load_rules(profile), said(profile, "count")
    found = scored(profile, hands)
    if "restan las que quedaron" in lesson:
        assert max(found[Reason.LAID]) > 0
        assert max(found[Reason.RACK]) < 0
    sums = {tuple(sorted(sheet.total for sheet in pair)) for pair in sheets(profile, hands) if pair}
    if "suma lo que les quedó" in lesson:
        assert all(pair[0] == -pair[1] for pair in sums)
    if "quien ganó, nada" in lesson:
        assert any(pair[0] == 0 < pair[1] for pair in sums), "who ran out of tiles notes nothing, the other some"
        assert min(min(pair) for pair in sums) == 0
    assert ("lo bajado resta" in lesson) is (rules.no_canasta == "negative")


@pytest.mark.parametrize("profile", PROFILES)
def test_the_match_is_over_when_it_is_told(profile: str) -> None:
    rules, lesson = load_rules(profile), said(profile, "count")
    sides = ("Ana", "Beto")
    if "Se juega a" in lesson:
        target = numbers(lesson)[-1]
        verdicts = [
            judge_match(Match(sides, (PlayedHand((points, 0), 1.0),)), rules) for points in (target - 5, target)
        ]
    else:
        hands = numbers(lesson)[-1]
        verdicts = [
            judge_match(Match(sides, (PlayedHand((10, 5), 1.0),) * count), rules) for count in (hands - 1, hands)
        ]
    assert [verdict.next == "over" for verdict in verdicts] == [False, True]
    if "quien menos suma" in lesson:
        assert verdicts[1].winners == ("Beto",)
    else:
        assert verdicts[1].winners == ("Ana",)


@pytest.mark.parametrize("profile", PROFILES)
def test_both_languages_tell_the_same_numbers(profile: str) -> None:
    spanish, english = (lessons(load_rules(profile), language) for language in BOTH)
    assert list(spanish) == list(english)
    for key in spanish:
        assert numbers(spanish[key]) == numbers(english[key].replace(",0", ".0").replace(",5", ".5")), key
        assert len(english[key]) < 160 > len(spanish[key]), "one sentence or two, to be read in passing"
        assert not re.search(r"  |None|\{", spanish[key] + english[key])
