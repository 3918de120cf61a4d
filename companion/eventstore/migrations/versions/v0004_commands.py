"""Add the digest of the command that made an entry, which detects a key that comes again with another command."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; earlier entries have no digest, and checksums do not cover it."""
    op.add_column("entries", sa.Column("asked", sa.String(32), nullable=False, server_default=""))
