"""Film on the disk: what is kept, what gives way, what is gone, and what a torn file still shows."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.film.film_file import shots_in
from companion.film.film_limits import FilmLimits
from companion.film.film_store import MEBIBYTE, REEL_MS, RESERVE_BYTES, FilmStore

PICTURE = b"\xff\xd8 one \xff\xd9"
BEGAN = 1_800_000_000_000


def shelf(folder: Path, free: int = 2 * RESERVE_BYTES, **limits: float) -> FilmStore:
    """A shelf whose disk has that much room."""
    return FilmStore(folder / "films", FilmLimits(**limits), lambda _: free)  # type: ignore[arg-type]


def filmed(kept: FilmStore, match: str, seconds: Sequence[float], size: int = 1) -> None:
    """Pictures at those seconds, each of which says when it was taken."""
    for second in seconds:
        kept.add(match, BEGAN + round(1000 * second), f"{second:g} ".encode() * size)
    kept.finish()


def seconds_of(kept: FilmStore, match: str) -> list[float]:
    """When the pictures of a match were taken."""
    return [(shot.at_ms - BEGAN) / 1000 for shot in kept.shots(match, 0, 2**62)]


AROUND = {
    # from when to when film is asked for, and the pictures that there are
    "all": (0, 100, [0, 5, 12, 19, 31]),
    "across files": (4, 20, [5, 12, 19]),
    "between two": (13, 18, []),
    "before the first": (-60, -1, []),
    "at its very moment": (12, 12, [12]),
}


@pytest.mark.parametrize("name", AROUND)
def test_pictures_are_found_by_their_moment(name: str, tmp_path: Path) -> None:
    since, until, wanted = AROUND[name]
    kept = shelf(tmp_path)
    filmed(kept, "m", [0, 5, 12, 19, 31])
    found = kept.shots("m", BEGAN + 1000 * since, BEGAN + 1000 * until)
    assert [(shot.at_ms - BEGAN) / 1000 for shot in found] == wanted
    assert [shot.jpeg() for shot in found] == [f"{second} ".encode() for second in wanted]


def test_stretches_are_told_apart(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    filmed(kept, "m", [0, 11, 300])
    assert [((began - BEGAN) // 1000, (ended - BEGAN) // 1000) for began, ended in kept.spans("m")] == [
        (0, 21),
        (300, 310),
    ]


TORN: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    # how a file of five pictures ends, and how many of them are left
    "whole": (lambda content: content, 5),
    "half a picture": (lambda content: content[:-3], 4),
    "half a head": (lambda content: content + b"shot\0\0", 5),
    "something else at its end": (lambda content: content + b"?" * 40, 5),
    "a head that lies of its length": (lambda content: content + b"shot" + b"\xff" * 16, 5),
    "empty": (lambda content: b"", 0),
}


@pytest.mark.parametrize("name", TORN)
def test_a_torn_file_shows_all_that_is_whole(name: str, tmp_path: Path) -> None:
    tear, left = TORN[name]
    kept = shelf(tmp_path)
    filmed(kept, "m", range(5))
    (path,) = (tmp_path / "films" / "m").glob("*.film")
    path.write_bytes(tear(path.read_bytes()))
    assert seconds_of(kept, "m") == list(range(left))
    filmed(kept, "m", [20])
    assert seconds_of(kept, "m") == [*range(left), 20]


def test_a_picture_that_changed_on_the_disk_is_not_shown(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    filmed(kept, "m", [0, 1])
    (path,) = (tmp_path / "films" / "m").glob("*.film")
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    assert [shot.jpeg() for shot in shots_in(path)] == [b"0 ", b""]


def test_what_is_being_written_can_be_seen(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    kept.add("m", BEGAN, PICTURE)
    assert [shot.jpeg() for shot in kept.shots("m", BEGAN, BEGAN)] == [PICTURE]
    kept.finish()


def test_the_oldest_of_a_table_gives_way_to_the_newest(tmp_path: Path) -> None:
    """A picture of a megabyte each twelve seconds, and room for ten less what a file may become."""
    kept = shelf(tmp_path, table_mb=10)
    filmed(kept, "m", range(0, 240, 12), size=MEBIBYTE // 4)
    assert kept.bytes_of("m")[0] <= 10 * MEBIBYTE
    assert seconds_of(kept, "m")[-1] == 228
    assert 3 <= len(seconds_of(kept, "m")) < 10


def test_all_tables_share_the_room(tmp_path: Path) -> None:
    kept = shelf(tmp_path, table_mb=10, total_mb=12)
    for place, match in enumerate(("a", "b", "c")):
        filmed(kept, match, range(100 * place, 100 * place + 72, 12), size=MEBIBYTE // 4)
    assert sum(kept.bytes_of(match)[0] for match in kept.matches) <= 12 * MEBIBYTE
    assert len(seconds_of(kept, "c")) > len(seconds_of(kept, "a"))


def test_what_people_keep_never_gives_way(tmp_path: Path) -> None:
    kept = shelf(tmp_path, table_mb=10)
    filmed(kept, "m", [0, 12, 24], size=MEBIBYTE // 4)
    assert kept.keep("m", BEGAN, BEGAN + 1000) == 1
    filmed(kept, "m", range(100, 400, 12), size=MEBIBYTE // 4)
    assert seconds_of(kept, "m")[0] == 0
    kept.delete("m", also_kept=False)
    assert seconds_of(kept, "m") == [0]
    kept.delete("m", also_kept=True)
    assert seconds_of(kept, "m") == []


def test_where_all_the_room_is_kept_nothing_more_is_filmed(tmp_path: Path) -> None:
    kept = shelf(tmp_path, table_mb=10)
    filmed(kept, "m", range(0, 84, 12), size=MEBIBYTE // 3)
    kept.keep("m", BEGAN, BEGAN + 200_000)
    with pytest.raises(OSError, match="No space"):
        kept.add("m", BEGAN + 300_000, PICTURE)


def test_a_full_disk_takes_no_film(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        shelf(tmp_path, free=RESERVE_BYTES - 1).add("m", BEGAN, PICTURE)


def test_film_gives_way_where_the_disk_fills_up_meanwhile(tmp_path: Path) -> None:
    free = [2 * RESERVE_BYTES]
    kept = FilmStore(tmp_path / "films", FilmLimits(), lambda _: free[0])
    filmed(kept, "m", [0, 20])
    filmed(kept, "n", [10])
    kept.keep("n", BEGAN, BEGAN + 20_000)
    free[0] = 0
    kept.free_space()
    assert (seconds_of(kept, "m"), seconds_of(kept, "n")) == ([], [10])


def test_what_is_deleted_is_nowhere_any_more(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    kept.add("m", BEGAN, PICTURE)
    kept.add("m", BEGAN + 1, PICTURE)
    kept.delete("m", also_kept=True)
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left == []
    kept.add("m", BEGAN + 2, PICTURE)
    assert len(kept.shots("m", 0, 2**62)) == 1
    kept.finish()


def test_only_what_is_older_is_deleted(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    filmed(kept, "m", [0, 20, 40])
    assert kept.delete("m", also_kept=False, before_ms=BEGAN + 2 * REEL_MS) == 1
    assert seconds_of(kept, "m") == [20, 40]


@pytest.mark.skipif(os.name != "posix", reason="needs the rights of files")
def test_only_its_owner_may_look_at_it(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    filmed(kept, "m", [0])
    rights = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "films").rglob("*")}
    assert rights == {"m": 0o700, f"{BEGAN}.film": 0o600}
    assert (tmp_path / "films").stat().st_mode & 0o777 == 0o700
