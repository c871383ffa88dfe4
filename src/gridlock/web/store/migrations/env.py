"""Run by alembic for each upgrade: the steps happen on the connection that the store has opened."""

from alembic import context

from gridlock.web.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
