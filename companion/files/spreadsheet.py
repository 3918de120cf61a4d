"""Read lists saved by spreadsheets and editors: their text, and their cells line by line."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator
from io import StringIO

from companion.errors import Refused
from companion.files.html_tables import is_table_page, table_rows
from companion.files.workbooks import is_workbook, workbook_sheets

_SEPARATORS = (";", "\t", ",")
_LOOKED_AT = 30
"""The number of lines by which the separator is detected."""
_TOLD = re.compile(r"\s*\"?sep=(?P<sign>.)\"?\s*", re.IGNORECASE)
"""The first line that declares the separator for Excel."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"),
          (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))  # fmt: skip
"""With what files of Unicode begin."""
_ALPHABETS = ("cp1252", "cp850", "mac_roman")
"""The encodings before Unicode: of Windows, DOS and the Macintosh."""
_GAP = re.compile(r" {2,}")
_OURS = frozenset("áéíóúüñÁÉÍÓÚÜÑçÇãõâêôàèìòùäöïëß")
_SIGNS = frozenset("ºª°¿¡«»“”‘’´`·–—…€")


def spreadsheet_text(written: bytes) -> str:
    """The text of a file in any common encoding; of a workbook (xlsx, xls, ods) its first sheet with content, as CSV.

    Cells are separated by semicolons. Raises UnicodeDecodeError for a file that is no list.
    """
    return next(iter(sheet_texts(written).values()))


def sheet_texts(written: bytes) -> dict[str, str]:
    """By name, the text of every sheet with content; a file without sheets counts as one. Raises UnicodeDecodeError."""
    if is_workbook(written):
        return {name: _as_csv(rows) for name, rows in workbook_sheets(written)}
    text = _decoded(written)
    return {"": _as_csv(table_rows(text)) if is_table_page(text) else text}


def _decoded(written: bytes) -> str:
    for mark, alphabet in _MARKS:
        if written.startswith(mark):
            return written.decode(alphabet)
    if b"\0" in written:
        return _checked(written, written.decode("utf-16-be" if written[:1] == b"\0" else "utf-16-le"))
    try:
        return _checked(written, written.decode("utf-8"))
    except UnicodeDecodeError:
        return _checked(written, _by_letters(written))


def separator_of(text: str) -> str:
    """The column separator of a text; a semicolon where it has only one column.

    A comma before a space separates no columns: ``Muñoz, José`` is one name.
    """
    if declared := _TOLD.fullmatch(first_line(text)):
        return declared["sign"]
    lines = [line for line in StringIO(text, newline=None) if line.strip()][:_LOOKED_AT]
    if len(lines) > 1 and all(line.lstrip().startswith("|") for line in lines):
        return "|"
    counts = {sign: sum(sign in line for line in lines) for sign in _SEPARATORS}
    counts[","] -= sum(bool(re.search(r",\s", line)) for line in lines)
    best = max(_SEPARATORS, key=lambda sign: counts[sign])
    return best if counts[best] > 0 else ";"


def aligned(text: str) -> str:
    """A text whose columns are separated by spaces alone, with tabs instead; any other unchanged."""
    lines = [line for line in StringIO(text, newline=None) if line.strip()][:_LOOKED_AT]
    wide = sum(_GAP.search(line.strip()) is not None for line in lines)
    if len(lines) < 3 or any(sign in line for line in lines for sign in ";\t|") or 5 * wide < 4 * len(lines):
        return text
    return "\n".join(_GAP.sub("\t", line.strip()) for line in StringIO(text, newline=None))


def first_line(text: str) -> str:
    """The header line, with any line ending."""
    return StringIO(text, newline=None).readline()


def cells_of(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The non-empty lines of a CSV text with their numbers, without the separator declaration.

    Raises Refused where a cell continues on the next line, since a quotation mark has then swallowed the lines between.
    """
    rows = csv.reader(StringIO(f"{text}\n", newline=None), delimiter=separator)
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise Refused("long cell", line=line) from error
        if row is None:
            return
        if any("\n" in cell for cell in row):
            raise Refused("open cell", line=line)
        if row and not (line == 1 and _TOLD.fullmatch(separator.join(row))):
            yield line, row


def _as_csv(rows: Iterable[list[str]]) -> str:
    """Rows as text; a cell of several lines becomes one line."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    for row in rows:
        writer.writerow([" ".join(cell.split()) for cell in row])
    return text.getvalue()


def _checked(written: bytes, text: str) -> str:
    """``text``, if it can be a list. Raises UnicodeDecodeError."""
    if any(ord(sign) < 32 and sign not in "\t\r\n\f\v" for sign in text):
        raise UnicodeDecodeError("list", written, 0, len(written), "control characters")
    return text


def _by_letters(written: bytes) -> str:
    """Decode in the encoding that gives the most known letters and the fewest strange characters."""
    found = dict[str, str]()
    for alphabet in _ALPHABETS:
        try:
            found[alphabet] = written.decode(alphabet)
        except UnicodeDecodeError:
            continue
    return max(found.values(), key=_likeness)


def _likeness(text: str) -> int:
    strange = [sign for sign in text if ord(sign) > 127 and sign not in _SIGNS]
    return sum(2 if sign in _OURS else -1 if unicodedata.category(sign).startswith("L") else -2 for sign in strange)
