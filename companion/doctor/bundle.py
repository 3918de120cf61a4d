"""An anonymous diagnostic bundle for bug reports: no names, pictures, secrets or places."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path

from companion.doctor.finding import Finding
from companion.doctor.libraries import installed
from companion.errors import JournalError
from companion.eventstore import DataFolder
from companion.eventstore.backup import database_file
from companion.version import program_version
from vision.networks.manifest import networks_version


def bundled(findings: Sequence[Finding], data_folder: DataFolder) -> bytes:
    """A ZIP file of three texts: findings, installed packages, and journal statistics."""
    texts: Mapping[str, object] = {
        "report.json": {"machine": _machine(), "findings": [finding.anonymous() for finding in findings]},
        "libraries.json": installed(),
        "journal.json": _journal(data_folder),
    }
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in texts.items():
            pack.writestr(name, json.dumps(content, indent=1, ensure_ascii=False))
    return written.getvalue()


def _machine() -> Mapping[str, object]:
    """The kind of machine, without its name."""
    return {
        "program": program_version(),
        "networks": networks_version(),
        "system": platform.system(),
        "release": platform.release(),
        "processor": platform.machine(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
    }


def _journal(data_folder: DataFolder) -> Mapping[str, object]:
    """The number of entries by kind, without their content."""
    try:
        file = database_file(data_folder)
    except JournalError:
        return {"kept": "by a server"}
    if not file.is_file():
        return {"kept": "nothing"}
    try:
        return {"kept": "in a file", "bytes": file.stat().st_size, **_counted(file)}
    except (OSError, sqlite3.Error) as error:
        return {"kept": "in a file", "failure": type(error).__name__}


def _counted(file: Path) -> Mapping[str, object]:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
        version = database.execute("SELECT version_num FROM alembic_version").fetchone()
        kinds = database.execute("SELECT kind, count(*) FROM entries GROUP BY kind ORDER BY kind").fetchall()
        matches = database.execute("SELECT count(*) FROM heads").fetchone()
    named = {kind: count for kind, count in kinds if isinstance(kind, str) and kind.isascii() and kind.isprintable()}
    return {"schema": version[0] if version else "", "stories": matches[0], "entries": named}
