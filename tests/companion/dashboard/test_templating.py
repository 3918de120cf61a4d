"""Templates are compiled once, also while many ask, and say their sentences in the language of whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep
from typing import Any

import pytest
from flask import Flask, render_template_string
from jinja2 import DictLoader

from companion.dashboard.assets import new_app
from companion.dashboard.language import install_languages
from companion.dashboard.templating import TemplateEnvironment, translated


def speaking() -> Flask:
    app = new_app()
    install_languages(app)
    app.jinja_env.globals.update(_=translated)
    return app


def test_a_template_that_many_ask_for_at_once_is_compiled_once(monkeypatch: pytest.MonkeyPatch):
    app, compiled, together = new_app(), list[str](), Barrier(8)
    assert isinstance(app.jinja_env, TemplateEnvironment)
    app.jinja_env.loader = DictLoader({"whole.html": '{% from "part.html" import part %}{{ part() }}',
                                       "part.html": "{% macro part() %}·{% endmacro %}"})  # fmt: skip
    compile_as_ever = app.jinja_env.compile

    def noted(source: Any, name: Any = None, *args: Any, **options: Any) -> Any:
        sleep(0.02)  # a long one
        compiled.append(str(name))
        return compile_as_ever(source, name, *args, **options)

    monkeypatch.setattr(app.jinja_env, "compile", noted)

    def asks(_number: int) -> str:
        together.wait()
        return app.jinja_env.get_template("whole.html").render()

    with ThreadPoolExecutor(8) as people:
        assert set(people.map(asks, range(8))) == {"·"}
    assert sorted(compiled) == ["part.html", "whole.html"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('{{ _("Partidas") }}', {"es": "Partidas", "en": "Matches", "it": "Partite"}),
        (
            '{{ _("Mano %(number)s", number="<3>") }}',
            {"es": "Mano &lt;3&gt;", "en": "Hand &lt;3&gt;", "it": "Mano &lt;3&gt;"},
        ),
        ('{{ _("100 %%") }}', {"es": "100 %", "en": "100 %"}),
        ('{{ _("<b>") }}', {"es": "<b>", "en": "<b>"}),
        ('{% autoescape false %}{{ _("Mano %(number)s", number="<3>") }}{% endautoescape %}', {"es": "Mano <3>"}),
    ],
)
def test_a_sentence_is_told_to_each_in_their_language(written: str, said: dict[str, str]):
    app = speaking()
    for _again in range(2):
        for language, expected in said.items():
            with app.test_request_context(headers={"Accept-Language": language}):
                assert render_template_string(written) == expected
