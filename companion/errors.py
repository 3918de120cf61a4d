"""Exceptions that commands raise and report in one line: bad input, a journal or a file that cannot be used.

    CompanionError
    ├── Refused         bad input that a command itself notices
    ├── TruthError      annotations that cannot be measured against
    ├── JournalError    a journal that cannot be opened or written
    │   ├── JournalFileError  a file that brings no journal
    │   ├── NewerJournal  what only a newer program can read
    │   └── DamagedJournal  what is not as it was written
    ├── AuthorityError  certificates that cannot be made or read
    ├── DifferentNetworks   a machine whose networks are not those that the others read with
    └── ClusterError    the machines of a hall, where they cannot work together

Each is a phrase of ``companion.phrases.wording`` with its parts, so that it can be told in any language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.phrases.wording import say


class CompanionError(Exception):
    """An error that the user can correct; ``str()`` is the Spanish sentence."""

    def __init__(self, key: str, **parts: object) -> None:
        super().__init__(key, parts)
        self.key, self.parts = key, parts

    def __reduce__(self) -> tuple[Callable[[], CompanionError], tuple[()]]:
        """Pickle support, for transfer between processes."""
        return partial(type(self), self.key, **self.parts), ()

    def sentence(self, language: str) -> str:
        """One sentence for the user; a part that is an error itself is in the same language."""
        blanks = {
            name: part.sentence(language) if hasattr(part, "sentence") else part for name, part in self.parts.items()
        }
        return say(language, self.key, **blanks)

    def __str__(self) -> str:
        return self.sentence("es")


class Refused(CompanionError):  # noqa: N818
    """Bad input that a command itself detects."""


class TruthError(CompanionError):
    """Annotations that cannot be used as ground truth."""


class JournalError(CompanionError):
    """A journal that cannot be opened or written, or contains an unreadable stream."""

    @property
    def is_of_one_stream(self) -> bool:
        """Whether all other streams are readable."""
        return self.key in ("damaged story", "newer story", "story not told")


class JournalFileError(JournalError):
    """A file that contains no importable journal."""


class NewerJournal(JournalError):  # noqa: N818
    """A journal entry that only a newer version can read."""


class TruncatedStream(Exception):  # noqa: N818
    """A stream is shorter than when it was read, or goes on otherwise, because it was put back from a backup; ``last``
    is the number of its newest entry. Handled by reading it again."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


class DamagedJournal(JournalError):  # noqa: N818
    """Entries that differ from what was written; ``match`` is their stream, empty where unknown."""

    def __init__(self, match: str = "") -> None:
        super().__init__("damaged story" if match else "damaged journal", match=match)
        self.match = match

    def __reduce__(self) -> tuple[Callable[[], CompanionError], tuple[()]]:
        """Pickle support, for transfer between processes."""
        return partial(DamagedJournal, self.match), ()


class AuthorityError(CompanionError):
    """Certificates that cannot be created or read."""


class DifferentNetworks(CompanionError):  # noqa: N818
    """A machine whose networks differ from those of the others."""


class ClusterError(CompanionError):
    """Machines of a cluster that cannot work together."""
