"""The ledger of photographs that are counted in bulk, and what people answered about them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create both tables."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "photographs",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("photo", sa.String(64), nullable=False),
        sa.Column("models", sa.String(80), nullable=False),
        sa.Column("rules", sa.String(80), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("holder", sa.String(80), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("reading", sa.Text),
        sa.Column("failure", sa.Text),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("photo", "models", "rules", name="photographs_key"),
    )
    op.create_table(
        "answers",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("photo", sa.String(64), nullable=False),
        sa.Column("models", sa.String(80), nullable=False),
        sa.Column("tile", sa.Integer, nullable=False),
        sa.Column("face", sa.String(8), nullable=False),
        sa.Column("author", sa.String(80), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("answers_photo", "answers", ["photo", "models"])
