"""Create the requested document from the present state, and cache it."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import Lock

from reportlab.lib.units import mm

from companion.printing.a4_page import PageHead, printed
from companion.printing.bracket import bracket_body
from companion.printing.counted_score_sheets import (
    PARTS,
    filled_body,
    sheet_of_fixture,
    sheet_of_match,
)
from companion.printing.empty_score_sheets import empty_pages
from companion.printing.shared_pictures import match_picture, results_picture, standings_picture
from companion.printing.spreadsheet_files import as_csv, as_json, as_xlsx
from companion.printing.standings_and_rounds import fixtures_body, standings_body
from companion.printing.tournament_grids import GRIDS
from companion.printing.wording import points_text, word
from companion.view_models import MatchSnapshot
from companion.view_models.exported_files import DocumentRequest, Paper
from companion.view_models.tournament import FixtureView, TournamentSnapshot

KEPT_PAPERS = 60
MEDIA = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "png": "image/png",
}
PRINTED = ("standings", "fixtures", "bracket", "sheets", "blank")
DRAWN = ("standings", "results")
_LYING_MATCHES = 8
"""Matches of a first round that leave room for a bracket on a lying page."""
NotedHands = Callable[[str, str], Sequence[MatchSnapshot]]
"""Gives the views of a match's hands, in a language."""


class PaperCache:
    """Creates documents and caches the latest; thread-safe."""

    def __init__(self, noted: NotedHands = lambda _match, _language: ()) -> None:
        self._noted = noted
        self._kept: OrderedDict[tuple[str, str, DocumentRequest], Paper] = OrderedDict()
        self._lock = Lock()

    def of_tournament(self, snapshot: TournamentSnapshot, wanted: DocumentRequest) -> Paper | None:
        """The requested document of a tournament; None for an unknown kind.

        What rests on a match of the house is created each time: that may change without the tournament.
        """
        version = f"{snapshot.revision} {snapshot.changed_ms}"
        key, match = (snapshot.tournament, version, wanted), _match_of(snapshot, wanted)
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        contents = self._made(snapshot, wanted)
        if contents is None:
            return None
        paper = Paper(_name(snapshot.title, wanted), MEDIA[wanted.form], contents)
        if match:
            return paper
        with self._lock:
            self._kept[key] = paper
            while len(self._kept) > KEPT_PAPERS:
                self._kept.popitem(last=False)
        return paper

    def of_match(self, match: str, language: str, address: str = "") -> Paper:
        """The score sheet of a match, with every line of every hand."""
        noted = self._noted(match, language)
        sheet = sheet_of_match(noted, language)
        shown = noted[-1]
        head = PageHead(
            title=shown.title or " – ".join(sheet.names),
            said=shown.rules.title,
            heading=word(language, "blank"),
            foot=_moment(shown.began_s, language),
            language=language,
            address=address,
        )
        named = _name(shown.title, DocumentRequest(what="blank", form="pdf", language=language))
        return Paper(named, MEDIA["pdf"], printed(head, list(filled_body(sheet, language))))

    def picture_of_match(self, match: str, headline: str, language: str) -> Paper:
        """A picture of a match's standing or result to share; ``headline`` names the winner."""
        shown = self._noted(match, language)[-1]
        target = (
            (word(language, "target", target=points_text(language, shown.rules.target)),) if shown.rules.target else ()
        )
        said = " · ".join((*target, _moment(shown.log[0].at_s if shown.log else shown.began_s, language)))
        named = _name(shown.title, DocumentRequest(what="result", form="png", language=language))
        return Paper(named, MEDIA["png"], match_picture(shown, headline, said, language))

    def _made(self, snapshot: TournamentSnapshot, wanted: DocumentRequest) -> bytes | None:
        language = wanted.language
        match wanted.form, wanted.what:
            case "pdf", what if what in PRINTED:
                return self._printed(snapshot, wanted)
            case "csv", what if what in GRIDS:
                return as_csv(GRIDS[what](snapshot), language)
            case "xlsx", "tournament":
                return as_xlsx([grid(snapshot) for grid in GRIDS.values()], language)
            case "json", "tournament":
                head = {"tournament": snapshot.tournament, "title": snapshot.title, "revision": snapshot.revision}
                return as_json([grid(snapshot) for grid in GRIDS.values()], head | {"champion": snapshot.champion})
            case "png", "standings":
                return standings_picture(snapshot, _moment(snapshot.at_s, language), language)
            case "png", "results":
                return results_picture(snapshot, _moment(snapshot.at_s, language), language)
        return None

    def _printed(self, snapshot: TournamentSnapshot, wanted: DocumentRequest) -> bytes:
        what, language = wanted.what, wanted.language
        if what in ("sheets", "blank"):
            return self._sheets(snapshot, wanted)
        if what == "bracket":
            is_wide = bool(snapshot.bracket) and len(snapshot.bracket[0]) <= _LYING_MATCHES
            room = (255 * mm, 145 * mm) if is_wide else (175 * mm, 235 * mm)
            return printed(_head(snapshot, wanted), list(bracket_body(snapshot, language, room)), is_wide=is_wide)
        body = (
            fixtures_body(snapshot, language, wanted.round)
            if what == "fixtures"
            else standings_body(snapshot, language)
        )
        return printed(_head(snapshot, wanted), list(body))

    def _sheets(self, snapshot: TournamentSnapshot, wanted: DocumentRequest) -> bytes:
        """Empty sheets for the matches to be played, or the filled sheet of one match."""
        language, parts = wanted.language, _parts(snapshot)
        one = snapshot.fixture(wanted.fixture) if wanted.fixture is not None else None
        if one and (one.slips or one.walkover):
            match = _match_of(snapshot, wanted)
            noted = self._noted(match, language) if match else ()
            sheet = sheet_of_fixture(snapshot, one, noted, language)
            return printed(_head(snapshot, wanted), list(filled_body(sheet, language)))
        fixtures = [one] if one else [] if wanted.what == "blank" else _to_be_played(snapshot, wanted.round)
        sheets = [sheet_of_fixture(snapshot, each, (), language) for each in fixtures]
        empty = [(sheet.place, sheet.names) for sheet in sheets] or [("", ("", ""))]
        return printed(_head(snapshot, wanted), list(empty_pages(empty, parts, language)), is_wide=True)


