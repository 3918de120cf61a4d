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
        """Create a hook; a repeated key returns the same hook, with its secret for a minute only."""

    def switch(self, name: str, *, is_on: bool) -> None:
        """Switch a hook off, or on for the events from now on."""

    def drop(self, name: str) -> None:
        """Delete a hook with its queue and its history."""

    def probe(self, name: str, language: str) -> AttemptView | None:
        """Send a test event to a hook; None where that takes too long."""


def hooks() -> Hooks:
    """The hooks of this house."""
    found: Hooks = current_app.extensions["hooks"]
    return found
