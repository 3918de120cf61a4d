"""Files whose hash is right though somebody changed what they say."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from typing import Any

STRANGE = ("\ud800", "", " ", "x" * 300, "\0", "<b>", -1, 0, 99, 2**70, 1.5, None, True, [], {}, [[]], ["x"])


def lines_of(blob: bytes) -> list[dict[str, Any]]:
    """What a file says, line by line."""
    return [json.loads(line) for line in blob.splitlines()[1:]]


def sealed(lines: list[dict[str, Any]]) -> bytes:
    """A file of ``lines`` whose hash is right."""
    written = (json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for line in lines)
    body = "".join(f"{line}\n" for line in written).encode(errors="surrogatepass")
    head = {"entries": len(lines), "format": "burako story", "sha256": sha256(body).hexdigest(), "version": 1}
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + body


def mutant(blob: bytes, seed: int) -> bytes:
    """A file of which one thing is otherwise: a value of an event or of a line, or the lines themselves."""
    chance, lines = random.Random(seed), lines_of(blob)
    kind, at = chance.choice(("event", "event", "event", "event", "line", "lines")), chance.randrange(len(lines))
    if kind == "event":
        said = json.loads(lines[at]["text"])
        _change(said, chance)
        lines[at]["text"] = json.dumps(said, ensure_ascii=chance.random() < 0.5)
    elif kind == "line":
        name = chance.choice([*lines[at]])
        lines[at][name] = chance.choice(STRANGE)
    else:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
        if chance.random() < 0.5:
            del lines[at]
        for match in {line["match"] for line in lines}:
            for number, one in enumerate([line for line in lines if line["match"] == match], 1):
                one["number"] = number
    return sealed(lines)


def _change(said: Any, chance: random.Random) -> None:
    """Makes one value of an object or a list another, however deep it lies."""
    keys = [*said] if isinstance(said, dict) else [*range(len(said))]
    if not keys:
        return
    key = chance.choice(keys)
    inside = said[key]
    if isinstance(inside, dict | list) and inside and chance.random() < 0.8:
        _change(inside, chance)
    elif chance.random() < 0.1:
        del said[key]
    elif type(inside) is int:
        said[key] = chance.choice((inside + 1, inside - 1, -inside, inside * 10, 10**9, *STRANGE))
    elif isinstance(inside, str):
        said[key] = chance.choice((f"{inside}\ud800", f"{inside} ", inside.upper(), inside[1:], *STRANGE))
    else:
        said[key] = chance.choice(STRANGE)
