"""Asks ``pip-audit`` whether anything that is known endangers the pinned versions; where nobody answers it says so.

``python -m tests.supply.audit PIP_AUDIT``: exit 1 for a known danger, 0 otherwise. pip-audit itself says that nothing
is known, with exit status 0, of packages of which it could ask nobody: those are counted apart here.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CONSTRAINTS = Path(__file__).parents[2] / "constraints.txt"
_PATIENCE_S = 300


@dataclass(frozen=True, slots=True)
class Audit:
    """What is known of the pinned versions."""

    asked: int
    """Of how many packages something could be asked."""
    unasked: int
    dangers: tuple[str, ...]

    def sentence(self) -> str:
        """What to tell, in a line or more."""
        if self.dangers:
            return "\n".join(self.dangers)
        if not self.asked:
            return "pip-audit: nobody answered, nothing is known"
        return f"pip-audit: {self.asked} packages without a known danger, {self.unasked} not asked about"


def understood(said: str) -> Audit:
    """What pip-audit said in JSON; nothing asked where it said nothing that can be read."""
    try:
        packages = json.loads(said)["dependencies"]
    except (ValueError, LookupError, TypeError):
        return Audit(0, 0, ())
    unasked = sum("skip_reason" in package for package in packages)
    dangers = tuple(
        f"{package['name']} {package.get('version', '')}: {each['id']}"
        for package in packages
        for each in package.get("vulns", ())
    )
    return Audit(len(packages) - unasked, unasked, dangers)


def asked(command: Sequence[str]) -> Audit:
    """What pip-audit says of the pinned versions."""
    options = ("-r", str(CONSTRAINTS), "--no-deps", "--disable-pip", "--progress-spinner", "off", "-f", "json")
    try:
        ended = subprocess.run([*command, *options], capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return Audit(0, 0, ())
    return understood(ended.stdout)


def main() -> int:
    """Tells what is known; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", nargs="+")
    audit = asked(parser.parse_args().command)
    print(audit.sentence())
    return 1 if audit.dangers else 0


if __name__ == "__main__":
    raise SystemExit(main())
