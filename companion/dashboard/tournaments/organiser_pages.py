"""The pages for organisers and judges: preparing a tournament, and the judge's table."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from companion.dashboard.auth.access import visitor
from companion.dashboard.auth.public_address import address_of, drawn_code
from companion.dashboard.auth.roles import least_striking_role
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.tournaments.device_tokens import device_token, entrant_pins
from companion.dashboard.tournaments.entrant_names import MOST_CHOICES, MOST_OFFERED, entrants_named
from companion.dashboard.tournaments.interfaces import tournaments
from companion.view_models.tournament import DeviceView, TournamentSnapshot

MOST_LISTED, ALL_LISTED = 100, 200
"""Entrants with their forms on the organiser's page: so many of more than this; the others are looked up by name."""
tournament_pages = Blueprint("tournament_pages", __name__, url_prefix="/tournaments")


@tournament_pages.get("/new")
def fresh() -> str:
    """The form for a new tournament."""
    return render_template("tournament/fresh.html", offer=photo_service().offer)


@tournament_pages.get("/import")
def bring() -> str:
    """The form to import a tournament of another machine."""
    return render_template("tournament/bring.html", most_mb=(request.max_content_length or 0) // 2**20)


@tournament_pages.get("/<tournament>/plan")
def plan(tournament: str) -> str:
    """The page of entrants, draws and admitted devices."""
    entered = request.args.get("entered", 0, type=int)
    shown, wanted = _shown(tournament), request.args.get("named", "").strip()
    found = entrants_named(shown.entrants, wanted) if wanted else shown.entrants
    return render_template(
        "tournament/plan.html",
        shown=shown,
        listed=found if len(found) <= ALL_LISTED else found[:MOST_LISTED],
        found=len(found),
        named=wanted,
        category=tournaments().category(tournament),
        offer=photo_service().offer,
        entered=entered,
        most_choices=MOST_CHOICES,
        most_offered=MOST_OFFERED,
    )


@tournament_pages.get("/<tournament>/judge")
def judge(tournament: str) -> str:
    """Disputes with their pictures, the tables and their clocks."""
    return render_template("tournament/judge.html", shown=_shown(tournament))


@tournament_pages.get("/<tournament>/history")
def history(tournament: str) -> str:
    """The page of all entries, the newest first."""
    log = tournaments().log(tournament, current_language())
    struck = {line.number for line in log if line.may_be_struck and visitor().may(least_striking_role(line.kind))}
    return render_template("tournament/history.html", shown=_shown(tournament), log=log, may_be_struck=struck)


@tournament_pages.get("/<tournament>/devices/<int:number>")
def device(tournament: str, number: int) -> str:
    """The QR code that registers a device for its table."""
    shown = _shown(tournament)
    found = next((device for device in shown.devices if device.number == number and not device.revoked), None)
    if found is None:
        refuse(404, _("Ese aparato no está."))
    return _coded(shown, [found])


@tournament_pages.get("/<tournament>/codes")
def codes(tournament: str) -> str:
    """The codes of all devices, to print and put on the tables."""
    shown = _shown(tournament)
    listed = sorted(
        (device for device in shown.devices if not device.revoked), key=lambda device: (device.table, device.number)
    )
    return _coded(shown, listed)


def _coded(snapshot: TournamentSnapshot, devices: Sequence[DeviceView]) -> str:
    codes = [_code(snapshot.tournament, device) for device in devices]
    return render_template("tournament/codes.html", shown=snapshot, codes=codes)


def _code(tournament: str, device: DeviceView) -> tuple[DeviceView, str, Markup]:
    """A device, the address that makes a browser it, and the same as a QR code."""
    address = address_of(url_for("devices.invited", token=device_token(tournament, device.number)))
    return device, address, drawn_code(address)


@tournament_pages.get("/<tournament>/pins")
def pins(tournament: str) -> str:
    """The PIN of each entrant, to cut out and hand over."""
    shown = _shown(tournament)
    codes = entrant_pins(tournament, (entrant.number for entrant in shown.entrants))
    return render_template("tournament/pins.html", shown=shown, pins=codes)


def _shown(tournament: str) -> TournamentSnapshot:
    return tournaments().snapshot(tournament, current_language())
