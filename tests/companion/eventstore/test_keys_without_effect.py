"""Keys of commands that changed nothing."""

from __future__ import annotations

from companion.eventstore.keys_without_effect import KeysWithoutEffect, VainCommand


def test_the_oldest_are_forgotten_first():
    keys = KeysWithoutEffect(most=2)
    for number in range(3):
        keys.note("m", f"k{number}", VainCommand(f"d{number}", number))
    found = [keys.asked("m", f"k{number}") for number in range(3)]
    assert found == [None, VainCommand("d1", 1), VainCommand("d2", 2)]
    assert keys.asked("other", "k1") is None
