"""What a page shows: words in both languages, tiles that are still to be seen, and the journal."""

from __future__ import annotations

import json

import pytest

from companion import match_commands
from companion.matches.view import card
from companion.matches.view_log import SENTENCES, log_lines
from companion.matches.wording import SENTENCES as REFUSALS
from companion.naming import named
from tests.companion.matches.visit import Visit


def test_a_snapshot_is_plain_json(visit: Visit):
    visit.taps("lay", 0, "4r 5r J 7r")
    visit.taps("muerto", 0)
    for value in (visit.shown().as_json(), card(visit.state, "en").as_json()):
        assert json.loads(json.dumps(value)) == json.loads(json.dumps(value, default=str))


def test_the_revision_grows_with_everything_that_is_said(visit: Visit):
    revisions = [
        visit.taps("draw", 0).revision,
        visit.says(match_commands.Undo()).revision,
        visit.says(match_commands.Redo()).revision,
    ]
    assert revisions == sorted(set(revisions))


def test_melds_say_what_they_are_and_what_they_lack(visit: Visit):
    visit.plays("0 correct new : 4r 5r J 7r\n1 correct new : 9r 9k 9b 9y 9r 9k 9b\n1 correct new : 4b 5b 7b")
    run, group, gap = visit.shown().hand.melds
    assert (run.kind, run.lawful, run.canasta, run.to_canasta, run.team) == ("run", True, None, 3, 0)
    assert [(tile.face, tile.stands_for) for tile in run.tiles][2] == ("J", "6r")
    assert (group.kind, group.canasta, group.to_canasta, group.points) == ("group", "pure", 0, 70)
    assert (gap.lawful, gap.to_canasta) == (False, None)
    assert gap.violations[0].message.startswith("A la escalera le falta el 6 azul")
    assert visit.shown("en").hand.melds[2].violations[0].message.startswith("The run lacks the blue 6")


def test_the_census_counts_what_was_seen_and_keeps_racks_to_themselves(visit: Visit):
    visit.plays("1 rack 9k 3b\n0 draw 5y\n0 lay 4r 5r 6r\n0 discard 9k")
    census = {counted.face: counted.seen for counted in visit.shown().hand.census}
    assert len(census) == 53
    assert (census["4r"], census["9k"], census["3b"], census["5y"]) == (1, 1, 0, 0)
    assert all(rack.known == () for rack in visit.shown().hand.racks)
    visit.says(match_commands.Count(stock_out=True))
    shown = visit.shown().hand
    assert {counted.face: counted.seen for counted in shown.census}["9k"] == 2
    assert shown.racks[1].known == ("9k", "3b")
    assert sum(counted.copies for counted in shown.census) == 106


@pytest.mark.parametrize(
    ("known", "missing"),
    [({}, None), ({0: "1k"}, None), ({0: "1k", 1: "3b J", 2: ""}, None), ({0: "1k", 1: "3b J", 2: "", 3: ""}, 100)],
    ids=["no rack", "one rack", "three racks", "every rack"],
)
def test_what_lies_face_down_is_told_once_every_rack_is_known(visit: Visit, known: dict[int, str], missing: int | None):
    visit.plays("0 correct new : 4r 5r 6r")
    visit.says(match_commands.Count(stock_out=True, racks=known))
    audit = visit.shown().hand.audit
    assert (audit and audit.missing_tiles) == missing


def test_while_a_hand_goes_on_its_score_is_as_it_stands(visit: Visit):
    visit.plays("0 correct new : 4r 5r 6r 7r 8r 9r 10r")
    shown = visit.shown()
    assert shown.hand.standing == "playing"
    assert [sheet.total for sheet in shown.hand.sheets] == [150, -100]
    assert [(team.total, team.standing_total) for team in shown.teams] == [(0, 150), (0, -100)]
    assert shown.hand.sheets[0].lines[0].says == "Bajado"
    assert shown.hand.sheets[0].lines[0].entry == visit.state.revision
    assert shown.hand.audit is None


