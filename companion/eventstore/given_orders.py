"""What was asked under the keys that came last, so that a key that comes again with something else is noticed."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b

MOST_GIVEN = 4096
_DIGEST_BYTES = 16


class GivenOrders:
    """As many as ``most`` are remembered, for as long as the program runs; used by one thread at a time."""

    def __init__(self, most: int = MOST_GIVEN) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, str], str] = OrderedDict()

    def keep(self, stream: str, key: str, asked: object) -> None:
        """Remembers what was asked of a stream under a key; what its ``repr`` leaves out may differ."""
        self._known[stream, key] = digest(asked)
        self._known.move_to_end((stream, key))
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def is_another(self, stream: str, key: str, asked: object) -> bool:
        """Whether something else is remembered under that key."""
        known = self._known.get((stream, key))
        return known is not None and known != digest(asked)


def digest(asked: object) -> str:
    """What tells something that is asked from all else."""
    return blake2b(repr(asked).encode(errors="surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
