"""A scene: a board as JSON, with everything needed to draw it and to move on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from gridlock.board import cells
from gridlock.rules import Game, Move, Position
from gridlock.rules.game import Piece
from gridlock.rules.trails import Track, growing_trails, last_cells, trails_of

Playable = Literal["all", "last", "none"]
"""Which of several boards come with their legal moves."""


@dataclass(frozen=True)
class PlayedLine:
    """A line of moves and the positions it leads through."""

    positions: list[Position]
    moves: list[Move]

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]


class CellJson(TypedDict, closed=True):
    """The content of a cell: a side's piece or a block."""

    side: NotRequired[int]
    block: NotRequired[bool]
    last: NotRequired[bool]


class MoveJson(TypedDict, closed=True):
    """A legal move, and the cells to select for it."""

    move: str
    parts: list[int]


class TrackJson(TypedDict, closed=True):
    """A cell blocked by the side that left it, with the cells before and after it on the trail."""

    cell: int
    side: int
    links: list[int]


class OutcomeJson(TypedDict, closed=True):
    """The winner, and the reason."""

    winner: int
    reason: str


_From = TypedDict("_From", {"from": list[int]})


class SceneJson(_From, closed=True):
    """A board."""

    game: str
    name: str
    size: str
    options: dict[str, str]
    rows: int
    cols: int
    origin: int
    drives: bool
    walks: bool
    piece: Piece
    position: str
    turn: int
    cells: list[CellJson | None]
    letters: dict[str, str]
    moves: list[MoveJson]
    halfway: dict[str, dict[str, CellJson | None]]
    last: list[int]
    trails: list[TrackJson]
    prompt: list[str]
    passed: bool
    move: str | None
    mover: int | None
    outcome: OutcomeJson | None


def scene(positions: Sequence[Position], moves: Sequence[Move] = ()) -> SceneJson:
    """Return the scene of the last of these positions."""
    return _scene(positions[-2:] if moves else positions[-1:], moves[-1:], trails_of(positions, moves))


def scenes(
    positions: Sequence[Position], moves: Sequence[Move], since: int = 0, *, playable: Playable = "all"
) -> list[SceneJson]:
    """Return the scenes of the positions from number ``since`` on.

    ``playable`` says which of them come with legal moves, the largest part of a scene.
    """
    last = len(positions) - 1
    return [
        _scene(
            positions[max(0, number - 1) : number + 1],
            moves[max(0, number - 1) : number],
            trails,
            is_playable=playable == "all" or (playable == "last" and number == last),
        )
        for number, trails in enumerate(growing_trails(positions, moves))
        if number >= since
    ]


def _scene(
    positions: Sequence[Position],
    moves: Sequence[Move],
    trails: Mapping[int, Track],
    *,
    is_playable: bool = True,
) -> SceneJson:
    """Return the scene of the last position, given the position and move before it, if any."""
    position, game = positions[-1], positions[-1].game
    before = positions[0] if moves else None
    legal = _moves(position) if is_playable else []
    outcome = position.outcome()
    return {
        "game": game.id,
        "name": game.name,
        "size": game.size_text,
        "options": dict(game.options),
        "rows": game.rows,
        "cols": game.cols,
        "origin": game.origin,
        "drives": game.drives,
        "walks": game.walks,
        "piece": game.piece,
        "position": position.text,
        "turn": position.turn,
        "cells": _cells(position),
        "letters": {str(side): game.side_letter(side) for side in (1, 2)},
        "moves": legal,
        "halfway": _halfway(position, legal),
        "from": list(cells(game.stands_at(position))),
        "last": list(last_cells(positions, moves)),
        "trails": [
            {"cell": cell, "side": track.side, "links": list(track.links)} for cell, track in trails.items()
        ],
        "prompt": list(game.prompts),
        "passed": before is not None and bool(position.legal) and before.turn == position.turn,
        "move": str(moves[-1]) if moves else None,
        "mover": before.turn if before else None,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }


def played(position: Position, moves: Iterable[Move]) -> list[Position]:
    """Return a position, and the position after each of these moves."""
    positions = [position]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def cell_json(one: int, two: int, extra: int, last: bool = False) -> CellJson | None:
    """Return a cell with these bits for side 1, side 2 and extra; None if it is empty."""
    if one or two:
        return {"side": 1 if one else 2, "last": True} if last else {"side": 1 if one else 2}
    return {"block": True} if extra else None


def letter_json(game: Game, letter: str) -> CellJson | None:
    """Return the cell that a letter of a position's text stands for."""
    one, two, extra = game.letters[letter]
    return cell_json(one, two, extra, last=bool(extra))


def _cells(position: Position) -> list[CellJson | None]:
    game = position.game
    (one, two), extra = position.sides, 0 if game.sided else position.extra
    last = game.last_placed(position)
    return [
        cell_json(one >> k & 1, two >> k & 1, extra >> k & 1, bool(last >> k & 1))
        for k in range(game.board.size)
    ]


def _moves(position: Position) -> list[MoveJson]:
    parts = position.game.parts
    return [{"move": str(move), "parts": list(parts(position, move))} for move in position.legal_moves()]


def _halfway(position: Position, legal: Iterable[MoveJson]) -> dict[str, dict[str, CellJson | None]]:
    """Return, for each partial move, the cells that then look different."""
    game = position.game
    begun = {tuple(move["parts"][:done]) for move in legal for done in range(1, len(move["parts"]))}
    return {
        ",".join(map(str, parts)): {
            str(cell): letter_json(game, letter) for cell, letter in game.halfway(position, parts).items()
        }
        for parts in sorted(begun)
    }
