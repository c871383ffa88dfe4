"""Print every table."""

from bench import batches, envs, node, page, players, random_play, solver, startup, storage, web

for table in (random_play, batches, envs, startup, solver, node, players, web, page, storage):
    print(f"{table.__doc__}\n")
    table.main()
    print()
