"""Run a network on the CPU: arrays in, arrays out. The only module that imports onnxruntime."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as states

from vision.errors import ModelCorrupt
from vision.networks.manifest import ModelEntry

_ERRORS_ONLY = 3
_ROUNDS, _NEARLY_ALL = 8, 7
"""Rounds in which two networks take turns, and those of which the quicker one wins so many."""
_UNOPENABLE = (
    states.EPFail,
    states.Fail,
    states.InvalidArgument,
    states.InvalidGraph,
    states.InvalidProtobuf,
    states.NoModel,
    states.NotImplemented,
    states.RuntimeException,
)
"""The exceptions of onnxruntime for a file that it cannot run; they have no common base class."""


class Session(Protocol):
    """An open network; in tests, any callable."""

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], ...]:
        """The network's outputs for one input array; shapes and types are in the model's card."""


class OnnxSession:
    """A network opened with onnxruntime. Thread-safe."""

    def __init__(self, inference: onnxruntime.InferenceSession) -> None:
        self._inference = inference
        self._input: str = inference.get_inputs()[0].name
        self.labels: Mapping[str, tuple[str, ...]] = {
            key: tuple(words.split()) for key, words in inference.get_modelmeta().custom_metadata_map.items()
        }
        """The words stored inside the file, by key: names of its channels or faces, in order."""

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], ...]:
        """The outputs for ``batch``, an array of the type and shape in the manifest."""
        return tuple(self._inference.run(None, {self._input: batch}))


def open_session(entry: ModelEntry, threads: int = 2) -> OnnxSession:
    """Open the network of ``entry`` with ``threads`` threads, or fewer where fewer CPUs are available.

    Raises ModelMissing or ModelCorrupt.
    """
    content = entry.read()
    try:
        inference = onnxruntime.InferenceSession(content, session_options(threads), providers=["CPUExecutionProvider"])
    except _UNOPENABLE as error:
        raise ModelCorrupt("model_unopenable", {"name": entry.name, "path": str(entry.path)}) from error
    return OnnxSession(inference)


def is_quicker(
    first: Session, other: Session, example: NDArray[Any], clock: Callable[[], float] = perf_counter
) -> bool:
    """Whether ``first`` is faster than ``other`` on ``example`` in nearly all of several alternating rounds.

    Alternating keeps other load on the machine from deciding which of two networks is used.
    """
    for session in (first, other):
        session(example)  # the first call takes longer
    rounds = [(_seconds(first, example, clock), _seconds(other, example, clock)) for _ in range(_ROUNDS)]
    return sum(mine < theirs for mine, theirs in rounds) >= _NEARLY_ALL


def _seconds(session: Session, example: NDArray[Any], clock: Callable[[], float]) -> float:
    started = clock()
    session(example)
    return clock() - started


def usable_processors() -> int:
    """The number of CPUs available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def session_options(threads: int) -> onnxruntime.SessionOptions:
    """A fixed number of threads that sleep between calls, since OpenCV uses the same CPUs in between."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = max(1, min(threads, usable_processors()))
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
