"""Adapters for the dashboard: read photographs, and look up rules by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from companion.bootstrap import Recognizer, is_rules_file, open_rules, recognize_frame
from companion.census import Census, CensusAnswers, census_of, seen_picture
from companion.errors import Refused
from companion.recognition.interpret import SeenPhotograph
from companion.recognition.piled_canastas import canastas_under
from companion.refusal import PhotoRefused, TournamentRefused
from companion.rule_questions.rule_books import about_rules
from companion.view_models import NO_ANSWERS, NO_TILE, PhotoAnswers, PhotoScore, ProfileView, RuleView
from engine.rule_and_tile_words import LANGUAGES, rule_sentence, rule_statement
from engine.rules.profiles import PROFILES, overridden, profile_title
from engine.rules.rules import Rules
from engine.tiles import NotationError, Tile
from vision.adaptation.set_naming import self_named
from vision.errors import BadImage
from vision.io.images import Pixels, decode, open_photograph

if TYPE_CHECKING:
    from companion.eventstore import DataFolder
    from companion.house_rules.rules_by_name import RulesByName

UNREADABLE = 422
STATUSES: Mapping[str, int] = {
    "empty": 400,
    "too_heavy": 413,
    "too_many_pixels": 413,
    "too_much_memory": 413,
    "foreign_format": 415,
    "heic": 415,
    "not_an_image": 415,
}
"""The HTTP status that fits a picture that vision refuses, by the code of the refusal; ``UNREADABLE`` for others."""


@dataclass(frozen=True, slots=True, eq=False)
class ReceivedPhoto:
    """A recognised photograph whose rules are looked up by name."""

    photograph: SeenPhotograph
    law: Callable[[str], Rules]

    def score(self, rules: str, language: str, answers: PhotoAnswers = NO_ANSWERS) -> PhotoScore:
        """The score under the rules called ``rules``; see ``SeenPhotograph.score``."""
        return self.photograph.score(self.law(rules), language, answers)

    def canastas_under(self, score: PhotoScore, top: int, rules: str) -> tuple[str, ...]:
        """The canastas that the tile ``top`` of its ``score`` may be the top of, under the rules called ``rules``."""
        return canastas_under(score, top, self.law(rules))

    def beyond_doubt(self) -> Mapping[int, str]:
        """The faces of the certain tiles, by tile id."""
        return {named_tile.tile: named_tile.face for named_tile in self_named(self.photograph.reading)}


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReader:
    """Reads photographs with one recognizer; ``law`` loads rules by name, ``pixels`` decodes a file."""

    recognizer: Recognizer
    law: Callable[[str], Rules]
    pixels: Pixels = decode

    def read(self, picture: bytes, name: str) -> ReceivedPhoto:
        """Read a picture. Raises PhotoRefused."""
        try:
            photograph = recognize_frame(self.recognizer, open_photograph(picture, self.pixels), name)
        except BadImage as error:
            raise refused(error) from error
        return ReceivedPhoto(photograph, self.law)


def counted(
    recognizer: Recognizer,
    pixels: Pixels,
    bag: Sequence[str],
    photos: Sequence[tuple[bytes, str]],
    answers: CensusAnswers,
) -> Census:
    """Count the tiles of ``photos``, bytes and name, against ``bag``, with people's answers.

    ``pixels`` decodes a file. Raises PhotoRefused.
    """
    told, pictures = _checked(answers), []
    for picture, name in photos:
        try:
            frame = open_photograph(picture, pixels)
        except BadImage as error:
            raise PhotoRefused(
                {
                    language: Refused("census picture", path=name, reason=error.sentence(language)).sentence(language)
                    for language in LANGUAGES
                }
            ) from error
        pictures.append(seen_picture(name, frame.size_px, recognizer.look(frame)))
    return census_of(pictures, bag, told)


def _checked(answers: CensusAnswers) -> CensusAnswers:
    """The answers with their tiles in plain notation. Raises PhotoRefused for one that is none."""
    try:
        faces = {place: _face(said) for place, said in answers.faces.items()}
    except NotationError as error:
        raise PhotoRefused.of(error) from error
    return replace(answers, faces=faces)


def _face(name: str | None) -> str | None:
    return None if name in (None, NO_TILE) else str(Tile.parse(name))


def checked(pixels: Pixels, picture: bytes) -> None:
    """Raise PhotoRefused unless ``pixels`` opens the picture."""
    try:
        open_photograph(picture, pixels)
    except BadImage as error:
        raise refused(error) from error


def refused(error: BadImage) -> PhotoRefused:
    """The refusal of an unreadable picture."""
    return PhotoRefused.of(error, STATUSES.get(error.code, UNREADABLE))


def open_laws(chosen: str, overrides: Sequence[str] = (), data_folder: DataFolder | None = None) -> Mapping[str, Rules]:
    """All profiles by name, and ``chosen`` (possibly a user's own file) with its overrides. Raises RulesError.

    A stored rule set is not among them unless it is overridden, since it may change meanwhile.
    """
    chosen_rules = open_rules(chosen, overrides, data_folder)
    is_given = chosen in PROFILES or bool(overrides) or is_rules_file(chosen)
    return {name: open_rules(name) for name in PROFILES} | ({chosen: chosen_rules} if is_given else {})


def law_of(laws: RulesByName, of_tournament: Callable[[str], Rules], name: str) -> Rules:
    """The rules called ``name``: one of the selectable ``laws``, a retired one, or those of a tournament."""
    return laws.find(name) or laws.past(name) or of_tournament(name)


def open_law(
    laws: RulesByName, of_tournament: Callable[[str], Rules], name: str, overrides: Sequence[str] = ()
) -> Rules:
    """The rules ``name``, also of a tournament or a user's file, with each ``key=value`` applied. Raises RulesError."""
    with suppress(TournamentRefused):
        return overridden(of_tournament(name), overrides)
    return laws.open(name, overrides)


def profile_views(laws: Mapping[str, Rules]) -> tuple[ProfileView, ...]:
    """The profiles as offered on pages: built-in ones by title, a user's own by file name."""
    return tuple(
        ProfileView(name, _titles(law.name), law.players, tuple(_rules(law)), _abouts(name))
        for name, law in laws.items()
    )


def demo_pictures() -> tuple[Path, ...]:
    """The pictures of the demo table in order; empty where they are not installed."""
    return tuple(sorted(_demo().glob("*.jpg")))


def demo_film() -> Path | None:
    """The film of the demo hand, with its ground truth beside it; None where it is not installed."""
    film = _demo() / "hand" / "film.mp4"
    return film if film.is_file() else None


def _demo() -> Path:
    return Path(str(files("companion"))) / "demo"


def _rules(law: Rules) -> Iterator[RuleView]:
    for line in law.lines(LANGUAGES[0]):
        settles, says = (
            {language: sentence(language) for language in LANGUAGES}
            for sentence in (partial(rule_sentence, line.key), partial(rule_statement, line.key, line.value))
        )
        yield RuleView(line.key, line.written, settles, says)


def _abouts(name: str) -> Mapping[str, str]:
    return {language: about_rules(name, language) for language in LANGUAGES}


def _titles(name: str) -> Mapping[str, str]:
    if name not in PROFILES:
        return dict.fromkeys(LANGUAGES, Path(name).stem)
    return {language: profile_title(name, language) for language in LANGUAGES}
