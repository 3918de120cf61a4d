"""The tables after the newest migration."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

HEAD = "0004"
"""The newest migration."""

schema = MetaData()

_NUMBER = BigInteger().with_variant(Integer, "sqlite")

entries = Table(
    "entries",
    schema,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
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
    Column("checksum", String(64), nullable=False, server_default=""),
    Column("asked", String(32), nullable=False, server_default=""),
    UniqueConstraint("match", "number", name="entries_number"),
    UniqueConstraint("match", "key", name="entries_key"),
    Index("entries_picture", "picture"),
    sqlite_autoincrement=True,
)

heads = Table(
    "heads",
    schema,
    Column("match", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("checksum", String(64), nullable=False),
    Column("entry", BigInteger, nullable=False),
)
"""The newest entry of each match: its number, its checksum, its id."""

photographs = Table(
    "photographs",
    schema,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    Column("photo", String(64), nullable=False),
    Column("models", String(80), nullable=False),
    Column("rules", String(80), nullable=False),
    Column("state", String(8), nullable=False),
    Column("holder", String(80), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("reading", Text),
    Column("failure", Text),
    Column("at_ms", BigInteger, nullable=False),
    UniqueConstraint("photo", "models", "rules", name="photographs_key"),
)

answers = Table(
    "answers",
    schema,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    Column("photo", String(64), nullable=False),
    Column("models", String(80), nullable=False),
    Column("tile", Integer, nullable=False),
    Column("face", String(8), nullable=False),
    Column("author", String(80), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("answers_photo", "photo", "models"),
)
