"""Alembic's environment: runs migrations on the store's connection."""

from alembic import context

from gridlock.web.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
