"""Players: playouts of the tree search, and thinking times of perfect in a warm process."""

from random import Random
from time import perf_counter

from gridlock import GAMES, Game, make
from gridlock.players import make_player

PLAYOUTS = 100_000
GAMES_PLAYED = 100


def playouts_a_second(game: Game) -> float:
    """The speed of the tree search from the start."""
    from gridlock.search.mcts import Tree

    Tree(game.start(), 1, 1).grow(1)
    tree = Tree(game.start(), PLAYOUTS, 1)
    began = perf_counter()
    tree.grow(PLAYOUTS)
    return sum(branch.visits for branch in tree.branches()) / (perf_counter() - began)


def thinking_times(game: Game) -> list[float]:
    """Seconds for each move of perfect against random, from random openings, sorted."""
    random = Random(game.id)
    perfect, rival = make_player("perfect", seed=1), make_player("random", seed=2)
    perfect.choose(game.start(), None)
    times = []
    for number in range(GAMES_PLAYED):
        position = game.start()
        for _ in range(random.randint(0, 6)):
            if position.legal:
                position = position.play(random.choice(position.legal_moves()))
        while position.legal:
            if position.turn == 1 + number % 2:
                began = perf_counter()
                move = perfect.choose(position, None)
                times.append(perf_counter() - began)
            else:
                move = rival.choose(position, None)
            position = position.play(move)
    return sorted(times)


def main() -> None:
    """Print the table."""
    head = f"{'playouts/s':>12}{'median ms':>12}{'99 % ms':>12}{'worst ms':>12}{'wanted':>8}"
    print(f"{'perfect':<12}{head}")
    for name in GAMES:
        game = make(name)
        times = [1000 * seconds for seconds in thinking_times(game)]
        places = (len(times) // 2, len(times) * 99 // 100, -1)
        columns = "".join(f"{times[place]:>12,.2f}" for place in places)
        print(f"{name:<12}{playouts_a_second(game):>12,.0f}{columns}{300:>8}", flush=True)


if __name__ == "__main__":
    main()
