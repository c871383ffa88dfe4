"""What all games share: a game is a set of rules on a board, with its notation."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from gridlock.board import Board as AnyBoard
from gridlock.board import Symmetry, cells, make_board, symmetries
from gridlock.errors import InvalidPosition, excerpt
from gridlock.rules.position import Move, Position

MAX_ACTIONS = 64
"""As many action indices as a word has bits."""

Words = tuple[int, int, int]
"""``own``, ``opp`` and ``extra``: the three words of a position."""

PieceKind = Literal["token", "marker", "cycle"]
"""What a side can have on the board."""


class Rules(NamedTuple):
    """What makes a game this game: two functions of a board and words, for all three kinds of number.

    See :mod:`gridlock.board` for the kinds. The words are seen from the side to move.
    """

    legal: Callable[[AnyBoard, Any, Any, Any], Any]
    """``legal(board, own, opp, extra)``: the legal moves, bit ``a`` for action ``a``.

    On arrays and in compiled code the result of a stepping game is a signed number: wrap it in ``np.uint64``.
    """
    play: Callable[[AnyBoard, Any, Any, Any, Any], Any]
    """``play(board, own, opp, extra, action)``: the words after a legal move, for the other side."""


class Game(ABC):
    """The rules of one game on one board.

    :func:`gridlock.make` makes it, always the same object for the same arguments. A game of its own is a
    subclass that fills in what stands here without a value.
    """

    id: ClassVar[str]
    """What people type."""
    title: ClassVar[str]
    """What the game's rule sheet calls it."""
    name: ClassVar[str]
    """What people see: a name that no other game has. The title, if a game names nothing else."""
    summary: ClassVar[str]
    """The rule in one sentence."""
    size: ClassVar[tuple[int, int]]
    """Rows and columns of the standard board."""
    variants: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The game's options, each with its values, the standard one first."""
    variant_names: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """For each option and value a few words, for lists to choose from."""
    variant_rules: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """For each option and value a sentence, to be said after the rule."""
    prompts: ClassVar[tuple[str, ...]] = ("Choose a cell.",)
    """What a person is asked for, once for each cell that they point at to make a move."""
    origin: ClassVar[int] = 1
    """The number of the first row and column, as people count them."""
    passes: ClassVar[bool] = False
    """Whether a side that is stuck passes as long as the other can move."""
    sided: ClassVar[bool] = False
    """Whether the two sides move differently. Then ``extra`` tells the rules whose turn it is: it is the
    empty set while side 1 is to move and the whole board while side 2 is, and ``play`` turns it over.
    """
    ending: ClassVar[str] = "Player {loser} cannot move."
    """Why a finished game was lost."""
    letters: ClassVar[Mapping[str, Words]]
    """For each letter of a position's text, whether the cell is side 1's, side 2's, extra."""
    names_depend_on_place: ClassVar[bool] = False
    """Whether the text of a move depends on where the side to move stands."""
    menu_bits: ClassVar[int] = 13
    """How many action numbers one table of moves covers (see :class:`_Part`)."""

    rules: ClassVar[Rules]
    """The rules as functions of words."""

    puzzle_sizes: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """Rows and columns of the board that puzzles are about, where it is not the standard one: by the value
    of the game's option, or by nothing if it has none."""
    drives: ClassVar[bool] = False
    """Whether a move is one step up, down, left or right and nothing more, so that an arrow key makes it."""
    walks: ClassVar[bool] = False
    """Whether each side has one marker, which is moved by its moves."""
    piece: ClassVar[PieceKind] = "token"
    """What a side has on the board: how a page draws it, and what people call it."""
    quick_size: ClassVar[tuple[int, int] | None] = None
    """Rows and columns of the board that a quick game is played on, if the standard one leaves too little to
    decide.
    """
    sample: ClassVar[str] = ""
    """Moves to a typical board, for small pictures."""

    Board: ClassVar[type[AnyBoard]]
    """The type of the boards of this game, by which compiled code knows whose rules to use."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if "title" in vars(cls) and "name" not in vars(cls):
            cls.name = cls.title
        cls.Board = _board_type(cls)

    def __init__(self, rows: int, cols: int, options: Mapping[str, str]) -> None:
        self.rows = rows
        self.cols = cols
        self.options = dict(options)
        self.board = self.make_board()
        self.legal_word, self.play_words = self.rules
        self.menus = _Menus(self)
        self.menu_key = self.board.full if self.names_depend_on_place else 0
        self.menu_mask = (1 << self.menu_bits) - 1

    # What a game fills in ---------------------------------------------------------------------

    @property
    @abstractmethod
    def actions(self) -> int:
        """How many action indices there are."""

    def first_words(self) -> Words:
        """The words of the starting position."""
        return 0, 0, 0

    def make_board(self) -> AnyBoard:
        """The board that the rules are given."""
        return make_board(self.rows, self.cols)

    @abstractmethod
    def name_move(self, own: int, action: int) -> Move:
        """The move with this action index, for a side whose cells are ``own``."""

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """Read a move as a person may type it, legal or not."""

    @abstractmethod
    def why_illegal(self, position: Position, move: Move) -> str:
        """The reason, in a sentence, why a move is not legal."""

    @abstractmethod
    def parts(self, position: Position, move: int) -> tuple[int, ...]:
        """The cells that point a move out on the board, in the order in which a person points at them."""

    @abstractmethod
    def why_not(self, position: Position, parts: tuple[int, ...]) -> str:
        """The reason, in a sentence, why no legal move begins with these cells."""

    @abstractmethod
    def against(self, position: Position, parts: tuple[int, ...]) -> int:
        """The set of cells whose pieces are that reason; empty if the board's shape is."""

    def why_impossible(self, turn: int, one: int, two: int, extra: int) -> str | None:
        """What is wrong with a set-up position, in a sentence, or None."""
        return None

    def draw(self, position: Position) -> str:
        """The board, as the game's rule sheet draws it if it has one."""
        names = {bits: letter for letter, bits in self.letters.items()}
        return "\n".join(" ".join(row) for row in self.cells_as(names, position))

    @property
    def transposable(self) -> bool:
        """Whether a board and the board with rows and columns swapped are the same game."""
        return False

    def essence(self, position: Position) -> Words:
        """What of a position matters, as words: the same for positions that nobody need tell apart."""
        return position.words

    def room(self, own: int, opp: int, extra: int) -> int:
        """How much more room the side to move has than the other, as somebody sees it who does not look
        ahead: here, how many more moves it has.
        """
        mine: int = self.legal_word(self.board, own, opp, extra)
        theirs: int = self.legal_word(self.board, *self.swapped(own, opp, extra))
        return mine.bit_count() - theirs.bit_count()

    def last_placed(self, position: Position) -> int:
        """The set with the last marker placed, in a game in which it matters; else the empty set."""
        return 0

    def left_behind(self, before: Position) -> int:
        """The set of cells that the side to move turns into walls by leaving them."""
        return 0

    def may_lead_to(self, position: Position, goal: Position) -> bool:
        """False if it is plain to see that no moves lead from one position to the other."""
        return True

    def stands_at(self, position: Position) -> int:
        """The set of cells that a move begins at; the empty set where it may begin anywhere."""
        return 0

    def halfway(self, position: Position, parts: tuple[int, ...]) -> Mapping[int, str]:
        """The letters of the cells that look different once these parts of a move are made."""
        return {}

    def preserved(self, symmetry: Symmetry) -> bool:
        """Whether turning or flipping the board in this way leaves the rules as they are."""
        return True

    # What all games have ----------------------------------------------------------------------

    def start(self) -> Position:
        """The position in which a game begins."""
        return self.settle(1, *self.first_words())

    def position(self, text: str) -> Position:
        """Read a position from its one-line text; a pass that is due is made."""
        turn, one, two, extra = self._read_position(text)
        problem = self.why_impossible(turn, one, two, extra)
        if problem:
            raise InvalidPosition(f"{problem} The position was {excerpt(text, 90)}.")
        if self.sided:
            extra = self.board.full if turn == 2 else 0
        return self.settle(turn, *((one, two) if turn == 1 else (two, one)), extra)

    def settle(self, turn: int, own: int, opp: int, extra: int) -> Position:
        """The position with these words, after a pass if one is due."""
        legal = self.legal_word(self.board, own, opp, extra)
        if not legal and self.passes:
            swapped = self.swapped(own, opp, extra)
            theirs = self.legal_word(self.board, *swapped)
            if theirs:
                return Position(self, 3 - turn, *swapped, theirs)
        return Position(self, turn, own, opp, extra, legal)

    def swapped(self, own: int, opp: int, extra: int) -> Words:
        """The same words, were it the other side's turn."""
        return opp, own, extra ^ self.board.full if self.sided else extra

    def write_position(self, position: Position) -> str:
        """The one-line text of a position: rows of letters, then whose turn it is."""
        names = {bits: letter for letter, bits in self.letters.items()}
        rows = ("".join(row) for row in self.cells_as(names, position))
        return f"{'/'.join(rows)} {position.turn}"

    def cells_as(self, names: Mapping[Words, str], position: Position) -> list[list[str]]:
        """Row by row, the name of each cell, by its bits for side 1, side 2 and extra."""
        (one, two), extra = position.sides, 0 if self.sided else position.extra
        named = [
            names[one >> cell & 1, two >> cell & 1, extra >> cell & 1] for cell in range(self.board.size)
        ]
        return [named[start : start + self.cols] for start in range(0, len(named), self.cols)]

    def _read_position(self, text: str) -> tuple[int, int, int, int]:
        shape = f"{self.rows} rows of {self.cols}, divided by /, then a blank and 1 or 2 for the side to move"
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
        """The ways to turn and flip the board that leave the rules as they are, the identity first."""
        return tuple(s for s in symmetries(self.board) if self.preserved(s))

    def cell_text(self, cell: int, separator: str = ",") -> str:
        """A cell as people write it: ``3,3``."""
        row, col = divmod(cell, self.cols)
        return f"{row + self.origin}{separator}{col + self.origin}"

    def show_cell(self, cell: int) -> str:
        """A cell as sentences name it: ``(3,3)``."""
        return f"({self.cell_text(cell)})"

    @property
    def size_text(self) -> str:
        """The size as people write it: ``5x5``."""
        return f"{self.rows}x{self.cols}"

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"gridlock.make({self.id!r}, rows={self.rows}, cols={self.cols}{options})"

    def __reduce__(self) -> tuple[Any, ...]:
        from gridlock.rules.registry import make_with

        return make_with, (self.id, self.rows, self.cols, self.options)


