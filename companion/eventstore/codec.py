"""Serialises events as one line of JSON and back: the fields of a frozen dataclass, by name."""

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
    """The writing of one sort of events, frozen dataclasses; a field is turned by its name, or stays as it is."""

    kinds: Mapping[str, type[EventT]]
    writers: Mapping[str, Converter]
    readers: Mapping[str, Converter]

    @staticmethod
    def of(
        kinds: Iterable[type[EventT]], writers: Mapping[str, Converter], readers: Mapping[str, Converter]
    ) -> EventCodec[EventT]:
        """The codec of ``kinds``; an entry is called by its ``STORED_AS`` or the name of its class in small letters."""
        return EventCodec({_stored_as(kind): kind for kind in kinds}, writers, readers)

    def kind_of(self, event: EventT) -> str:
        """What its entries are called in the journal."""
        return _stored_as(type(event))

    def text_of(self, event: EventT) -> str:
        """The event as one line of JSON, which ``read`` reads back."""
        values: dict[str, Any] = {field.name: getattr(event, field.name) for field in fields(event)}  # type: ignore[arg-type]
        return json.dumps(_turned(values, self.writers), ensure_ascii=False)

    def read(self, kind: str, text: str) -> EventT:
        """The event of an entry. Raises NewerJournal for a kind, or a field, that only a newer program knows.

        Raises ValueError for half a character, which no page can show.
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
