"""Export a stored rule set as a file, and import one."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from companion.house_rules.naming import title_of
from companion.house_rules.rule_set_state import Version, changes_between
from companion.house_rules.wording import refuse, said
from companion.refusal import RulesRefused
from companion.view_models.house_rules import RuleFile
from engine.rule_and_tile_words import rule_statement
from engine.rules.profiles import DEFAULT_PROFILE, extended_by, load_rules, parse_rules
from engine.rules.rules import RulesError

LARGEST_KB = 64


def file_of(version: Version, language: str) -> RuleFile:
    """A rule set as a file that ``extends`` its profile, each override under its sentence."""
    name, rules = version.name, version.rules()
    lines = [
        f"# {said('file header', title=version.title, extends=version.extends)[language]}",
        f"# {said('file use', name=f'{name}.toml')[language]}",
        f"title = {_toml(version.title)}",
        f"extends = {_toml(version.extends)}",
    ]
    for key, value in changes_between(load_rules(version.extends), rules).items():
        says = " ".join(rule_statement(key, getattr(rules, key), language).split())
        lines += ["", f"# {''.join(filter(str.isprintable, says))}", f"{key} = {_toml(value)}"]
    return RuleFile(f"{name}.toml", "\n".join(lines) + "\n")


def read_file(contents: bytes, name: str) -> tuple[str, str, Mapping[str, Any]]:
    """The title, the profile and the overrides of a file. Raises RulesRefused."""
    if not contents:
        refuse("file empty")
    if len(contents) > LARGEST_KB * 1024:
        refuse("file too large", 413, most=LARGEST_KB)
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse("file no text")
    try:
        rules = parse_rules(text, name)
        base = load_rules(extended_by(text, name) or DEFAULT_PROFILE)
    except RulesError as error:
        raise RulesRefused.of(error) from error
    title = tomllib.loads(text).get("title")
    if isinstance(title, Mapping):
        title = title.get("es")
    stem = name.removesuffix(".toml").replace("-", " ").replace("_", " ")
    return title_of(title if isinstance(title, str) else stem), base.name, changes_between(base, rules)


def _toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
