"""The base class of all games: rules on a board, with notation."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from gridlock.board import Board as AnyBoard
from gridlock.board import Symmetry, cells, make_board, orthogonal, symmetries
from gridlock.errors import InvalidGame, InvalidPosition, excerpt
from gridlock.rules.position import Move, Position
from gridlock.rules.traits import check_traits

MAX_ACTIONS = 64
"""The number of bits in a word of legal moves."""

MAX_MOVES = 64
"""The most moves a match may take: the search has room for no more."""

Words = tuple[int, int, int]
"""``own``, ``opp`` and ``extra``: the three words of a position."""

Piece = Literal["token", "marker", "cycle"]
"""The kind of piece a side has on the board."""


class Rules(NamedTuple):
    """The rules of a game: two functions on words, seen from the side to move.

    They must work on all three kinds of words; see :mod:`gridlock.board`.
    """

    legal: Callable[[AnyBoard, Any, Any, Any], Any]
    """``legal(board, own, opp, extra)``: the legal moves, bit ``a`` for action ``a``.

    On arrays and in compiled code a stepping game returns a signed number: wrap it in ``np.uint64``.
    """
    play: Callable[[AnyBoard, Any, Any, Any, Any], Any]
    """``play(board, own, opp, extra, action)``: the words after a legal move, seen from the other side."""
    targets: Callable[[AnyBoard, Any, Any], Any] | None = None
    """``targets(board, own, legal)``: the first cell of every legal move, see
    :meth:`~gridlock.Game.parts`. Without it, action ``a`` is cell ``a``.
    """


class Game(ABC):
    """The rules of one game on one board.

    :func:`gridlock.make` returns the same object for the same arguments. To add a game, subclass this and
    fill in everything that has no value here.
    """

    id: ClassVar[str]
    """The id that people type."""
    title: ClassVar[str]
    """The title on the game's rule sheet."""
    name: ClassVar[str]
    """The unique name that people see; by default the title."""
    summary: ClassVar[str]
    """The rule in one sentence."""
    motto: ClassVar[str] = ""
    """The rule and the goal in a few words, for a line under the name; by default the summary."""
    size: ClassVar[tuple[int, int]]
    """Rows and columns of the standard board."""
    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The game's options with their values, the default first."""
    variant_names: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """A short label for each option value, for menus."""
    variant_rules: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """A sentence for each option value, shown after the rule."""
    prompts: ClassVar[tuple[str, ...]] = ("Choose a cell.",)
    """The prompts for a move, one per cell to choose."""
    part_names: ClassVar[tuple[tuple[str, str], ...]] = ()
    """For moves of several cells: the noun and the verb for each cell, such as ``("step", "step to")``."""
    origin: ClassVar[int] = 1
    """The number of the first row and column in the notation."""
    passes: ClassVar[bool] = False
    """Whether a stuck side passes as long as the other can move."""
    stays_stuck: ClassVar[bool] = False
    """Whether a side without a legal move can never have one again, so that the rest decides nothing."""
    sided: ClassVar[bool] = False
    """Whether the two sides move differently. If so, ``extra`` tells the rules whose turn it is: empty when
    side 1 is to move, the whole board when side 2 is. ``play`` must flip it.
    """
    ending: ClassVar[str] = "Player {loser} cannot move."
    """Why a finished game was lost, with ``{loser}`` and ``{winner}`` for the sides."""
    letters: ClassVar[Mapping[str, Words]]
    """The letters of a position's text, each with the cell's bits for side 1, side 2 and extra."""
    names_depend_on_place: ClassVar[bool] = False
    """Whether the text of a move depends on where the side to move stands."""
    menu_bits: ClassVar[int] = 13
    """How many actions share a table of moves; this only affects speed."""

    rules: ClassVar[Rules]
    """The rules as functions of words."""

    puzzle_sizes: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """Rows and columns of the board for puzzles, if not the standard one, keyed by option value (or ``""``).
    """
    drives: ClassVar[bool] = False
    """Whether every move is one step up, down, left or right, so that an arrow key can make it."""
    walks: ClassVar[bool] = False
    """Whether each side has one marker that its moves move."""
    piece: ClassVar[Piece] = "token"
    """The kind of piece, which decides how it is drawn and what it's called."""
    quick_size: ClassVar[tuple[int, int] | None] = None
    """Rows and columns of the board for a quick game, if the standard one is too small to be interesting."""
    sample: ClassVar[str] = ""
    """Moves that lead to a typical position, for thumbnails."""

    Board: ClassVar[type[AnyBoard]]
    """This game's own board type, which tells compiled code whose rules to use."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "id" in vars(cls) and not hasattr(cls, "title"):
            cls.title = str(cls.id).replace("_", " ").replace("-", " ").title()
        if "title" in vars(cls) and "name" not in vars(cls):
            cls.name = cls.title
        if type(getattr(cls, "rules", None)) is tuple and len(cls.rules) == 2:
            cls.rules = Rules(*cls.rules)  # compiled code asks for them by name
        if hasattr(cls, "id"):  # otherwise it's a base class of games
            check_traits(cls)
        cls.Board = _board_type(cls)

    def __init__(self, rows: int, cols: int, options: Mapping[str, str]) -> None:
        self.rows = rows
        self.cols = cols
        self.options = dict(options)
        self.board = self.make_board()
        self.legal_word, self.play_words, _ = self.rules
        self.menus = _Menus(self)
        self.menu_key = self.board.full if self.names_depend_on_place else 0
        self.menu_mask = (1 << self.menu_bits) - 1
        if self.actions > MAX_ACTIONS:  # the bits of the others would be lost in compiled code
            raise InvalidGame(
                f"A game has at most {MAX_ACTIONS} actions; {self.id} on {self.size_text} has "
                f"{self.actions}: use a smaller board."
            )

    # For subclasses to implement or override ---------------------------------------------------

    @property
    @abstractmethod
    def actions(self) -> int:
        """The number of actions."""

    def first_words(self) -> Words:
        """The words of the starting position."""
        return 0, 0, 0

    def make_board(self) -> AnyBoard:
        """Return the board passed to the rules."""
        return make_board(self.rows, self.cols)

    @abstractmethod
    def name_move(self, own: int, action: int) -> Move:
        """Return the move with this action index for a side whose cells are ``own``."""

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """Parse a move as typed, legal or not."""

    @abstractmethod
    def why_illegal(self, position: Position, move: Move) -> str:
        """Explain in a sentence why a move is illegal."""

    @abstractmethod
    def parts(self, position: Position, move: int) -> tuple[int, ...]:
        """The cells a player points at to make a move, in order: where a marker goes, or step and block."""

    @abstractmethod
    def why_not(self, position: Position, parts: tuple[int, ...]) -> str:
        """Explain in a sentence why no legal move begins with these cells."""

    @abstractmethod
    def against(self, position: Position, parts: tuple[int, ...]) -> int:
        """The cells whose pieces are the reason given by :meth:`why_not`; empty if the board's shape is."""

    def why_impossible(self, turn: int, one: int, two: int, extra: int) -> str | None:
        """Explain in a sentence why a position can't be set up, or return None if it can."""
        return None

    def draw(self, position: Position) -> str:
        """Draw the board as on the game's rule sheet, if it has one."""
        names = {bits: letter for letter, bits in self.letters.items()}
        return "\n".join(" ".join(row) for row in self.cells_as(names, position))

    @property
    def transposable(self) -> bool:
        """Whether swapping rows and columns of the board leaves the game the same."""
        return False

    def essence(self, position: Position) -> Words:
        """The words that matter in a position: equivalent positions have the same ones."""
        return position.words

    def mobility(self, own: int, opp: int, extra: int) -> int:
        """How much more mobile the side to move is, without looking ahead; by default, how many more moves it
        has.
        """
        mine: int = self.legal_word(self.board, own, opp, extra)
        theirs: int = self.legal_word(self.board, *self.swapped(own, opp, extra))
        return mine.bit_count() - theirs.bit_count()

    def last_placed(self, position: Position) -> int:
        """The last marker placed, as a set, in games where it matters; otherwise empty."""
        return 0

    def left_behind(self, before: Position) -> int:
        """The cells that the side to move will turn into walls by leaving them."""
        return 0

    def may_lead_to(self, position: Position, goal: Position) -> bool:
        """Return False if clearly no moves lead from one position to the other."""
        return True

    def stands_at(self, position: Position) -> int:
        """The cells where a move may begin; empty if it may begin anywhere."""
        return 0

    def exits(self, position: Position) -> int:
        """The cells that the side to move would need: the empty ones, or those next to where it stands.

        When it has lost, each of them is closed; :meth:`against` says by what.
        """
        stands = self.stands_at(position)
        if stands:
            return int(orthogonal(self.board, stands))
        taken = position.own | position.opp | (0 if self.sided else position.extra)
        return int(self.board.full & ~taken)

    def halfway(self, position: Position, parts: tuple[int, ...]) -> Mapping[int, str]:
        """The new letters of cells that change once these parts of a move are made."""
        return {}

    def preserved(self, symmetry: Symmetry) -> bool:
        """Whether the rules are unchanged under this symmetry of the board."""
        return True

    # Common to all games -----------------------------------------------------------------------

    def start(self) -> Position:
        """The starting position."""
        return self.settle(1, *self.first_words())

    def position(self, text: str) -> Position:
        """Parse a position from its one-line text and make a pass that is due."""
        turn, one, two, extra = self._read_position(text)
        problem = self.why_impossible(turn, one, two, extra)
        if problem:
            raise InvalidPosition(f"{problem} The position was {excerpt(text, 90)}.")
        if self.sided:
            extra = self.board.full if turn == 2 else 0
        return self.settle(turn, *((one, two) if turn == 1 else (two, one)), extra)

    def settle(self, turn: int, own: int, opp: int, extra: int) -> Position:
        """Return the position with these words, after a pass if one is due."""
        legal = self.legal_word(self.board, own, opp, extra)
        if not legal and self.passes:
            swapped = self.swapped(own, opp, extra)
            theirs = self.legal_word(self.board, *swapped)
            if theirs:
                return Position(self, 3 - turn, *swapped, theirs)
        return Position(self, turn, own, opp, extra, legal)

    def stuck_side(self, position: Position) -> int | None:
        """The side that can never move again although the game isn't over, if there is one."""
        if not (self.stays_stuck and position.legal):
            return None
        theirs = self.legal_word(self.board, *self.swapped(*position.words))
        return None if theirs else 3 - position.turn

    def swapped(self, own: int, opp: int, extra: int) -> Words:
        """The same words with the other side to move."""
        return opp, own, extra ^ self.board.full if self.sided else extra

    def write_position(self, position: Position) -> str:
        """Format a position on one line: rows of letters, then the side to move."""
        names = {bits: letter for letter, bits in self.letters.items()}
        rows = ("".join(row) for row in self.cells_as(names, position))
        return f"{'/'.join(rows)} {position.turn}"

    def cells_as(self, names: Mapping[Words, str], position: Position) -> list[list[str]]:
        """The name of each cell, row by row, looked up by its bits for side 1, side 2 and extra."""
        (one, two), extra = position.sides, 0 if self.sided else position.extra
        cell_names = [
            names[one >> cell & 1, two >> cell & 1, extra >> cell & 1] for cell in range(self.board.size)
        ]
        return [cell_names[start : start + self.cols] for start in range(0, len(cell_names), self.cols)]

    def _read_position(self, text: str) -> tuple[int, int, int, int]:
        shape = f"{self.rows} rows of {self.cols}, separated by /, then a space and the side to move, 1 or 2"
        parts = text.split()
        rows = parts[0].split("/") if parts else []
        if len(parts) != 2 or parts[1] not in ("1", "2") or [*map(len, rows)] != [self.cols] * self.rows:
            raise InvalidPosition(f"A position of this game is {shape}, not {excerpt(text, 90)}.")
        words = [0, 0, 0]
        for cell, letter in enumerate("".join(rows)):
            if letter not in self.letters:
                raise InvalidPosition(f"{excerpt(letter)} is not a cell: use {' '.join(self.letters)}.")
            for k, bit in enumerate(self.letters[letter]):
                words[k] |= bit << cell
        return int(parts[1]), *words  # type: ignore[return-value]

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that preserve the rules, the identity first."""
        return tuple(s for s in symmetries(self.board) if self.preserved(s))

    def cell_text(self, cell: int, separator: str = ",") -> str:
        """Format a cell as in a move: ``3,3``."""
        row, col = divmod(cell, self.cols)
        return f"{row + self.origin}{separator}{col + self.origin}"

    def show_cell(self, cell: int) -> str:
        """Format a cell as in a sentence: ``(3,3)``."""
        return f"({self.cell_text(cell)})"

    def move_words(self, move: Move) -> str:
        """Format a move as in a sentence: ``3,3``, or ``right (block 2,2)``."""
        return str(move)

    def side_letter(self, side: int) -> str:
        """Return a side's letter on the board."""
        wanted = (1, 0, 0) if side == 1 else (0, 1, 0)
        return next(letter for letter, bits in self.letters.items() if bits == wanted)

    @property
    def size_text(self) -> str:
        """The size as text: ``5x5``."""
        return f"{self.rows}x{self.cols}"

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"gridlock.make({self.id!r}, rows={self.rows}, cols={self.cols}{options})"

    def __reduce__(self) -> tuple[Any, ...]:
        from gridlock.rules.registry import make_with

        return make_with, (self.id, self.rows, self.cols, self.options)


