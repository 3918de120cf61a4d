"""Lazy imports: a package's names load their module only when first used."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any


def on_demand(package: str, earlier_names: Mapping[str, str] = MappingProxyType({})) -> Callable[[str], Any]:
    """The ``__getattr__`` of ``package``: imports on first use what the package imports ``if TYPE_CHECKING``.

    So the names are written once, as type checkers read them. What the package does not offer raises AttributeError.
    ``earlier_names`` gives the present name of each that was released under another; using one of them is told by a
    DeprecationWarning.
    """

    @cache
    def homes() -> dict[str, str]:
        return dict(_offered(package))

    def asked_for(name: str) -> Any:
        if present := earlier_names.get(name):
            warnings.warn(f"{package}.{name} is {package}.{present}", DeprecationWarning, stacklevel=2)
            return getattr(sys.modules[package], present)
        if name.startswith("__") or name not in homes():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(homes()[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return asked_for


def _offered(package: str) -> Iterator[tuple[str, str]]:
    """Each name that the text of ``package`` imports for type checkers, and the module in which it is."""
    import ast  # takes a moment to load, and who names the module itself never comes here

    spec = find_spec(package)
    source = spec.loader.get_source(package) if spec and spec.loader else ""  # type: ignore[attr-defined]
    for block in ast.parse(source).body:
        if isinstance(block, ast.If):
            for imported in (statement for statement in block.body if isinstance(statement, ast.ImportFrom)):
                yield from ((alias.name, str(imported.module)) for alias in imported.names)
