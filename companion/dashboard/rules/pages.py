"""The pages to read and search rules, and to query them."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.auth.access import asker
from companion.dashboard.interfaces import Booklet
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import tables
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.rules.api import judge, law_queue, pace_questions
from companion.dashboard.rules.interfaces import stored_rule_set
from companion.dashboard.rules.questions import KINDS, question_of, ruling, split_score_line
from companion.dashboard.rules.rule_search import LONGEST, searched, text_of
from companion.view_models.rule_book import RuleBook

law_pages = Blueprint("law_pages", __name__)


@law_pages.get("/rules")
def listed() -> str:
    """The rule sets, with a search over all of them."""
    sought, language = _sought(), current_language()
    cards = judge().cards(language)
    books = [searched(judge().book(card.name, language), sought) for card in cards] if sought else []
    found = [book for book in books if book.chapters]
    return render_template("rules/listed.html", cards=cards, sought=sought, found=found)


@law_pages.get("/rules/<name>")
def book(name: str) -> str | AnyResponse:
    """Every rule of a rule set; a stored one is found under its former names as well."""
    own = stored_rule_set(name, current_language())
    if own and own.name != name:
        return redirect(url_for("law_pages.book", name=own.name))
    return _read(judge().book(name, current_language()), url_for("law_pages.printed", name=name))


@law_pages.get("/rules/<name>.pdf")
def printed(name: str) -> Response:
    """The rules as a booklet to print."""
    return _printed(judge().book(name, current_language()), url_for("law_pages.book", name=name))


@law_pages.get("/matches/<match>/rules")
def agreed(match: str) -> str:
    """The rules agreed on in a match."""
    tables().snapshot(match, current_language())
    return _read(judge().agreed(match, current_language()), url_for("law_pages.agreed_printed", match=match), match)


@law_pages.get("/matches/<match>/rules.pdf")
def agreed_printed(match: str) -> Response:
    """The rules of a match as a booklet to print."""
    tables().snapshot(match, current_language())
    return _printed(judge().agreed(match, current_language()), url_for("law_pages.agreed", match=match))


@law_pages.get("/rules/judge")
def ask() -> str:
    """The rule query page: the query is in the address, so that a verdict can be shared."""
    language = current_language()
    question = question_of(request.args, judge().cards(language), judge().usual)
    answer = judge().score if question.kind == "hand" else judge().meld
    if question.is_asked:
        pace_questions()
    with law_queue().turn(asker()):
        ruled = ruling(question, lambda asked: answer(asked, language), language)
    kept = [("rules", question.card.name), *(("set", override) for override in question.overrides)]
    return render_template(
        "rules/judge.html",
        question=question,
        ruling=ruled,
        cards=judge().cards(language),
        kinds={kind: f"{url_for('law_pages.ask')}?{urlencode([('ask', kind), *kept])}" for kind in KINDS},
        parted=split_score_line,
    )


def _sought() -> str:
    return request.args.get("q", "")[:LONGEST].strip()


def _read(book: RuleBook, print_url: str, match: str = "") -> str:
    shown = tables().snapshot(match, current_language()) if match else None
    return render_template(
        "rules/book.html",
        book=searched(book, _sought()),
        changes=book.changes,
        sought=_sought(),
        print_url=print_url,
        shown=shown,
        text_of=text_of,
        own=stored_rule_set(book.name, current_language()) if shown is None else None,
        ask_url=_ask_url(book.name, shown.rules.overrides if shown else ()),
    )


def _ask_url(name: str, overrides: tuple[str, ...]) -> str:
    asked = [("rules", name), *(("set", override) for override in overrides)]
    return f"{url_for('law_pages.ask')}?{urlencode(asked)}"


def _printed(book: RuleBook, path: str) -> Response:
    booklet: Booklet = current_app.extensions["booklet"]
    base = photo_service().settings.public_url
    paper = booklet(book, current_language(), base.rstrip("/") + path if base else "")
    answer = make_response(paper.contents)
    answer.mimetype = paper.media_type
    answer.headers["Content-Disposition"] = f'inline; filename="{paper.name}"'
    answer.headers["Cache-Control"] = "no-cache"
    return answer