def _board_type(kind: type[Game]) -> type[AnyBoard]:
    """Create a game's board type. Its name is unique because machine code is identified by the bare name."""
    name = re.sub(r"\W", "_", f"{kind.__module__}_{kind.__qualname__}_Board")
    namespace = {
        "__module__": kind.__module__,
        "__qualname__": f"{kind.__qualname__}.Board",  # for pickling
        "__doc__": f"The board of {kind.__name__}.",
        "kind": kind,
    }
    return type(name, (AnyBoard,), namespace)


class _Menus(dict[int, "tuple[_Part, ...]"]):
    """All moves, in parts, for each set of cells that their text depends on."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __missing__(self, own: int) -> tuple[_Part, ...]:
        game = self._game
        starts = range(0, game.actions, game.menu_bits)
        self[own] = menu = tuple(_Part(game, own, start) for start in starts)
        return menu


class _Part(dict[int, tuple[Move, ...]]):
    """A range of consecutive actions: the moves for each subset, created on first use.

    This way, listing legal moves costs two or three lookups instead of a loop over bits.
    """

    def __init__(self, game: Game, own: int, start: int) -> None:
        actions = range(start, min(start + game.menu_bits, game.actions))
        self._moves = [game.name_move(own, action) for action in actions]

    def __missing__(self, word: int) -> tuple[Move, ...]:
        self[word] = moves = tuple(self._moves[k] for k in cells(word))
        return moves