def test_the_journal_tells_who_said_what_and_what_holds(visit: Visit):
    visit.taps("lay", 0, "4r 5r 7r")
    visit.taps("discard", 0, "9k")
    visit.says(match_commands.Undo())
    undone, discard, laid, dealt, agreed = log_lines(visit.state, "es")
    assert [line.holds for line in (undone, discard, laid, dealt, agreed)] == [False, False, True, True, True]
    assert laid.says == ("Ana roba una ficha.", "Ana baja 4r 5r 7r.")
    assert laid.offences[0].code == "BAD_MELD"
    assert laid.moves == ("0 draw", "0 lay 4r 5r 7r")
    assert discard.moves == ("0 discard 9k",)
    assert (dealt.says, agreed.author) == (("Empieza la mano 1: sale Ana.",), "Ana")
    assert laid.at_s > dealt.at_s
    assert visit.shown().undo == "Ana baja 4r 5r 7r."
    assert visit.shown().redo is not None


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_kind_of_entry_has_words(visit: Visit, language: str):
    visit.taps("lay", 0, "4r 5r 6r")
    entry = visit.state.revision
    visit.taps("muerto", 0)
    visit.says(match_commands.Answer(visit.state.question.number, None))
    visit.says(match_commands.Resync("0: 4r 5r 6r 7r; pozo:; muertos: 11 11"))
    visit.says(match_commands.Revise(entry, "0 draw"), match_commands.Revise(entry, ""))
    visit.says(
        match_commands.Count(stock_out=True, racks=dict.fromkeys(range(4), "")),
        match_commands.Note((1, 2)),
        match_commands.Note(()),
    )
    visit.says(
        match_commands.Confirm(),
        match_commands.Undo(),
        match_commands.Redo(),
        match_commands.Annul(1),
        match_commands.Archive(),
        match_commands.RestoreArchived(),
    )
    lines = list(log_lines(visit.state, language))
    assert {line.kind for line in lines} >= {
        *("agreed", "dealt", "moved", "asked", "answered", "revised", "counted", "noted"),
        *("confirmed", "undone", "redone", "annulled", "shelved", "unshelved"),
    }
    assert all(said and "{" not in said for line in lines for said in line.says)


def test_every_sentence_is_there_in_both_languages():
    for table in (SENTENCES, REFUSALS):
        for key, said in table.items():
            assert said["es"], key
            assert said["en"] != said["es"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("El jugador 2 roba el 3 rojo.", "Beto roba el 3 rojo."),
        ("Era el turno del jugador 1.", "Era el turno de Ana."),
        ("Le toca al jugador 2", "Le toca a Beto"),
        ("It is the turn of player 2.", "It is the turn of Beto."),
        ("Player 1 draws a tile.", "Ana draws a tile."),
        ("Se aparta un juego mal bajado por el jugador 1.", "Se aparta un juego mal bajado por Ana."),
        ("No hay un jugador 7.", "No hay un jugador 7."),
    ],
)
def test_players_go_by_their_names(sentence: str, expected: str):
    assert named(sentence, ("Ana", "Beto")) == expected


def test_what_was_taken_back_is_still_told(visit: Visit):
    visit.taps("lay", 0, "4r 5r 6r")
    visit.taps("discard", 0, "9k")
    visit.says(match_commands.Undo(), match_commands.Undo())
    shown = visit.shown()
    assert shown.redo == "Ana baja 4r 5r 6r."
    assert [line.says[-1] for line in shown.log if line.kind == "moved"] == [
        "Ana tira el 9 negro.",
        "Ana baja 4r 5r 6r.",
    ]
    visit.says(match_commands.Undo())
    assert [line.says[-1] for line in visit.shown().log if line.kind == "moved"][1] == "0 lay 4r 5r 6r"


@pytest.mark.parametrize(
    ("language", "first", "again"),
    [
        ("es", "Se contó un juego de Ana + Caro: 4r 5r 6r.", "Se corrige un juego: 4r 5r 6r 7r."),
        ("en", "A meld of Ana + Caro was counted: 4r 5r 6r.", "A meld is put right: 4r 5r 6r 7r."),
    ],
)
def test_a_meld_is_counted_once_and_then_put_right(visit: Visit, language: str, first: str, again: str):
    visit.says(match_commands.Count(stock_out=True, melds={0: "4r 5r 6r"}))
    visit.says(match_commands.Count(stock_out=True, melds={0: "4r 5r 6r 7r"}))
    later, counted = list(log_lines(visit.state, language))[:2]
    assert (first in counted.says, again in later.says) == (True, True)


def test_the_journal_says_what_was_asked(visit: Visit):
    visit.plays("0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    visit.says(match_commands.RecordObservation("0: 4r 5r 6r; pozo: 9k 3b; muertos: 11 11; hands: 2"))
    spanish = next(line for line in visit.shown().log if line.kind == "asked").says
    assert [said.startswith("Quedó una pregunta. Parece que jugó ") for said in spanish] == [True]
    assert "jugador" not in spanish[0]
