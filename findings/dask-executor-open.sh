#!/usr/bin/env bash
# A result that Dask's client cannot fetch, asked for through its executor of the standard kind.
# Expected: a future of `Client.get_executor()` ends whenever Dask's own future for the same work ends: with the value, or
# with the error that Dask raises.
# Seen: with distributed 2025.1.0 and 2026.8.0, where gathering a finished result raises, Dask's future is done and raises
# the error, while the executor's future stays open for ever: the coroutine that passes the outcome on ends with the
# exception, which is only logged. The same is so where a worker is lost between finishing and handing over, which is when
# one notices it. `client.submit`, awaited in the client's loop, tells.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/see.py" <<'PY'
import logging
from concurrent.futures import TimeoutError

import distributed

logging.disable()


class Reading:
    """What a newer worker has and an older client cannot make sense of."""

    def __reduce__(self):
        return int, ("no number",)


if __name__ == "__main__":
    with (
        distributed.LocalCluster(
            n_workers=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        direct = client.submit(Reading, pure=False)
        wrapped = client.get_executor(pure=False).submit(Reading)
        seen = {}
        for name, future in (("direct", direct), ("executor", wrapped)):
            try:
                future.result(timeout=20)
            except (ValueError, TimeoutError, distributed.TimeoutError) as error:
                seen[name] = type(error).__name__
        print(distributed.__version__, seen, direct.done(), wrapped.done(), flush=True)
        assert seen == {"direct": "ValueError", "executor": "TimeoutError"}
        assert direct.done() and not wrapped.done()
PY
for version in 2025.1.0 2026.8.0; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "distributed==$version"
  timeout 120 "$work/$version/bin/python" "$work/see.py" || { echo "changed with $version" >&2; exit 1; }
done
