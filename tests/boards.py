"""Games on many boards, and conversion of the package's positions to the judge's states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import gridlock
from gridlock import Game, Position
from gridlock.rules import FIVE
from gridlock.rules.variant import variants
from judge import Cells, Judge, State, judge_for

KINDS = [variant.stem.replace("-", " ") for variant in variants() if variant.game in FIVE]
"""Each built-in game in every variant, with the values of non-standard ones: ``crossfire``, ``crossfire
all``.
"""

LONG_BOARDS = [(4, 16), (16, 4), (3, 21), (2, 32), (32, 2), (1, 64), (64, 1), (1, 63), (1, 62)]


def make(kind: str, rows: int | None = None, cols: int | None = None) -> Game:
    name, _, diagonals = kind.partition(" ")
    return gridlock.make(name, rows, cols, **({"diagonals": diagonals} if diagonals else {}))


def judge_of(game: Game) -> Judge:
    return judge_for(game.id, game.rows, game.cols, game.options)


def playable(kind: str, rows: int, cols: int) -> bool:
    """Whether a size is possible: lightcycle needs 2 columns, blockade 2 cells."""
    return rows * cols <= 64 and not (
        (kind == "lightcycle" and cols < 2) or (kind == "blockade" and rows * cols < 2)
    )


def small_boards(kind: str) -> Iterator[Game]:
    """Every board up to 3x3."""
    for rows, cols in product((1, 2, 3), repeat=2):
        if playable(kind, rows, cols):
            yield make(kind, rows, cols)


def random_board(kind: str, random: Random) -> Game:
    """A board of any shape up to 8x8, occasionally a longer one."""
    while True:
        rows, cols = random.randint(1, 8), random.randint(1, 8)
        if random.random() < 0.1:
            rows, cols = random.choice(LONG_BOARDS)
        if playable(kind, rows, cols):
            return make(kind, rows, cols)


def cells_of(game: Game, word: int) -> Cells:
    return frozenset(divmod(k, game.cols) for k in range(game.board.size) if word >> k & 1)


def state_of(position: Position) -> State:
    """Convert a position to the judge's state."""
    game = position.game
    one, two = (cells_of(game, word) for word in position.sides)
    extra = cells_of(game, 0 if game.sided else position.extra)
    if game.id == "trail":
        return State(position.turn, one, two, frozenset(), next(iter(extra), None))
    return State(position.turn, one, two, extra, None)


def comparable(game: Game, state: State) -> State:
    """Drop the last marker, except in trail."""
    return state if game.id == "trail" else state._replace(last=None)


def assert_agrees(judge: Judge, position: Position) -> None:
    """Check legal moves, outcome and every child against the judge."""
    state = state_of(position)
    legal = judge.legal(state)
    assert list(map(int, position.legal_moves())) == legal, f"\n{position}\n{position.text}"
    assert [a for a in range(position.game.actions) if position.legal >> a & 1] == legal
    outcome = position.outcome()
    assert (outcome.winner if outcome else None) == judge.winner(state)
    for action in legal:
        child = state_of(position.play(action))
        assert child == comparable(position.game, judge.play(state, action)), position.text


def every_set_up(game: Game) -> Iterator[Position]:
    """Every position that can be set up on the board, reachable or not."""
    cells = range(game.board.size)
    if game.id in ("spread", "crossfire"):
        for marks in product(".XO", repeat=len(cells)):
            yield from both_turns(game, "".join(marks))
    elif game.id in ("lightcycle", "blockade"):
        for one, two in product(cells, repeat=2):
            if one == two:
                continue
            for marks in product(".#", repeat=len(cells)):
                if marks[one] == marks[two] == ".":
                    placed = list(marks)
                    placed[one], placed[two] = "1", "2"
                    yield from both_turns(game, "".join(placed))
    else:
        yield from every_reachable(game)


def both_turns(game: Game, marks: str) -> Iterator[Position]:
    rows = "/".join(marks[k : k + game.cols] for k in range(0, len(marks), game.cols))
    for turn in (1, 2):
        yield game.position(f"{rows} {turn}")


def every_reachable(game: Game) -> Iterator[Position]:
    """Every position that play from the start can reach."""
    seen = {game.start()}
    todo = [game.start()]
    while todo:
        position = todo.pop()
        yield position
        for move in position.legal_moves():
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                todo.append(child)


def random_game(game: Game, random: Random) -> Iterator[Position]:
    """The positions of a random game, from first to last."""
    position = game.start()
    yield position
    while moves := position.legal_moves():
        position = position.play(random.choice(moves))
        yield position
