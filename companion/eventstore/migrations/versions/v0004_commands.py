"""The digest of the command that made an entry, so that a key that comes again with another command is told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the column; what is there has none, and is not covered by a checksum either way."""
    op.add_column("entries", sa.Column("asked", sa.String(32), nullable=False, server_default=""))
