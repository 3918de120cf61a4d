"""What is kept, what is forgotten, and who waits."""

from __future__ import annotations

import threading
from collections import Counter

import pytest

from companion.dashboard.photos.photo_store import KeptPhoto, PhotoStore, new_id


def photo(name: str, size_bytes: int = 10, place: str = "") -> KeptPhoto:
    picture = bytes(size_bytes)
    return KeptPhoto(
        id=name, name=name, picture=picture, media_type="image/jpeg", seen=None, rules="clasico", place=place
    )


@pytest.mark.parametrize(
    ("sizes", "kept"),
    [
        ([10, 10, 10], "012"),
        ([10, 10, 10, 10], "123"),
        ([60, 60], "1"),
        ([10, 80, 20], "12"),
        ([10, 500], "1"),
        ([500, 10], "1"),
    ],
)
def test_the_oldest_make_room(sizes: list[int], kept: str):
    album = PhotoStore(photos=3, size_bytes=100)
    for number, size in enumerate(sizes):
        album.keep(photo(str(number), size))
    assert "".join(str(n) for n in range(len(sizes)) if album.find(str(n))) == kept


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("a b b b b b", "a b3 b4"), ("b b b b a", "b2 b3 a"), ("a b c d", "b c d"), ("a a b b c", "a1 b1 c")],
)
def test_who_sends_many_pushes_out_nobody_elses(sent: str, kept: str):
    album, seen = PhotoStore(photos=3, size_bytes=1000), Counter[str]()
    for place in sent.split():
        album.keep(photo(f"{place}{seen[place] or ''}", place=place))
        seen[place] += 1
    names = [f"{place}{at or ''}" for place in sorted(seen) for at in range(seen[place])]
    assert {name for name in names if album.find(name)} == set(kept.split())


def test_a_photograph_that_was_looked_at_stays_longer():
    album = PhotoStore(photos=2, size_bytes=100)
    album.keep(photo("a"))
    album.keep(photo("b"))
    album.find("a")
    album.keep(photo("c"))
    assert album.find("a")
    assert album.find("b") is None


def test_what_was_said_folds_into_what_holds():
    said = photo("a").corrected(1, "5r").corrected(2, "J").corrected(1, None)
    assert said.corrections == {2: "J"}
    assert said.undone().corrections == {1: "5r", 2: "J"}
    assert said.undone().undone().undone().undone().corrections == {}


def test_changing_a_forgotten_photograph_changes_nothing():
    album = PhotoStore(photos=2, size_bytes=100)
    assert album.change("gone", KeptPhoto.undone) is None
    assert len(album) == 0


def test_many_hands_lose_no_correction():
    album = PhotoStore(photos=2, size_bytes=100)
    album.keep(photo("a"))

    def correct(first: int) -> None:
        for tile in range(first, first + 100):
            album.change("a", lambda kept, tile=tile: kept.corrected(tile, "5r"))

    threads = [threading.Thread(target=correct, args=(100 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(album.find("a").said) == 400


def test_names_are_long_and_never_the_same():
    names = {new_id() for _ in range(1000)}
    assert len(names) == 1000
    assert min(map(len, names)) >= 22
