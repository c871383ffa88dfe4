"""Check that a game's rules, notation and symmetries agree with each other, using only the rules."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from random import Random

from gridlock.board import cells, symmetry_name
from gridlock.errors import BrokenGame, GridlockError, IllegalMove, InvalidGame, shortened
from gridlock.plural import count
from gridlock.rules.game import MAX_MOVES, Game, Words
from gridlock.rules.placement import Placement
from gridlock.rules.position import Position

_SMALL = ((3, 3), (2, 3), (3, 4), (4, 4), (1, 6), (5, 5))
_PAIRS = ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (1, 7))
_MAX_NODES = 20_000  # of a minimax
_MAX_MESSAGE = 200  # characters of somebody else's error


def check_kind(kind: type[Game]) -> None:
    """Check a game class quickly, on small boards in every variant; BrokenGame says what to change."""
    with _located_errors(kind):
        check_sample(standard_game(kind))
    for values in product(*kind.variants.values()):
        options = dict(zip(kind.variants, values, strict=True))
        with _located_errors(kind):
            rows, cols = kind.size
            game = kind(rows, cols, options)
            _play_matches(game, Random(0), 1, symmetries=False)
        for small in small_boards(game)[:2]:
            check_rules(small, matches=5)
        check_transposable(game)


def standard_game(kind: type[Game]) -> Game:
    """Return a game on its standard board, in its standard variant."""
    rows, cols = kind.size
    return kind(rows, cols, {name: values[0] for name, values in kind.variants.items()})


def check_rules(game: Game, matches: int = 20, seed: int = 0) -> None:
    """Play random matches and check what must hold in any game; BrokenGame says what to change."""
    with _located_errors(type(game)):
        _play_matches(game, Random(seed), matches, symmetries=True)


def _play_matches(game: Game, random: Random, matches: int, *, symmetries: bool) -> None:
    for _ in range(matches):
        position, length = game.start(), 0
        _check_position(position, symmetries=symmetries)
        while moves := position.legal_moves():
            move = random.choice(moves)
            _check_words(position, move)
            position, length = position.play(move), length + 1
            if length > MAX_MOVES:
                raise _broken(
                    f"A match lasted more than {MAX_MOVES} moves, to {position.text}: play must use up a "
                    "cell with every move, and legal must leave out the cells that are used up"
                )
            _check_position(position, symmetries=symmetries)


def check_sample(game: Game) -> None:
    """Check that the moves of ``sample`` can be played on the standard board."""
    position = game.start()
    for text in game.sample.split():
        try:
            position = position.play(text)
        except GridlockError as error:
            message = f"{text} in sample can't be played on {game.size_text}: {str(error).rstrip('.')}"
            raise _broken(f"{message}; change sample") from None


def check_transposable(game: Game) -> None:
    """Check that the same side wins on boards with rows and columns swapped, if the game says so."""
    if not game.transposable:
        return
    for rows, cols in _PAIRS:
        values = [minimax_value(each) for each in (resized(game, rows, cols), resized(game, cols, rows))]
        if None not in values and values[0] != values[1]:
            one, two = (
                f"Player {winner} wins in {count(moves, 'move')}" for winner, moves in filter(None, values)
            )
            raise _broken(
                f"transposable is True, but {one} on {rows}x{cols} and {two} on {cols}x{rows}: "
                "remove transposable, or correct the rules"
            )


@contextmanager
def _located_errors(kind: type[Game]) -> Iterator[None]:
    """Turn any error in a game's own code into one that names the line."""
    try:
        yield
    except (BrokenGame, InvalidGame):
        raise
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if not Path(frame.filename).is_relative_to(Path(__file__).parent)]
        place = (own or frames)[-1]
        message = shortened(f"{type(error).__name__}: {error}", _MAX_MESSAGE).rstrip(".: ")
        where = f"{Path(place.filename).name}, line {place.lineno}, in {place.name}"
        raise _broken(
            f"The game {kind.__name__} fails with {message} ({where}): correct that line"
        ) from error


def _broken(problem: str) -> BrokenGame:
    return BrokenGame(f"{problem}.")


# Small boards -------------------------------------------------------------------------------------


def small_boards(game: Game) -> list[Game]:
    """The same game on small boards, as far as it can be played on them, square ones first."""
    boards = (resized(game, rows, cols) for rows, cols in _SMALL)
    return [board for board in boards if board is not None]


def resized(game: Game, rows: int, cols: int) -> Game | None:
    """Return the same game on another board, or None if it can't be played there."""
    try:
        other = type(game)(rows, cols, game.options)
        return other if other.start().legal else None
    except Exception:  # a board may be too small for a game in any way
        return None


def minimax_value(game: Game | None) -> tuple[int, int] | None:
    """The winner and the number of moves from the start, by plain minimax; None if that takes too long."""
    if game is None:
        return None
    try:
        score = Minimax(game).score(game.start().words)
    except OverflowError:
        return None
    return 1 if score % 2 else 2, score


