"""Read Excel and LibreOffice workbooks with python-calamine."""

from __future__ import annotations

import struct
import zipfile
from datetime import date, datetime
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LARGEST = 80_000_000
"""Bytes of a workbook when it is unpacked; a list of thousands of people has some hundred thousand."""
_MOST_ROWS, _MOST_COLUMNS = 50_000, 60


def is_workbook(written: bytes) -> bool:
    """Whether the first bytes of a file are those of a workbook."""
    return written.startswith((_ZIP, _OLE))


def workbook_sheets(written: bytes) -> list[tuple[str, list[list[str]]]]:
    """The sheets that have any cells: the name of each and its rows, empty ones among them. Raises UnicodeDecodeError
    for a file that is no workbook, or has none."""
    found: list[tuple[str, list[list[str]]]] = []
    try:
        if written.startswith(_ZIP):
            with zipfile.ZipFile(BytesIO(written)) as packed:
                if sum(member.file_size for member in packed.infolist()) > _LARGEST:
                    raise _no_list(written)
        workbook = CalamineWorkbook.from_filelike(BytesIO(written))
        for name in workbook.sheet_names:
            rows = workbook.get_sheet_by_name(name).to_python(skip_empty_area=False, nrows=_MOST_ROWS)
            if any(cell != "" for row in rows for cell in row):
                found.append((name, [[_said(cell) for cell in row[:_MOST_COLUMNS]] for row in rows]))
    except (CalamineError, zipfile.BadZipFile, struct.error, ValueError, OSError) as error:
        raise _no_list(written) from error
    if not found:
        raise _no_list(written)
    return found


def _said(cell: object) -> str:
    """A cell as displayed: whole numbers without a point, dates without a time."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def _no_list(written: bytes) -> UnicodeDecodeError:
    return UnicodeDecodeError("workbook", written[:8], 0, 1, "no list")
