"""Zones and the files that tell of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import (
    RecordError,
    Zone,
    load_rules,
    read_standings,
    standings,
    standings_json,
    tie_steps,
)
from tests.engine.cases import rows

TORNEO = load_rules("torneo")


def zone_of(row: dict[str, Any]) -> Zone:
    keys = ("players", "matches", "walkovers", "decisions", "lots")
    zone = {"name": "A"} | {key: row[key] for key in keys if key in row}
    return read_standings(json.dumps({"rules": "torneo", "zones": [zone]})).played(TORNEO)[0]


@pytest.mark.parametrize("row", rows("zones", "zone"))
def test_a_zone_is_ranked_as_the_law_says(row: dict[str, Any]) -> None:
    table = standings(zone_of(row), TORNEO)
    ranking: dict[int, list[str]] = {}
    for standing in table:
        ranking.setdefault(standing.rank, []).append(standing.player)
    assert [sorted(tied) for tied in ranking.values()] == row["ranking"]
    drawn = row.get("lots_needed", True)
    assert all(standing.needs_lots is (drawn and len(ranking[standing.rank]) > 1) for standing in table)
    for player, (won, difference, points_for, played) in row.get("table", {}).items():
        standing = next(row for row in table if row.player == player)
        assert (standing.won, standing.difference, standing.points_for, standing.played) == (
            won,
            difference,
            points_for,
            played,
        )


def test_victory_points_rank_a_zone_and_a_match_may_be_level() -> None:
    """By the code of the FIBUR: two narrow wins are worth less than one large one and a near defeat."""
    fibur = load_rules("burraco-fibur")
    played = [["A", "B", 700, 500], ["A", "C", 600, 590], ["B", "C", 1900, 300], ["A", "D", 500, 500]]
    zone = {"name": "A", "players": ["A", "B", "C", "D"], "matches": played, "walkovers": [["D", "C"]]}
    zones = read_standings(json.dumps({"rules": "burraco-fibur", "zones": [zone]})).played(fibur)
    table = standings_json(zones, fibur)["zones"][0]["standings"]
    assert [(row["player"], row["victory"], row["won"]) for row in table] == [
        ("A", 12 + 10 + 10, 2),
        ("B", 8 + 20, 1),
        ("D", 10 + 14, 1),
        ("C", 10 + 0 + 6, 0),
    ]
    assert tie_steps(zones[0], fibur)[0].by == "victory"
    level = {"players": ["A", "B"], "matches": [["A", "B", 5, 5]]}
    with pytest.raises(RecordError):
        zone_of(level)


def test_two_left_level_may_go_back_to_their_match() -> None:
    ring = [["A", "B", 1500, 1200], ["B", "C", 1500, 1300], ["C", "A", 1600, 1500]]
    zone = zone_of({"players": ["A", "B", "C"], "matches": ring})
    again = load_rules("torneo", ["restart_head_to_head=true"])
    assert [standing.player for standing in standings(zone, TORNEO)] == ["A", "C", "B"]
    assert [standing.player for standing in standings(zone, again)] == ["A", "B", "C"]


def test_those_with_a_match_to_play_may_be_drawn_where_the_table_says_so() -> None:
    everybody = load_rules("torneo", ["tiebreak_many_only_complete=false"])
    unplayed = zone_of({"players": ["A", "B"], "matches": []})
    assert [standing.needs_lots for standing in standings(unplayed, everybody)] == [True, True]


def test_those_with_a_match_to_play_may_be_ranked_among_the_others() -> None:
    matches = [["A", "B", 1500, 1000], ["B", "C", 1500, 1400], ["C", "A", 1500, 1400], ["D", "A", 1900, 1400]]
    zone = zone_of({"players": ["A", "B", "C", "D"], "matches": matches})
    everybody = load_rules("torneo", ["tiebreak_many_only_complete=false"])
    assert [standing.player for standing in standings(zone, TORNEO)] == ["A", "D", "C", "B"]
    assert [standing.player for standing in standings(zone, everybody)] == ["D", "C", "A", "B"]


def test_a_tournament_may_do_without_head_to_head_or_lots() -> None:
    row = {"players": ["A", "B"], "matches": []}
    bare = load_rules("torneo", ["tiebreak_two=none", "tiebreak_many=difference"])
    assert [(standing.rank, standing.needs_lots) for standing in standings(zone_of(row), bare)] == [
        (1, False),
        (1, False),
    ]


def test_the_json_is_the_contracted_one() -> None:
    text = 'rules = "torneo"\n[[zones]]\nname = "A"\nplayers = ["P1", "P2"]\nmatches = [["P1", "P2", 1520, 1100]]\n'
    found = read_standings(text)
    assert found.rules == "torneo"
    first = standings_json(found.played(TORNEO), TORNEO)["zones"][0]
    assert first["name"] == "A"
    assert first["standings"][0] == {
        "player": "P1",
        "played": 1,
        "won": 1,
        "difference": 420,
        "points_for": 1520,
        "rank": 1,
        "needs_lots": False,
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("zones = ", "neither TOML nor JSON"),
        ("", "no zones"),
        ("zones = [3]", "no zones"),
        ("rules = 3\n[[zones]]\nplayers = []", "rules"),
        ('[[zones]]\nteams = ["A"]', "«teams»"),
        ("[[zones]]", "players"),
        ('[[zones]]\nplayers = ["A", "A"]', "twice"),
        ('[[zones]]\nplayers = ["A", "B"]\nmatches = ["A"]', "list of lists"),
        ('[[zones]]\nplayers = ["A", "B"]\nmatches = [["A", "B"]]', "points"),
        ('[[zones]]\nplayers = ["A", "B"]\nmatches = [["A", "C", 1, 2]]', "«C»"),
        ('[[zones]]\nplayers = ["A", "B"]\nmatches = [["A", "A", 1, 2]]', "alone"),
        ('[[zones]]\nname = "N"\nplayers = ["A", "B"]\nmatches = [["A", "B", 2, 2]]', "zone «N».*level"),
        ('[[zones]]\nplayers = ["A", "B"]\nwalkovers = [["A"]]', "present"),
        ('[[zones]]\nplayers = ["A", "B"]\nlots = ["C"]', "«C»"),
        ('[[zones]]\nplayers = ["A", "B"]\ndecisions = [["A", "x", "y"]]', "reason"),
        ('[[zones]]\nplayers = ["A", "B"]\ndecisions = [["A", -100, " "]]', "reason"),
        ('year = 2026\n[[zones]]\nplayers = ["A", "B"]', "«year»"),
        ('[[zones]]\nname = 3\nplayers = ["A", "B"]', "name is a text"),
        ('[[zones]]\nplayers = ["A"]', "at least two"),
        ('[[zones]]\nplayers = ["A", ""]', "names"),
        ('[[zones]]\nplayers = ["A", "B"]\nmatches = [["A", "B", true, 2.5]]', r'\["A", "B", true, 2.5\]'),
        ('[[zones]]\nname = "N"\nplayers = ["A", "B"]\n[[zones]]\nname = "N"\nplayers = ["C", "D"]', "two zones .*«N»"),
        ('[[zones]]\nplayers = ["A", "B"]\n[[zones]]\nplayers = ["B", "C"]', "«B» is in two"),
    ],
)
def test_a_standings_file_that_says_nonsense_is_refused_with_the_place(text: str, names: str) -> None:
    with pytest.raises(RecordError, match=names) as caught:
        read_standings(text).played(TORNEO)
    assert caught.value.sentence("es") != caught.value.sentence("en")


@pytest.mark.parametrize(
    ("rules", "points", "difference"),
    [
        pytest.param("torneo", 1500, 1500, id="the present player wins"),
        pytest.param("torneo", 0, 0, id="even where a walkover is worth nothing"),
        pytest.param("rummy", 60, 60, id="and where the fewest points win"),
    ],
)
def test_whoever_was_there_wins_a_walkover(rules: str, points: int, difference: int) -> None:
    law = load_rules(rules, [f"walkover_points={points}"])
    contents = read_standings(json.dumps({"zones": [{"players": ["A", "P"], "walkovers": [["P", "A"]]}]}))
    table = standings(contents.played(law)[0], law)
    assert [(row.player, row.won, row.difference) for row in table] == [("P", 1, difference), ("A", 0, -difference)]


@pytest.mark.parametrize(
    ("decisions", "rows"),
    [
        pytest.param([], [("C", 60, 70), ("A", -20, 120), ("B", -40, 140)], id="points against are good"),
        pytest.param([["C", 90, "llegó tarde"]], [("A", -20, 120), ("C", -30, 160), ("B", -40, 140)], id="a penalty"),
    ],
)
def test_where_the_fewest_points_win_the_table_is_turned_round(decisions: list[Any], rows: list[Any]) -> None:
    matches = [["A", "B", 40, 90], ["B", "C", 50, 60], ["C", "A", 10, 80]]
    zone = zone_of({"players": ["A", "B", "C"], "matches": matches, "decisions": decisions})
    table = standings(zone, load_rules("rummy"))
    assert [(row.player, row.difference, row.points_for) for row in table] == rows


RING = [["A", "B", 1500, 1300], ["B", "C", 1500, 1300], ["C", "A", 1500, 1300]]
BEATEN = [["A", "D", 1500, 1000], ["B", "D", 1500, 1000], ["C", "D", 1500, 1000]]
FIRST_TWO = [["A", "B", 1500, 1480], ["A", "C", 1510, 1000], ["D", "A", 1600, 500], ["B", "C", 1700, 300]]
STEPS = [
    pytest.param(
        "torneo", {"matches": [*RING, *BEATEN]},
        ["won ABC D", "difference ABC", "points_for ABC", "lots ABC"], id="lots are still to be drawn",
    ),
    pytest.param(
        "torneo", {"matches": [*RING, *BEATEN], "lots": ["C", "A", "B"]},
        ["won ABC D", "difference ABC", "points_for ABC", "lots C A B"], id="lots were drawn",
    ),
    pytest.param(
        "torneo", {"matches": [*FIRST_TWO, ["B", "D", 1650, 200], ["C", "D", 1500, 1490]]},
        ["won AB CD", "head_to_head A B", "head_to_head C D"], id="two by the match between them",
    ),
    pytest.param(
        "torneo", {"matches": [["A", "D", 1500, 1400], ["B", "C", 1500, 1300]]},
        ["won AB CD", "head_to_head AB", "difference B A", "head_to_head CD", "difference D C"],
        id="two who have not met yet",
    ),
    pytest.param(
        "torneo", {"matches": [*RING, ["D", "A", 1500, 1400]]},
        ["won ABCD", "complete A BCD", "difference D BC", "points_for BC", "lots BC"],
        id="those who have met everybody come first",
    ),
    pytest.param(
        "rummy", {"matches": [["A", "B", 10, 90], ["B", "C", 10, 60], ["C", "A", 10, 50]]},
        ["won ABC", "difference A C B"], id="where the fewest points win",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "row", "steps"), STEPS)
def test_a_table_tells_what_separated_whom(rules: str, row: dict[str, Any], steps: list[str]) -> None:
    law = load_rules(rules, ["tiebreak_many=difference,points_for,lots", "tiebreak_two=head_to_head"])
    players = sorted({name for match in row["matches"] for name in match[:2]})
    zone = zone_of({"players": players} | row)
    told = [f"{step.by} {' '.join(map(''.join, step.groups))}" for step in tie_steps(zone, law)]
    assert told == steps


def test_points_for_are_told_as_they_were_made_where_the_fewest_win() -> None:
    law = load_rules("rummy", ["tiebreak_many=points_for"])
    zone = zone_of(
        {"players": ["A", "B", "C"], "matches": [["A", "B", 10, 90], ["B", "C", 10, 60], ["C", "A", 10, 50]]}
    )
    assert tie_steps(zone, law)[-1].values == (("A", 60), ("C", 70), ("B", 100))


def test_lots_tell_the_places_drawn() -> None:
    zone = zone_of({"players": list("ABCD"), "matches": [*RING, *BEATEN], "lots": ["C", "A", "B"]})
    assert tie_steps(zone, TORNEO)[-1].values == (("C", 1), ("A", 2), ("B", 3))


def test_why_one_is_before_another_is_told_to_programs() -> None:
    matches = [["A", "B", 1500, 1000], ["B", "C", 1600, 1000], ["C", "A", 1500, 1000]]
    standings = standings_json([zone_of({"players": ["A", "B", "C"], "matches": matches})], TORNEO)
    assert set(standings["zones"][0]) == {"name", "standings", "ties"}
    assert standings["zones"][0]["ties"] == [
        {
            "by": "won",
            "values": [{"player": player, "value": 1} for player in "ABC"],
            "groups": [["A", "B", "C"]],
        },
        {
            "by": "difference",
            "values": [{"player": "B", "value": 100}, {"player": "A", "value": 0}, {"player": "C", "value": -100}],
            "groups": [["B"], ["A"], ["C"]],
        },
    ]
