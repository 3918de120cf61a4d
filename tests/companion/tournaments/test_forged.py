"""What is brought in is what the orders here would have led to: re-hashed mutants are refused in one sentence."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import JournalFileError
from companion.eventstore import Journal
from companion.tournaments import commands
from companion.tournaments.events import CODEC
from companion.tournaments.export_import import exported, imported
from companion.tournaments.service import TournamentService
from tests.companion.tournaments.forging import lines_of, mutant, sealed
from tests.companion.tournaments.visit import NAMES, Visit, opened


def zones(visit: Visit) -> None:
    visit.founds(tables=3, qualifiers=1, title="Copa «Ñandú»")
    visit.says(
        commands.Enter("nombre;club\nIda;Lobos\nJuan;Azul"),
        commands.Withdraw(9),
        commands.Rename(10, "Juana", "Azul"),
        commands.Enter("Ida;Lobos"),
        commands.DrawZones(seed="x"),
        commands.SeatFixtures(),
        commands.StartClock(1),
        commands.ExtendTime(1, 5, "se cayó el mazo"),
        commands.StopClock(1),
        commands.Admit(1, "home"),
        commands.Admit(2),
        commands.Revoke(2),
        commands.LinkMatch(2, "m123"),
    )
    tied = visit.state.revision
    visit.says(
        commands.VoidEntry(tied, "era otra mesa"),
        commands.Propose(fixture=1, hand=1, points=(500, 200), side="home"),
        commands.Propose(fixture=1, hand=1, points=(500, 300), side="away"),
        commands.Rule(fixture=1, hand=1, points=(500, 250), seen=(500, 200), reason="contadas de nuevo"),
        commands.Propose(fixture=1, hand=2, points=(), side="away"),
        commands.Dispute(fixture=1, hand=2, side="home", reason="se jugó"),
        commands.Rule(fixture=1, hand=2, seen=(), remove=True, reason="se jugó"),
        commands.Penalise(entrant=visit.state.fixtures[1].home, points=-100, reason="tarde", fixture=1),
        commands.Penalise(entrant=1, points=-50, reason="tarde"),
        commands.WalkOver(1, "home", "se fueron"),
    )
    visit.plays_all(lambda home, away: (1600 - home, 1000) if home < away else (1000, 1600 - away))
    visit.says(commands.DrawBracket())
    visit.plays_all(lambda home, away: (1600, 900))
    visit.says(commands.Archive(), commands.RestoreArchived())


def swiss(visit: Visit) -> None:
    visit.founds(NAMES[:7], format="swiss", rounds=2, tables=4)
    for _ in range(2):
        visit.says(commands.PairRound())
        visit.plays_all(lambda home, away: (1600, 900) if home < away else (900, 1600))


def lots(visit: Visit) -> None:
    visit.founds(NAMES[:3], format="round_robin")
    visit.says(commands.DrawZones(seed="y"))
    for fixture in visit.state.fixtures.values():
        winner = {(1, 2): 0, (2, 3): 0, (1, 3): 1}[tuple(sorted((fixture.home, fixture.away)))]
        first = (fixture.home < fixture.away) == (winner == 0)
        visit.plays(fixture.number, (1600, 900) if first else (900, 1600))
    visit.says(commands.DrawLots("A"))


def free(visit: Visit) -> None:
    visit.founds(NAMES[:4], format="free")
    visit.says(
        commands.AddFixture(1, 2),
        commands.AddFixture(4, 3, 2),
        commands.CreateTournament(title="Otro nombre", format="free"),
    )
    visit.plays_all(lambda home, away: (1600, 900))


def elimination(visit: Visit) -> None:
    visit.founds(NAMES[:5], format="elimination")
    visit.says(commands.DrawBracket(seed="z"))
    visit.plays_all(lambda home, away: (1600, 900))


def comings(visit: Visit) -> None:
    """Everybody against everybody, with one who leaves and one who comes late; nobody came to a match."""
    visit.founds(NAMES[:3], format="round_robin", late="lose", tables=2)
    visit.says(commands.DrawZones(seed="w"), commands.WalkOver(1, "home", "no vino"))
    visit.says(
        commands.Join("Zoe;Azul", "tarde", "A"),
        commands.Leave(2, "una llamada"),
        commands.Return(2),
        commands.Leave(1, "se sintió mal", for_good=True),
        commands.Return(1, plays=True),
        commands.MissBoth(visit.state.last_fixture(), "nadie", void=True),
    )


def locked(visit: Visit) -> None:
    """A Swiss round with a match and a rest that were fixed; and one who was let go again."""
    visit.founds(NAMES[:7], format="swiss", rounds=2, tables=4, late="rest")
    visit.says(commands.Lock(1, 2), commands.Lock(3), commands.Lock(4), commands.Unlock(4), commands.PairRound())
    visit.says(commands.Join("Zoe", "tarde"))


def twice(visit: Visit) -> None:
    """A bracket in which only the second loss puts out."""
    visit.founds(NAMES[:5], format="double", late="play")
    visit.says(commands.Lock(1, 2), commands.DrawBracket(seed="z"), commands.Join("Zoe", "tarde"))
    visit.plays_all(lambda home, away: (1600, 900) if home < away else (900, 1600))


TOLD = [zones, swiss, lots, free, elimination, comings, locked, twice]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, bytes]]:
    """A file of each kind of tournament."""
    service = opened(tmp_path_factory.mktemp("here"))
    found = {}
    for told in TOLD:
        visit = Visit(service)
        told(visit)
        found[told.__name__] = exported(service.journal, visit.tournament)
    yield found
    service.journal.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Journal]:
    """An empty house."""
    service = opened(tmp_path / "elsewhere")
    yield service.journal
    service.journal.close()


@pytest.mark.parametrize("expected", TOLD)
def test_what_was_told_by_orders_is_taken(
    files: dict[str, bytes], elsewhere: Journal, expected: Callable[[Visit], None]
):
    blob = files[expected.__name__]
    state, count = imported(elsewhere, blob)
    assert count == len(lines_of(blob))
    assert exported(elsewhere, state.tournament) == blob


def test_of_many_mutants_none_is_taken_that_cannot_be_shown_or_played(files: dict[str, bytes], elsewhere: Journal):
    taken = 0
    for seed in range(700):
        name = TOLD[seed % len(TOLD)].__name__
        try:
            imported(elsewhere, mutant(files[name], seed))
        except JournalFileError:
            continue
        taken += 1
        service = TournamentService(elsewhere)
        assert not any(card.trouble for card in service.cards("es", 0, 50))
        for tournament in elsewhere.tournaments():
            assert service.log(tournament, "es")
            assert service.snapshot(tournament, "en").title.isprintable()
    print(f"\n{taken} of 700 taken")
    assert taken < 200


FORGED = {
    "half a character": ("zones", {"title": "Copa \ud800"}),
    "a title of two lines": ("zones", {"title": "Copa\nde"}),
    "no title": ("zones", {"title": ""}),
    "a thousand tables more": ("zones", {"tables": 2000}),
    "half a table": ("zones", {"tables": 1.5}),
    "tables in letters": ("zones", {"tables": "3"}),
    "another format": ("zones", {"format": "swiss"}),
    "nobody goes through": ("zones", {"qualifiers": 0}),
    "rules without an end": ("free", {"rule": ("target", None)}),
}


@pytest.mark.parametrize(("name", "changes"), FORGED.values(), ids=FORGED)
def test_a_plan_that_nobody_could_announce_is_refused(
    files: dict[str, bytes], elsewhere: Journal, name: str, changes: dict[str, object]
):
    lines = lines_of(files[name])
    said = json.loads(lines[0]["text"])
    for key, value in changes.items():
        if key == "rule":
            said["plan"]["values"] |= {value[0]: "none"}
        else:
            said["plan"][key] = value
    lines[0]["text"] = json.dumps(said)
    with pytest.raises(JournalFileError):
        imported(elsewhere, sealed(lines))
    assert elsewhere.tournaments() == ()


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("proposed", {"points": [90_000, 0]}),
        ("proposed", {"points": [1]}),
        ("proposed", {"side": "both"}),
        ("agreed", {"side": "home"}),
        ("seated", {"seats": [[1, 99]]}),
        ("entered", {"entrants": [{"number": 40, "name": "Ana", "club": ""}]}),
        ("entered", {"entrants": [{"number": 1, "name": "Ana\u0000", "club": ""}]}),
        ("extended", {"minutes": 9000}),
        ("ruled", {"old": [1, 2]}),
        ("penalised", {"reason": ""}),
    ],
)
def test_what_the_orders_refuse_is_refused(
    files: dict[str, bytes], elsewhere: Journal, kind: str, change: dict[str, object]
):
    lines = lines_of(files["zones"])
    line = next(entry for entry in lines if entry["kind"] == kind)
    line["text"] = json.dumps(json.loads(line["text"]) | change)
    with pytest.raises(JournalFileError):
        imported(elsewhere, sealed(lines))


def test_these_files_hold_every_kind_of_event(files: dict[str, bytes]):
    told = {entry["kind"] for entry in itertools.chain.from_iterable(map(lines_of, files.values()))}
    assert told == set(CODEC.kinds)
