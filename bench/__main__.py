"""Print every table."""

from bench import players, random_play, solver, startup, web

for table in (random_play, startup, solver, players, web):
    print(f"{table.__doc__}\n")
    table.main()
    print()
