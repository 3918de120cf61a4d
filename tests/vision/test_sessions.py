"""Open networks: arrays in, arrays out, labels from inside the file, on as many threads as asked and allowed."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiny_network import entry, network
from vision.errors import ModelCorrupt
from vision.networks.sessions import Session, is_quicker, open_session, session_options, usable_processors

BATCH = np.array([[1, -2], [3, 4], [0, -5]], np.float32)


def test_a_network_answers_with_all_its_outputs(tmp_path: Path) -> None:
    negative, absolute = open_session(entry(tmp_path, network()))(BATCH)
    assert np.array_equal(negative, -BATCH)
    assert np.array_equal(absolute, np.abs(BATCH))


def test_labels_come_from_inside_the_file(tmp_path: Path) -> None:
    session = open_session(entry(tmp_path, network(kinds="1 2 J back", colors="r b y k")))
    assert session.labels == {"kinds": ("1", "2", "J", "back"), "colors": ("r", "b", "y", "k")}


def test_several_threads_may_call_one_session(tmp_path: Path) -> None:
    session = open_session(entry(tmp_path, network()), threads=1)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda scale: session(BATCH * np.float32(scale))[0], range(40)))
    assert all(np.array_equal(answer, -BATCH * scale) for scale, answer in enumerate(answers))


@pytest.mark.parametrize(("asked", "given"), [(1, 1), (2, 2), (64, 3), (0, 1), (-1, 1)])
def test_threads_are_explicit_and_no_more_than_may_run(asked: int, given: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.networks.sessions.usable_processors", lambda: 3)
    options = session_options(asked)
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (given, 1)
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"


def test_processors_are_those_this_program_may_use() -> None:
    assert 1 <= usable_processors() <= (os.cpu_count() or 1)


@pytest.mark.parametrize("content", [b"", b"not a network" * 50, network()[:-30]], ids=["empty", "text", "cut"])
def test_a_listed_file_that_is_no_network_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ModelCorrupt, match="no se puede abrir"):
        open_session(entry(tmp_path, content))


@pytest.mark.parametrize(
    ("one", "other", "quicker"),
    [
        ([2.0] * 8, [6.0] * 8, True),
        ([6.0] * 8, [2.0] * 8, False),
        ([6.0] * 8, [2.0, *[30.0] * 3, *[2.0] * 4], False),
        ([6.0] * 8, [30.0] * 6 + [2.0] * 2, False),
        ([2.0, 30.0, *[2.0] * 6], [6.0] * 8, True),
    ],
    ids=["quicker", "slower", "slower, the other held up", "slower, the other held up nearly always", "held up once"],
)
def test_which_network_is_quicker_does_not_depend_on_what_else_runs(
    one: list[float], other: list[float], quicker: bool
) -> None:
    now = [0.0]

    def taking(times: list[float]) -> Session:
        waits = iter([50.0, *times])

        def run(batch: NDArray[Any]) -> tuple[NDArray[np.float32], ...]:
            now[0] += next(waits)
            return ()

        return run

    assert is_quicker(taking(one), taking(other), BATCH, lambda: now[0]) is quicker