def _board_type(kind: type[Game]) -> type[AnyBoard]:
    """A type for the boards of a game. Machine code is named by the bare name, so no other may have it."""
    name = re.sub(r"\W", "_", f"{kind.__module__}_{kind.__qualname__}_Board")
    told = {
        "__module__": kind.__module__,
        "__qualname__": f"{kind.__qualname__}.Board",  # where pickles find it
        "__doc__": f"The board of {kind.__name__}.",
        "kind": kind,
    }
    return type(name, (AnyBoard,), told)


class _Menus(dict[int, "tuple[_Part, ...]"]):
    """For each set of cells that the text of a move depends on: all moves, in parts."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __missing__(self, own: int) -> tuple[_Part, ...]:
        game = self._game
        starts = range(0, game.actions, game.menu_bits)
        self[own] = menu = tuple(_Part(game, own, start) for start in starts)
        return menu


class _Part(dict[int, tuple[Move, ...]]):
    """Some consecutive action numbers: the moves for each set of them, made when first asked for.

    Listing the moves of a word this way costs two or three look-ups instead of a loop over its bits.
    """

    def __init__(self, game: Game, own: int, start: int) -> None:
        actions = range(start, min(start + game.menu_bits, game.actions))
        self._moves = [game.name_move(own, action) for action in actions]

    def __missing__(self, word: int) -> tuple[Move, ...]:
        self[word] = moves = tuple(self._moves[k] for k in cells(word))
        return moves
