"""Read photographs on several machines with Dask, authenticated by certificates of one authority.

The holder of such a certificate can run arbitrary code on these machines; that is their purpose.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from importlib import import_module
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.errors import ClusterError, Refused
from companion.eventstore import DataFolder
from companion.network.certificates import Authority, ServerCertificate, Usage
from vision.networks.memory import KEEPING

PORT = 8786
CONNECT_S = 10
"""The time limit of one attempt to reach the scheduler."""
FIRST_S, PATIENCE_S = 30.0, 300.0
"""The time limits for a scheduler to appear at first, and to return after it went down."""
RETRY_S = 1.0
_LARGE = 2**19
"""Bytes from which work does not pass through the scheduler, which would take it apart and put it together again."""
_PEER = "burako-cluster"
_CONFIG = {
    "logging": {"distributed": "critical", "distributed.client": "critical"},
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.admin.large-graph-warning-threshold": "100 MiB",
    "distributed.comm.timeouts.connect": f"{CONNECT_S}s",
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "5s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.nanny.pre-spawn-environ": dict(KEEPING),
}
"""Configuration of Dask: few log messages, no dashboard, large messages."""
_QUIET = ("DASK_LOGGING__DISTRIBUTED", "critical")
"""The same for processes that it starts."""
_NO_PAGES: dict[str, Any] = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}


def peer(data_folder: DataFolder, credential: Path | None = None) -> ServerCertificate:
    """This machine's certificate: the given file, or the generated one.

    Raises AuthorityError, or Refused where there is no such file.
    """
    if credential:
        if not os.path.isfile(credential):
            raise Refused("no such file", path=credential)
        return ServerCertificate(credential, credential, credential)
    return authority_of(data_folder).leaf((_PEER,), (), Usage.PEER)


def authority_of(data_folder: DataFolder) -> Authority:
    """The certificate authority of these machines, separate from the one for phones. Raises AuthorityError."""
    return Authority.open(data_folder.folder / "cluster")


def checked(address: str) -> str:
    """``address`` with its port. Raises ClusterError for anything but ``tls://``."""
    parts = urlsplit(address)
    try:
        port = parts.port or PORT
    except ValueError:
        port = 0
    if parts.scheme != "tls" or not parts.hostname or not port:
        raise ClusterError("cluster address", address=address)
    return f"tls://{parts.hostname}:{port}"


class ClusterExecutors:
    """All workers of one scheduler."""

    def __init__(self, address: str, leaf: ServerCertificate, first_s: float = FIRST_S) -> None:
        self._address, self._leaf, self._patience_s = checked(address), leaf, first_s
        scheduling, client = _dask("distributed.scheduler"), _dask("distributed.client")
        self.losses: tuple[type[BaseException], ...] = (
            BrokenExecutor,
            CancelledError,
            scheduling.KilledWorker,
            client.ClosedClientError,
        )
        self._client: Any = None
        self._readers, self._look_at = 1, 0.0

    def open(self) -> Executor:
        """Connect to the workers of the scheduler. Raises ClusterError where it does not answer."""
        self.close()
        until = time.monotonic() + self._patience_s
        while self._client is None:
            try:
                self._client = _client(self._address, self._leaf)
            except OSError as error:
                if time.monotonic() > until:
                    raise ClusterError("cluster lost", address=self._address, reason=error) from error
                time.sleep(RETRY_S)
        self._patience_s = PATIENCE_S
        return _DaskExecutor(self._client)

    def readers(self) -> int:
        """The number of workers, at least 1; 0 where the scheduler is gone."""
        if self._client is None or self._client.status != "running":
            return 0
        if time.monotonic() > self._look_at:
            try:
                self._readers = max(1, sum(self._client.nthreads().values()))
            except (CancelledError, OSError):
                return 0
            self._look_at = time.monotonic() + RETRY_S
        return self._readers

    def close(self) -> None:
        """Disconnect; scheduler and workers keep running."""
        if self._client is not None:
            with suppress(Exception):
                self._client.close(timeout=2)
            self._client = None


