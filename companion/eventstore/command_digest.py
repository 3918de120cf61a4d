"""Digests of commands, to detect an idempotency key that comes again with another command."""

from __future__ import annotations

from hashlib import blake2b

from companion.eventstore.entries import Entry
from companion.version import program_version

_DIGEST_BYTES = 16


def digest(command: object) -> str:
    """A digest that identifies a command: the same in every process of one version of the program."""
    return blake2b(repr(command).encode(errors="surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()


def is_another(entry: Entry, command: object) -> bool:
    """Whether an entry was made by another command; what its ``repr`` omits may differ.

    False where nothing tells: for an entry that another version of the program wrote, or that was imported.
    """
    known = entry.said.asked
    return bool(known) and entry.program == program_version() and known != digest(command)
