"""A small OBS: speaks enough of obs-websocket 5 (MessagePack) for a text and a scene, with its authentication."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Thread
from typing import Any

import msgpack
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

HELLO, IDENTIFY, IDENTIFIED, REQUEST, ANSWER = 0, 1, 2, 6, 7
NO_SUCH, SUCCESS, WRONG_PASSWORD = 600, 100, 4009


@dataclass
class FakeObs:
    """The texts and the scene that it shows."""

    password: str = ""
    texts: dict[str, str] = field(default_factory=lambda: {"Tanteo": ""})
    scenes: tuple[str, ...] = ("Mesa", "Final")
    scene: str = "Mesa"
    port: int = 0
    history: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def serves(self, opened: ServerConnection) -> None:
        """One client, as long as it stays."""
        try:
            if self._lets_in(opened):
                for message in opened:
                    asked = msgpack.unpackb(message)
                    assert asked["op"] == REQUEST
                    opened.send(msgpack.packb({"op": ANSWER, "d": self._answers(asked["d"])}))
        except ConnectionClosed:
            pass

    def _lets_in(self, opened: ServerConnection) -> bool:
        salt, challenge = secrets.token_hex(8), secrets.token_hex(8)
        hello: dict[str, Any] = {"obsWebSocketVersion": "5.5.0", "rpcVersion": 1}
        if self.password:
            hello["authentication"] = {"challenge": challenge, "salt": salt}
        opened.send(msgpack.packb({"op": HELLO, "d": hello}))
        said = msgpack.unpackb(opened.recv())
        assert said["op"] == IDENTIFY
        if self.password and said["d"].get("authentication") != _proof(self.password, salt, challenge):
            opened.close(WRONG_PASSWORD, "Authentication failed.")
            return False
        opened.send(msgpack.packb({"op": IDENTIFIED, "d": {"negotiatedRpcVersion": 1}}))
        return True

    def _answers(self, asked: dict[str, Any]) -> dict[str, Any]:
        said, known = asked.get("requestData", {}), False
        if asked["requestType"] == "SetInputSettings" and (known := said["inputName"] in self.texts):
            self.texts[said["inputName"]] = said["inputSettings"]["text"]
            self.history.append(said["inputSettings"]["text"])
        if asked["requestType"] == "SetCurrentProgramScene" and (known := said["sceneName"] in self.scenes):
            self.scene = said["sceneName"]
        status = {"result": known, "code": SUCCESS if known else NO_SUCH}
        return {"requestType": asked["requestType"], "requestId": asked["requestId"], "requestStatus": status}


def _proof(password: str, salt: str, challenge: str) -> str:
    secret = base64.b64encode(sha256((password + salt).encode()).digest()).decode()
    return base64.b64encode(sha256((secret + challenge).encode()).digest()).decode()


@contextmanager
def obs(password: str = "", port: int = 0) -> Iterator[FakeObs]:
    """An OBS as long as it is needed."""
    fake = FakeObs(password)
    with serve(fake.serves, "127.0.0.1", port, subprotocols=["obswebsocket.msgpack"]) as server:  # type: ignore[list-item]
        fake.port = server.socket.getsockname()[1]
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield fake
        finally:
            server.shutdown()
            thread.join(5)
