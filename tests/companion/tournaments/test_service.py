"""A tournament is told order by order; what cannot be is refused, and what comes twice is one thing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.commands import AcceptPoints, DrawZones, Propose
from companion.tournaments.service import TournamentService
from tests.companion.tournaments.visit import NAMES, Visit


def by_number(home: int, away: int) -> tuple[int, int]:
    """Whoever entered first wins."""
    return (1500, 1000 - home) if home < away else (900 + home, 1510)


def propose(points: tuple[int, ...] = (800, 300), side: str = "home", hand: int = 1, **more: object) -> Propose:
    return Propose(fixture=1, hand=hand, points=points, side=side, **more)


def rule(points: tuple[int, ...], seen: tuple[int, ...], **more: object) -> commands.Rule:
    return commands.Rule(**({"fixture": 1, "hand": 1, "points": points, "seen": seen, "reason": "mal sumada"} | more))


@pytest.fixture
def drawn(visit: Visit) -> Visit:
    """Eight in two zones, and the first matches seated at three tables."""
    visit.founds(tables=3)
    visit.says(DrawZones(seed="x"), commands.SeatFixtures())
    return visit


@pytest.mark.parametrize(
    ("plan", "champion"),
    [
        ({"format": "zones"}, "Ana"),
        ({"format": "zones", "zone_size": 3, "qualifiers": 1}, "Ana"),
        ({"format": "round_robin"}, "Ana"),
        ({"format": "elimination"}, "Ana"),
        ({"format": "swiss", "rounds": 3}, "Ana"),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else value,
)
def test_a_tournament_is_played_to_its_end(visit: Visit, plan: dict[str, object], champion: str):
    visit.founds(NAMES[:7], tables=3, **plan)
    first = {"elimination": commands.DrawBracket(), "swiss": commands.PairRound()}.get(plan["format"], DrawZones())
    visit.says(first)
    visit.plays_all(by_number)
    if plan["format"] == "zones":
        visit.says(commands.DrawBracket())
        visit.plays_all(by_number)
    while plan["format"] == "swiss" and not visit.shown().champion:
        visit.says(commands.PairRound())
        visit.plays_all(by_number)
    assert visit.shown().champion == champion
    met = [frozenset(fixture.entrants) for fixture in visit.state.fixtures.values() if fixture.pairing.stage == "round"]
    assert len(met) == len(set(met))


def test_free_pairs_are_added_by_hand(visit: Visit):
    visit.founds(NAMES[:3], format="free")
    visit.says(commands.AddFixture(1, 2), commands.AddFixture(3, 1))
    visit.plays_all(by_number)
    assert visit.ranking("") == ["Ana", "Beto", "Caro"]


def test_a_free_table_is_left_free_rather_than_seating_somebody_twice(visit: Visit):
    visit.founds(NAMES[:4], tables=4, format="round_robin")
    visit.says(DrawZones(), commands.SeatFixtures())
    assert [fixture.standing for fixture in visit.state.fixtures.values()].count("seated") == 2
    visit.says(commands.StartClock())
    assert visit.says(commands.SeatFixtures()).standing == "nothing"


def test_nobody_is_seated_at_two_tables_and_no_table_twice(visit: Visit):
    visit.founds(tables=3, format="round_robin")
    visit.says(DrawZones())
    for _ in range(3):
        visit.says(commands.SeatFixtures())
        seated = [fixture for fixture in visit.state.fixtures.values() if fixture.standing == "seated"]
        assert sorted(fixture.table for fixture in seated) == [1, 2, 3]
        assert len({entrant for fixture in seated for entrant in fixture.entrants}) == 6
        visit.plays(seated[0].number, (1500, 0))


SAID = [
    pytest.param([propose()], "proposed", id="a side says it"),
    pytest.param([propose(), propose()], "proposed", id="and says it again"),
    pytest.param([propose(), propose((810, 300))], "proposed", id="or says otherwise"),
    pytest.param([propose(), AcceptPoints(1, 1, "away")], "agreed", id="the other agrees"),
    pytest.param([propose(), propose(side="away")], "agreed", id="the other says the same by itself"),
    pytest.param([propose(), propose((800, 310), "away")], "disputed", id="the other says otherwise"),
    pytest.param([propose(), commands.Dispute(fixture=1, hand=1, side="away", reason="no")], "disputed", id="disputed"),
    pytest.param([propose(), commands.Dispute(fixture=1, hand=1, side="away"), AcceptPoints(1, 1, "away")],
                 "agreed", id="disputed, then agreed after all"),
    pytest.param([propose(), commands.Dispute(fixture=1, hand=1, side="away"), rule((700, 300), (800, 300))],
                 "ruled", id="a judge decides"),
    pytest.param([propose(), AcceptPoints(1, 1, "away"), rule((700, 300), (800, 300))],
                 "ruled", id="and corrects"),
    pytest.param([rule((700, 300), (), reason="")], "ruled", id="a judge types it"),
    pytest.param([propose(()), AcceptPoints(1, 1, "away")], "agreed", id="a void hand"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "standing"), SAID)
def test_a_hand_is_said_confirmed_and_judged(drawn: Visit, said: list[commands.Command], standing: str):
    drawn.says(*said)
    assert drawn.state.fixtures[1].slips[0].standing == standing


REFUSED = [
    pytest.param([propose((1, 2, 3))], "los dos", id="points of three"),
    pytest.param([propose((30_000, 0))], "no pueden ser", id="absurd points"),
    pytest.param([propose(side="both")], "quién habla", id="no side"),
    pytest.param([propose(hand=2)], "Falta anotar la mano 1", id="a hand is missing"),
    pytest.param([propose(hand=-1)], "Falta anotar", id="a hand below nothing"),
    pytest.param([propose((900, 900), hand=0)], "empatado", id="a level match"),
    pytest.param([propose(), propose((1500, 0), hand=0)], "juez", id="hands, then a whole match"),
    pytest.param([propose(), AcceptPoints(1, 1, "home")], "otro lado", id="who proposed agrees"),
    pytest.param([AcceptPoints(1, 1, "away")], "no se dijo nada", id="nothing to agree with"),
    pytest.param([propose(), AcceptPoints(1, 1, "away"), propose((0, 0))], "800 : 300", id="settled already"),
    pytest.param([propose((-1500, 2040)), AcceptPoints(1, 1, "away"), propose()], "−1.500 : 2.040", id="large"),
    pytest.param([propose(), rule((700, 300), (800, 300), reason=" ")], "motivo", id="a correction without a reason"),
    pytest.param([commands.WalkOver(1, "home", "")], "motivo", id="a walkover without a reason"),
    pytest.param([commands.WalkOver(1, "home", "x" * 201)], "más de 200 letras", id="a reason that would be cut"),
    pytest.param(
        [propose(), commands.Dispute(fixture=1, hand=1, side="away", reason="x" * 201)],
        "más de 200 letras",
        id="the same of a dispute",
    ),
    pytest.param([commands.WalkOver(1, "home", "x"), commands.WalkOver(1, "away", "x")], "terminó", id="two walkovers"),
    pytest.param([commands.Penalise(entrant=77, points=-100, reason="x")], "inscripto", id="a penalty for nobody"),
    pytest.param([AcceptPoints(99, 1, "away")], "partido no está", id="no such match"),
    pytest.param([DrawZones()], "Ya se sorteó", id="drawn twice"),
    pytest.param([commands.Enter("Iván")], "Ya se sorteó", id="entered too late"),
    pytest.param([commands.Withdraw(1)], "Ya se sorteó", id="withdrawn too late"),
    pytest.param([commands.PairRound()], "no se juega así", id="Swiss rounds of zones"),
    pytest.param([commands.DrawBracket()], "Falta terminar 12", id="a bracket too early"),
    pytest.param([commands.SeatFixtures(1, 2)], "mesa 2 se está jugando", id="a taken table"),
    pytest.param([commands.SeatFixtures(1, 9)], "de 1 a 3", id="no such table"),
    pytest.param([commands.Rename(1, "beto")], "dos veces", id="a name that another has"),
    pytest.param([commands.VoidEntry(1, "x")], "no se puede anular", id="the announcement is struck"),
    pytest.param([propose(), commands.VoidEntry(3, "x")], "ya se empezó", id="the draw is struck while it is played"),
    pytest.param([commands.Admit(9)], "de 1 a 3", id="a device for no table"),
    pytest.param([commands.DrawLots("A")], "Falta terminar", id="lots before the end"),
    pytest.param([commands.DrawLots("Z")], "zona no está", id="lots in no zone"),
]


@pytest.mark.parametrize(("said", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_with_its_reason(drawn: Visit, said: list[commands.Command], sentence: str):
    with pytest.raises(TournamentRefused, match=sentence) as refused:
        drawn.says(*said)
    assert refused.value.sentence("en") != refused.value.sentence("es")
    assert refused.value.status in (404, 409, 422)


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        pytest.param({"title": " "}, "nombre", id="no title"),
        pytest.param({"title": "x" * 101}, "más de 100 letras", id="a title that would be cut"),
        pytest.param({"format": "ajedrez"}, "no es un formato", id="no such format"),
        pytest.param({"rules": "rummy", "overrides": ("players=[3,4]",)}, "más bandos", id="three sides"),
        pytest.param({"overrides": ("tie=shared",)}, "todo partido tiene ganador", id="matches may end level"),
        pytest.param({"tables": 0}, "de 1 a 1000", id="no tables"),
    ],
)
def test_a_tournament_that_cannot_be_is_not_announced(visit: Visit, plan: dict[str, object], sentence: str):
    with pytest.raises(TournamentRefused) as refused:
        visit.founds(["A", "B"], **plan)
    assert sentence in refused.value.sentence("es")
    assert visit.service.cards("es", 0, 20) == ()


def test_the_same_hand_sent_five_times_is_one_hand(drawn: Visit):
    before = drawn.state.revision
    outcomes = [drawn.says(propose(late_s=late_s), key="hand one") for late_s in range(5)]
    assert {outcome.revision for outcome in outcomes} == {before + 1}
    with pytest.raises(TournamentRefused, match="decía otra cosa"):
        drawn.says(propose((1, 2)), key="hand one")
    assert drawn.state.fixtures[1].slips[0].points == (800, 300)


def test_of_two_judges_the_second_is_shown_the_difference(drawn: Visit):
    other = Visit(drawn.service, drawn.tournament, "Beto")
    drawn.says(propose(), AcceptPoints(1, 1, "away"))
    other.says(rule((700, 300), (800, 300)))
    with pytest.raises(TournamentRefused, match=r"800 : 300.*700 : 300 \(Beto: mal sumada\)"):
        drawn.says(rule((600, 300), (800, 300)))
    assert drawn.says(rule((700, 300), (800, 300))).standing == "nothing"
    drawn.says(rule((600, 300), (700, 300)))
    assert drawn.state.fixtures[1].verdict.totals == (600, 300)


def test_a_correction_cannot_pull_a_played_final_from_under_its_players(drawn: Visit):
    drawn.plays_all(by_number)
    drawn.says(commands.DrawBracket())
    semifinal, final = drawn.shown().bracket[0][0].number, drawn.shown().bracket[1][0].number
    drawn.plays_all(by_number)
    points = drawn.state.fixtures[semifinal].slips[0].points
    turned = commands.Rule(fixture=semifinal, hand=0, points=points[::-1], seen=points, reason="al revés")
    with pytest.raises(TournamentRefused, match=f"partido {final}"):
        drawn.says(turned)
    drawn.says(commands.Rule(fixture=final, hand=0, remove=True, seen=drawn.state.fixtures[final].slips[0].points,
                           reason="se juega de nuevo"), turned)  # fmt: skip
    winner = drawn.state.fixtures[semifinal].winner
    assert winner in drawn.state.fixtures[final].entrants


def test_lots_are_never_drawn_silently(visit: Visit):
    ring = {(1, 2): (1500, 1300), (2, 3): (1500, 1300), (3, 1): (1500, 1300)}
    visit.founds(NAMES[:3], tables=3, qualifiers=1, zone_size=3)
    visit.says(DrawZones())
    visit.plays_all(lambda home, away: ring.get((home, away)) or ring[away, home][::-1])
    assert [row.needs_lots for row in visit.shown().zones[0].standings] == [True] * 3
    with pytest.raises(TournamentRefused, match="hay que sortear entre"):
        visit.says(commands.DrawBracket())
    with pytest.raises(TournamentRefused, match="nombralos a todos"):
        visit.says(commands.DrawLots("A", ("Caro", "Ana")))
    visit.says(commands.DrawLots("A", ("Caro", "Ana", "Beto")))
    assert visit.ranking() == ["Caro", "Ana", "Beto"]
    assert visit.shown().zones[0].ties[-1].values == (("Caro", 1), ("Ana", 2), ("Beto", 3))
    number = visit.state.revision
    visit.says(commands.VoidEntry(number, "faltaba gente"), commands.DrawLots("A"))
    seed = visit.service.log(visit.tournament, "es")[0].says
    assert "semilla" in seed
    assert sorted(visit.ranking()) == ["Ana", "Beto", "Caro"]
    visit.says(commands.DrawBracket())


def test_a_penalty_goes_into_the_table_and_can_be_struck(drawn: Visit):
    drawn.plays_all(by_number)
    ana = next(row for zone in drawn.shown().zones for row in zone.standings if row.name == "Ana")
    drawn.says(commands.Penalise(entrant=1, points=-100, reason="llegó tarde"))
    fined = next(row for zone in drawn.shown().zones for row in zone.standings if row.name == "Ana")
    assert (fined.difference, fined.points_for) == (ana.difference - 100, ana.points_for - 100)
    drawn.says(commands.VoidEntry(drawn.state.revision, "era otra"))
    assert drawn.shown().penalties == ()


@pytest.mark.parametrize(
    ("lines", "entered"),
    [
        ("Ana\nBeto\n", [("Ana", ""), ("Beto", "")]),
        ("nombre;club\nAna;Lobos\n\n Beto  y Caro ; Roque", [("Ana", "Lobos"), ("Beto y Caro", "Roque")]),
        ("\ufeffName,Club\r\nAna,Lobos\r\n", [("Ana", "Lobos")]),
        ('"Ana, la de acá";Lobos', [("Ana, la de acá", "Lobos")]),
        ("Ana\tLobos", [("Ana", "Lobos")]),
    ],
)
def test_names_come_typed_or_from_a_spreadsheet(visit: Visit, lines: str, entered: list[tuple[str, str]]):
    visit.founds(["x"])
    visit.says(commands.Withdraw(1), commands.Enter(lines))
    assert [(entrant.name, entrant.club) for entrant in visit.state.entrants.values()] == entered


def test_those_of_one_club_are_spread(visit: Visit):
    visit.founds([f"{name};{'Lobos' if number % 2 else 'Roque'}" for number, name in enumerate(NAMES)])
    visit.says(DrawZones(by_club=True))
    clubs = [sorted(visit.state.entrants[entrant].club for entrant in zone.entrants) for zone in visit.state.zones]
    assert clubs == [["Lobos", "Lobos", "Roque", "Roque"]] * 2


def test_what_many_say_at_once_is_all_there_and_nothing_twice(visit: Visit):
    visit.founds([f"J{number}" for number in range(40)], format="free", tables=20)
    visit.says(*(commands.AddFixture(2 * pair + 1, 2 * pair + 2) for pair in range(20)), commands.SeatFixtures())
    said = [
        (Propose(fixture=fixture, hand=1, points=(fixture, 0), side="home"), f"{fixture}")
        for fixture in range(1, 21)
        for _ in range(3)
    ]
    with ThreadPoolExecutor(12) as pool:
        tell = partial(visit.service.handle, visit.tournament)
        asked = [pool.submit(tell, order, visit.sender(key=key)) for order, key in said]
    assert len({future.result().revision for future in asked}) == 20
    assert [fixture.slips[0].points for fixture in visit.state.fixtures.values()] == [
        (fixture, 0) for fixture in range(1, 21)
    ]
    assert [entry.number for entry in visit.service.journal.entries(visit.tournament)] == list(range(1, 44))


def test_two_services_on_one_journal_do_not_overwrite_each_other(drawn: Visit):
    other = Visit(TournamentService(drawn.service.journal), drawn.tournament, "Beto")
    other.state  # noqa: B018 - it has looked before the first one speaks
    drawn.says(propose())
    assert other.says(propose()).standing == "nothing"
    other.says(AcceptPoints(1, 1, "away"))
    assert drawn.state.fixtures[1].slips[0].author == "Beto"


def test_a_reason_is_kept_whole(drawn: Visit):
    why = "no vino " * 24 + "y avisó."
    drawn.says(commands.WalkOver(1, "home", why))
    assert drawn.state.fixtures[1].why == why