class _DaskExecutor(Executor):
    """An executor that submits work to the scheduler's workers, sending large data directly to one of them.

    Work is pickled, since Dask would otherwise inspect it at every hop.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._straight_from = 0.0

    def submit(self, fn: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """The future of ``fn``, run by any free worker.

        Dask's own executor never completes a future whose result exists but cannot be fetched.
        """
        ours: Future[Any] = Future()
        theirs = self._client.submit(_done, self._there(pickle.dumps((fn, given, named))), pure=False)
        self._client.loop.add_callback(_settle, theirs, ours)
        return ours

    def _there(self, work: bytes) -> Any:
        """``work``, or a reference to it on a worker; an unreachable worker is avoided for a while."""
        if len(work) < _LARGE or time.monotonic() < self._straight_from:
            return work
        try:
            return self._client.scatter(work, direct=True, hash=False, timeout=RETRY_S)
        except OSError:
            self._straight_from = time.monotonic() + FIRST_S
            return work


async def _settle(theirs: Any, ours: Future[Any]) -> None:
    """Complete ``ours`` like the Dask future; with BrokenExecutor where its result is lost."""
    try:
        outcome = await theirs
    except asyncio.CancelledError:
        ours.set_exception(BrokenExecutor("no longer asked for"))
        raise
    except Exception as error:
        ours.set_exception(error if theirs.status == "error" else BrokenExecutor(str(error)))
    else:
        ours.set_result(outcome)


def _done(work: bytes) -> Any:
    """Run submitted work on a worker."""
    fn, given, named = pickle.loads(work)
    return fn(*given, **named)


def run_scheduler(host: str, port: int, leaf: ServerCertificate) -> None:
    """Run a scheduler on ``host`` until stopped. Raises ClusterError."""
    distributed = _dask("distributed")

    async def schedule() -> None:
        scheduler = distributed.Scheduler(host=host, port=port, protocol="tls", security=_security(leaf), **_NO_PAGES)
        async with scheduler:
            await scheduler.finished()

    try:
        asyncio.run(schedule())
    except OSError as error:
        raise ClusterError("cluster port", host=host, port=port, reason=error.strerror or error) from error


def run_workers(address: str, count: int, leaf: ServerCertificate, tell: Callable[[str], None]) -> None:
    """Run workers for the scheduler at ``address`` until stopped.

    Waits for one that is not available (yet), reporting each reason once through ``tell``. Raises ClusterError.
    """
    scheduler, reported = checked(address), ""
    while True:
        try:
            asyncio.run(_work(scheduler, count, leaf))
            reported = ""
        except (OSError, RuntimeError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            if not reported:
                tell(reason)
            reported = reason
        time.sleep(RETRY_S)


async def _work(address: str, count: int, leaf: ServerCertificate) -> None:
    """Run ``count`` worker processes until the scheduler is gone; a process that dies is replaced."""
    distributed = _dask("distributed")
    host = "127.0.0.1" if _is_here(address) else None
    nannies = [
        distributed.Nanny(address, nthreads=1, memory_limit=0, host=host, security=_security(leaf), **_NO_PAGES)
        for _ in range(count)
    ]
    try:
        await asyncio.gather(*nannies)
        await _first(nanny.finished() for nanny in nannies)
    finally:
        await asyncio.gather(*(nanny.close(timeout=2) for nanny in nannies), return_exceptions=True)


async def _first(ends: Any) -> None:
    """Wait for the first of several awaitables."""
    tasks = [asyncio.ensure_future(end) for end in ends]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


def _client(address: str, leaf: ServerCertificate) -> Any:
    """Connect a client. Raises OSError where the address does not answer, or its certificate has another authority."""
    return _dask("distributed").Client(
        address, security=_security(leaf), timeout=CONNECT_S, set_as_default=False, name="burako"
    )


def _security(leaf: ServerCertificate) -> Any:
    """TLS with the same certificate in every role; other authorities are rejected."""
    roles = {
        f"tls_{role}_{part}": str(path)
        for role in ("client", "scheduler", "worker")
        for part, path in (("cert", leaf.certificate), ("key", leaf.key))
    }
    return _dask("distributed").Security(require_encryption=True, tls_ca_file=str(leaf.root), **roles)


def _is_here(address: str) -> bool:
    name = urlsplit(address).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _dask(module: str) -> Any:
    """Import a module of Dask after configuring it. Raises ClusterError where it is not installed."""
    try:
        os.environ.setdefault(*_QUIET)
        import_module("dask").config.set(_CONFIG)
        return import_module(module)
    except ImportError as error:
        raise ClusterError("no cluster extra") from error
