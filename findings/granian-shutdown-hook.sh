#!/usr/bin/env bash
# A server that is told to stop while a page with a stream of events is open: what `on_shutdown` is for.
# Expected: granian calls the functions given to `Granian.on_shutdown` when it is told to stop, so that one of them can
# tell the person at the keyboard what is waited for, or have open streams end.
# Seen: with granian 2.5.0 and 2.8.9 they are called when the last worker is gone: at once where nobody is served, after
# all of `workers_kill_timeout` where a stream is open, which gets events until then.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/see.py" <<'PY'
import asyncio
import os
import signal
import socket
import sys
import threading
import time

from granian import Granian

PATIENCE_S = 3


async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    while True:
        await send({"type": "http.response.body", "body": b"data: more\n\n", "more_body": True})
        await asyncio.sleep(0.1)


def visits(port, seen):
    """Open the stream, stop the server a second later, and note when events still come."""
    stream = None
    while stream is None:
        try:
            stream = socket.create_connection(("127.0.0.1", port), 1)
        except OSError:
            time.sleep(0.1)
    stream.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    stream.recv(1000)
    time.sleep(1)
    seen["told"] = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
    stream.settimeout(PATIENCE_S + 2)
    try:
        while stream.recv(1000):
            seen["event"] = time.monotonic()
    except OSError:
        pass


if __name__ == "__main__":
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    seen = {}
    server = Granian("see:app", port=port, interface="asginl", workers_kill_timeout=PATIENCE_S, log_enabled=False)
    server.on_shutdown(lambda: seen.setdefault("hook", time.monotonic()))
    if "stream" in sys.argv:
        threading.Thread(target=visits, args=(port, seen), daemon=True).start()
    else:
        threading.Timer(2, lambda: (seen.setdefault("told", time.monotonic()), os.kill(os.getpid(), signal.SIGINT))).start()
    try:
        server.serve()
    except SystemExit:
        pass
    late = seen["hook"] - seen["told"]
    events = seen.get("event", seen["told"]) - seen["told"]
    print(sys.argv[1:], f"the hook was called {late:.1f} s after the signal, the last event came {events:.1f} s after it")
    assert (late > PATIENCE_S - 0.5 and events > 2) if "stream" in sys.argv else late < 1.5
PY
for version in 2.5.0 2.8.9; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "granian==$version"
  for open in nothing stream; do
    (cd "$work" && timeout 60 "$work/$version/bin/python" see.py "$open") || { echo "changed with $version" >&2; exit 1; }
  done
done
