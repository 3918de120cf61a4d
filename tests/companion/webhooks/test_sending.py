"""What goes over the wire: signed, to the address that was judged, and no answer but its status is kept."""

from __future__ import annotations

import base64
import hmac
import json
import socket
from contextlib import closing, suppress
from hashlib import sha256
from threading import Thread

import pytest

from companion.webhooks import sending
from companion.webhooks.addresses import BarredAddress, check, parsed
from companion.webhooks.hook import Hook
from companion.webhooks.sending import sent
from companion.webhooks.signing import new_secret
from companion.webhooks.store import Delivery
from tests.companion.webhooks.receiver import receiving

TOLD = {"title": "Sábado", "sides": [{"name": "Muñoz", "total": -35, "won": False}]}
DELIVERY = Delivery(
    number=1, event="e1", kind="hand.closed", at_s=1_800_000_000.0, shown_s=0, not_before_s=0, content=TOLD
)  # fmt: skip


def hook(address: str, *, is_near: bool = True) -> Hook:
    return Hook(name="w123456789", address=address, secret=new_secret(), is_near=is_near)


def test_what_is_sent_is_signed_as_the_specification_says():
    with receiving() as receiver:
        told = hook(receiver.address)
        assert sent(told, DELIVERY, lambda: 1_800_000_007.9).says == "200"
    headers, body = receiver.heard[0]
    assert json.loads(body) == {
        "type": "hand.closed",
        "id": "e1",
        "timestamp": "2027-01-15T08:00:00.000+00:00",
        "data": TOLD,
    }
    assert (headers["webhook-id"], headers["webhook-timestamp"]) == ("e1", "1800000007")
    key = base64.b64decode(told.secret.removeprefix("whsec_"))
    wanted = hmac.new(key, b"e1.1800000007." + body, sha256).digest()
    assert headers["webhook-signature"] == "v1," + base64.b64encode(wanted).decode()
    assert len(key) == 24


@pytest.mark.parametrize(
    ("answer", "says"), [(200, "200"), (204, "204"), (302, "302"), (404, "404"), (503, "503"), (0, "cut off")]
)
def test_the_status_and_nothing_else_is_kept_and_no_redirection_is_followed(answer: int, says: str):
    with receiving(answer) as receiver:
        found = sent(hook(receiver.address), DELIVERY)
    assert found.says == says
    assert "secret" not in repr(found)
    assert len(receiver.heard) == 1


def test_nobody_listens():
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    assert sent(hook(f"http://127.0.0.1:{port}/"), DELIVERY).says == "nobody there"


def test_who_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sending, "WHOLE_S", 0.4)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def drips() -> None:
            with suppress(OSError), server.accept()[0] as opened:
                for _ in range(100):
                    opened.sendall(b"H")
                    opened.recv(1)

        Thread(target=drips, daemon=True).start()
        found = sent(hook(f"http://127.0.0.1:{server.getsockname()[1]}/"), DELIVERY)
    assert found.says in ("cut off", "too slow")
    assert found.took_ms < 4000


def test_a_certificate_that_nobody_vouches_for():
    with receiving() as receiver:  # it speaks no TLS at all
        found = sent(hook(receiver.address.replace("http:", "https:")), DELIVERY)
    assert found.says in ("certificate", "cut off")
    assert receiver.heard == []


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("http://127.0.0.1:7474/x", True),
        ("https://example.com/a?b=c", True),
        ("https://example.com", True),
        ("http://[::1]:80/", True),
        ("ftp://example.com/", False),
        ("file:///etc/passwd", False),
        ("ws://127.0.0.1:4455", False),
        ("http://user:word@example.com/", False),
        ("http://user@example.com/", False),
        ("http://", False),
        ("http:///x", False),
        ("http://example.com:0/", False),
        ("http://example.com:99999/", False),
        ("http://example.com/#part", False),
        ("http://example.com/a b", False),
        ("http://example.com/\r\nHost: other", False),
        ("http://exámple.com/", False),
        ("http://example.com/" + "a" * 500, False),
        ("javascript:alert(1)", False),
        ("example.com", False),
        ("http://[::1", False),
        ("", False),
    ],
)
def test_what_is_an_address(address: str, is_one: bool):
    assert (parsed(address, "web") is not None) == is_one


@pytest.mark.parametrize(
    ("address", "afar", "near"),
    [
        ("8.8.8.8", "", ""),
        ("2606:4700::1", "", ""),
        ("127.0.0.1", "near", ""),
        ("127.9.9.9", "near", ""),
        ("10.0.0.7", "near", ""),
        ("172.16.3.4", "near", ""),
        ("192.168.0.7", "near", ""),
        ("100.64.0.1", "near", ""),
        ("::1", "near", ""),
        ("fd00::7", "near", ""),
        ("::ffff:127.0.0.1", "near", ""),
        ("::ffff:192.168.0.7", "near", ""),
        ("2002:7f00:1::", "near", ""),
        ("64:ff9b::7f00:1", "near", ""),
        ("169.254.169.254", "never", "never"),
        ("::ffff:169.254.169.254", "never", "never"),
        ("fe80::1", "never", "never"),
        ("fe80::1%eth0", "never", "never"),
        ("0.0.0.0", "never", "never"),
        ("::", "never", "never"),
        ("224.0.0.1", "never", "never"),
        ("ff02::1", "never", "never"),
        ("255.255.255.255", "never", "never"),
    ],
)
def test_where_nothing_is_sent(address: str, afar: str, near: str):
    for is_near, why in ((False, afar), (True, near)):
        assert barred(address, is_near=is_near) == why


def barred(address: str, *, is_near: bool) -> str:
    try:
        check(address, is_near=is_near)
    except BarredAddress as found:
        return found.why
    return ""


def test_a_hook_from_elsewhere_does_not_reach_this_machine_by_any_name():
    with receiving() as receiver:
        for host in ("127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]"):
            found = sent(hook(f"http://{host}:{receiver.port}/", is_near=False), DELIVERY)
            assert found.says in ("near", "unknown"), host
    assert receiver.heard == []


def test_a_name_that_leads_elsewhere_the_second_time_leads_nowhere(monkeypatch: pytest.MonkeyPatch):
    with receiving() as receiver:
        answers = iter(["8.8.8.8", "127.0.0.1"])

        def looked_up(_host, port, **_kind):
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

        asked: list[tuple[str, int]] = []

        def connects(where, **_options):
            asked.append(where)
            raise ConnectionRefusedError

        monkeypatch.setattr("companion.webhooks.addresses.socket.getaddrinfo", looked_up)
        monkeypatch.setattr("companion.webhooks.sending.socket.create_connection", connects)
        found = sent(hook(f"http://changes.example:{receiver.port}/", is_near=False), DELIVERY)
        assert (found.says, asked) == ("nobody there", [("8.8.8.8", receiver.port)])
        assert sent(hook(f"http://changes.example:{receiver.port}/", is_near=False), DELIVERY).says == "near"
        assert len(asked) == 1
