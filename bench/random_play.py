"""Random play through the public Position interface: moves per second on one core."""

from random import Random
from statistics import median
from time import perf_counter

from gridlock import GAMES, Game, make

# What a typical machine should reach.
WANTED = {
    "spread": 300_000,
    "crossfire": 300_000,
    "lightcycle": 300_000,
    "trail": 300_000,
    "blockade": 150_000,
}


def moves_per_second(game: Game, random: Random, least: int = 20_000) -> float:
    """Play whole games until this many moves are made."""
    choose = random.random
    moves = 0
    start = perf_counter()
    while moves < least:
        position = game.start()
        while position.outcome() is None:
            legal = position.legal_moves()
            position = position.play(legal[int(choose() * len(legal))])
            moves += 1
    return moves / (perf_counter() - start)


def main() -> None:
    """Print the table: the best of several runs, and the median."""
    print(f"{'game':<11} {'best':>9} {'median':>9} {'wanted':>9} {'ratio':>6}")
    for name in GAMES:
        random = Random(name)
        speeds = [moves_per_second(make(name), random) for _ in range(25)]
        best, wanted = max(speeds), WANTED[name]
        print(f"{name:<11} {best:>9,.0f} {median(speeds):>9,.0f} {wanted:>9,} {best / wanted:>6.2f}")


if __name__ == "__main__":
    main()
