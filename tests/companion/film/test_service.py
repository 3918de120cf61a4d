"""Who is filmed, for how long that is there, and what people are told of it."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.film import service as film_service
from companion.film.film_limits import FilmLimits
from companion.film.film_store import FilmStore
from companion.film.service import FilmService
from companion.refusal import TableRefused
from companion.view_models.film import BEFORE_S, BEYOND_S

HOUR_S = 3600.0
NOW_S = 1_800_000_000.0
PICTURE = b"\xff\xd8 a picture \xff\xd9"


class House:
    """A house whose clock and matches do as they are told."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now_s = folder, NOW_S
        self.ended: dict[str, float] = {}
        self.begins()

    def begins(self) -> None:
        """The program is started."""
        self.shelf = FilmStore(self.folder / "films", FilmLimits(), lambda _: 2**40)
        self.service = FilmService(self.shelf, lambda: self.now_s, self.ended.get)

    def films(self, match: str = "m") -> None:
        """A picture is taken, and written."""
        self.service.start()
        self.service.add(match, PICTURE)
        self._until(lambda: self.service._waiting.empty())
        self.service.close()

    def lies(self, match: str, hours_ago: float) -> None:
        """Film of some time ago."""
        self.shelf.add(match, round(1000 * (self.now_s - HOUR_S * hours_ago)), PICTURE)
        self.shelf.finish()

    def has(self, match: str = "m") -> int:
        """How many pictures there are."""
        return len(self.shelf.shots(match, 0, 2**62))

    @staticmethod
    def _until(holds: Callable[[], bool]) -> None:
        began_s = monotonic()
        while not holds():
            assert monotonic() - began_s < 20
            sleep(0.01)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.shelf.finish()


def test_nothing_is_filmed_before_the_table_agrees(house: House) -> None:
    house.films()
    assert (house.has(), house.service.view("m", "es").says, list(house.folder.iterdir())) == (0, "", [])


def test_a_table_that_agrees_is_filmed_until_it_does_no_longer(house: House) -> None:
    house.service.switch("m", on=True)
    house.films()
    assert house.has() == 1
    assert house.service.view("m", "es").says == "Se guarda video de esta mesa."
    house.begins()
    assert house.service.is_on("m"), "also where the program is begun anew"
    house.service.switch("m", on=False)
    house.films()
    assert (house.has(), house.service.view("m", "es").says) == (1, "")


def test_only_the_match_that_agreed_is_filmed(house: House) -> None:
    house.service.switch("m", on=True)
    house.films("another")
    assert (house.has("another"), house.has()) == (0, 0)


AGES = {
    # how many hours ago it was filmed, how many hours ago the match was over, and whether anything is left
    "while it is played": (1.0, None, True),
    "just over": (1.0, 0.5, True),
    "over for more than an hour": (2.0, 1.01, False),
    "of yesterday": (12.1, None, False),
    "a match that is not there": (0.1, NOW_S / HOUR_S, False),
}


@pytest.mark.parametrize("name", AGES)
def test_film_goes_when_the_evening_is_over(name: str, house: House) -> None:
    filmed, over, is_left = AGES[name]
    house.service.switch("m", on=True)
    house.lies("m", filmed)
    if over is not None:
        house.ended["m"] = NOW_S - HOUR_S * over
    house.service.clear()
    assert bool(house.has()) == is_left
    assert house.service.is_on("m") == (over is None), "a match that is over is filmed no longer"
    house.begins()
    assert house.service.is_on("m") == (over is None)


@pytest.mark.parametrize("name", AGES)
def test_what_people_keep_stays_until_they_delete_it(name: str, house: House) -> None:
    filmed, over, _ = AGES[name]
    house.lies("m", filmed)
    house.service.keep("m", NOW_S - HOUR_S * filmed)
    if over is not None:
        house.ended["m"] = NOW_S - HOUR_S * over
    house.service.clear()
    assert house.has() == 1
    house.service.delete("m")
    assert (house.has(), [path for path in house.folder.rglob("*") if path.is_file()]) == (0, [])


MOMENTS = {
    # seconds between a picture and what was noted, and whether it is shown with that
    "long before": (-BEFORE_S - 0.1, False),
    "before": (-BEFORE_S, True),
    "at the moment": (0.0, True),
    "after": (BEYOND_S, True),
    "long after": (BEYOND_S + 0.1, False),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_a_line_leads_to_the_seconds_around_it(name: str, house: House) -> None:
    passed_s, is_shown = MOMENTS[name]
    at_ms = round(1000 * (NOW_S + passed_s))
    house.shelf.add("m", at_ms, PICTURE)
    house.shelf.finish()
    assert house.service.moments("m", NOW_S) == ((at_ms,) if is_shown else ())
    assert house.service.picture("m", at_ms) == PICTURE
    assert house.service.view("m", "es").has_film_at(NOW_S) or not is_shown


def test_a_disk_without_room_is_told_and_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film_service, "_PAUSE_S", 0.0)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no room")

    house.service.switch("m", on=True)
    with monkeypatch.context() as patch:
        patch.setattr(house.shelf, "add", full)
        house.films()
    assert house.service.view("m", "en").says.startswith("There is no room for more film")
    house.service._write("m", 1, PICTURE)
    assert house.service.view("m", "en").says == "This table is being filmed."


def test_a_slow_disk_never_holds_up_the_camera(house: House) -> None:
    house.service.switch("m", on=True)
    began_s = monotonic()
    for _ in range(1000):
        house.service.add("m", PICTURE)  # nobody writes
    assert monotonic() - began_s < 5


@pytest.mark.parametrize("name", ["..", "../evidence", "a/b", "", "x" * 65, "ñandú/.."])
def test_no_name_leads_out_of_the_folder(name: str, house: House) -> None:
    (house.folder / "1.film").write_bytes(b"")
    house.service.switch(name, on=True)
    house.service.keep(name, 0)
    house.service.delete(name)
    assert (house.service.moments(name, 0), house.service.picture(name, 1), house.service.view(name, "es").spans) == (
        (),
        b"",
        (),
    )
    assert [path.name for path in house.folder.iterdir()] == ["1.film"]


def test_where_the_switch_cannot_be_kept_that_is_said(house: House) -> None:
    (house.folder / "films").write_bytes(b"a file where a folder should be")
    with pytest.raises(TableRefused):
        house.service.switch("m", on=True)
    assert not house.service.is_on("m")