class Minimax:
    """The number of moves until a side is stuck, if the winner hurries and the loser delays.

    The side to move wins if that number is odd. OverflowError if there are too many positions.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[Words, int] = {}

    def score(self, words: Words) -> int:
        """Return the number of moves from these words."""
        if words not in self._known:
            if len(self._known) > _MAX_NODES:
                raise OverflowError("too many positions")
            game = self._game
            legal = game.legal_word(game.board, *words)
            after = [self.score(game.play_words(game.board, *words, move)) for move in cells(legal)]
            wins = [moves for moves in after if moves % 2 == 0]
            self._known[words] = 1 + (min(wins) if wins else max(after)) if after else 0
        return self._known[words]


# One position -------------------------------------------------------------------------------------


def _check_position(position: Position, *, symmetries: bool) -> None:
    game, legal = position.game, position.legal
    if not hasattr(legal, "__index__"):
        raise _broken(
            f"legal returned {shortened(repr(legal), 40)}: return a word with one bit for each legal move, "
            "such as 'board.full & ~(own | opp)'"
        )
    if legal >> game.actions:
        raise _broken(
            f"legal returns moves beyond the last of {game.actions} actions: end it with '& board.full'"
        )
    if position.own & position.opp:
        raise _broken("play gives a cell to both sides: it returns opp, own | the new marker, extra")
    if (position.own | position.opp | position.extra) >> game.board.size:
        raise _broken("play returns cells off the board: combine its words with '& board.full'")
    if position.turn not in (1, 2):
        raise _broken(f"The turn is {position.turn}, but it must be 1 or 2")
    _check_taken(position)
    _check_notation(position)
    _check_pointing(position)
    if str(game.draw(position)) == "":
        raise _broken(f"draw draws nothing in the position {position.text}: return the board as text")
    if symmetries:
        _check_symmetries(position)


def _check_words(position: Position, move: int) -> None:
    """Check what ``play`` returns before anything else uses it."""
    words = position.game.play_words(position.game.board, *position.words, move)
    if not isinstance(words, tuple) or len(words) != 3 or not all(isinstance(word, int) for word in words):
        raise _broken(
            "play must return three words, seen from the other side: opp, own | the new marker, extra"
        )


def _check_taken(position: Position) -> None:
    """In a placement game, no legal move is on a cell that has a marker."""
    game, taken = position.game, position.legal & (position.own | position.opp)
    if taken and isinstance(game, Placement):
        cell = game.show_cell(next(cells(taken)))
        raise _broken(
            f"legal allows {cell} in the position {position.text}, where a marker already is: "
            "end legal with '& ~(own | opp)'"
        )


def _check_notation(position: Position) -> None:
    game, moves = position.game, position.legal_moves()
    if game.position(position.text) != position:
        raise _broken(
            f"The position {position.text} reads as another one: letters must tell all cells apart, and "
            "everything that legal and play use must be in the letters"
        )
    for move in moves:
        if position.parse_move(str(move)) != move:
            raise _broken(
                f"The move {move} reads as {position.parse_move(str(move))} in the position {position.text}: "
                "read_move must read what name_move writes"
            )
    if len({*map(str, moves)}) != len(moves):
        raise _broken(f"Two moves have the same text in the position {position.text}: change name_move")
    if [*moves] != [action for action in range(game.actions) if position.legal >> action & 1]:
        raise _broken(f"name_move changes a move's number in the position {position.text}")


def _check_pointing(position: Position) -> None:
    """Check the cells that a player points at, and the sentences for moves that aren't legal."""
    game = position.game
    for move in position.legal_moves():
        parts = game.parts(position, move)
        if not all(0 <= cell < game.board.size for cell in parts):
            raise _broken(f"parts names a cell off the board for {move} in the position {position.text}")
    for action in range(game.actions if position.legal else 0):
        if not position.legal >> action & 1 and not _refusal(position, action):
            raise _broken(
                f"why_illegal has no sentence for move {action} in the position {position.text}: return one"
            )


def _refusal(position: Position, action: int) -> str:
    try:
        position.play(action)
    except IllegalMove as error:
        return str(error)
    raise _broken(f"The illegal move {action} can be played in the position {position.text}")


def _check_symmetries(position: Position) -> None:
    children = {position.play(move) for move in position.legal_moves()}
    for symmetry in position.game.symmetries:
        image = position.transform(symmetry)
        if {child.transform(symmetry) for child in children} != {
            image.play(move) for move in image.legal_moves()
        }:
            raise _broken(
                f"The {symmetry_name(position.game.board, symmetry)} changes the moves of the position "
                f"{position.text}: override preserved(symmetry) to return False for it, or correct the rules"
            )
