"""``burako serve`` as a program of its own, which can be asked, stopped and killed."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from tests.companion.forking import ROOT, Forked

WITH_A_FAKE_EYE = """
import sys
from companion import bootstrap
from companion.__main__ import main
from tests.companion.builders import FakeRecognizer
bootstrap.open_recognizer = lambda _=None: FakeRecognizer()
sys.exit(main(["serve", "--port", "0", *sys.argv[1:]]))
"""

WITH_THE_EYE = """
import sys
from companion.__main__ import main
sys.exit(main(["serve", "--port", "0", *sys.argv[1:]]))
"""


def _alone(code: str, arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


class Running:
    """A server started as a program of its own; its matches are in ``folder``, or nowhere for long."""

    def __init__(
        self, *arguments: str, folder: Path | None = None, code: str = WITH_A_FAKE_EYE, is_alone: bool = False
    ) -> None:
        """``is_alone``: it loads everything itself, as where a person begins it, and takes seconds for that."""
        self._own = tempfile.TemporaryDirectory() if folder is None else None
        self.folder = folder or Path(self._own.name)
        environment = {**os.environ, "BURAKO_LANG": "es", "BURAKO_DATA": str(self.folder)}
        begin = Forked if hasattr(os, "fork") and not is_alone else _alone
        self.program = begin(code, arguments, environment)
        self.greeting = self.program.stdout.readline()

    @property
    def port(self) -> int:
        """Where it listens on this machine."""
        return int(self.greeting.split("127.0.0.1:")[1].split("/")[0])

    def ask(self, method: str, address: str, body: object = None, **headers: str) -> http.client.HTTPResponse:
        """Its answer, with the text of it."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, address, body, headers)
            with connection.getresponse() as answer:
                answer.text = answer.read().decode(errors="replace")
        return answer

    def json(self, method: str, address: str, body: object = None, **headers: str) -> dict:
        """Its answer to JSON, as JSON."""
        sent = None if body is None else json.dumps(body)
        return json.loads(self.ask(method, address, sent, **{"Content-Type": "application/json"}, **headers).text)

    def stop(self) -> tuple[int, str]:
        """The exit status after Ctrl+C, and what was said on stderr."""
        if self.program.poll() is None:
            self.program.send_signal(signal.SIGINT)
        return self._ended()

    def kill(self) -> None:
        """Ends it, and the process that serves, without a warning."""
        os.killpg(self.program.pid, signal.SIGKILL)
        self._ended()

    def _ended(self) -> tuple[int, str]:
        _, complaints = self.program.communicate(timeout=30)
        if self._own:
            self._own.cleanup()
        return self.program.returncode, complaints
