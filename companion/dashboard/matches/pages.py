"""The pages of matches: table, scoring, log, unseen tiles."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, make_response, render_template, request, url_for
from flask_babel import gettext as _

from companion.dashboard.auth.access import may
from companion.dashboard.camera.demo_hand import left_rack
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.agreement_form import filled
from companion.dashboard.matches.chart import chart_of
from companion.dashboard.matches.command_forms import tables
from companion.dashboard.matches.move_composer import Composer, composer_of
from companion.dashboard.matches.paper_sheet_pages import empty_form
from companion.dashboard.matches.points_by_kind import match_parts
from companion.dashboard.matches.rack_photos import RackPhoto, read_rack
from companion.dashboard.matches.withholding import visible
from companion.dashboard.pagination import list_page
from companion.dashboard.photo_hands.photo_hand_pages import going_on
from companion.dashboard.photos.likely_faces import likely_faces
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.tile_faces import every_face, face_of
from companion.dashboard.uploads import media_type
from companion.match_commands import Tap
from companion.refusal import TableRefused
from companion.view_models import HandView, MatchSnapshot, MeldView

table_pages = Blueprint("tables", __name__, url_prefix="/matches")


@table_pages.get("")
def listed() -> str:
    """The matches, and the form for a new one."""
    return _listed(shelved=False)


@table_pages.get("/archived")
def shelved() -> str:
    """The archived matches."""
    return _listed(shelved=True)


@table_pages.get("/new")
def fresh() -> str:
    """The form for a new match."""
    return render_template("agreement.html", shown=None, offer=photo_service().offer, filled=filled(request.args))


@table_pages.get("/<match>")
def table(match: str) -> str:
    """The table being played."""
    return _table(_shown(match))


@table_pages.get("/<match>/hands/<int:number>")
def hand(match: str, number: int) -> str:
    """The table of one hand, possibly a past one."""
    return _table(_shown(match, number))


@table_pages.get("/<match>/hands/<int:number>/verbs")
def verbs(match: str, number: int) -> str:
    """The possible actions with the selected tiles, for the table page."""
    shown = _shown(match, number)
    return render_template("verbs.html", shown=shown, hand=_hand(shown), composer=_composer(shown, _hand(shown)))


@table_pages.get("/<match>/hands/<int:number>/melds/<int:meld>")
def meld(match: str, number: int, meld: int) -> str:
    """One meld, to be corrected."""
    shown = _shown(match, number)
    found = next((shown_meld for shown_meld in _hand(shown).melds if shown_meld.number == meld), None)
    if found is None:
        refuse(404, _("Ese juego ya no está en la mesa."))
    return render_template("meld.html", shown=shown, hand=_hand(shown), meld=found, **_putting_right(shown, found))


@table_pages.get("/<match>/hands/<int:number>/count")
def closing(match: str, number: int) -> str:
    """The scoring of a hand: who closed, the racks, and the confirmation."""
    shown = _shown(match, number)
    return _count(shown, left_rack(shown, _hand(shown)))


@table_pages.post("/<match>/hands/<int:number>/racks")
def rack(match: str, number: int) -> str:
    """The closing form with the tiles of a photographed rack filled in; nothing is scored yet."""
    shown = _shown(match, number)
    return _count(shown, read_rack())


@table_pages.get("/<match>/history")
def history(match: str) -> str:
    """All entries, or those of one hand, the newest first, with the points after it."""
    language, only = current_language(), request.args.get("hand", type=int)
    shown = _shown(match, only)
    log = [line for line in tables().log(match, language) if only in (None, line.hand)]
    hands = sorted({line.hand for line in log if line.hand and line.holds})  # one whose deal was undone is no more
    steps = (step for hand in hands for step in tables().replay(match, language, hand).steps)
    scored = {step.line.number: step.points for step in steps if step.line.holds}
    return render_template("history.html", shown=shown, log=log, hands=hands, scored=scored, only=only)


@table_pages.get("/<match>/census")
def census(match: str) -> str:
    """The tiles of the set: seen and unseen."""
    return render_template("census.html", shown=_shown(match))


@table_pages.get("/<match>/scores")
def scores(match: str) -> str:
    """The hands of a match with their totals, as a table and as a chart."""
    shown = _shown(match)
    return render_template("scores.html", shown=shown, chart=chart_of(shown), for_what=match_parts(shown))


@table_pages.get("/<match>/tv")
def tv(match: str) -> str:
    """The table for a large display without input."""
    return render_template("tv.html", shown=_shown(match))


@table_pages.get("/<match>/agreement")
def agreement(match: str) -> str:
    """The form to change the agreements."""
    shown = _shown(match)
    return render_template(
        "agreement.html", shown=shown, offer=photo_service().offer, filled=filled(request.args, shown)
    )


@table_pages.get("/pictures/<name>")
def picture(name: str) -> Response:
    """A picture that is evidence of an entry."""
    path = tables().picture(name) or refuse(404, _("Esa foto ya no se guarda."))
    blob = path.read_bytes()
    answer = make_response(blob)
    answer.content_type = media_type(blob) or "application/octet-stream"
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


def _listed(*, shelved: bool) -> str:
    cards = partial(tables().cards, current_language(), shelved=shelved)
    page = list_page(cards)
    return render_template("matches.html", page=replace(page, cards=visible(page.cards)), shelved=shelved)


def _shown(match: str, number: int | None = None) -> MatchSnapshot:
    return tables().snapshot(match, current_language(), number)


def _hand(snapshot: MatchSnapshot) -> HandView:
    return snapshot.hand or refuse(404, _("Todavía no empezó ninguna mano."))


def _table(snapshot: MatchSnapshot) -> str:
    """The table; players also find the tile keyboard, while no question is open."""
    composer: Composer | None = None
    if snapshot.hand and not snapshot.question and may("player") and snapshot.hand.standing == "playing":
        composer = _composer(snapshot, snapshot.hand)
    return render_template("table.html", shown=snapshot, hand=snapshot.hand, composer=composer)


def _composer(snapshot: MatchSnapshot, hand: HandView) -> Composer:
    """The composer from the address, with the melds that its tiles fit; invalid tiles fit nowhere."""
    composer = composer_of(snapshot, hand, request.args)
    if not composer.words:
        return composer
    tap = Tap(verb="add", seat=composer.seat, tiles=composer.written, hand=hand.number)
    try:
        return replace(composer, fitting=tables().fitting(snapshot.match, tap))
    except TableRefused:
        return composer


def _count(snapshot: MatchSnapshot, read: RackPhoto | None = None) -> str:
    hand = _hand(snapshot)
    beside = {"going_on": going_on(snapshot.match, hand.number), "summed": empty_form(snapshot, hand)}
    return render_template("count.html", shown=snapshot, hand=hand, read=read, **beside)


def _putting_right(snapshot: MatchSnapshot, meld: MeldView) -> dict[str, object]:
    """The options of the meld page: the tile being changed, and its alternatives."""
    place = request.args.get("tile", -1, type=int)
    chosen = meld.tiles[place] if 0 <= place < len(meld.tiles) else None
    here = url_for("tables.meld", match=snapshot.match, number=_hand(snapshot).number, meld=meld.number)
    return {
        "place": place if chosen else None,
        "chosen": face_of(chosen.face) if chosen else None,
        "likely": likely_faces(chosen.face) if chosen else (),
        "every": every_face(),
        "here": here,
        "instead": lambda face: _instead(meld, place, face),
    }


def _instead(meld: MeldView, place: int, face: str) -> str:
    """The meld in notation with another tile in one place; without it where ``face`` is empty."""
    words = [tile.face for tile in meld.tiles]
    words[place : place + 1] = [face] if face else []
    return " ".join(words)
