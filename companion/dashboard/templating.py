"""The template environment: each template is compiled once under concurrency, and sentences are cached."""

from __future__ import annotations

from functools import lru_cache
from threading import RLock
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from flask_babel import get_translations
from jinja2 import Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from companion.dashboard.language import current_language

MOST_SENTENCES = 8192
"""The number of translated sentences cached; the pages have some 1,500 in each of four languages."""


class TemplateEnvironment(Environment):
    """Flask's environment with a lock per template being compiled.

    The page of a table takes 0.4 s to compile: two hundred phones at once would each compile it, one beside the other.
    """

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        self._compiled: set[str] = set()
        self._compiling = RLock()

    def get_template(self, name: str | Template, *args: Any, **options: Any) -> Template:
        """The template called ``name``. Raises jinja2.TemplateNotFound."""
        if not isinstance(name, str) or name in self._compiled:
            return super().get_template(name, *args, **options)
        with self._compiling:
            template = super().get_template(name, *args, **options)
            self._compiled.add(name)
        return template


@pass_context
def translated(context: Context, sentence: str, /, **blanks: object) -> str:
    """The ``_("…")`` of templates: the sentence in the visitor's language with its blanks filled in.

    As jinja2's own, which looks for the language anew for each of some hundred sentences of a page.
    """
    is_escaped = context.eval_ctx.autoescape
    if blanks:
        return _sentence(current_language(), sentence, is_escaped) % blanks
    return _whole_sentence(current_language(), sentence, is_escaped)


@lru_cache(MOST_SENTENCES)
def _sentence(_language: str, sentence: str, is_escaped: bool) -> str:
    """A sentence with its blanks; called within a request in that language."""
    found = str(get_translations().ugettext(sentence))
    return Markup(found) if is_escaped else found


@lru_cache(MOST_SENTENCES)
def _whole_sentence(language: str, sentence: str, is_escaped: bool) -> str:
    return _sentence(language, sentence, is_escaped) % {}
