"""A learned set is written and read back, and nothing else is taken for one."""

from contextlib import suppress

import numpy as np
import pytest

from vision.errors import BadSetProfile
from vision.recognition.inks import KnownInks
from vision.recognition.set_profile import SetProfile


def inks(means=((0.1,) * 4, (0.2,) * 4, (np.nan,) * 4, (0.4,) * 4), variances=(0.01, 0.02, 0.03, 0.04)):
    return KnownInks(np.array(means), np.array(variances))


def profile(**changes):
    whole = {"name": "the blue box", "reader": "ab" * 32, "correction": np.full((129, 24), 0.25),
             "inks": inks(), "tiles": 15}  # fmt: skip
    return SetProfile(**(whole | changes))


def test_a_profile_reads_back():
    one, again = profile(), SetProfile.from_bytes(profile().to_bytes(), "set.npz")
    assert (again.name, again.reader, again.tiles) == (one.name, one.reader, one.tiles)
    assert np.allclose(again.correction, one.correction)
    assert np.allclose(again.inks.means, one.inks.means, equal_nan=True)
    assert np.allclose(again.inks.variances, one.inks.variances)


def test_a_set_has_the_same_version_wherever_it_was_read_and_others_have_another():
    one = profile(correction=np.full((129, 24), 0.1))
    assert SetProfile.from_bytes(one.to_bytes(), "set.npz").version == one.version
    assert one.version not in (
        profile().version,
        profile(correction=one.correction, inks=inks(np.zeros((4, 4)))).version,
    )


BAD = {
    "nothing": b"",
    "text": b"not a profile",
    "cut short": profile().to_bytes()[:-40],
    "too large": b"x" * 1_000_000,
}


@pytest.mark.parametrize("name", BAD)
def test_other_bytes_are_refused(name):
    with pytest.raises(BadSetProfile) as refused:
        SetProfile.from_bytes(BAD[name], "set.npz")
    assert "set.npz" in refused.value.sentence("en")


def test_a_set_with_one_damaged_byte_is_read_or_refused():
    whole = profile().to_bytes()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << at % 8
        with suppress(BadSetProfile):
            SetProfile.from_bytes(bytes(damaged), "set.npz")


@pytest.mark.parametrize(
    "changes",
    [{"inks": inks(np.zeros((3, 4)))}, {"inks": inks(variances=(0.1,) * 3)}, {"inks": inks(variances=(0.1, 0, 1, 1))},
     {"inks": inks(variances=(0.1, np.nan, 1, 1))}, {"correction": np.zeros(7)},
     {"correction": np.full((129, 24), 1e9)}, {"correction": np.full((129, 24), np.nan)}],
)  # fmt: skip
def test_numbers_that_nobody_learned_are_refused(changes):
    with pytest.raises(BadSetProfile):
        profile(**changes)
