"""For game authors: consistency checks for a game, and perft for its move generator.

``python -m gridlock.testing perft trail --size 6x6 --depth 8`` counts the sequences of moves.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from random import Random

from gridlock.board import read_size
from gridlock.errors import BrokenGame, GridlockError
from gridlock.plural import count
from gridlock.rules import Game, Position, make_with, other
from gridlock.rules.checks import Minimax, check_rules, check_transposable, small_boards
from gridlock.rules.resources import module_of
from gridlock.search import Value, solve

_BOARDS = 2  # small boards to check


def check_game(game: Game, matches: int = 20, seed: int = 0) -> None:
    """Check what must hold in any game; raise BrokenGame, an AssertionError, that says what to change.

    It plays random matches on this board and on small ones, and compares the solver with plain minimax. A
    warning says so if the rules can't be compiled. Whether the rules are the ones you intended, only a second
    implementation can tell.
    """
    check_rules(game, matches, seed)
    for small in small_boards(game)[:_BOARDS]:
        check_rules(small, matches, seed)
        check_solver(small, seed=seed)
    check_transposable(game)


def check_solver(game: Game, matches: int = 3, seed: int = 0) -> None:
    """Compare the solver with minimax in the positions of random matches; BrokenGame if they differ."""
    random, minimax = Random(seed), Minimax(game)
    for _ in range(matches):
        position = game.start()
        while position.legal:
            try:
                moves = minimax.score(position.words)
            except OverflowError:  # too large a board for minimax
                break
            expected = Value(position.turn if moves % 2 else other(position.turn), moves)
            _compare(position, expected)
            position = position.play(random.choice(position.legal_moves()))


def _compare(position: Position, expected: Value) -> None:
    game, value = position.game, solve(position)
    if value == expected:
        return
    remedy = "correct its KNOWLEDGE"
    if module_of(type(game), "theory") is None:
        remedy = "override preserved(symmetry) for symmetries that change the rules, or correct the rules"
    raise BrokenGame(
        f"The solver says {_text(value)} in the position {position.text} of {game.id} on {game.size_text}, "
        f"but minimax says {_text(expected)}: {remedy}."
    )


def _text(value: Value) -> str:
    return f"Player {value.winner} wins in {count(value.moves or 0, 'move')}"


def perft(position: Position, depth: int) -> int:
    """Count the sequences of ``depth`` legal moves from a position; a pass is not a move."""
    if depth == 0:
        return 1
    if depth == 1:
        return position.legal.bit_count()
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the number of move sequences from the start of a game, for each depth up to the given one."""
    parser = ArgumentParser(prog="python -m gridlock.testing")
    command = parser.add_subparsers(required=True).add_parser("perft", help="count sequences of moves")
    command.add_argument("game", metavar="GAME")
    command.add_argument("--size", metavar="ROWSxCOLS")
    command.add_argument("--variant", action="append", default=[], metavar="NAME=VALUE")
    command.add_argument("--depth", type=int, choices=range(65), default=4, metavar="N")
    options = parser.parse_args(arguments)
    variant = dict(text.partition("=")[::2] for text in options.variant)
    try:
        rows, cols = read_size(options.size) if options.size else (None, None)
        start = make_with(options.game, rows, cols, variant).start()
    except GridlockError as error:
        parser.error(str(error))
    for depth in range(options.depth + 1):
        print(f"{depth:>2} {perft(start, depth)}", flush=True)


if __name__ == "__main__":
    main()
