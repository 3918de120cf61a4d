"""What the program that reads the table is started with."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

from companion.live.supervisor import worker_environment


@pytest.mark.parametrize(
    ("says", "given", "threads", "path"),
    [
        ("nothing is set", {}, "1", ()),
        ("who runs it wants more threads", {"OPENBLAS_NUM_THREADS": "4"}, "4", ()),
        ("other packages are looked for as well", {"PYTHONPATH": "elsewhere"}, "1", ("elsewhere",)),
    ],
)
def test_a_worker_multiplies_with_one_thread_unless_told_otherwise(
    says: str, given: Mapping[str, str], threads: str, path: tuple[str, ...]
) -> None:
    found = worker_environment({"HOME": "home", **given})
    assert found["OPENBLAS_NUM_THREADS"] == threads, says
    assert tuple(found["PYTHONPATH"].split(os.pathsep)[1:]) == path
    assert found["HOME"] == "home"
