"""The first tables: matches, their events, and the key for hashing addresses."""

from secrets import token_hex

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("size", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("control", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, unique=True),
        sa.Column("creator", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("out_of_time", sa.BigInteger),
        sa.Column("bot", sa.BigInteger),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
    )
    for name, column, condition in (
        ("matches_out_of_time", "out_of_time", "out_of_time IS NOT NULL"),
        ("matches_bot", "bot", "bot IS NOT NULL"),
        ("matches_unfinished", "touched", "NOT over"),
        ("matches_finished", "touched", "over"),
    ):
        where = sa.text(condition)
        op.create_index(name, "matches", [column], sqlite_where=where, postgresql_where=where)
    op.create_index("matches_creator", "matches", ["creator", "over", "touched"])
    op.create_table(
        "events",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("side", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("request", sa.Text),
        sa.Column("secret", sa.Text),
        sa.Column("answer", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("events_request", "events", ["match", "request"], unique=True)
    secrets = op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.bulk_insert(secrets, [{"name": "addresses", "value": token_hex(32)}])
