"""Create the append-only table of entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_SQLITE = """
CREATE TRIGGER entries_no_{verb} BEFORE {verb} ON entries
BEGIN SELECT RAISE(ABORT, 'an entry stays as it was written'); END
"""
_POSTGRESQL = """
CREATE FUNCTION entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'an entry stays as it was written'; END $$;
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION entries_stay();
"""


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "entries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("match", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("rules", sa.String(80), nullable=False),
        sa.Column("program", sa.String(40), nullable=False),
        sa.Column("author", sa.String(80), nullable=False),
        sa.Column("picture", sa.String(64)),
        sa.Column("model", sa.String(80), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("match", "number", name="entries_number"),
        sa.UniqueConstraint("match", "key", name="entries_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("entries_picture", "entries", ["picture"])
    for statement in guards(op.get_bind().dialect.name):
        op.execute(statement)


def guards(dialect: str) -> tuple[str, ...]:
    """The statements that create triggers against changing or deleting entries."""
    if dialect == "sqlite":
        return tuple(_SQLITE.format(verb=verb) for verb in ("UPDATE", "DELETE"))
    return (_POSTGRESQL,) if dialect == "postgresql" else ()
