"""Devices of tables that were revoked since a backup was made stay revoked where it is restored."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import JournalError
from companion.eventstore import Journal, find_data_folder
from companion.match_commands import Sender
from companion.refusal import TranslatableRefusal
from companion.tournaments import commands
from companion.tournaments.events import Revoked, kind_of
from companion.tournaments.service import TournamentService
from companion.tournaments.tournament_state import Device
from engine.sentences import TranslatableError

_AUTHOR = "burako restore"
_REVOKED = kind_of(Revoked(0))
_log = logging.getLogger(__name__)


def keep_revoked(before: Path, restored: Path) -> None:
    """Revoke in the data folder ``restored`` the devices that are revoked in ``before``.

    Only those that were admitted before the backup: a number may be another device's. What cannot be read in ``before``
    is left as the backup has it: it may be why that is restored. Raises JournalError.
    """
    gone = _all_revoked(before)
    if not gone:
        return
    with closing(_journal(restored)) as journal:
        service, there = TournamentService(journal), set(journal.tournaments())
        for name, devices in gone.items():
            if name in there:
                with suppress(TranslatableRefusal, TranslatableError):  # it was archived, or cannot be read
                    _revoke(service, name, devices)


def _revoke(service: TournamentService, name: str, gone: Sequence[Device]) -> None:
    state = service.state(name)
    for device in gone:
        kept = state.devices.get(device.number)
        if kept and not kept.revoked and kept.admitted_s == device.admitted_s:
            key = f"restored {name} {device.number} {state.revision}"
            service.handle(name, commands.Revoke(device.number), Sender(author=_AUTHOR, key=key))


def _all_revoked(folder: Path) -> Mapping[str, Sequence[Device]]:
    """By tournament, its revoked devices."""
    try:
        with closing(_journal(folder)) as journal:
            service = TournamentService(journal)
            found = {name: _revoked(service, name) for name in journal.tournaments()}
            return {name: devices for name, devices in found.items() if devices}
    except Exception as error:  # damaged bytes fail anywhere in what reads them
        _log.info("revoked devices are as the backup has them: %r", error)
        return {}


def _revoked(service: TournamentService, name: str) -> Sequence[Device]:
    if not any(entry.kind == _REVOKED for entry in service.journal.entries(name)):
        return ()
    with suppress(
        TranslatableRefusal, TranslatableError, JournalError
    ):  # one that cannot be read keeps no other from it
        return [device for device in service.state(name).devices.values() if device.revoked]
    return ()


def _journal(folder: Path) -> Journal:
    return Journal.open(find_data_folder(folder, environment={}).database_url)
