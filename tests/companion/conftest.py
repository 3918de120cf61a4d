"""What tests of commands share: a recognizer that sees what it is told, and the command as a person calls it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion import bootstrap
from companion.__main__ import app
from companion.bootstrap import Recognizer
from tests.companion import fresh_journal  # noqa: F401 - every journal of this process is made by it
from tests.companion.builders import FakeRecognizer
from tests.companion.forking import Forked

ROOT = Path(__file__).parents[2]
AS_TYPED = "import sys; from companion.__main__ import main; sys.exit(main(sys.argv[1:]))"
NOBODY = 65534
"""The user without any rights, where there are users."""


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    complaints: tuple[str, ...]


@pytest.fixture
def burako() -> Callable[..., Outcome]:
    """``burako(...)`` inside this program."""

    def run(*arguments: object) -> Outcome:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, tuple(result.stderr.splitlines()))

    return run


@pytest.fixture
def shell(tmp_path: Path) -> Callable[..., Outcome]:
    """``burako ...`` as a program of its own."""

    def run(*arguments: object, models: Path | None = None) -> Outcome:
        places = {"BURAKO_MODELS": str(models)} if models else {}
        places["BURAKO_DATA"] = str(tmp_path / "kept")
        ended = subprocess.run(
            [sys.executable, "-m", "companion", *(str(argument) for argument in arguments)],
            cwd=ROOT,
            env={**os.environ, "BURAKO_LANG": "es", **places},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return Outcome(ended.returncode, ended.stdout, tuple(ended.stderr.splitlines()))

    return run


@pytest.fixture
def warm_shell(tmp_path: Path, shell: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """``burako ...`` as a program of its own that has everything loaded already, in Spanish."""

    def run(*arguments: object) -> Outcome:
        environment = {**os.environ, "BURAKO_LANG": "es", "BURAKO_DATA": str(tmp_path / "kept")}
        program = Forked(AS_TYPED, tuple(map(str, arguments)), environment)
        out, complaints = program.communicate(60)
        return Outcome(program.poll(), out, tuple(complaints.splitlines()))

    return run if hasattr(os, "fork") else shell


@pytest.fixture
def recognizer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Recognizer], None]:
    """Puts a recognizer in the place of the networks; until told otherwise it sees ``7r 8r J``."""

    def put(other: Recognizer) -> None:
        monkeypatch.setattr(bootstrap, "open_recognizer", lambda _=None: other)

    put(FakeRecognizer())
    return put


@pytest.fixture
def folder_without_privilege() -> Iterator[Path]:
    """A folder to which every user finds the way; an administrator, who may write anywhere, is nobody meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder, is_root = Path(name), os.geteuid() == 0
        if is_root:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        yield folder
        folder.chmod(0o700)
        if is_root:
            os.seteuid(0)
