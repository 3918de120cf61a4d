"""What the page of hooks is handed."""

from __future__ import annotations

from typing import Protocol

from flask import current_app

from companion.view_models.webhooks import AttemptView, HookView, MadeHook, WantedHook


class Hooks(Protocol):
    """The hooks of a house; whatever cannot be done raises ``HookRefused``."""

    def hooks(self, language: str) -> tuple[HookView, ...]:
        """All of them, with what came of what they were told last."""

    def make(self, wanted: WantedHook, key: str, *, is_near: bool) -> MadeHook:
        """Sets a hook up; the same key twice is one hook, whose secret is not shown again."""

    def switch(self, name: str, *, is_on: bool) -> None:
        """Tells a hook nothing any more, or of what happens from now on."""

    def drop(self, name: str) -> None:
        """Leaves nothing of a hook."""

    def probe(self, name: str, language: str) -> AttemptView | None:
        """Sends a hook something that did not happen; nothing where that takes long."""


def hooks() -> Hooks:
    """The hooks of this house."""
    found: Hooks = current_app.extensions["hooks"]
    return found
