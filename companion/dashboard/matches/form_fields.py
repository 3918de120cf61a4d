"""Convert page forms to the fields of commands."""

from __future__ import annotations

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.error_pages import refuse
from companion.dashboard.matches.move_words import written

Form = MultiDict[str, str]
MOST_NAMES = 12
MOST_MUERTOS = 12


def fields_of(form: Form, muerto_size: int) -> Form:
    """The command fields of ``form``."""
    match form.get("order"):
        case "agree":
            return agreement(form)
        case "tap":
            return _tap(form)
        case "count":
            return _count(form)
        case "look":
            return _look(form, muerto_size)
        case "play" | "revise":
            return _moves(form)
        case _:
            return form


def agreement(form: Form) -> Form:
    """The fields of an agreement: the players, numbered where unnamed, and the target among the rules."""
    count = form.get("count", type=int) or len(form.getlist("players"))
    names = [name.strip() for name in form.getlist("players")][:count]
    names += [""] * (min(count, MOST_NAMES) - len(names))
    overrides = [line.strip() for line in form.get("overrides", "").splitlines() if line.strip()]
    if target := form.get("target", "").strip():
        overrides = [override for override in overrides if not override.startswith("target=")] + [f"target={target}"]
    changed = MultiDict({"order": "agree", "rules": form.get("rules", ""), "title": form.get("title", "")})
    changed["seen"] = form.get("seen", "")
    changed.setlist("players", [name or _("Jugador %(n)s", n=n) for n, name in enumerate(names, 1)])
    changed.setlist("overrides", overrides)
    changed.setlist("sides", [side.strip() for side in form.getlist("sides")])
    return changed


def _moves(form: Form) -> Form:
    """Moves typed in any language."""
    changed = form.copy()
    if "moves" in form:
        changed["moves"] = written(form["moves"])
    return changed


def _tap(form: Form) -> Form:
    """A tap; a button on a meld adds the tiles there."""
    changed = form.copy()
    if form.get("add_to"):
        changed["verb"], changed["meld"] = "add", form["add_to"]
    return changed


def _count(form: Form) -> Form:
    """The score of a hand; the closer may be nobody, and a rack is unknown until its tiles are entered or it is marked
    empty.

    Of melds and muertos only what somebody changed is said (``was.`` tells how the page showed them): others may have
    played while the page was open.
    """
    form = with_racks(form)
    changed = form.copy()
    if form.get("closer") == "stock_out":
        changed["closer"], changed["stock_out"] = "", "1"
    for name in form:
        kind, dot, place = name.partition(".")
        if dot and kind == "left" and form[name].strip():
            changed[f"racks.{place}"] = form[name]
        if dot and kind == "none" and not form.get(f"left.{place}", "").strip():
            changed[f"racks.{place}"] = ""
        if dot and kind == "melds":
            changed[name] = _rows(form[name])
            if changed[name] == form.get(f"was.{name}"):
                del changed[name]
    if form.getlist("muertos") == form.getlist("was.muertos"):
        changed.poplist("muertos")
    return changed


def with_racks(form: Form) -> Form:
    """The form of a score with the answers about doubtful rack tiles (``named.SEAT.TILE``) filled into the rack."""
    changed = form.copy()
    for name in [name for name in form if name.startswith("named.")]:
        rack = f"left.{name.split('.')[1]}"
        changed[rack] = f"{changed.get(rack, '')} {form[name]}".strip()
        del changed[name]
    return changed


def _look(form: Form, muerto_size: int) -> Form:
    """The table as entered, side by side, as one observation."""
    changed = form.copy()
    if form.get("resync"):
        changed["order"] = "resync"
    if "seen" in form:
        return changed
    sides = (name.removeprefix("rows.") for name in form if name.startswith("rows."))
    parts = [f"{side}: {rows}" for side in sides if (rows := _rows(form[f"rows.{side}"]))]
    if "pozo" in form:
        parts.append(f"pozo: {form['pozo']}")
    if (left := form.get("muertos", type=int)) is not None:
        if not 0 <= left <= MOST_MUERTOS:
            refuse(422, _("Falta «%(field)s», o no es lo que tiene que ser.", field="muertos"))
        parts.append(f"muertos: {' '.join([str(muerto_size)] * left)}")
    if form.get("turn"):
        parts.append(f"turn: {form['turn']}")
    changed["seen"] = "; ".join(parts)
    return changed


def _rows(text: str) -> str:
    """Melds, one a line or separated by bars, with bars between them."""
    rows = (row.strip() for line in text.splitlines() for row in line.split("|"))
    return " | ".join(row for row in rows if row)
