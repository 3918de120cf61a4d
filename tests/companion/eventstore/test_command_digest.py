"""A command that comes again is told from another under the same key, by whichever process wrote the first."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from companion.eventstore.command_digest import digest, is_another
from companion.eventstore.entries import Entry, EventMetadata
from companion.match_commands import Count
from companion.tournaments.commands import Propose
from companion.version import program_version

COUNT = Count(racks={0: "7r"})
SAID = {"fixture": 1, "hand": 1, "side": "home", "points": (800, 300)}
HERE = program_version()


def entry(asked: str, program: str = HERE) -> Entry:
    """An entry that some command made."""
    said = EventMetadata(author="Ana", key="k", asked=asked)
    return Entry(match="m1", number=1, kind="count", text="{}", rules="", program=program, at_s=0, said=said)


@pytest.mark.parametrize(
    ("written", "asked", "other"),
    [
        (entry(digest(COUNT)), COUNT, False),
        (entry(digest(COUNT)), Count(racks={0: "8r"}), True),
        (entry(""), Count(racks={0: "8r"}), False),
        (entry(digest(COUNT), program="0.0.1 of before"), Count(racks={0: "8r"}), False),
        (entry(digest(Propose(**SAID))), Propose(**SAID, late_s=90), False),
    ],
    ids=["the same", "another", "nothing was kept", "another version wrote it", "a device that tries again later"],
)
def test_what_comes_again_is_told_from_something_else(written: Entry, asked: object, other: bool):
    assert is_another(written, asked) is other


def test_the_digest_is_no_part_of_what_is_exported_or_compared():
    assert entry(digest(COUNT)) == replace(entry(""))


def test_a_digest_is_the_same_in_every_process():
    program = (
        "from companion.eventstore.command_digest import digest; from companion.match_commands import Agree;"
        "from engine.rules.profiles import load_rules; print(digest((Agree, load_rules('parejas'))))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in "12"
    }
    assert len(told) == 1
