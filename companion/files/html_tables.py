"""Parse the tables of HTML pages, which some programs export under the name of an Excel file."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BEGINS = re.compile(r"\s*<(?:!doctype|html|head|meta|table|\?xml|div|style)\b", re.IGNORECASE)


def is_table_page(text: str) -> bool:
    """Whether a text is a web page with a table in it."""
    return _BEGINS.match(text) is not None and "<tr" in text.lower()


def table_rows(text: str) -> list[list[str]]:
    """The cells of its tables, row by row."""
    parser = _Rows()
    parser.feed(text)
    parser.close()
    return parser.rows


class _Rows(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._is_in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A row, a cell, or a new line within one."""
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self._is_in_cell = True
            self.rows = self.rows or [[]]
            self.rows[-1].append("")
        elif tag == "br" and self._is_in_cell:
            self.rows[-1][-1] += " "

    def handle_endtag(self, tag: str) -> None:
        """The end of a cell."""
        if tag in ("td", "th", "tr", "table"):
            self._is_in_cell = False

    def handle_data(self, data: str) -> None:
        """What stands in a cell."""
        if self._is_in_cell:
            self.rows[-1][-1] += data
