"""The learned tile sets, and the recognizer adapted to the set in use."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from companion.bootstrap import LearningRecognizer
from companion.errors import CompanionError
from companion.eventstore.evidence_store import keep_file, remove_file
from companion.eventstore.service_errors import errors_as_refusals
from companion.refusal import PhotoRefused, filled
from companion.tile_sets.figures import figures_in, set_key
from companion.tile_sets.learning import LEAST_TILES, LearnedSet, fit_set, unless_worse, validate_set
from companion.view_models import LearnedView, OwnSetView, TaughtTile
from engine.sentences import catalogue
from vision.adaptation.progress import ProgressCallback, ignore_progress
from vision.belief import Belief
from vision.errors import BadImage, BadSetProfile
from vision.io.images import Pixels, decode, open_photograph
from vision.reading import DetectedTile, Frame, TableReading
from vision.recognition.set_profile import SetProfile

if TYPE_CHECKING:
    from vision.adaptation.set_learning import NamedTile

MOST_SETS = 20
LONGEST_NAME = 40
GIVEN = "given"
"""The key of the set that came with the command that began the program."""
_SUFFIX, _FIGURES, _CHOICE = ".npz", ".json", "in-use"
SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.tile_sets",
    {
        "few": "Hay {named} fichas con nombre y hacen falta {least}: tocá las que faltan para decir cuáles son.",
        "name": "Ponele un nombre al juego, de hasta {most} letras.",
        "many": "Ya hay {most} juegos aprendidos: borrá alguno primero.",
        "unusable": "Ese juego no está, o se aprendió con otra versión del programa: sacale la foto de nuevo.",
        "unproved": "Con ese juego no se lee mejor: probalo antes con otra foto.",
    },
)
OpenRecognizer = Callable[[SetProfile | None], LearningRecognizer]


class OwnTileSets:
    """Learned sets in a folder, at most one of them in use; itself a recognizer, adapted to it.

    Thread-safe, one picture at a time. What is learned or chosen is on the disk before it is used.
    """

    def __init__(self, folder: Path, open_recognizer: OpenRecognizer, given: SetProfile | None = None) -> None:
        """``given`` is in use at first, else the last chosen set that fits these networks.

        Raises ModelMissing or ModelCorrupt, and BadSetProfile where ``given`` was learned with another reader.
        """
        self._folder, self._open_recognizer, self._given = folder, open_recognizer, given
        self._lock, self._looking, self._storing = Lock(), Lock(), Lock()
        self.pixels: Pixels = decode
        """What opens a photograph of a set."""
        self._plain = self._recognizer = open_recognizer(None)
        self._key = ""
        self.before: str | None = None
        """The key of what was in use before; None where nothing was chosen yet."""
        self.profile: SetProfile | None = None
        """The set in use."""
        self._on_change: Callable[[SetProfile | None], None] = lambda _: None
        if given:
            self._wear(GIVEN, given)
        elif (chosen := self._chosen()) and (kept := self._kept().get(chosen[0])) and self._fits(kept):
            self._wear(chosen[0], kept)
            self.before = chosen[1]

    def look(self, frame: Frame) -> TableReading:
        """Recognize a picture of a table."""
        with self._looking:
            return self._recognizer.look(frame)

    def read_crop(self, frame: Frame) -> Belief:
        """The belief about the single tile of a picture."""
        with self._looking:
            return self._recognizer.read_crop(frame)

    @property
    def in_use(self) -> str:
        """The name of the set in use; empty without one."""
        return self.profile.name if self.profile else ""

    def on_change(self, on_change: Callable[[SetProfile | None], None]) -> None:
        """Register ``on_change``, called whenever the set in use changes."""
        self._on_change = on_change

    def view(self) -> tuple[OwnSetView, ...]:
        """The sets by name."""
        known = {**({GIVEN: self._given} if self._given else {}), **self._kept()}
        by_name = sorted(known.items(), key=lambda item: (item[1] is None, item[1] and item[1].name, item[0]))
        return tuple(
            OwnSetView(
                key=key,
                name=profile.name if profile else key,
                tiles=profile.tiles if profile else 0,
                is_in_use=key == self._key,
                is_usable=self._fits(profile),
                is_kept=key != GIVEN,
                figures=figures_in(self._folder / f"{key}{_FIGURES}"),
            )
            for key, profile in by_name
        )

    @property
    def least(self) -> int:
        """The number of tiles needed to learn or validate a set."""
        return LEAST_TILES

    def learn(
        self, name: str, picture: bytes, tiles: Sequence[TaughtTile], on_progress: ProgressCallback = ignore_progress,
        sent_as: str = "",
    ) -> LearnedView:  # fmt: skip
        """Learn the set ``name`` from a picture, store it and, if it improves accuracy, use it.

        Of the sets that do not, the last is kept for validation. ``on_progress`` is called after each step. The same
        under the same key ``sent_as`` is one set. Raises PhotoRefused where it would read worse.
        """
        name = _checked(name)
        key = set_key(sent_as, name, picture, tiles)
        if known_before := self._learned(key):
            return known_before
        lesson = self._named(picture, tiles)
        self._useless()
        with self._looking:
            known = fit_set(self._plain.teacher(), self._free(name), lesson, self.profile, on_progress)
        try:
            unless_worse(known)
        except CompanionError as error:
            raise PhotoRefused.of(error) from error
        with self._storing:  # others may have learned one meanwhile
            if known_before := self._learned(key):
                return known_before
            useless = self._useless()
            known = replace(known, profile=replace(known.profile, name=self._free(name)))
            self._note_figures(key, known)  # first: a set without them may be used unproved
            self._write(self._folder / f"{key}{_SUFFIX}", known.profile.to_bytes())
            for spoilt in useless:
                with suppress(PhotoRefused):  # somebody else deleted it
                    self.forget(spoilt)
            return self._weighed(key, known)

    def prove(
        self, key: str, picture: bytes, tiles: Sequence[TaughtTile], on_progress: ProgressCallback = ignore_progress
    ) -> LearnedView:
        """Validate the set ``key`` on another picture: use it if it improves accuracy, else stop using it.

        ``on_progress`` is called after each step. Raises PhotoRefused.
        """
        profile = self._kept().get(key)
        if profile is None or not self._fits(profile):
            raise _refusal("unusable")
        worn = None if key == self._key else self.profile
        lesson = self._named(picture, tiles)
        with self._looking:
            known = validate_set(self._plain.teacher(), profile, lesson, worn, on_progress)
        return self._weighed(key, known)

    def use(self, key: str) -> None:
        """Use the set ``key`` from now on, or none where it is empty. Raises PhotoRefused."""
        profile = self._given if key == GIVEN else self._kept().get(key)
        if key and not self._fits(profile):
            raise _refusal("unusable")
        if (figures := figures_in(self._folder / f"{key}{_FIGURES}")) and not figures.is_better:
            raise _refusal("unproved")
        with self._lock:
            before = self._key if key != self._key else self.before
            self._write(self._folder / _CHOICE, f"{key}\n{before or ''}".encode())
            self._wear(key, profile)
            self.before = before

    def forget(self, key: str) -> None:
        """Delete the set ``key``, no longer using it. Raises PhotoRefused for an unknown one."""
        if key not in self._kept():
            raise _refusal("unusable")
        if key == self._key:
            self.use("")
        if key == self.before:
            self.before = None
        for suffix in (_SUFFIX, _FIGURES):
            remove_file(self._folder / f"{key}{suffix}")

    def _named(self, picture: bytes, tiles: Sequence[TaughtTile]) -> list[NamedTile]:
        """The labelled tiles of a picture. Raises PhotoRefused for too few, or an unreadable picture."""
        from vision.adaptation.set_learning import (
            NamedTile,  # loads the reader, and who judges melds alone does without
        )

        if len(tiles) < LEAST_TILES:
            raise _refusal("few", named=len(tiles), least=LEAST_TILES)
        try:
            frame = open_photograph(picture, self.pixels)
        except BadImage as error:
            raise PhotoRefused.of(error) from error
        places = (DetectedTile(np.array(tile.corners, np.float32), 1.0) for tile in tiles)
        return [NamedTile.of(frame, place, tile.face) for place, tile in zip(places, tiles, strict=True)]

    def _weighed(self, key: str, learned: LearnedSet) -> LearnedView:
        """Store the validation result of the set ``key``, and use it accordingly."""
        shown = self._note_figures(key, learned)
        if learned.is_better:
            self.use(key)
        elif key == self._key:
            self.use(self.before if self.before and self.before in self._kept() else "")
        return shown

    def _note_figures(self, key: str, learned: LearnedSet) -> LearnedView:
        shown = LearnedView(name=learned.profile.name, tiles=learned.profile.tiles, **learned.figures)
        self._write(self._folder / f"{key}{_FIGURES}", json.dumps(asdict(shown)).encode())
        return shown

    def _learned(self, key: str) -> LearnedView | None:
        """What was told of the set ``key`` last; None without such a set."""
        return figures_in(self._folder / f"{key}{_FIGURES}") if key in self._kept() else None

    def _useless(self) -> list[str]:
        """The keys of the sets that do not improve accuracy. Raises PhotoRefused where the others are too many."""
        useless = [
            tile_set.key
            for tile_set in self.view()
            if tile_set.is_kept and tile_set.figures and not tile_set.figures.is_better
        ]
        if len(self._kept()) - len(useless) >= MOST_SETS:
            raise _refusal("many", most=MOST_SETS)
        return useless

    def _free(self, name: str) -> str:
        """``name``, numbered where it is taken."""
        taken = {tile_set.name for tile_set in self.view()}
        return next(
            candidate
            for candidate in chain([name], (f"{name} {number}" for number in count(2)))
            if candidate not in taken
        )

    def _wear(self, key: str, profile: SetProfile | None) -> None:
        """Switch to the recognizer for ``profile``."""
        self._recognizer = self._open_recognizer(profile) if profile else self._plain
        self._key, self.profile = key, profile
        self._on_change(profile)

    def _fits(self, profile: SetProfile | None) -> bool:
        return profile is not None and profile.reader == self._reader

    @cached_property
    def _reader(self) -> str:
        """The identity of the reader to which sets must be fitted."""
        return self._plain.teacher().identity

    def _kept(self) -> Mapping[str, SetProfile | None]:
        """The stored sets by key; None for an unusable file."""
        return {path.stem: _loaded(path) for path in self._folder.glob(f"*{_SUFFIX}")}

    def _chosen(self) -> tuple[str, str] | None:
        """The last chosen key, and the previous one; None where missing."""
        try:
            key, _, before = (self._folder / _CHOICE).read_text(encoding="ascii").partition("\n")
        except (OSError, ValueError):
            return None
        return key, before

    @errors_as_refusals(PhotoRefused)
    def _write(self, path: Path, content: bytes) -> None:
        """Write a file to the folder. Raises PhotoRefused."""
        keep_file(path, content)


def _loaded(path: Path) -> SetProfile | None:
    try:
        return SetProfile.load(path)
    except BadSetProfile:
        return None


def _checked(name: str) -> str:
    """A normalised set name. Raises PhotoRefused."""
    plain = " ".join(name.split())
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise _refusal("name", most=LONGEST_NAME)
    return plain


def _refusal(key: str, **parts: object) -> PhotoRefused:
    return PhotoRefused(filled(SENTENCES[key], **parts))
