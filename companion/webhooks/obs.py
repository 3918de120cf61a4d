"""Show the score in OBS through its WebSocket interface.

A late score is shown as well, until the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from companion.naming import points_said
from companion.webhooks.addresses import Target
from companion.webhooks.hook import Hook
from companion.webhooks.store import Delivery

ANSWER_S = 5.0
_SUBPROTOCOL = "obswebsocket.msgpack"
_WRONG_PASSWORD = 4009
"""The close code of obs-websocket for a wrong password."""


def show(hook: Hook, where: Target, delivery: Delivery) -> str:
    """Show the score of a delivery; returns ``shown``, or the word of ``wording`` for the failure. Raises OSError."""
    try:
        import simpleobsws  # only who has OBS has it
    except ImportError:
        return "no extra"
    host = f"[{where.ip}]" if ":" in where.ip else where.ip
    client = simpleobsws.WebSocketClient(f"ws://{host}:{where.port}", hook.secret)
    requests = [simpleobsws.Request(name, said) for name, said in wanted(hook, delivery)]
    try:
        return asyncio.run(asyncio.wait_for(_asked(client, requests), 2 * ANSWER_S))
    except (simpleobsws.MessageTimeout, simpleobsws.NotIdentifiedError):
        return "cut off"
    except (OSError, ValueError):
        raise
    except Exception as error:  # of the library beneath, which calls a refusal to speak WebSocket so
        raise OSError(str(error)) from error


def wanted(hook: Hook, delivery: Delivery) -> list[tuple[str, Mapping[str, Any]]]:
    """The requests to OBS: the text and, once a match is over, the scene where one was chosen."""
    asked: list[tuple[str, Mapping[str, Any]]] = []
    if sides := delivery.content.get("sides"):
        text = score_text([(side["name"], side["total"]) for side in sides])
        asked.append(("SetInputSettings", {"inputName": hook.source, "inputSettings": {"text": text}}))
    if hook.scene and delivery.kind == "match.finished":
        asked.append(("SetCurrentProgramScene", {"sceneName": hook.scene}))
    return asked


def score_text(sides: list[tuple[str, int]]) -> str:
    """A score in one line.

    >>> score_text([("Ana y Beto", 1240), ("Caro y Dani", -80)])
    'Ana y Beto 1.240 – Caro y Dani −80'
    """
    return " – ".join(f"{name} {points_said(total, 'es')}" for name, total in sides)


async def _asked(client: Any, requests: list[Any]) -> str:
    await _connected(client)
    try:
        known = asyncio.ensure_future(client.wait_until_identified(ANSWER_S))
        await asyncio.wait({known, client.recv_task}, return_when=asyncio.FIRST_COMPLETED)  # it ends when OBS hangs up
        known.cancel()
        if not client.is_identified():
            return "wrong password" if getattr(client.ws, "close_code", None) == _WRONG_PASSWORD else "cut off"
        for request in requests:
            answer = await client.call(request, ANSWER_S)
            if not answer.ok():
                return "no such source" if request.requestType == "SetInputSettings" else "no such scene"
        return "shown"
    finally:
        await client.disconnect()


async def _connected(client: Any) -> None:
    """Connect to OBS directly, ignoring the proxy of the environment. Raises OSError where nothing listens there."""
    from websockets import connect
    from websockets.typing import Subprotocol

    client.ws = await connect(client.url, subprotocols=[Subprotocol(_SUBPROTOCOL)], proxy=None)
    client.ws_open = True
    client.recv_task = asyncio.create_task(client._ws_recv_task())
