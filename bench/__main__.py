"""Print every table."""

from bench import batches, node, page, players, random_play, solver, startup, storage, web

for table in (random_play, batches, startup, solver, node, players, web, page, storage):
    print(f"{table.__doc__}\n")
    table.main()
    print()
