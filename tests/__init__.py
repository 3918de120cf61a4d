"""The tests; ``vision`` comes first, so that nothing that they import reports its use to anybody."""

import vision  # noqa: F401