def _match_of(snapshot: TournamentSnapshot, wanted: DocumentRequest) -> str:
    """The match of the house whose lines are on a score sheet; empty where there is none."""
    found = snapshot.fixture(wanted.fixture) if wanted.fixture is not None else None
    return found.match if found and wanted.what in ("sheets", "blank") else ""


def _to_be_played(snapshot: TournamentSnapshot, wanted: str) -> list[FixtureView]:
    """The matches with known players that are not over, those at tables first."""
    found = [
        fixture
        for fixture in snapshot.fixtures
        if fixture.standing in ("ready", "seated", "playing") and not fixture.slips
    ]
    found = [paper for paper in found if not wanted or wanted == f"{paper.stage}-{paper.round}"]
    return sorted(found, key=lambda fixture: (fixture.table is None, fixture.table or 0, fixture.number))


def _parts(snapshot: TournamentSnapshot) -> tuple[str, ...]:
    """The score components of a hand under its rules."""
    return () if snapshot.game == "rummy" else PARTS


def _head(snapshot: TournamentSnapshot, wanted: DocumentRequest) -> PageHead:
    language = wanted.language
    said = [word(language, snapshot.format), snapshot.rules_title]
    said += [word(language, "target", target=points_text(language, snapshot.target))] if snapshot.target else []
    said += [word(language, "minutes", minutes=snapshot.time_limit_min)] if snapshot.time_limit_min else []
    said += [word(language, "champion", name=snapshot.champion)] if snapshot.champion else []
    is_empty = wanted.what in ("sheets", "blank")
    return PageHead(
        title=snapshot.title,
        said=" · ".join(said),
        heading=word(language, "blank" if is_empty else wanted.what),
        foot="" if is_empty else word(language, "as of", moment=_moment(snapshot.at_s, language)),
        language=language,
        address=wanted.address,
    )


def _moment(at_s: float, language: str) -> str:
    """A local time; ``at_s`` is in seconds since 1970."""
    return datetime.fromtimestamp(at_s, UTC).astimezone().strftime(word(language, "moment"))


def _name(title: str, wanted: DocumentRequest) -> str:
    """A file name, without spaces and accents."""
    said = f"{title} {word(wanted.language, wanted.what)} {wanted.round} {wanted.fixture or ''}"
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
    return "-".join("".join(sign if sign.isalnum() else " " for sign in plain).split()) + f".{wanted.form}"
