"""Print every table."""

from bench import random_play, solver, startup

for table in (random_play, startup, solver):
    print(f"{table.__doc__}\n")
    table.main()
    print()
