"""Serialise events as one line of JSON: the fields of a frozen dataclass, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from companion.errors import NewerJournal

EventT = TypeVar("EventT")
Converter = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class EventCodec(Generic[EventT]):
    """The codec of one kind of events, frozen dataclasses, with optional converters by field name."""

    kinds: Mapping[str, type[EventT]]
    writers: Mapping[str, Converter]
    readers: Mapping[str, Converter]

    @staticmethod
    def of(
        kinds: Iterable[type[EventT]], writers: Mapping[str, Converter], readers: Mapping[str, Converter]
    ) -> EventCodec[EventT]:
        """The codec of ``kinds``; an entry is named by its ``STORED_AS`` or its class name in lower case."""
        return EventCodec({_stored_as(kind): kind for kind in kinds}, writers, readers)

    def kind_of(self, event: EventT) -> str:
        """The kind name of a class's entries in the journal."""
        return _stored_as(type(event))

    def text_of(self, event: EventT) -> str:
        """Encode the event as one line of JSON."""
        values: dict[str, Any] = {field.name: getattr(event, field.name) for field in fields(event)}  # type: ignore[arg-type]
        return json.dumps(_turned(values, self.writers), ensure_ascii=False)

    def read(self, kind: str, text: str) -> EventT:
        """Decode the event of an entry. Raises NewerJournal for a kind or field of a newer version.

        Raises ValueError for lone surrogates, which no page can show.
        """
        values = json.loads(text)
        if "\\ud" in text.lower():
            json.dumps(values, ensure_ascii=False).encode()
        if kind not in self.kinds or not values.keys() <= {field.name for field in fields(self.kinds[kind])}:  # type: ignore[arg-type]
            raise NewerJournal("newer story", place=kind)
        return self.kinds[kind](**_turned(values, self.readers))


def _stored_as(kind: type) -> str:
    return str(getattr(kind, "STORED_AS", kind.__name__.lower()))


def _turned(values: Mapping[str, Any], turns: Mapping[str, Converter]) -> dict[str, Any]:
    return {name: turns[name](value) if name in turns else value for name, value in values.items()}
