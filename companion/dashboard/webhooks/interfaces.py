"""The dependencies of the page of hooks."""

from __future__ import annotations

from typing import Protocol

from flask import current_app

from companion.view_models.webhooks import AttemptView, CreatedHook, HookRequest, HookView


class Hooks(Protocol):
    """The service of hooks; every failure raises ``HookRefused``."""

    def hooks(self, language: str) -> tuple[HookView, ...]:
        """The views of all hooks with their latest attempts."""

    def make(self, wanted: HookRequest, key: str, *, is_near: bool) -> CreatedHook:
        """Sets a hook up; the same key twice is one hook, whose secret is not shown again."""

    def switch(self, name: str, *, is_on: bool) -> None:
        """Switch a hook off, or on for the events from now on."""

    def drop(self, name: str) -> None:
        """Leaves nothing of a hook."""

    def probe(self, name: str, language: str) -> AttemptView | None:
        """Sends a hook something that did not happen; nothing where that takes long."""


def hooks() -> Hooks:
    """The hooks of this house."""
    found: Hooks = current_app.extensions["hooks"]
    return found
