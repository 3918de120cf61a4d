"""Check the machine: clock, port, network, memory and cameras."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from companion.doctor.finding import Finding
from companion.eventstore import DataFolder
from companion.network.addresses import bound, free_port, network_addresses

MADE_S = datetime(2026, 11, 1, tzinfo=UTC).timestamp()
"""The earliest plausible time of the clock."""
_LATE_S, LITTLE_MB = 300, 500
_ANSWER_S = 3
_UFW = Path("/etc/ufw/ufw.conf")
_DEVICES = Path("/dev")
_MEMORY = Path("/proc/meminfo")


def check_clock(data_folder: DataFolder, now_s: float | None = None) -> Finding:
    """Check whether the clock is later than the newest stored entry, and is synchronised."""
    now_s = time.time() if now_s is None else now_s
    if now_s < max(MADE_S, _kept_s(data_folder.folder) - _LATE_S):
        moment = datetime.fromtimestamp(now_s, UTC).astimezone()
        return Finding("clock", "B301", {"moment": f"{moment:%Y-%m-%d %H:%M}"})
    reply = _said("timedatectl", "show", "--property=NTPSynchronized", "--value")
    return Finding("clock", "B302" if reply == "no" else "")


def check_port(port: int, host: str = "127.0.0.1") -> Finding:
    """Check whether the pages can be served at ``port``."""
    with suppress(OSError):
        bound(host, port)
        return Finding("port", parts={"port": port})
    if _is_ours(host, port):
        return Finding("port", parts={"port": port})
    return Finding("port", "B303", {"port": port, "free": free_port(host, port)})


def check_firewall(port: int, settings: Path = _UFW) -> Finding:
    """Check whether a known firewall is on; its rules are readable only by its owner."""
    with suppress(OSError):
        if "enabled=yes" in settings.read_text(errors="replace").lower():
            return Finding("firewall", "B304", {"firewall": "ufw", "command": f"sudo ufw allow {port}/tcp"})
    if _said("firewall-cmd", "--state") == "running":
        return Finding(
            "firewall", "B304", {"firewall": "firewalld", "command": f"sudo firewall-cmd --add-port={port}/tcp"}
        )
    return Finding("firewall")


def check_network() -> Finding:
    """Check whether other devices can find this machine."""
    address = next(iter(network_addresses()), "")
    return Finding("network", parts={"address": address}) if address else Finding("network", "B305")


def check_memory(listed: Path = _MEMORY) -> Finding:
    """Check whether enough memory is free; assumed where the system does not report it."""
    with suppress(OSError, ValueError, LookupError):
        lines = dict(line.split(":", 1) for line in listed.read_text().splitlines() if ":" in line)
        free_mb = int(lines["MemAvailable"].split()[0]) // 1000
        return Finding("memory", "B306" if free_mb < LITTLE_MB else "", {"free_mb": free_mb})
    return Finding("memory")


def check_cameras(devices: Path = _DEVICES) -> Sequence[Finding]:
    """Check whether this user may open the cameras; on systems other than Linux the system asks by itself."""
    if sys.platform != "linux":
        return [Finding("camera")]
    found = sorted(path for path in devices.glob("video*") if path.name.removeprefix("video").isdigit())
    if not found:
        return [Finding("camera", "B401")]
    locked = [path for path in found if not os.access(path, os.R_OK | os.W_OK)]
    if locked:  # one reason for all of them
        return [Finding("camera", "B402", {"device": locked[0], "group": _group(locked[0])})]
    return [Finding("camera", parts={"count": len(found)})]


def _group(path: Path) -> str:
    try:
        return path.group()
    except (KeyError, OSError):
        return "video"


def _kept_s(folder: Path) -> float:
    """The time of the newest entry; 0 without entries."""
    files = (folder / name for name in ("story.sqlite", "story.sqlite-wal"))
    return max((path.stat().st_mtime for path in files if path.exists()), default=0.0)


def _is_ours(host: str, port: int) -> bool:
    """Whether this program answers there."""
    try:
        with closing(HTTPConnection(host, port, timeout=_ANSWER_S)) as connection:
            connection.request("GET", "/healthz")
            reply = json.loads(connection.getresponse().read(10_000))
    except (OSError, HTTPException, ValueError):
        return False
    return isinstance(reply, dict) and {"status", "camera", "database"} <= reply.keys()


def _said(program: str, *arguments: str) -> str:
    """The output line of a system program; empty where it is missing."""
    found = shutil.which(program)
    if not found:
        return ""
    try:
        return subprocess.run(
            [found, *arguments], capture_output=True, text=True, errors="replace", timeout=_ANSWER_S, check=False
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
