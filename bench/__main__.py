"""Print every table."""

from bench import (
    batches,
    datasets,
    envs,
    jobs,
    node,
    page,
    players,
    random_play,
    solver,
    startup,
    storage,
    web,
)

TABLES = (random_play, batches, envs, datasets, jobs, startup, solver, node, players, web, page, storage)

for table in TABLES:
    print(f"{table.__doc__}\n")
    table.main()
    print()
