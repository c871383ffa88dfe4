"""Print every table."""

from bench import jobs, node, page, players, random_play, solver, startup, storage, web

for table in (random_play, startup, solver, node, players, web, page, storage, jobs):
    print(f"{table.__doc__}\n")
    table.main()
    print()
