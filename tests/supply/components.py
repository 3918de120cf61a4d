"""What is installed with the program: as a CycloneDX bill of materials, as a list of licences, as pinned versions.

``python -m tests.supply.components --sbom FILE.json --licences FILE.md --constraints FILE.txt``
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OWN = "burako-companion"
SHIPPED_EXTRAS = ("postgresql", "cluster", "heic", "obs", "docs")
"""What a hall or a house may install besides, and what builds the site of docs/; the others are for who builds."""
_SPDX = {
    "mit": "MIT", "mit license": "MIT", "the mit license (mit)": "MIT", "expat license": "MIT",
    "bsd": "BSD-3-Clause", "bsd license": "BSD-3-Clause", "bsd 3-clause": "BSD-3-Clause",
    "bsd 3-clause license": "BSD-3-Clause", "3-clause bsd license": "BSD-3-Clause", "new bsd": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0", "apache license 2.0": "Apache-2.0", "apache-2.0 license": "Apache-2.0",
    "apache software license": "Apache-2.0", "isc": "ISC", "isc license": "ISC", "isc license (iscl)": "ISC",
    "python software foundation license": "PSF-2.0", "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
}  # fmt: skip
"""What packages call their licences, and the identifier of SPDX."""


@dataclass(frozen=True, slots=True)
class Component:
    """One package that is installed."""

    name: str
    version: str
    licence: str
    """An SPDX expression, or what the package says where that is none; empty where it says nothing."""
    needs: tuple[str, ...]
    """The names of the packages that it cannot do without here."""

    @property
    def purl(self) -> str:
        """Its address in the package index."""
        return f"pkg:pypi/{self.name}@{self.version}"


def shipped(root: str = OWN, extras: Sequence[str] = SHIPPED_EXTRAS) -> Mapping[str, Component]:
    """The program and everything that comes with it, by name; what is not installed is left out."""
    found: dict[str, Component] = {}
    waiting = [(canonicalize_name(root), frozenset(extras))]
    asked: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in asked or not (one := _distribution(name)):
            continue
        asked.add((name, wanted))
        needed = list(_needed(one, wanted))
        names: set[str] = {canonicalize_name(each.name) for each in needed if _distribution(each.name)}
        names |= set(found[name].needs) if name in found else set()
        found[name] = Component(name, one.version, licence_of(one), tuple(sorted(names)))
        waiting += [(canonicalize_name(each.name), frozenset(each.extras)) for each in needed]
    return dict(sorted(found.items()))


def licence_of(one: metadata.Distribution) -> str:
    """The licence of a package as its author says it."""
    document = one.metadata.json
    said = str(document.get("license_expression") or document.get("license") or "")
    if not said or len(said.splitlines()) > 1 or said.upper() == "UNKNOWN":
        said = " AND ".join(_classified(one)) or said.strip().partition("\n")[0]
    return _SPDX.get(said.partition(" (see ")[0].lower(), said)


def bill(components: Mapping[str, Component]) -> dict[str, object]:
    """The components as CycloneDX 1.6, the same for the same components."""
    own = components[OWN]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _told(own, "application")},
        "components": [_told(component, "library") for component in components.values() if component is not own],
        "dependencies": [
            {"ref": component.purl, "dependsOn": [components[name].purl for name in component.needs]}
            for component in components.values()
        ],
    }


def pins(components: Mapping[str, Component]) -> str:
    """A constraints file for pip."""
    lines = [f"{component.name}=={component.version}" for component in components.values() if component.name != OWN]
    head = "# The versions with which the tests of this version passed: pip install -c constraints.txt burako-companion"
    return "\n".join((head, *lines, ""))


def licences(components: Mapping[str, Component]) -> str:
    """A page of what is installed and under which licence."""
    rows = [
        f"| {component.name} | {component.version} | {component.licence or '–'} |"
        for component in components.values()
        if component.name != OWN
    ]
    head = ("# Licences of what is installed\n",
            "Written by `make pins`, with every optional part that is not for who builds.\n",
            "| package | version | licence |", "|---|---|---|")  # fmt: skip
    return "\n".join((*head, *rows, ""))


def _told(one: Component, kind: str) -> dict[str, object]:
    is_identifier = bool(re.fullmatch(r"[A-Za-z0-9.+-]+", one.licence))
    is_expression = bool(re.fullmatch(r"[A-Za-z0-9.+() -]+", one.licence)) and re.search(
        r" (AND|OR|WITH) ", one.licence
    )
    named = {"id": one.licence} if is_identifier and one.licence in _known() else {"name": one.licence}
    said = [{"expression": one.licence}] if is_expression else [{"license": named}] if one.licence else []
    return {
        "type": kind,
        "bom-ref": one.purl,
        "name": one.name,
        "version": one.version,
        "purl": one.purl,
        **({"licenses": said} if said else {}),
    }


def _known() -> frozenset[str]:
    return frozenset((*_SPDX.values(), "BSD-2-Clause", "MIT-0", "MIT-CMU"))


def _distribution(name: str) -> metadata.Distribution | None:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None


def _needed(one: metadata.Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    for line in one.requires or ():
        requirement = Requirement(line)
        asked = [requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)] if requirement.marker else []
        if not requirement.marker or any(asked):
            yield requirement


def _classified(one: metadata.Distribution) -> Iterator[str]:
    for said in one.metadata.get_all("Classifier") or ():
        if said.startswith("License ::"):
            named = said.rpartition(" :: ")[2]
            yield _SPDX.get(named.lower(), named)


def main() -> None:
    """Writes what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--sbom", "--licences", "--constraints"):
        parser.add_argument(option, type=Path)
    asked, components = parser.parse_args(), shipped()
    if asked.sbom:
        asked.sbom.write_text(json.dumps(bill(components), indent=2) + "\n", "utf-8")
    if asked.licences:
        asked.licences.write_text(licences(components), "utf-8")
    if asked.constraints:
        asked.constraints.write_text(pins(components), "utf-8")
    print(f"{len(components) - 1} packages")


if __name__ == "__main__":
    main()
