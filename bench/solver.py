"""The solver: standard starts and big boards from an empty table, random positions in a warm process."""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter

from gridlock import GAMES, Game, Limits, OutOfTime, Position, analyze, make, solve
from gridlock.board import read_size
from gridlock.search.solver import Solver

# Board, and the seconds within which its winner should be known.
BIG: list[tuple[str, str, dict[str, str], int]] = [
    ("spread", "7x7", {}, 60),
    ("spread", "5x9", {}, 60),
    ("crossfire", "8x8", {}, 1),
    ("crossfire", "7x8", {}, 1),
    ("crossfire", "8x8", {"diagonals": "all"}, 1),
    ("crossfire", "7x8", {"diagonals": "all"}, 1),
    ("lightcycle", "7x9", {}, 60),
    ("lightcycle", "8x8", {}, 60),
    ("trail", "8x8", {}, 1),
    ("blockade", "6x6", {}, 60),
]
MEMORY = 6 << 30


def row(game: Game, *, distance: bool) -> str:
    """One line of the table: winner, nodes and time, then the same for the distance."""
    solver = Solver(game, Limits(memory=MEMORY, tables=False, seconds=600))
    words = game.start().words
    with solver.question():
        wins = solver.wins(words)
        seconds, nodes = solver.seconds, solver.nodes
        text = f"{1 if wins else 2:>6} {nodes:>13,} {seconds:>9.3f} {nodes / seconds / 1e6:>9.2f}"
        if distance:
            moves = solver.distance(words, wins)
            text += f" {moves:>6} {solver.nodes:>13,} {solver.seconds:>9.3f}"
    return text


def random_positions(game: Game, count: int) -> Iterator[Position]:
    """Positions that random play reaches and that are not over."""
    random = Random(game.id)
    while count:
        position, seen = game.start(), []
        while position.legal:
            seen.append(position)
            position = position.play(random.choice(position.legal_moves()))
        yield random.choice(seen)
        count -= 1


def warm(game: Game) -> str:
    """Milliseconds, median and worst: the winner of a random position, then the distance of every move."""
    limits = Limits(tables=False)
    solve(game.start(), winner_only=True, limits=limits)
    winner, moves = [], []
    for position in random_positions(game, 1000):
        began = perf_counter()
        solve(position, winner_only=True, limits=limits)
        winner.append(perf_counter() - began)
    for position in random_positions(game, 300):
        began = perf_counter()
        analyze(position, limits=limits)
        moves.append(perf_counter() - began)
    numbers = (1000 * value for value in (median(winner), max(winner), median(moves), max(moves)))
    return "".join(f"{number:>12,.2f}" for number in numbers)


def main() -> None:
    """Print the three tables."""
    head = f"{'winner':>6} {'nodes':>13} {'seconds':>9} {'M nodes/s':>9}"
    print(f"{'standard':<20} {head} {'moves':>6} {'nodes':>13} {'seconds':>9}")
    for name in GAMES:
        print(f"{name:<20} {row(make(name), distance=True)}", flush=True)
    print(f"\n{'winner only':<20} {head} {'wanted':>6}")
    for name, size, options, wanted in BIG:
        rows, cols = read_size(size)
        game = make(name, rows, cols, **options)
        title = f"{name} {size} {options.get('diagonals', '')}"
        try:
            print(f"{title:<20} {row(game, distance=False)} {wanted:>6}", flush=True)
        except OutOfTime as error:
            print(f"{title:<20} {error}", flush=True)
    print(f"\n{'random positions, ms':<20}{'winner':>12}{'worst':>12}{'every move':>12}{'worst':>12}")
    for name in GAMES:
        print(f"{name:<20}{warm(make(name))}", flush=True)
