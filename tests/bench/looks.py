"""How long photographs take in whatever build is found first: `PYTHONPATH=BUILD python tests/bench/looks.py`.

Reads from standard input a JSON object with ``pictures``, the files by name, and ``rounds``; writes the median
milliseconds of opening and looking at each on two threads, and of ``burako meld`` and ``--help`` from the start to the
answer. Modules lay elsewhere in earlier builds, so each is looked for in both places.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

THREADS = 2
STARTS = {"burako meld": ["meld", "4r 5r 6r"], "burako --help": ["--help"]}


def main() -> None:
    """Measures, and writes one line of JSON."""
    given = json.load(sys.stdin)
    images, pipeline = _first("vision.io.images", "vision.images"), _first("vision.pipeline", "vision.eye")
    opens = getattr(images, "open_photograph", images.load_image)
    recognizer = getattr(pipeline, "TableRecognizer", None) or pipeline.TableEye
    recognizer = recognizer(threads=THREADS)
    pictures = {name: Path(path).read_bytes() for name, path in given["pictures"].items()}
    found = {
        name: median_ms(lambda blob=blob: recognizer.look(opens(blob)), given["rounds"])
        for name, blob in pictures.items()
    }
    found |= {name: median_ms(lambda typed=typed: _started(typed), 1) for name, typed in STARTS.items()}
    print(json.dumps(found))


def median_ms(call: Callable[[], object], rounds: int) -> float:
    """The median of ``rounds`` calls after one that is not counted."""
    call()
    elapsed = []
    for _ in range(rounds):
        started = perf_counter()
        call()
        elapsed.append(1000 * (perf_counter() - started))
    return median(elapsed)


def _first(*modules: str) -> Any:
    """The first of ``modules`` that this build has."""
    for name in modules:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(modules[0])


def _started(typed: list[str]) -> None:
    subprocess.run([sys.executable, "-P", "-m", "companion", *typed], capture_output=True, check=True)


if __name__ == "__main__":
    main()
