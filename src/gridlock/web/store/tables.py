"""The current tables; the migrations end here."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text, text

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("size", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("start", Text),
    Column("opening", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("control", Text),
    Column("created", BigInteger, nullable=False),
    Column("key", Text, unique=True),
    Column("creator", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("out_of_time", BigInteger),
    Column("bot", BigInteger),
    Column("over", Boolean, nullable=False),
    Column("bytes", BigInteger, nullable=False),
)
"""A row for each match. The columns from ``number`` on are derived from the log, for queries."""

Index(
    "matches_out_of_time",
    matches.c.out_of_time,
    sqlite_where=text("out_of_time IS NOT NULL"),
    postgresql_where=text("out_of_time IS NOT NULL"),
)
Index(
    "matches_bot",
    matches.c.bot,
    sqlite_where=text("bot IS NOT NULL"),
    postgresql_where=text("bot IS NOT NULL"),
)
Index(
    "matches_unfinished",
    matches.c.touched,
    sqlite_where=text("NOT over"),
    postgresql_where=text("NOT over"),
)
Index(
    "matches_finished",
    matches.c.touched,
    sqlite_where=text("over"),
    postgresql_where=text("over"),
)
Index("matches_creator", matches.c.creator, matches.c.over, matches.c.touched)

events = Table(
    "events",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("side", Integer),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("request", Text),
    Column("secret", Text),
    Column("answer", Text),
    sqlite_with_rowid=False,
)
"""The log of each match. Event numbers and request keys are unique within a match."""

Index("events_request", events.c.match, events.c.request, unique=True)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Random keys, created with the tables and shared by all servers on the database."""
