"""Print every table."""

from bench import random_play, startup

for table in (random_play, startup):
    print(f"{table.__doc__}\n")
    table.main()
    print()
