"""The one table of the journal, as the newest migration leaves it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

HEAD = "0001"
"""The newest migration."""

schema = MetaData()

entries = Table(
    "entries",
    schema,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("match", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("key", String(100), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("rules", String(80), nullable=False),
    Column("program", String(40), nullable=False),
    Column("author", String(80), nullable=False),
    Column("picture", String(64)),
    Column("model", String(80), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    UniqueConstraint("match", "number", name="entries_number"),
    UniqueConstraint("match", "key", name="entries_key"),
    Index("entries_picture", "picture"),
    sqlite_autoincrement=True,
)
