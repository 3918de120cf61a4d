"""A checksum for each entry, chained to that of the entry before it in its match, and where each match ends."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.eventstore.migrations.versions.v0001_entries import guards

revision = "0003"
down_revision = "0002"

_CHECKED = ["match", "number", "key", "kind", "text", "rules", "program", "author", "picture", "model", "at_ms"]
_LOOSEN = {
    "sqlite": ("DROP TRIGGER entries_no_UPDATE", "DROP TRIGGER entries_no_DELETE"),
    "postgresql": ("DROP TRIGGER entries_stay ON entries", "DROP FUNCTION entries_stay"),
}
_entries = sa.table("entries", *map(sa.column, ("id", "checksum", *_CHECKED)))
_heads = sa.table("heads", *map(sa.column, ("match", "number", "checksum", "entry")))
_SET = sa.update(_entries).where(_entries.c.id == sa.bindparam("of")).values(checksum=sa.bindparam("then"))


def upgrade() -> None:
    """Add both, computed from the present entries."""
    dialect = op.get_bind().dialect.name
    op.add_column("entries", sa.Column("checksum", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "heads",
        sa.Column("match", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("checksum", sa.String(64), nullable=False),
        sa.Column("entry", sa.BigInteger, nullable=False),
    )
    for statement in _LOOSEN.get(dialect, ()):
        op.execute(statement)
    for match in op.get_bind().scalars(sa.select(_entries.c.match).distinct()).all():
        if isinstance(match, str) and _is_sound(match):
            _chain(match)
    for statement in guards(dialect):
        op.execute(statement)


def _chain(match: str) -> None:
    """Fill in one match; an entry that cannot be read gets no checksum, which marks it as damaged."""
    before, changes = "", []
    rows = op.get_bind().execute(sa.select(_entries).where(_entries.c.match == match).order_by(_entries.c.number)).all()
    for row in rows:
        before = _checksum(before, row)
        changes.append({"of": row.id, "then": before})
    op.get_bind().execute(_SET, changes)
    newest = max(row.id for row in rows)
    op.get_bind().execute(sa.insert(_heads).values(match=match, number=rows[-1].number, checksum=before, entry=newest))


def _checksum(before: str, row: sa.Row[Any]) -> str:
    try:
        content = json.dumps([before, *(getattr(row, name) for name in _CHECKED)], separators=(",", ":"))
        content.encode("ascii")
        return sha256(content.encode()).hexdigest() if all(map(_is_sound, row)) else ""
    except TypeError:
        return ""


def _is_sound(value: object) -> bool:
    """Whether a value is text of which every byte could be read, or no text."""
    return not isinstance(value, str) or value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)
