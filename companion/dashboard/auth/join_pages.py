"""Pages on which people join, by a QR code to scan or a PIN to type, and programs, by the same links."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, current_app, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.dashboard.auth import access
from companion.dashboard.auth.access import JOIN_LINK_S, LONGEST_NAME, PIN_DIGITS, session_key, token_issuer, visitor
from companion.dashboard.auth.pin_attempts import PinAttempts
from companion.dashboard.auth.public_address import address_of, drawn_code
from companion.dashboard.auth.roles import Role
from companion.dashboard.camera.pages import looks_through
from companion.dashboard.error_pages import Refusal, refuse
from companion.dashboard.language import own_path
from companion.dashboard.matches.api import body
from companion.dashboard.matches.command_parsing import parse_named_command
from companion.dashboard.photos.photo_service import photo_service

_INVITED = (Role.SCORER, Role.JUDGE, Role.ORGANISER)
"""Who may be let in beside players, by those who may do as much."""
joining_pages = Blueprint("joining", __name__)
_SHOWN = 200
"""Of those who came in, as many are listed."""
CAMERA = "camera"
"""The purpose of a phone that joins as the camera; it has a player's role."""


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The request of a program that joins."""

    link: str
    """The link to join, or its last part."""
    name: str = ""
    """The name of the program."""


@joining_pages.get("/join")
def join_by_pin() -> str:
    """The form for a PIN."""
    return _form(None)


@joining_pages.post("/join")
def enter_by_pin() -> Response | tuple[str, int]:
    """Start a session for a visitor with a valid PIN."""
    attempts: PinAttempts = current_app.extensions["attempts"]
    if not attempts.may_try(request.remote_addr or ""):
        refuse(429, _("Demasiados intentos: esperá unos minutos, o escaneá el código QR."))
    if problem := _problem(_typed()):
        return _form(None, problem), 422
    role = token_issuer().role_of_pin("".join(filter(str.isdigit, request.form.get("pin", ""))))
    if role is None:
        flash(_("Ese PIN no es."))
        return redirect(url_for("joining.join_by_pin"), 303)
    attempts.was_right(request.remote_addr or "")
    return _enter(role)


@joining_pages.get("/join/<token>")
def join(token: str) -> str:
    """The page behind a scanned QR code, with a form for the name."""
    return _form(_role(token))


@joining_pages.post("/join/<token>")
def enter(token: str) -> Response | tuple[str, int]:
    """Start a session for a visitor who scanned the QR code."""
    role = _role(token)
    if problem := _problem(_typed()):
        return _form(role, problem), 422
    return _enter(role)


@joining_pages.post("/leave")
def leave() -> Response:
    """End the visitor's session."""
    access.leave()
    return redirect(own_path(request.form.get("next", "/")), 303)


@joining_pages.get("/invite")
def invite() -> str:
    """The page with the QR codes and PINs for the people at the table, and for the phone used as camera."""
    wanted = request.args.get("role")
    role = next((invited for invited in _INVITED if invited.word == wanted and visitor().may(invited)), Role.PLAYER)
    to = CAMERA if wanted == CAMERA and _has_phone() else None
    address = address_of(url_for("joining.join", token=token_issuer().token(role), to=to))
    return render_template(
        "invite.html",
        role=to or role.word,
        address=address,
        home=address_of("/"),
        code=drawn_code(address),
        pin=_in_groups(token_issuer().pin(role)),
        guests=token_issuer().sessions.all()[:_SHOWN] if visitor().may(Role.ORGANISER) else (),
        this_guest=session_key(),
        minutes=JOIN_LINK_S // 60,
        welcome_address=photo_service().settings.welcome_url,
        welcome=_drawn_welcome(),
    )


@joining_pages.post("/lock")
def lock() -> Response:
    """End all sessions that were started by a link or a PIN."""
    token_issuer().lock()
    flash(_("Listo: quien quiera entrar necesita el código nuevo."))
    return redirect(url_for("joining.invite"), 303)


@joining_pages.post("/guests/<guest>/out")
def put_out(guest: str) -> Response:
    """End the session of a browser or program."""
    token_issuer().sessions.leave(guest)
    flash(_("Listo: ya está afuera."))
    return redirect(url_for("joining.invite"), 303)


@joining_pages.post("/api/tokens")
def introduce() -> tuple[Response, int]:
    """Exchange the link of a program for a bearer token."""
    asked = parse_named_command(body() | {"order": "token"}, {"token": JoinRequest})
    role = _role(asked.link.partition("?")[0].rpartition("/")[2])
    name = _tidy(asked.name)
    if problem := _problem(name):
        refuse(422, problem)
    return jsonify(token=token_issuer().bearer(role, name), role=role.word), 201


def _role(token: str) -> Role:
    admitted = token_issuer().admits(token)
    if admitted is None:
        sentence = _("Ese código ya venció: escaneá el que se ve ahora en la pantalla.")
        raise Refusal(403, sentence, may_come_in=True)
    return admitted


def _in_groups(pin: str) -> str:
    """A PIN as it is read aloud; a short one in one piece."""
    return " ".join(pin[at : at + 4] for at in range(0, len(pin), 4)) if len(pin) > PIN_DIGITS else pin


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _typed() -> str:
    """The name in the form."""
    return _tidy(request.form.get("name", ""))


def _problem(name: str) -> str:
    """What is wrong with a name; empty for nothing."""
    return _("Un nombre lleva %(most)s letras como mucho.", most=LONGEST_NAME) if len(name) > LONGEST_NAME else ""


def _form(role: Role | None, problem: str = "") -> str:
    """The form for a name, and for a PIN where no code was scanned; after a ``problem`` it keeps the input."""
    shown = None if role is None else CAMERA if _is_for_camera() else role.word
    return render_template("join.html", role=shown, who=visitor(), problem=problem, typed=problem and _typed())


def _enter(role: Role) -> Response:
    """Start a session with the role and the submitted name, and redirect."""
    name = _typed()
    access.enter_as(role, name)
    if _is_for_camera():
        return redirect(url_for("phone.page"), 303)
    flash(_("Entraste como %(name)s.", name=name) if name else _("Ya entraste."))
    place = "tournaments.listed" if role >= Role.JUDGE and _has_tournaments() else "tables.listed"
    return redirect(url_for(place), 303)


def _is_for_camera() -> bool:
    return request.args.get("to") == CAMERA and _has_phone()


def _has_phone() -> bool:
    return "phone" in current_app.extensions and looks_through("phone")


def _has_tournaments() -> bool:
    return "tournaments" in current_app.extensions


def _drawn_welcome() -> Markup | None:
    url = photo_service().settings.welcome_url
    return drawn_code(url) if url else None
