"""Score a hand from photographs: owners of tiles, doubts one at a time, the score sheet, and confirmation."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.dashboard.auth.access import may
from companion.dashboard.error_pages import Refusal, refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import form_key, sender, submit_command, tables
from companion.dashboard.matches.edit_conflicts import SEEN, both_versions, overtaken
from companion.dashboard.photo_hands.hand_assembly import assembled
from companion.dashboard.photo_hands.hand_drafts import HandPhotos
from companion.dashboard.photo_hands.photo_hand_view import PhotoHand, photo_hand
from companion.dashboard.photo_hands.row_owners import ShownPhoto
from companion.dashboard.photo_hands.unfinished_hands import drafts, forget, found_again, write_down
from companion.dashboard.photos.pages import correction, tile_page
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.photos.photo_store import KeptPhoto, new_id
from companion.dashboard.photos.scored_photo import sheet_of
from companion.dashboard.uploads import uploaded_all
from companion.match_commands import Confirm, Count, DealHand
from companion.refusal import PhotoRefused, TableRefused
from companion.view_models import MatchSnapshot

photo_hand_pages = Blueprint("photo_hand", __name__)
_HAND = "/matches/<match>/hands/<int:number>/photos"
_DRAFT = f"{_HAND}/<draft>"
_KINDS = ("shows", "near", "seen", "place", "closer", "muerto", "empty", "partial", "pile")
_LONGEST = 80


@photo_hand_pages.after_request
def write_down_changes(response: Response) -> Response:
    """Store the hand that a form changed, so that it outlasts the program."""
    if request.method == "POST" and (name := (request.view_args or {}).get("draft") or session.get("hand photos")):
        write_down(name)
    return response


@photo_hand_pages.post("/matches/<match>/count")
def begin_count(match: str) -> Response:
    """Redirect to the scoring of the current hand, dealing one where there is none."""
    return redirect(url_for("tables.closing", match=match, number=_dealt(match)), 303)


@photo_hand_pages.post("/photos/<photo_id>/hand")
def from_photo(photo_id: str) -> Response:
    """Use an uploaded photograph as the first of a match's hand."""
    photo = photo_service().kept(photo_id)
    match = request.form.get("match") or refuse(422, _("Falta elegir la partida."))
    number = _dealt(match)
    shown = tables().snapshot(match, current_language(), number)
    photo_service().album.change(photo.id, lambda kept: kept.judged_by(_rules(shown)))
    return redirect(_page(_begun(match, number, photo.id)), 303)


@photo_hand_pages.post(_HAND)
def begin(match: str, number: int) -> Response:
    """Upload the first photographs of a hand."""
    shown = tables().snapshot(match, current_language(), number)
    draft = _begun(match, number)
    _take_in(draft, shown)
    if not _found(match, number, draft.id).photos:
        forget(draft.id)
        return redirect(url_for("tables.closing", match=match, number=number), 303)
    return redirect(_page(draft), 303)


@photo_hand_pages.get(_DRAFT)
def page(match: str, number: int, draft: str) -> str:
    """The hand as far as known, and the next question."""
    return render_template("photo_hand.html", it=_seen(_kept_whole(_found(match, number, draft))))


@photo_hand_pages.post(_DRAFT)
def more(match: str, number: int, draft: str) -> Response:
    """Upload further photographs."""
    found = _found(match, number, draft)
    _take_in(found, tables().snapshot(match, current_language(), number))
    return redirect(_page(found), 303)


@photo_hand_pages.post(f"{_DRAFT}/say")
def say(match: str, number: int, draft: str) -> Response:
    """Store an answer; an answer about a lot applies to its tiles, and a canasta that cannot be one is refused."""
    found = _found(match, number, draft)
    said = {name: value[:_LONGEST] for name, value in request.form.items() if name.partition(".")[0] in _KINDS}
    piles = [value for name, value in said.items() if name.startswith("pile.") and value]
    try:
        for typed in piles:
            tables().foreseen(match, Count(melds={0: typed}, hand=number), current_language(), number)
    except TableRefused as refused:
        flash(refused.sentence(current_language()))
        return redirect(_page(found), 303)
    drafts().change(draft, lambda hand: hand.saying(said))
    for name, value in said.items():
        if name.startswith("near.") and value.isdecimal():
            drafts().near[match] = value
    return redirect(_page(found), 303)


