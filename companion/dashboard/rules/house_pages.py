"""Pages of stored rule sets: choose a preset, edit, store, archive, export and import."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Flask, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import sender
from companion.dashboard.photos.photo_service import PhotoService
from companion.dashboard.rules.api import judge
from companion.dashboard.rules.interfaces import StoredRuleSets, stored_rule_sets
from companion.dashboard.rules.rule_search import folded
from companion.refusal import RulesRefused
from companion.view_models.house_rules import FormFields, RuleForm, RuleSetRequest, RuleSetView

house_pages = Blueprint("house_pages", __name__, url_prefix="/rules")
_RULE = "rule."
"""What the names of the fields of rules begin with."""
MOST_FIELDS = 600


def add_house_rules(app: Flask, rules: StoredRuleSets) -> Flask:
    """Add stored rule sets to the application, offered wherever one is chosen; it has rule queries."""
    app.extensions["house rules"] = rules
    service: PhotoService = app.extensions["photo service"]
    service.offers_also(rules.offered)
    app.register_blueprint(house_pages)
    app.jinja_env.globals.update(has_house_rules=True, is_preset=is_preset, folded=folded)
    return app


def is_preset(name: str) -> bool:
    """Whether a stored rule set may be based on ``name``."""
    return name in stored_rule_sets().presets


@house_pages.get("/new")
def fresh() -> str:
    """The presets, or the form of the selected one."""
    chosen = request.args.get("from", "")
    if not chosen:
        presets = [card for card in judge().cards(current_language()) if is_preset(card.name)]
        return render_template("rules/house_fresh.html", presets=presets)
    return _shown(stored_rule_sets().form(RuleSetRequest(extends=chosen), current_language()))


@house_pages.post("/new")
def make() -> Response:
    """Store a new rule set, or show its form again."""
    return _kept(_asked(extends=request.form.get("extends", "")))


@house_pages.get("/<name>/edit")
def edit(name: str) -> str:
    """The form of a rule set."""
    return _shown(stored_rule_sets().form(RuleSetRequest(name=name), current_language()))


@house_pages.post("/<name>/edit")
def change(name: str) -> Response:
    """Store a changed rule set, or show its form again."""
    return _kept(_asked(name=name))


@house_pages.get("/<name>/history")
def history(name: str) -> str:
    """The versions of a rule set, each of which can be restored."""
    return render_template("rules/house_history.html", own=_called(name))


@house_pages.post("/<name>/remove")
def remove(name: str) -> Response:
    """Archive a rule set."""
    gone = stored_rule_sets().remove(name, sender(request.form.get("key")))
    flash(_("Borré «%(title)s». Lo que se jugó con esas reglas queda como está.", title=gone.title))
    return redirect(url_for("house_pages.shelf"), 303)


@house_pages.get("/house")
def shelf() -> str:
    """The page of the stored rule sets, including archived ones."""
    rules, language = stored_rule_sets(), current_language()
    removed = rules.listed(language, removed=True)
    return render_template("rules/house_shelf.html", kept=rules.listed(language), removed=removed)


@house_pages.post("/house")
def restore() -> Response:
    """Restore a version, or an archived rule set."""
    form = request.form
    number = form.get("number", type=int) or refuse(400, _("El pedido no se entiende."))
    try:
        name = stored_rule_sets().restore(form.get("set", ""), number, sender(form.get("key")))
    except RulesRefused as refused:
        flash(refused.sentence(current_language()))
        return redirect(url_for("house_pages.shelf"), 303)
    return _flashed(name, _("Ahora es así de nuevo."))


@house_pages.get("/<name>.toml")
def download(name: str) -> Response:
    """A rule set as a file."""
    file = stored_rule_sets().write(name, current_language())
    answer = make_response(file.text)
    answer.mimetype = "application/toml"
    answer.headers["Content-Disposition"] = f'attachment; filename="{file.name.encode("ascii", "ignore").decode()}"'
    return answer


@house_pages.get("/import")
def bring() -> str:
    """The page to import a file."""
    return render_template("rules/house_bring.html")


@house_pages.post("/import")
def take_in() -> Response:
    """Import the rules of a file, or explain the failure."""
    chosen = request.files.get("file")
    blob, file = (chosen.read(), chosen.filename or "") if chosen else (b"", "")
    try:
        name = stored_rule_sets().take_in(blob, file[-80:], sender(request.form.get("key")))
    except RulesRefused as refused:
        problem = refused.sentence(current_language())
        return make_response(render_template("rules/house_bring.html", problem=problem), refused.status)
    return _flashed(name, _("Ya está acá. Podés elegirlo donde se eligen las reglas."))


def _called(name: str) -> RuleSetView:
    found = stored_rule_sets().find(name, current_language())
    return found or refuse(404, _("Ese reglamento no está en esta casa."))


def _asked(extends: str = "", name: str = "") -> RuleSetRequest:
    """The content of the form; of a reset rule only its base value."""
    form = request.form
    back = form.get("back", "")
    written: FormFields = {
        field.removeprefix(_RULE): form.getlist(field)
        for field in list(form)[:MOST_FIELDS]
        if field.startswith(_RULE) and field.removeprefix(_RULE).partition(".")[0] != back
    }
    if back:
        was = stored_rule_sets().form(RuleSetRequest(extends=form.get("extends", extends)), current_language())
        written = {**written, **_fields(was, back)}
    return RuleSetRequest(
        extends=extends,
        name=name,
        title=form.get("title", ""),
        written=written or None,
        revision=form.get("revision", type=int),
    )


def _fields(form: RuleForm, key: str) -> FormFields:
    """The fields of one rule of a form."""
    found: dict[str, list[str]] = {}
    controls = (control for section in form.sections for control in section.controls if control.key == key)
    for field in (field for control in controls for field in control.inputs):
        if field.kind != "check" or field.is_checked:
            found.setdefault(field.name, []).append(field.value)
    return found


def _kept(rule_request: RuleSetRequest) -> Response:
    shown = stored_rule_sets().form(rule_request, current_language())
    if request.form.get("do") != "save":
        return make_response(_shown(shown, opened=request.form.get("back", "")))
    if shown.faulty:
        return make_response(_shown(shown), 422)
    try:
        name = stored_rule_sets().keep(rule_request, sender(request.form.get("key")))
    except RulesRefused as refused:
        shown = replace(shown, problem=refused.sentence(current_language()))
        return make_response(_shown(shown), refused.status)
    return _flashed(name, _("Quedó guardado. Podés elegirlo donde se eligen las reglas."))


def _flashed(name: str, sentence: str) -> Response:
    flash(sentence)
    return redirect(url_for("law_pages.book", name=name), 303)


def _shown(form: RuleForm, opened: str = "") -> str:
    return render_template("rules/house_form.html", form=form, opened=opened)
