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
    headers = [(b"content-type", b"text/event-stream"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while scope["path"] == "/stream":
        await send({"type": "http.response.body", "body": b"data: more\n\n", "more_body": True})
        await asyncio.sleep(0.1)
    await send({"type": "http.response.body", "body": b"here\n"})


def visit(port, path):
    """A connection on which an answer has begun."""
    while True:
        try:
            line = socket.create_connection(("127.0.0.1", port), 5)
            line.sendall(f"GET /{path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
            if line.recv(1000):
                return line
        except OSError:
            pass
        time.sleep(0.1)


def watch(port, path, seen):
    """Visit the server, stop it a second later, and note when events still come."""
    line = visit(port, path)
    if path == "nothing":
        line.close()
    time.sleep(1)
    seen["told"] = seen["event"] = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
    try:
        while line.recv(1000):
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
    threading.Thread(target=watch, args=(port, sys.argv[1], seen), daemon=True).start()
    try:
        server.serve()
    except SystemExit:
        pass
    late, events = (seen[name] - seen["told"] for name in ("hook", "event"))
    print(sys.argv[1], f"open: the hook came {late:.1f} s after the signal, the last event {events:.1f} s after it")
    assert (late > PATIENCE_S - 0.5 and events > 2) if sys.argv[1] == "stream" else late < 1.5
PY
for version in 2.5.0 2.8.9; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "granian==$version"
  for open in nothing stream; do
    (cd "$work" && timeout 60 "$version/bin/python" see.py "$open") || { echo "changed with $version" >&2; exit 1; }
  done
done
