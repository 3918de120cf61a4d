"""Helpers of the event-sourced services: the author of a command, and journal errors as refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import JournalError, JournalFileError
from companion.eventstore import EventMetadata
from companion.match_commands import Sender
from companion.refusal import TranslatableRefusal
from engine.sentences import TranslatableError

LONGEST_KEY, LONGEST_AUTHOR = 100, 60
MISSING, CONFLICT, UNLAWFUL, UNAVAILABLE = 404, 409, 422, 503


@contextmanager
def errors_as_refusals(refused: type[TranslatableRefusal]) -> Iterator[None]:
    """A context that turns input errors and disk failures into refusals in every language."""
    try:
        yield
    except TranslatableError as error:
        raise refused.of(error) from error
    except JournalError as error:
        status = UNLAWFUL if isinstance(error, JournalFileError) else UNAVAILABLE
        raise refused.of(error, status) from error


def metadata_of(sender: Sender, command_digest: str = "") -> EventMetadata:
    """The event metadata of a sender; ``command_digest`` is the digest of the command."""
    return EventMetadata(
        author=sender.author[:LONGEST_AUTHOR],
        key=sender.key[:LONGEST_KEY],
        picture=sender.picture,
        model=sender.model,
        asked=command_digest,
    )
