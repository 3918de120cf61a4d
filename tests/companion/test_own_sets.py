"""Sets of tiles that a house learns: kept, used, left, forgotten, and never used with another reader."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import cv2
import numpy as np
import pytest

from companion.refusal import PhotoRefused
from companion.tile_sets.own_sets import GIVEN, LONGEST_NAME, MOST_SETS, OwnTileSets
from companion.view_models import TaughtTile
from tests.companion.taught import UNTAUGHT, House, Pupil, profile

OTHER_READER = "cd" * 32
PICTURE = cv2.imencode(".jpg", np.full((300, 400, 3), 160, np.uint8))[1].tobytes()
TILES = tuple(TaughtTile(f"{n}b", ((0, 0), (20, 0), (20, 30), (0, 30))) for n in range(1, 14))


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "sets")


def names(sets: OwnTileSets) -> list[str]:
    """The sets; the one in use in capitals, those that cannot be used in brackets."""
    marked = [
        (tile_set.name.upper() if tile_set.is_in_use else tile_set.name, tile_set.is_usable) for tile_set in sets.view()
    ]
    return [name if is_usable else f"({name})" for name, is_usable in marked]


def key_of(sets: OwnTileSets, name: str) -> str:
    return next(tile_set.key for tile_set in sets.view() if tile_set.name == name)


def test_a_new_house_reads_any_makers_tiles(house: House):
    sets = house.opened()
    assert (sets.profile, sets.view()) == (None, ())


def test_what_is_learned_is_used_at_once_and_after_the_program_was_begun_anew(house: House):
    sets = house.opened()
    known = sets.learn("  Mis   fichas ", PICTURE, TILES)
    assert (known.name, known.examined, known.right_before, known.right_after) == ("Mis fichas", 13, 10, 13)
    assert house.pupil.lessons == [tuple(tile.face for tile in TILES)]
    assert names(sets) == names(house.opened()) == ["MIS FICHAS"]
    again = house.opened().profile
    assert again is not None
    assert again.name == "Mis fichas"


def test_of_several_sets_one_is_used_and_none_may_be(house: House):
    sets = house.opened()
    for name in ("nuevas", "de la abuela"):
        sets.learn(name, PICTURE, TILES)
    assert names(sets) == ["DE LA ABUELA", "nuevas"]
    sets.use(key_of(sets, "nuevas"))
    assert names(sets) == names(house.opened()) == ["de la abuela", "NUEVAS"]
    sets.use("")
    assert names(sets) == names(house.opened()) == ["de la abuela", "nuevas"]
    assert sets.profile is None


def test_a_set_that_is_learned_again_lies_beside_the_one_before(house: House):
    sets = house.opened()
    for _ in range(3):
        sets.learn("Mis fichas", PICTURE, TILES)
    assert names(sets) == ["Mis fichas", "Mis fichas 2", "MIS FICHAS 3"]


def no_better(house: House) -> OwnTileSets:
    """A house whose set «dudoso» reads no better than none."""
    house.pupil = Pupil(right_after=10, doubt=2 * UNTAUGHT)
    sets = house.opened()
    assert not sets.learn("dudoso", PICTURE, TILES).is_better
    return sets


def test_a_set_that_is_no_better_is_kept_to_be_proved_and_not_used(house: House):
    sets = no_better(house)
    assert (names(sets), names(house.opened()), sets.profile) == (["dudoso"], ["dudoso"], None)
    with pytest.raises(PhotoRefused, match="probalo"):
        sets.use(key_of(sets, "dudoso"))
    house.pupil.learned.clear()
    house.pupil.lessons.clear()
    sets.learn("otro", PICTURE, TILES)
    assert names(sets) == ["otro"], "of those that are no better the last is kept"


@pytest.mark.parametrize(
    ("right_after", "shown"),
    [(13, ["DUDOSO"]), (10, ["dudoso"]), (9, ["dudoso"])],
    ids=["better", "no better", "worse"],
)
def test_another_picture_decides(house: House, right_after: int, shown: list[str]):
    sets = no_better(house)
    house.pupil.right_after = right_after
    known = sets.prove(key_of(sets, "dudoso"), PICTURE, TILES)
    assert (known.is_proved, known.is_better) == (True, right_after > 10)
    assert names(sets) == names(house.opened()) == shown


@pytest.mark.parametrize("earlier", ["", "vieja"], ids=["none", "another set"])
def test_a_set_in_use_that_another_picture_is_read_worse_with_is_left_for_what_was_before(house: House, earlier: str):
    sets = house.opened()
    for name in filter(None, (earlier, "nueva")):
        sets.learn(name, PICTURE, TILES)
    house.pupil.right_after = 9
    assert not sets.prove(key_of(sets, "nueva"), PICTURE, TILES).is_better
    assert (sets.in_use, house.opened().in_use) == (earlier, earlier)


def test_one_goes_back_to_what_was_in_use_before(house: House):
    sets = house.opened()
    assert sets.before is None
    for name in ("vieja", "nueva"):
        sets.learn(name, PICTURE, TILES)
    for opened in (sets, house.opened()):
        assert opened.before == key_of(sets, "vieja")
    sets.use(key_of(sets, "vieja"))
    assert (sets.in_use, sets.before) == ("vieja", key_of(sets, "nueva"))
    sets.forget(key_of(sets, "nueva"))
    assert sets.before is None


def test_figures_that_cannot_be_read_are_left_out(house: House):
    sets = house.opened()
    sets.learn("casa", PICTURE, TILES)
    (figures,) = house.folder.glob("*.json")
    assert sets.view()[0].figures is not None
    for content in ("", "[]", '{"name": 3}', "{" * 9000):
        figures.write_text(content)
        assert [tile_set.figures for tile_set in house.opened().view()] == [None]


def test_a_set_in_use_that_is_deleted_is_left(house: House):
    sets = house.opened()
    sets.learn("viejas", PICTURE, TILES)
    sets.forget(key_of(sets, "viejas"))
    assert (sets.view(), sets.profile, house.opened().profile) == ((), None, None)


def test_whoever_reads_with_the_set_is_told_of_another(house: House):
    sets, heard = house.opened(), []
    sets.on_change(heard.append)
    sets.learn("una", PICTURE, TILES)
    sets.use("")
    assert [tile_set and tile_set.name for tile_set in heard] == ["una", None]


def test_a_set_that_came_with_the_command_is_used_first_and_cannot_be_deleted(house: House):
    house.opened().learn("de la casa", PICTURE, TILES)
    sets = house.opened(profile("del club"))
    assert names(sets) == ["de la casa", "DEL CLUB"]
    with pytest.raises(PhotoRefused):
        sets.forget(GIVEN)
    sets.use(key_of(sets, "de la casa"))
    sets.use(GIVEN)
    assert names(sets) == ["de la casa", "DEL CLUB"]
    assert names(house.opened()) == ["de la casa"]


def test_a_set_of_another_reader_or_a_damaged_one_is_shown_and_not_used(house: House):
    sets = house.opened()
    sets.learn("buenas", PICTURE, TILES)
    (house.folder / "0000.npz").write_bytes(b"no set")
    house.pupil = Pupil(identity=OTHER_READER)
    later = house.opened()
    assert names(later) == ["(buenas)", "(0000)"]
    assert later.profile is None
    with pytest.raises(PhotoRefused):
        later.use(key_of(later, "buenas"))
    assert names(house.opened()) == ["(buenas)", "(0000)"]


def test_a_house_opens_whatever_byte_of_the_set_in_use_is_damaged(house: House):
    sets = house.opened()
    sets.learn("casa", PICTURE, TILES)
    file = house.folder / f"{key_of(sets, 'casa')}.npz"
    whole = file.read_bytes()
    for at in range(0, len(whole), 5):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        assert len(house.opened().view()) == 1


@pytest.mark.parametrize(
    ("name", "tiles", "right_after", "said"),
    [
        ("casa", TILES[:7], 13, "7 fichas"),
        ("casa", TILES, 9, "peor"),
        ("  ", TILES, 13, "nombre"),
        ("x" * (LONGEST_NAME + 1), TILES, 13, "nombre"),
        ("a\x07b", TILES, 13, "nombre"),
    ],
    ids=["too few tiles", "learned badly", "no name", "a long name", "a name that rings"],
)
def test_what_cannot_be_learned_is_refused_in_both_languages_and_nothing_changes(
    house: House, name: str, tiles: Sequence[TaughtTile], right_after: int, said: str
):
    house.pupil = Pupil(right_after=right_after)
    sets = house.opened()
    with pytest.raises(PhotoRefused) as refused:
        sets.learn(name, PICTURE, tiles)
    assert said in refused.value.sentence("es")
    assert refused.value.sentence("en") != refused.value.sentence("es")
    assert (sets.view(), sets.profile) == ((), None)


def test_no_more_sets_are_kept_than_a_club_owns(house: House):
    sets = house.opened()
    for number in range(MOST_SETS):
        sets.learn(f"juego {number}", PICTURE, TILES)
        sets.use("")
    with pytest.raises(PhotoRefused, match=str(MOST_SETS)):
        sets.learn("otro", PICTURE, TILES)


def learned_together(house: House, monkeypatch: pytest.MonkeyPatch, *wanted: str) -> list[str]:
    """What each of them is told who begin before any of them is done: a name, or a refusal."""
    sets, meeting = house.opened(), Barrier(len(wanted))
    opened = OwnTileSets._named

    def together(*lesson: object) -> object:
        meeting.wait(10)
        return opened(*lesson)

    def learns(name: str) -> str:
        try:
            return sets.learn(name, PICTURE, TILES).name
        except PhotoRefused as refused:
            return refused.sentence("es")

    monkeypatch.setattr(OwnTileSets, "_named", together)
    with ThreadPoolExecutor(len(wanted)) as threads:
        return list(threads.map(learns, wanted))


def test_sets_that_are_learned_at_once_have_names_of_their_own(house: House, monkeypatch: pytest.MonkeyPatch):
    told = learned_together(house, monkeypatch, "casa", "casa", " casa ")
    assert sorted(told) == ["casa", "casa 2", "casa 3"]
    assert sorted(name.lower() for name in names(house.opened())) == sorted(told)


def test_sets_that_are_learned_at_once_are_no_more_than_a_club_owns(house: House, monkeypatch: pytest.MonkeyPatch):
    sets = house.opened()
    for number in range(MOST_SETS - 1):
        sets.learn(f"juego {number}", PICTURE, TILES)
        sets.use("")
    told = learned_together(house, monkeypatch, "uno", "otro")
    assert len({"uno", "otro"} & set(told)) == 1
    assert len(names(house.opened())) == MOST_SETS


@pytest.mark.parametrize("key", ["nada", "../secret", GIVEN], ids=["unknown", "a path", "none was given"])
def test_only_the_sets_of_the_house_are_used_and_deleted(house: House, key: str):
    sets = house.opened()
    for order in (sets.use, sets.forget):
        with pytest.raises(PhotoRefused):
            order(key)


def test_what_cannot_be_written_is_not_used(tmp_path: Path):
    (tmp_path / "sets").write_text("a file where the folder should be")
    sets = House(tmp_path / "sets").opened()
    with pytest.raises(PhotoRefused, match="guardar"):
        sets.learn("casa", PICTURE, TILES)
    assert sets.profile is None


def test_a_form_that_is_sent_twice_learns_one_set(house: House):
    sets = house.opened()
    first = sets.learn("casa", PICTURE, TILES, sent_as="form")
    assert sets.learn("casa", PICTURE, TILES, sent_as="form") == first
    assert names(sets) == ["CASA"]
    assert sets.learn("casa", PICTURE, TILES[1:], sent_as="form").name == "casa 2", "other tiles are another set"
    assert names(sets) == ["casa", "CASA 2"]


def test_a_set_is_never_kept_without_what_was_found_of_it(house: House, monkeypatch: pytest.MonkeyPatch):
    sets, writes = house.opened(), []
    write = OwnTileSets._write

    def noted(self: OwnTileSets, path: Path, content: bytes) -> None:
        writes.append(path.suffix)
        write(self, path, content)

    monkeypatch.setattr(OwnTileSets, "_write", noted)
    sets.learn("casa", PICTURE, TILES)
    assert writes[:2] == [".json", ".npz"], "killed in between it would be used unproved"
