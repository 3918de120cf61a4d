"""Remember recent commands by idempotency key, to detect a key repeated with another command."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b

MOST_GIVEN = 4096
_DIGEST_BYTES = 16


class GivenOrders:
    """At most ``most`` commands, for the lifetime of the process; for one thread at a time."""

    def __init__(self, most: int = MOST_GIVEN) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, str], str] = OrderedDict()

    def keep(self, stream: str, key: str, asked: object) -> None:
        """Remember the command of a stream and key; what its ``repr`` omits may differ."""
        self._known[stream, key] = digest(asked)
        self._known.move_to_end((stream, key))
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def is_another(self, stream: str, key: str, asked: object) -> bool:
        """Whether another command is remembered under that key."""
        known = self._known.get((stream, key))
        return known is not None and known != digest(asked)


def digest(asked: object) -> str:
    """A digest that identifies a command."""
    return blake2b(repr(asked).encode(errors="surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
