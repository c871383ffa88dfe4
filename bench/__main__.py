"""Print every table."""

from bench import players, random_play, solver, startup

for table in (random_play, startup, solver, players):
    print(f"{table.__doc__}\n")
    table.main()
    print()
