"""What the parser of options complains of, which it says in English, told in the language of the shell."""

from __future__ import annotations

import re

from companion.wording import say

_TOLD = (
    (r"No such option: (\S+)", "no option"),
    (r"No such command '(.*)'", "no command"),
    (r"Missing \w+ '(.+)'", "missing"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", "extra"),
    (r"Option '(.+)' requires an argument", "no value"),
    (r"Option '(.+)' does not take a value", "a value"),
    (r"Invalid value for '(.+?)'", "bad value"),
)


def usage_sentence(said: str, language: str) -> str:
    """``said`` by the parser, in ``language``; as it is where no phrase of ours is known for it."""
    if language == "en":
        return said
    for pattern, key in _TOLD:
        if found := re.match(pattern, said, re.DOTALL):
            return say(language, key, name=found[1])
    return said
