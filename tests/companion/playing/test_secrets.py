"""Nobody learns what lies face down: whatever the hidden tiles are, a seat is shown, told and advised the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import Draft, EvidenceStore, Journal, find_data_folder
from companion.eventstore.export_import import unpacked
from companion.eventstore.service_errors import metadata_of
from companion.matches.service import MatchService
from companion.playing.game_commands import LeaveSeat, SeatPlan, Tiles
from companion.playing.game_state import GameState
from companion.playing.hand_in_play import GameMoment
from companion.playing.placements import targets
from companion.playing.view import card, game_view
from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.events import MatchLinked, kind_of, text_of
from companion.tournaments.export_import import exported
from companion.tournaments.service import TournamentService
from engine import PROFILES
from engine.hand.state import Rack
from engine.plays.best_plays import advise
from engine.simulation.dealer_state import DealtHand, HiddenTiles
from tests.companion.conftest import Outcome
from tests.companion.playing.sitting import Sitting
from tests.companion.tournaments.visit import Visit

ALONE = (SeatPlan("Ana"), SeatPlan(program="middle"))


def played(folder: Path, rules: str) -> Sitting:
    """A game of one person against a program, a few turns of it played."""
    sitting = Sitting(folder).begins(*ALONE, rules=rules)
    for _ in range(3):
        sitting.machines_play()
        view = sitting.view()
        if view.standing != "playing":
            break
        if not view.hand.drawn and "draw" in view.may:
            sitting.plays("0 draw")
        view = sitting.view()
        if "discard" in view.may:
            throws = (sitting.targets(tile).discard for tile in view.hand.rack)
            sitting.plays(next(throw for throw in throws if throw))
        elif "end" in view.may:
            sitting.plays("0 end")
    sitting.machines_play()
    return sitting


def with_others_hidden(game_state: GameState) -> GameState:
    """The same game for Ana, with other tiles face down and on the other rack."""
    hand = game_state.hand
    state, hidden = hand.dealing.state, hand.dealing.hidden
    known = hand.view(0).racks[1].known
    rack = state.racks[1]
    unseen = [tile for tile in rack.known if tile not in known]
    mazo = [*unseen[::-1], *hidden.mazo][::-1]
    swapped = tuple(mazo[: rack.count - len(known)])
    other = DealtHand(
        replace(state, racks=(state.racks[0], Rack(rack.count, (*known, *swapped)))),
        HiddenTiles(
            tuple(mazo[len(swapped) :][: len(hidden.mazo)]), tuple(muerto[::-1] for muerto in hidden.muertos[::-1])
        ),
    )
    assert other != hand.dealing
    return replace(game_state, hands=(*game_state.hands[:-1], replace(hand, now=GameMoment(other, hand.now.views))))


@pytest.mark.parametrize("rules", PROFILES)
def test_what_nobody_sees_is_in_nothing_that_is_shown(tmp_path: Path, rules: str) -> None:
    sitting = played(tmp_path, rules)
    state = sitting.room.state(sitting.game)
    other = with_others_hidden(state)
    assert state.standing == "playing"
    for seat in (0, None):
        shown = [json.dumps(game_view(game, seat, "es", "m").as_json()) for game in (state, other)]
        assert shown[0] == shown[1]
        assert [card(game, seat, "es") for game in (state, other)] == [card(state, seat, "es")] * 2
    if state.to_move == 0:
        rack = state.hand.view(0).racks[0].known
        for tiles in (rack[:1], rack[:3]):
            chosen = Tiles(rack=" ".join(map(str, tiles)))
            places = [asdict(targets(game, 0, chosen, "es")) for game in (state, other)]
            assert places[0] == places[1]
        advised = [advise(game.hand.view(0), game.agreement.rules) for game in (state, other)]
        assert advised[0] == advised[1]


def test_the_racks_of_others_are_counts_until_the_hand_is_over(sitting: Sitting) -> None:
    sitting.plays("0 draw")
    own, others, watching = sitting.view(0), sitting.view(1), sitting.view(None)
    assert own.hand.rack[-1] == "8b"
    assert others.hand.rack == ("8r", "8k", "8y", "3b", "4b", "5b", "10y", "11y", "12y", "13y", "1y", "6b")
    assert watching.hand.rack is None
    assert [view.log[-1].move for view in (own, others, watching)] == ["0 draw 8b", "0 draw", "0 draw"]
    assert [view.result for view in (own, others, watching)] == [None] * 3
    assert own.seats[1].count == 12


def test_no_match_of_the_house_tells_of_a_game_that_is_played(sitting: Sitting) -> None:
    service = sitting.service
    assert service.cards("es", 0, 9) == ()
    for name in (sitting.game, sitting.view().game):
        with pytest.raises(Exception, match="no está"):
            service.snapshot(name, "es")


def test_a_backup_made_in_mid_game_says_that_all_racks_are_in_it(
    tmp_path: Path, burako: Callable[..., Outcome]
) -> None:
    journal = Journal.open(find_data_folder(tmp_path, environment={}).database_url)
    sitting = Sitting(tmp_path, service=MatchService(journal, EvidenceStore(tmp_path / "pictures"))).begins()

    def printed(language: str) -> str:
        file = tmp_path / "all.zip"
        out = burako("backup", file, "--data", tmp_path, "--lang", language).out
        assert file.stat().st_mode & 0o777 == 0o600, "only whoever runs the house reads it"
        return out

    assert "los atriles que los demás no ven" in printed("es")
    assert "the racks that the others do not see" in printed("en")
    sitting.says(0, LeaveSeat())
    sitting.says(1, LeaveSeat())
    assert "atriles" not in printed("es")
    journal.close()


def test_a_game_that_is_played_leaves_in_no_file_of_a_tournament(sitting: Sitting) -> None:
    journal = sitting.service.journal
    with pytest.raises(JournalError, match=sitting.game):
        exported(journal, sitting.game)
    visit = Visit(TournamentService(journal))
    visit.founds(format="free")
    visit.says(commands.AddFixture(1, 2))
    with pytest.raises(TournamentRefused, match="partido no está"):
        visit.says(commands.LinkMatch(1, sitting.game))
    tied, said = MatchLinked(1, sitting.game), metadata_of(visit.sender())
    forged = Draft(match=visit.tournament, kind=kind_of(tied), text=text_of(tied), rules="", said=said)
    journal.append(forged, journal.last(visit.tournament))
    assert {entry.match for entry in unpacked(exported(journal, visit.tournament))} == {visit.tournament}
