"""Run all checks, each independent of the failure of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from companion.doctor import libraries, machine, storage
from companion.doctor.finding import Finding, Severity
from companion.eventstore import DataFolder

Checkup = Callable[[], Finding | Sequence[Finding]]


def examine(data_folder: DataFolder, port: int) -> tuple[Finding, ...]:
    """The findings on this machine, for the data folder ``data_folder`` and the ``port`` of the pages."""
    return tuple(made(checks(data_folder, port)))


def checks(data_folder: DataFolder, port: int) -> dict[str, Checkup]:
    """Every check by name, in report order."""
    return {
        "python": libraries.check_python,
        "libraries": libraries.check_libraries,
        "opencv": libraries.check_opencv,
        "loading": libraries.check_loading,
        "networks": libraries.check_networks,
        "telemetry": libraries.check_telemetry,
        "folder": partial(storage.check_folder, data_folder),
        "privacy": partial(storage.check_privacy, data_folder),
        "disk": partial(storage.check_disk, data_folder),
        "journal": partial(storage.check_journal, data_folder),
        "clock": partial(machine.check_clock, data_folder),
        "memory": machine.check_memory,
        "port": partial(machine.check_port, port),
        "network": machine.check_network,
        "firewall": partial(machine.check_firewall, port),
        "camera": machine.check_cameras,
    }


def made(named: dict[str, Checkup]) -> Iterator[Finding]:
    """The findings of the checks; a check that raises is a finding as well."""
    for name, check in named.items():
        try:
            found = check()
        except Exception as error:
            yield Finding(name, "B901", {"check": name, "reason": f"{type(error).__name__}: {error}"})
            continue
        yield from (found,) if isinstance(found, Finding) else found


def wrong(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings that keep something from working."""
    return tuple(finding for finding in findings if finding.state is Severity.WRONG)
