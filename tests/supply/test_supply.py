"""What is installed with the program is known by name, version and licence, and none of it binds who passes it on."""

from __future__ import annotations

import json
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.companion.conftest import ROOT
from tests.supply.audit import Audit, understood
from tests.supply.components import OWN, SHIPPED_EXTRAS, Component, bill, licences, pins, shipped

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINNED = dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE))
BINDING = re.compile(r"GPL|General Public|SSPL|Commons Clause", re.IGNORECASE)
ONE = Component("one", "1.0", "MIT", ("two",))
TWO = Component("two", "2.0", "MIT OR Apache-2.0", ())


@pytest.fixture(scope="module")
def components() -> dict[str, Component]:
    return dict(shipped())


def test_everything_that_is_needed_is_listed(components: dict[str, Component]) -> None:
    wanted = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    assert wanted <= components.keys()
    assert {"werkzeug", "jinja2"} <= components.keys(), "what comes with a library"
    assert components.keys().isdisjoint({"pytest", "ruff", "torch"}), "what only who builds needs"


def test_every_licence_is_known_and_none_binds(components: dict[str, Component]) -> None:
    said = {name: one.licence for name, one in components.items()}
    assert [name for name, licence in said.items() if not licence] == []
    assert [name for name, licence in said.items() if BINDING.search(licence)] == []


def test_the_pins_are_what_the_project_asks_for() -> None:
    required = [Requirement(line) for line in PROJECT["dependencies"]]
    assert [
        requirement.name
        for requirement in required
        if PINNED.get(canonicalize_name(requirement.name)) not in requirement.specifier
    ] == []


EXTRAS = PROJECT["optional-dependencies"]
FOR_WHO_BUILDS = {"render", "render-physical", "train", "mutants", "dev"}


def test_every_extra_is_pinned_or_for_who_builds() -> None:
    assert set(SHIPPED_EXTRAS) | FOR_WHO_BUILDS == EXTRAS.keys()
    assert FOR_WHO_BUILDS.isdisjoint(SHIPPED_EXTRAS)


@pytest.mark.parametrize("extra", SHIPPED_EXTRAS)
def test_the_pins_are_what_an_extra_asks_for(extra: str) -> None:
    required = [Requirement(line) for line in EXTRAS[extra]]
    assert [
        requirement.name
        for requirement in required
        if PINNED.get(canonicalize_name(requirement.name)) not in requirement.specifier
    ] == []


def test_the_page_of_licences_tells_of_what_is_pinned() -> None:
    page = (ROOT / "docs" / "licences.md").read_text("utf-8")
    assert dict(re.findall(r"^\| ([a-z0-9-]+) \| (\d\S*) \|", page, re.MULTILINE)) == PINNED


def test_the_bill_says_who_needs_whom(components: dict[str, Component]) -> None:
    parsed = json.loads(json.dumps(bill(components)))
    refs = {component["bom-ref"] for component in (*parsed["components"], parsed["metadata"]["component"])}
    assert (parsed["bomFormat"], parsed["specVersion"]) == ("CycloneDX", "1.6")
    assert len(refs) == len(components)
    assert {
        ref for dependency in parsed["dependencies"] for ref in (dependency["ref"], *dependency["dependsOn"])
    } == refs


def test_a_bill_is_written_as_the_format_says() -> None:
    document = bill({OWN: Component(OWN, "0.1.0", "Apache-2.0", ("one",)), "one": ONE, "two": TWO})
    assert document["components"] == [
        {"type": "library", "bom-ref": "pkg:pypi/one@1.0", "name": "one", "version": "1.0",
         "purl": "pkg:pypi/one@1.0", "licenses": [{"license": {"id": "MIT"}}]},
        {"type": "library", "bom-ref": "pkg:pypi/two@2.0", "name": "two", "version": "2.0",
         "purl": "pkg:pypi/two@2.0", "licenses": [{"expression": "MIT OR Apache-2.0"}]},
    ]  # fmt: skip
    assert pins({OWN: ONE, "two": TWO}).splitlines()[1:] == ["one==1.0", "two==2.0"]
    assert "| two | 2.0 | MIT OR Apache-2.0 |" in licences({"two": TWO})


DANGER = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1"}]}


@pytest.mark.parametrize(("said", "audit"), [
    ("", Audit(0, 0, ())),
    ("no JSON", Audit(0, 0, ())),
    ("[]", Audit(0, 0, ())),
    ('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}', Audit(0, 1, ())),
    ('{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}', Audit(1, 0, ())),
    (json.dumps({"dependencies": [DANGER, {"name": "a", "skip_reason": "x"}]}), Audit(1, 1, ("b 2: CVE-1",))),
])  # fmt: skip
def test_who_could_not_be_asked_is_not_said_to_be_safe(said: str, audit: Audit) -> None:
    assert understood(said) == audit
    assert ("without a known danger" in audit.sentence()) is (audit.asked > 0 and not audit.dangers)
