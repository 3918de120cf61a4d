"""Folders as phones, Macs, cameras and disks of the house leave them."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest

from companion.bulk_counting.photo_list import folder_listing, read_listing
from companion.cli.file_arguments import gather
from companion.errors import Refused
from companion.files.folders import NamedPictures, pictures_below


def filled(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    return folder


def inside(folder: Path, pictures: tuple[Path, ...]) -> list[str]:
    return [picture.relative_to(folder).as_posix() for picture in pictures]


@pytest.mark.parametrize(
    ("names", "taken"),
    [
        (["IMG_2.JPG", "IMG_1.jpeg", "notas.txt"], ["IMG_1.jpeg", "IMG_2.JPG"]),
        (["._IMG_1.jpg", "IMG_1.jpg", ".DS_Store"], ["IMG_1.jpg"]),
        ([".trashed-1767225600-IMG_1.jpg", ".thumbnails/1.jpg", "IMG_1.jpg"], ["IMG_1.jpg"]),
        (["__MACOSX/._a.jpg", "__MACOSX/a.jpg", "a.jpg"], ["a.jpg"]),
        (["@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg", "a.jpg"], ["a.jpg"]),
        (["100ANDRO/a.jpg", "101ANDRO/b.jpg"], ["100ANDRO/a.jpg", "101ANDRO/b.jpg"]),
        (["mesa 4/ronda 2/a.png", "a.webp"], ["a.webp", "mesa 4/ronda 2/a.png"]),
        (["a.heic", "b.avif"], ["a.heic", "b.avif"]),
    ],
    ids=lambda names: names[0],
)
def test_a_folder_gives_its_photographs_and_nothing_else(tmp_path: Path, names: list[str], taken: list[str]):
    assert inside(tmp_path, pictures_below(filled(tmp_path, *names))) == taken


def test_drawings_of_an_earlier_run_are_no_photographs(tmp_path: Path):
    filled(tmp_path, "a.jpg", "leidas/a.png")
    pictures, _ = gather([tmp_path], besides=tmp_path / "leidas")
    assert inside(tmp_path, pictures) == ["a.jpg"]


def test_a_folder_that_leads_to_itself_ends(tmp_path: Path):
    filled(tmp_path, "sub/a.jpg")
    (tmp_path / "sub" / "again").symlink_to(tmp_path, target_is_directory=True)
    assert inside(tmp_path, pictures_below(tmp_path)) == ["sub/a.jpg"]


def test_a_folder_inside_that_may_not_be_read_is_named(folder_without_privilege: Path):
    filled(folder_without_privilege, "a.jpg", "closed/b.jpg")
    (folder_without_privilege / "closed").chmod(0)
    _, (refusal,) = gather([folder_without_privilege])
    (folder_without_privilege / "closed").chmod(0o700)
    assert "closed" in refusal.sentence("es")


def test_photographs_of_one_name_in_two_folders_are_two_tables(tmp_path: Path):
    pictures = pictures_below(filled(tmp_path, "lunes/1.jpg", "martes/1.jpg"))
    assert [picture.table for picture in folder_listing(pictures, tmp_path).pictures] == ["lunes/1", "martes/1"]


COMPOSED, APART = normalize("NFC", "Núñez.jpg"), normalize("NFD", "Núñez.jpg")


@pytest.mark.parametrize(
    ("files", "written", "found"),
    [
        ([COMPOSED], COMPOSED, COMPOSED),
        ([APART], COMPOSED, APART),  # a Mac's archive, a list typed on a PC
        ([COMPOSED], APART, COMPOSED),
        ([APART, COMPOSED], COMPOSED, COMPOSED),
        (["IMG_1.JPG"], "img_1.jpg", "IMG_1.JPG"),
        (["IMG_1.JPG"], "IMG_1", "IMG_1.JPG"),
        (["mesa 4/a.jpg"], "mesa 4\\a.jpg", "mesa 4/a.jpg"),
        (["DCIM/100ANDRO/a.jpg"], "a.jpg", "DCIM/100ANDRO/a.jpg"),
        (["lunes/a.jpg", "martes/a.jpg"], "a.jpg", "a.jpg"),  # either: nobody knows which
        (["a.jpg", "a.png"], "a", "a"),
        (["b.jpg"], "a.jpg", "a.jpg"),
    ],
    ids=str,
)
def test_a_photograph_is_found_by_the_name_that_people_write(
    tmp_path: Path, files: list[str], written: str, found: str
):
    filled(tmp_path, *files)
    assert NamedPictures(tmp_path).find(written) == tmp_path / found
    (listed,) = read_listing(f"foto\n{written}\n", tmp_path).pictures
    assert (listed.path, listed.name) == (tmp_path / found, written)


def test_a_folder_without_photographs_says_so(tmp_path: Path):
    _, (refusal,) = gather([filled(tmp_path, "._a.jpg")])
    assert isinstance(refusal, Refused)
    assert "No hay fotos" in refusal.sentence("es")
