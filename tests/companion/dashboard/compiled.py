"""What every dashboard of a test compiles anew and is the same for all: its templates, and how addresses are built."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]


class _Templates(BytecodeCache):
    """The templates that this process has compiled."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fills ``bucket`` where the same text was compiled before."""
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what ``bucket`` holds."""
        self._compiled[bucket.key] = bucket.bytecode_to_string()


TEMPLATES = _Templates()


class _RuleOfBefore(Rule):
    """An address; the function that builds one like it takes the rule itself, and is compiled once."""

    _compiled: ClassVar[dict[object, Builder]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        key = self.rule, self.subdomain, self.host, repr(self.defaults), append_unknown
        if key not in self._compiled:
            self._compiled[key] = super()._compile_builder(append_unknown)
        return self._compiled[key]


Flask.url_rule_class = _RuleOfBefore
