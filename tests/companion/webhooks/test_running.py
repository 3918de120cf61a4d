"""Hooks of a real server: set up on its page, told while pages are served, and nothing is lost when it is killed."""

from __future__ import annotations

import os
import re
import socket
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.companion.running import Running
from tests.companion.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def plays(running: Running, match: str, *points: int) -> None:
    for order in ({"order": "deal"}, {"order": "note", "points": points}, {"order": "confirm"}):
        running.json("POST", f"/api/matches/{match}/orders", order)


def hears(receiver: Receiver, count: int) -> None:
    until = time.monotonic() + 20
    while len({delivery["id"] for delivery in receiver.deliveries}) < count and time.monotonic() < until:
        time.sleep(0.05)


def test_nothing_is_lost_while_the_other_side_or_this_one_is_away(tmp_path: Path):
    with receiving(503, 200) as receiver:
        running = Running(folder=tmp_path)
        made = running.ask("POST", "/hooks", urlencode(
            {"address": receiver.address, "events": "hand.closed", "key": "k"}), **FORM)  # fmt: skip
        secret = re.search(r"whsec_[\w+/]{32}", made.text)
        assert secret
        assert secret[0] not in running.ask("GET", "/hooks").text
        match = running.json("POST", "/api/matches", {"players": ["Ana", "Beto"], "rules": "torneo"})["match"]
        plays(running, match, 420, -35)
        assert receiver.came.wait(20)  # it was answered that it cannot be taken now
        running.kill()
        again = Running(folder=tmp_path)
        plays(again, match, 100, 50)
        hears(receiver, 2)
        plays(again, match, 30, 60)
        hears(receiver, 3)
        page = again.ask("GET", "/hooks").text
        again.stop()
    numbers = [delivery["data"]["hand"]["number"] for delivery in receiver.deliveries]
    assert numbers[0] == 1
    assert list(dict.fromkeys(numbers)) == [1, 2, 3]
    assert [delivery["data"]["sides"][0]["total"] for delivery in receiver.deliveries][-1] == 550
    assert "<td>200</td>" in page


def test_a_page_is_answered_while_somebody_keeps_a_hook_waiting(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        running = Running(folder=tmp_path)
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        running.ask("POST", "/hooks", urlencode({"address": address, "events": "hand.closed", "key": "k"}), **FORM)
        match = running.json("POST", "/api/matches", {"players": ["Ana", "Beto"], "rules": "torneo"})["match"]
        plays(running, match, 420, -35)
        silent.settimeout(20)
        opened, _ = silent.accept()
        with opened:
            assert running.json("GET", f"/api/matches/{match}")["teams"][0]["total"] == 420
        running.stop()
