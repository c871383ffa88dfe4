"""Request parameters: a game, a position and moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from gridlock.board import MAX_CELLS, read_size
from gridlock.drawing.scene import PlayedLine
from gridlock.rules import FIVE, Game, make_with
from gridlock.rules.notation import play_line

GAME = 40
"""Maximum length of a game's id, an option or its value."""
POSITION = 200
"""Maximum length of a position's text."""
MOVE = 40
"""Maximum length of a move's text."""
MOVES = 200
"""Maximum number of moves; no game on 64 cells is longer."""

_Word = Annotated[str, Field(max_length=GAME)]
_Size = Annotated[str, Field(max_length=10)]
MoveText = Annotated[str, Field(max_length=MOVE)]
CellNumber = Annotated[int, Field(ge=0, lt=MAX_CELLS)]


class GameParams(BaseModel):
    """A game. Any other members are its options."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, _Word] = Field(init=False)

    game: _Word = Field(description="The id of a game", examples=[FIVE[0]])
    size: _Size | None = Field(None, description="Rows and columns; if left out, the standard board")

    def make_game(self) -> Game:
        """Create the game."""
        return game_of(self.game, self.size, self.model_extra or {})


class PositionParams(GameParams):
    """A position of a game, and moves from there."""

    position: Annotated[str, Field(max_length=POSITION)] | None = None
    moves: list[MoveText] = Field([], max_length=MOVES, description="Moves from there")

    def line(self) -> PlayedLine:
        """Parse the position and play the moves."""
        return line_of(self.make_game(), self.position, self.moves)


def game_of(id: str, size: str | None, options: Mapping[str, str]) -> Game:
    """Create a game from its id, size and options; GridlockError if one is invalid."""
    rows, cols = read_size(size) if size else (None, None)
    return make_with(id, rows, cols, options)


def line_of(game: Game, position: str | None, moves: Sequence[str]) -> PlayedLine:
    """Parse a position, or take the start, and play moves from there; GridlockError if one is invalid."""
    return PlayedLine(*play_line(game.position(position) if position else game.start(), moves))


_NAMED = ("game", "size", "position", "moves", "match")


def _read_line(
    request: Request,
    game: Annotated[str, Query(max_length=GAME, description="The id of a game", examples=[FIVE[0]])],
    size: Annotated[str | None, Query(max_length=10, description="Rows and columns, such as 5x5")] = None,
    position: Annotated[str | None, Query(max_length=POSITION, description="The start, if left out")] = None,
    moves: Annotated[
        str, Query(max_length=MOVE * MOVES, description="Moves from there, separated by spaces")
    ] = "",
) -> PlayedLine:
    """Parse the query. Any other parameters are the game's options."""
    others = {name: value for name, value in request.query_params.items() if name not in _NAMED}
    return line_of(game_of(game, size, others), position, moves.split())


LineParams = Annotated[PlayedLine, Depends(_read_line)]
"""A position and moves, from the query string."""
