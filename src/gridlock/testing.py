"""For game authors: consistency checks for a game, and perft for its move generator.

``python -m gridlock.testing perft trail --size 6x6 --depth 8`` counts the sequences of moves.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from random import Random

from gridlock.board import read_size
from gridlock.errors import GridlockError, IllegalMove
from gridlock.rules import Game, Position, make_with


def check_game(game: Game, matches: int = 20, seed: int = 0) -> None:
    """Play random matches and check what must hold in any game; raise AssertionError if it doesn't.

    Whether the rules are the ones you intended, only a second implementation can tell.
    """
    random = Random(seed)
    for _ in range(matches):
        position = game.start()
        _check_position(position)
        while moves := position.legal_moves():
            position = position.play(random.choice(moves))
            _check_position(position)


def _check_position(position: Position) -> None:
    game = position.game
    moves = position.legal_moves()
    assert position.turn in (1, 2), "the turn is 1 or 2"
    assert position.own & position.opp == 0, "no cell belongs to both sides"
    assert (position.own | position.opp | position.extra) & ~game.board.full == 0, "cells are on the board"
    assert [*moves] == [a for a in range(game.actions) if position.legal >> a & 1], (
        "moves are in action order"
    )
    assert (position.outcome() is None) == bool(moves), "a match is over exactly when there is no legal move"
    assert game.position(position.text) == position, "the text of a position parses to the same position"
    assert len({str(move) for move in moves}) == len(moves), "moves have different texts"
    for move in moves:
        assert position.parse_move(str(move)) == move, "the text of a move parses to the same move"
        assert position.play(move) == position.play(int(move)), "a move is its number"
    _check_illegal(position)
    _check_symmetries(position)


def _check_illegal(position: Position) -> None:
    for action in range(position.game.actions):
        if not position.legal >> action & 1:
            try:
                position.play(action)
            except IllegalMove as error:
                assert str(error), "an illegal move has a reason"
            else:
                raise AssertionError("an illegal move cannot be played")


def _check_symmetries(position: Position) -> None:
    children = {position.play(move) for move in position.legal_moves()}
    for symmetry in position.game.symmetries:
        image = position.transform(symmetry)
        images = {child.transform(symmetry) for child in children}
        assert images == {image.play(move) for move in image.legal_moves()}, "symmetries preserve the rules"


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
