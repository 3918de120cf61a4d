"""The name of a learned tile set in its folder, and what was found of it when it was validated."""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from pathlib import Path

from companion.view_models import LearnedView

_KEY_LETTERS = 8


def figures_in(path: Path) -> LearnedView | None:
    """The validation result in the file ``path``; None where it is missing or unreadable."""
    try:
        return LearnedView(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def set_key(sent_as: str, *learned: object) -> str:
    """The key of a set: that of a form ``sent_as`` some key and of what is ``learned``, else one drawn by chance."""
    if not sent_as:
        return secrets.token_hex(_KEY_LETTERS // 2)
    return sha256(repr((sent_as, learned)).encode()).hexdigest()[:_KEY_LETTERS]
