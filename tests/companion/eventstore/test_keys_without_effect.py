"""Keys of commands that changed nothing."""

from __future__ import annotations

from companion.eventstore.keys_without_effect import KeysWithoutEffect


def test_the_oldest_are_forgotten_first():
    keys = KeysWithoutEffect(most=2)
    for number in range(3):
        keys.note("m", f"k{number}", f"d{number}")
    assert [keys.asked("m", f"k{number}") for number in range(3)] == [None, "d1", "d2"]
    assert keys.asked("other", "k1") is None
