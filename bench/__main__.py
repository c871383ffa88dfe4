"""Print every table."""

from bench import datasets, jobs, node, page, players, random_play, solver, startup, storage, web

for table in (random_play, startup, solver, node, players, web, page, storage, jobs, datasets):
    print(f"{table.__doc__}\n")
    table.main()
    print()