@photo_hand_pages.post(f"{_DRAFT}/move")
def move(match: str, number: int, draft: str) -> Response:
    """Store the destination of some tiles."""
    found = _found(match, number, draft)
    photo, place = request.form.get("photo", ""), request.form.get("place", "")[:_LONGEST]
    said = {f"place.{photo}.{tile}": place for tile in request.form.get("tiles", "").split() if tile.isdecimal()}
    drafts().change(draft, lambda hand: hand.saying(said))
    return redirect(_page(found), 303)


@photo_hand_pages.post(f"{_DRAFT}/drop/<photo>")
def drop(match: str, number: int, draft: str, photo: str) -> Response:
    """Remove a photograph."""
    found = _found(match, number, draft)
    drafts().change(draft, lambda hand: hand.without(photo))
    return redirect(_page(found), 303)


@photo_hand_pages.get(f"{_DRAFT}/<photo>/tiles/<int:tile_id>")
def tile(match: str, number: int, draft: str, photo: str, tile_id: int) -> str:
    """One tile of a photograph, to be corrected."""
    found = _found(match, number, draft)
    kept = _kept(found, photo)
    picture = url_for("pages.picture", photo_id=photo)
    sheet = sheet_of(kept.score(current_language()), kept.corrections)
    return tile_page(sheet, tile_id, back=_page(found), picture=picture)


@photo_hand_pages.post(f"{_DRAFT}/<photo>/tiles/<int:tile_id>")
def correct(match: str, number: int, draft: str, photo: str, tile_id: int) -> Response:
    """Store a correction of a tile, or of what it hides."""
    found = _found(match, number, draft)
    kept = _kept(found, photo)
    photo_service().album.change(photo, correction(sheet_of(kept.score(current_language()), ()), tile_id))
    return redirect(_page(found), 303)


@photo_hand_pages.post(f"{_DRAFT}/confirm")
def confirm(match: str, number: int, draft: str) -> Response:
    """Score the hand, and confirm it if the visitor may; nothing is lost where it is refused."""
    found = _found(match, number, draft)
    if _kept_whole(found) != found:
        return redirect(_page(found), 303)
    it = _seen(found)
    if not it.is_whole or it.hand.order is None:
        flash(_("Todavía falta contestar algo: mirá la pregunta."))
        return redirect(_page(found), 303)
    if request.form.get("told", it.version) != it.version:
        flash(_("Mientras tanto cambió lo que se cuenta: mirá cómo queda y confirmalo de nuevo."))
        return redirect(_page(found), 303)
    if overtaken(it.shown, request.form, it.foreseen):
        return redirect(url_for("photo_hand.versions", match=match, number=number, draft=draft), 303)
    key, seen = form_key(), request.form.get(SEEN)
    revision = None if seen else request.form.get("revision", type=int)
    try:
        kept = tables().keep_photographs([photo.picture for photo in it.evidence])
        counted = submit_command(match, it.counts(kept), sender(f"{key[:50]} count", revision, kept.name))
        if may("scorer"):  # what was counted, not what somebody else said since
            submit_command(match, Confirm(number), sender(f"{key[:50]} confirm", counted.first_revision))
    except TableRefused as refused:
        flash(refused.sentence(current_language()))
        return redirect(_page(found), 303)
    forget(draft)
    session.pop("hand photos", None)
    if may("scorer"):
        return redirect(url_for("tables.table", match=match), 303)
    return redirect(url_for("tables.closing", match=match, number=number), 303)


@photo_hand_pages.get(f"{_DRAFT}/versions")
def versions(match: str, number: int, draft: str) -> str:
    """Both versions of a hand that was changed meanwhile."""
    it = _seen(_found(match, number, draft))
    address = url_for("photo_hand.confirm", match=match, number=number, draft=draft)
    return both_versions(it.shown, it.foreseen, MultiDict(), address)


