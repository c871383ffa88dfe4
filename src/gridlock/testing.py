"""For authors of games: a check that a game keeps its promises."""

from random import Random

from gridlock.errors import IllegalMove
from gridlock.rules import Game, Position


def check_game(game: Game, matches: int = 20, seed: int = 0) -> None:
    """Play random matches and check everything that holds for any game; AssertionError says what does not.

    Only a second implementation can tell whether the rules are the right ones.
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
    assert position.turn in (1, 2), "the turn is a side"
    assert position.own & position.opp == 0, "no cell belongs to both sides"
    assert (position.own | position.opp | position.extra) & ~game.board.full == 0, "cells are on the board"
    assert [*moves] == [a for a in range(game.actions) if position.legal >> a & 1], (
        "moves are in action order"
    )
    assert (position.outcome() is None) == bool(moves), "a match is over when nobody can move"
    assert game.position(position.text) == position, "the text of a position reads back"
    assert len({str(move) for move in moves}) == len(moves), "moves have different texts"
    for move in moves:
        assert position.parse_move(str(move)) == move, "the text of a move reads back"
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
        assert images == {image.play(move) for move in image.legal_moves()}, "symmetries keep the rules"
