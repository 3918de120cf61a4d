"""``burako watch`` and ``burako evaluate-sitting``: a film becomes events, and is compared with its story."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import bootstrap
from companion.cli.stopwatch import StageTimes
from tests.companion.builders import reading
from tests.companion.conftest import Outcome
from tests.companion.knowing_watcher import KnowingWatcher, filmed, written
from tests.companion.taught import SetRecognizer, told_set

Burako = Callable[..., Outcome]


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The story of a film, with a watcher that knows it."""
    truth, made = filmed(tmp_path)
    monkeypatch.setattr(bootstrap, "open_watchers", lambda *_: lambda: KnowingWatcher(made))
    return truth


def lines(outcome: Outcome) -> list[dict]:
    assert (outcome.status, outcome.complaints) == (0, ())
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_a_film_is_told_as_one_event_a_line(burako: Burako, film: Path) -> None:
    truth = json.loads(film.read_text(encoding="utf-8"))
    fit, *update, end = lines(burako("watch", film.with_suffix(".avi"), "--players", "2", "--json"))
    assert (fit["event"], fit["verdict"], len(fit["checks"]), fit["provisional"]) == ("fit", "unknown", 6, False)
    assert {change["event"] for change in update} == {"change"}
    moves = [move["move"] for change in update for move in change["moves"]]
    assert moves[:3] == ["0 draw", "0 lay 7k 2y 9k", "0 extend #1 7k 2y 9k 10k"]
    assert moves[-1] == truth["moves"][-1]["move"] == "0 close discard"
    assert all(change["violations"] == [] for change in update)
    assert [change["frame"] for change in update] == sorted(change["frame"] for change in update)
    assert (end["event"], end["ended"]) == ("end", True)
    assert {change["provisional"] for change in (*update, end)} == {False}
    totals = {team: sheet["total"] for team, sheet in end["score"]["teams"].items()}
    assert (end["guessed"], end["score_range"]) == ([], {team: [total, total] for team, total in totals.items()})
    assert end["elapsed_ms"]["total"]["p50"] == 1.0


def test_a_film_is_told_in_words(burako: Burako, film: Path) -> None:
    result = burako("watch", film.with_suffix(".avi"), "--players", "2", "--lang", "es")
    said, complaints = result.out, result.complaints
    assert complaints == (
        "Cámara: todavía no se sabe si sirve; hacen falta fichas boca arriba arriba y abajo en la imagen.",
    )
    for phrase in ("El jugador 1 baja 7k 2y=8k 9k.", "Va nosotros", "Se terminó la grabación"):
        assert phrase in said
    assert "Player 1 lays 7k" in burako("watch", film.with_suffix(".avi"), "--players", "2", "--lang", "en").out


def test_a_film_that_is_told_well_gets_full_marks(burako: Burako, film: Path) -> None:
    mark, summary = lines(burako("evaluate-sitting", film, "--json"))
    assert (mark["found"], mark["invented"], mark["missed"]) == (mark["moves"], 0, [])
    assert (mark["false_alarms"], mark["taps"], mark["score_exact"]) == (0, 0, True)
    assert 0 <= mark["delay_s"]["p50"]["value"] <= 0.3
    every = {"overall": summary["overall"], **summary["by_rules"], **summary["by_codec"]}
    assert list(every) == ["overall", "clasico", "mjpg"]
    for each in every.values():
        assert [each[name]["value"] for name in ("exact_unaided", "exact_with_taps", "moves_found")] == [1.0] * 3
        assert (each["silently_wrong"]["value"], each["offences_found"]["value"], each["hands"]) == (0.0, None, 1)
    said = burako("evaluate-sitting", film).out
    assert "✓" in said
    assert "clasico" in said


@pytest.mark.parametrize(("seat", "is_silent"), [(0, False), (1, True)])
def test_a_story_that_differs_costs_marks(burako: Burako, film: Path, seat: int, is_silent: bool) -> None:
    """A tile too many on a rack is asked about; another tile in the place of one is not."""
    truth = json.loads(film.read_text(encoding="utf-8"))
    truth["moves"][1] |= {"move": "0 lay 1b 1k 1y", "violations": ["BAD_MELD"]}
    truth["racks"][seat] = " ".join(("13r", *truth["racks"][seat].split()[1:]))
    written(film.parent, truth)
    mark, _ = lines(burako("evaluate-sitting", film, "--json"))
    assert (mark["moves"] - mark["found"], mark["invented"], mark["missed"]) == (1, 1, ["0 lay 1b 1k 1y"])
    assert (mark["offences"], mark["offences_found"]) == (1, 0)
    assert (mark["score_exact"], mark["score_silently_wrong"]) == (False, is_silent)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["watch", "nowhere.mp4"], "«nowhere.mp4»"),
        (["watch", "phone.txt"], "«phone.txt»"),
        (["watch", "demo", "--players", "3"], "no son para 3 jugadores"),
        (["watch", "demo", "--zones", "nowhere.txt"], "nowhere.txt"),
        (["evaluate-sitting", "nowhere.json"], "historia"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_one_line(burako: Burako, command: list[str], says: str) -> None:
    outcome = burako(*command, "--lang", "es")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert says in outcome.complaints[0]


def test_laps_are_told_by_stage() -> None:
    laps = StageTimes()
    for ms in range(1, 101):
        laps.add({"total": float(ms), **({"look": 50.0} if ms > 98 else {})})
    assert laps.as_json() == {
        "total": {"frames": 100, "p50": 50.5, "p95": 95.0, "max": 100.0},
        "look": {"frames": 2, "p50": 50.0, "p95": 50.0, "max": 50.0},
    }


def test_a_set_that_is_none_is_refused(burako: Burako, film: Path, tmp_path: Path) -> None:
    (tmp_path / "set.npz").write_bytes(b"no set")
    outcome = burako("watch", film.with_suffix(".avi"), "--set-profile", tmp_path / "set.npz")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert "set.npz" in outcome.complaints[0]


def test_a_film_whose_set_was_taught_before_is_told_as_well(
    burako: Burako, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = [f"{number}b" for number in range(1, 14)]
    recognizer = SetRecognizer(seen=reading(" ".join(row)))
    monkeypatch.setattr(bootstrap, "open_recognizer", lambda _=None: recognizer)
    assert burako("evaluate-sitting", film, "--taught", "--json").status == 2, "its set lies nowhere"
    told_set(film, row)
    mark, _ = lines(burako("evaluate-sitting", film, "--taught", "--json"))
    assert (mark["found"], mark["score_exact"]) == (mark["moves"], True)
    assert recognizer.pupil.lessons == [tuple(row)]