def going_on(match: str, number: int) -> str:
    """The address of this visitor's draft; empty without one."""
    found = found_again(session.get("hand photos", ""))
    return _page(found) if found and (found.match, found.hand) == (match, number) else ""


def _dealt(match: str) -> int:
    """The number of the current hand, dealt now where there is none."""
    shown = tables().snapshot(match, current_language())
    if shown.hand is None or shown.hand.standing == "confirmed":
        submit_command(match, DealHand(), sender(request.form.get("key")))
        shown = tables().snapshot(match, current_language())
    return shown.hand.number if shown.hand else refuse(404, _("Todavía no empezó ninguna mano."))


def _begun(match: str, number: int, *photos: str) -> HandPhotos:
    draft = HandPhotos(id=new_id(), match=match, hand=number, photos=photos)
    drafts().keep(draft)
    session["hand photos"] = draft.id
    return draft


def _page(draft: HandPhotos) -> str:
    return url_for("photo_hand.page", match=draft.match, number=draft.hand, draft=draft.id)


def _found(match: str, number: int, name: str) -> HandPhotos:
    draft = found_again(name)
    if draft is None or (draft.match, draft.hand) != (match, number):
        refuse(404, _("Esas fotos ya no se guardan: mandalas de nuevo."))
    return draft


def _kept_whole(draft: HandPhotos) -> HandPhotos:
    """The draft without photographs that are no longer stored; a message lists each."""
    gone = [photo for photo in draft.photos if photo_service().album.find(photo) is None]
    for photo in gone:
        drafts().change(draft.id, partial(HandPhotos.without, photo=photo))
        flash(_("Esta foto ya no se guarda: mandala de nuevo."))
    return (drafts().find(draft.id) or draft) if gone else draft


def _kept(draft: HandPhotos, photo: str) -> KeptPhoto:
    if photo not in draft.photos:
        refuse(404, _("Esta foto ya no se guarda: mandala de nuevo."))
    return photo_service().kept(photo)


def _take_in(draft: HandPhotos, snapshot: MatchSnapshot) -> None:
    """Read the uploaded photographs one after another; unreadable ones are reported, the rest is kept."""
    pictures = [kept.picture for photo_id in draft.photos if (kept := photo_service().album.find(photo_id))]
    for blob, name, field in uploaded_all():
        if blob in pictures:
            flash(_("Esa foto ya estaba: no la conté dos veces."))
            continue
        try:
            photo = photo_service().receive(blob, name, _rules(snapshot))
        except (Refusal, PhotoRefused) as refused:
            sentence = refused.sentence if isinstance(refused, Refusal) else refused.sentence(current_language())
            flash(f"{name}: {sentence}" if name else sentence)
            continue
        pictures.append(blob)
        place = field.partition("photo.")[2]
        said = {f"shows.{photo.id}": place} if place else {}
        drafts().change(draft.id, partial(_with, photo=photo.id, answers=said))


def _with(draft: HandPhotos, photo: str, answers: dict[str, str]) -> HandPhotos:
    return draft.showing(photo).saying(answers)


def _rules(snapshot: MatchSnapshot) -> str:
    """The name of a match's rules for judging photographs."""
    profile = photo_service().offer.called(snapshot.rules.name)
    return photo_service().rules(profile.name if profile else None)


def _seen(draft: HandPhotos) -> PhotoHand:
    """The draft as its page model."""
    language = current_language()
    shown = tables().snapshot(draft.match, language, draft.hand)
    kept = [photo for photo_id in draft.photos if (photo := photo_service().album.find(photo_id))]
    photos = [
        ShownPhoto(
            kept_photo.id,
            score := kept_photo.score(language),
            frozenset(kept_photo.corrections),
            partial(kept_photo.seen.canastas_under, score, rules=kept_photo.rules),
        )
        for kept_photo in kept
    ]
    hand = assembled(draft, photos, shown, drafts().near.get(draft.match, ""))
    foreseen, refusal = shown, ""
    if hand.order:
        try:
            foreseen = tables().foreseen(draft.match, hand.order, language, draft.hand)
        except TableRefused as refused:
            refusal = refused.sentence(language)
    return photo_hand(draft, kept, hand, (shown, foreseen, refusal))
