"""What the parser of options complains of, which it says in English, told in the language of who asks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.wording import preferred_language, say

_TOLD = (
    (r"No such option: (\S+)", "no option"),
    (r"No such command '(.*)'", "no command"),
    (r"Missing \w+ '(.+)'", "missing"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", "extra"),
    (r"Option '(.+)' requires an argument", "no value"),
    (r"Option '(.+)' does not take a value", "a value"),
    (r"Invalid value for '(.+?)'", "bad value"),
)


def language_of(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, before anything else of it is understood; else that of the shell."""
    asked = re.search(r"(?:^| )--lang[ =](es|en)(?: |$)", " ".join(arguments))
    return asked[1] if asked else preferred_language()


def usage_sentence(said: str, language: str) -> str:
    """``said`` by the parser, in ``language``; as it is where no phrase of ours is known for it."""
    if language == "en":
        return said
    for pattern, key in _TOLD:
        if found := re.match(pattern, said, re.DOTALL):
            return say(language, key, name=found[1])
    return said
