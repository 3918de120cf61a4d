"""Load the stored rule sets for short-lived commands."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from companion.errors import JournalError
from companion.eventstore import DataFolder, Journal, find_data_folder
from companion.eventstore.backup import database_file
from companion.house_rules.rule_set_store import RuleSets
from engine.rules.rules import Rules


def laws_kept(data_folder: DataFolder | None = None) -> Mapping[str, Rules]:
    """The stored rule sets of ``data_folder``, or of the user's own data folder, by name. Raises JournalError.

    Nothing is created where no journal exists yet.
    """
    found = data_folder or find_data_folder()
    if not _is_there(found):
        return {}
    with closing(Journal.open(found.database_url)) as journal:
        return RuleSets(journal).laws()


def _is_there(data_folder: DataFolder) -> bool:
    try:
        return database_file(data_folder).is_file()
    except JournalError:  # a server's
        return True
