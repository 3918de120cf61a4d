"""Check Python, the libraries and the networks: present, of a compatible version, and loadable."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata

from companion.doctor.finding import Finding
from vision.errors import VisionError
from vision.networks.manifest import load_manifest

OWN = "burako-companion"
OPENCVS = ("opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")
"""Packages that put their files into one and the same folder."""
NATIVE = {"numpy": "numpy", "opencv-python": "cv2", "onnxruntime": "onnxruntime", "cryptography": "cryptography"}
"""Packages that need system libraries, with the module to import."""
OLDEST = (3, 11)
_LOAD_S = 60
_WANTED = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*])?\s*([^;]*)")
_BOUND = re.compile(r"(>=|<=|==|!=|~=|<|>)\s*([\d.]+)")


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> Finding:
    """Check whether Python is new enough."""
    said = {"version": platform.python_version() if version == sys.version_info[:2] else f"{version[0]}.{version[1]}"}
    return Finding("python", "B101" if version < OLDEST else "", said)


def check_libraries(wanted: Mapping[str, str] | None = None) -> Sequence[Finding]:
    """Check whether every required library is installed in a compatible version."""
    wanted = required() if wanted is None else wanted
    if not wanted:
        return [Finding("libraries", "B108")]
    found = [one for name, bounds in wanted.items() if (one := _misfit(name, bounds))]
    return found or [Finding("libraries", parts={"count": len(wanted)})]


def check_opencv() -> Finding:
    """Check whether only one OpenCV is installed."""
    versions = {name: version for name in OPENCVS if (version := version_of(name))}
    if len(versions) > 1:
        return Finding("opencv", "B104", {"libraries": " ".join(versions), "count": len(versions)})
    return Finding("opencv", parts={"version": next(iter(versions.values()), "–")})


def check_loading(modules: Mapping[str, str] = NATIVE) -> Sequence[Finding]:
    """Check whether the libraries load, each in its own process, since a broken one may crash it."""
    if not _failure(modules.values()):
        return [Finding("loading")]
    failures = {library: _failure([module]) for library, module in modules.items()}
    return [
        Finding("loading", "B105", {"library": library, "reason": reason})
        for library, reason in failures.items()
        if reason
    ] or [Finding("loading")]


def check_networks() -> Finding:
    """Check whether the networks are those that the manifest lists."""
    try:
        entries = load_manifest().entries.values()
        for entry in entries:
            entry.read()
    except VisionError as error:
        return Finding("networks", "B106", {"reason": error})
    return Finding("networks", parts={"count": len(entries)})


def check_telemetry() -> Finding:
    """Check whether the telemetry of onnxruntime was disabled before its import."""
    import vision  # which tells it

    return Finding("telemetry", "" if vision and os.environ.get("ORT_DISABLE_TELEMETRY") == "1" else "B107")


def required() -> Mapping[str, str]:
    """The required packages with their version bounds; empty where the program was not installed."""
    try:
        lines = metadata.requires(OWN) or []
    except metadata.PackageNotFoundError:
        return {}
    matches = (_WANTED.match(line) for line in lines if "extra ==" not in line)
    return {found[1]: found[2].strip() for found in matches if found}


def installed() -> Mapping[str, str]:
    """The name and version of every installed package."""
    pairs = {
        distribution.metadata["Name"]: distribution.version
        for distribution in metadata.distributions()
        if distribution.metadata["Name"]
    }
    return dict(sorted(pairs.items(), key=lambda pair: pair[0].lower()))


def version_of(name: str) -> str:
    """The installed version of a package; empty without one."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def fits(version: str, bounds: str) -> bool:
    """Whether a version lies within ``bounds`` such as ``>=1.26,<3``; unsupported comparisons are ignored."""
    found = _numbers(version)
    return all(_compares(found, sign, _numbers(bound)) for sign, bound in _BOUND.findall(bounds))


def _misfit(name: str, bounds: str) -> Finding | None:
    version = version_of(name)
    if not version:
        return Finding("libraries", "B102", {"library": name, "wanted": bounds})
    if not fits(version, bounds):
        return Finding("libraries", "B103", {"library": name, "version": version, "wanted": bounds})
    return None


def _compares(version: tuple[int, ...], sign: str, bound: tuple[int, ...]) -> bool:
    size = max(len(version), len(bound))
    one, other = version + (0,) * (size - len(version)), bound + (0,) * (size - len(bound))
    answers = {">=": one >= other, "<": one < other, "<=": one <= other, ">": one > other, "!=": one != other,
               "==": one == other}  # fmt: skip
    return answers.get(sign, True)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(_leading(version))


def _leading(version: str) -> Iterator[int]:
    for part in version.split("."):
        digits = re.match(r"\d+", part)
        if not digits:
            return
        yield int(digits[0])
        if digits[0] != part:
            return


def _failure(modules: Iterable[str]) -> str:
    """The last output of a process that imports ``modules``; empty where that succeeded."""
    try:
        ended = subprocess.run(
            [sys.executable, "-c", f"import {', '.join(modules)}"],
            env={**os.environ, "ORT_DISABLE_TELEMETRY": "1"},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LOAD_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    lines = ended.stderr.strip().splitlines() or [f"exit {ended.returncode}"]
    return lines[-1] if ended.returncode else ""
