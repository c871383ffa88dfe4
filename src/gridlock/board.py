"""Geometry of a grid: sets of cells as words, how they spread, and how cells are written.

A set of cells is one unsigned 64-bit word; cell ``row * cols + col`` is bit ``row * cols + col``.
The functions that take a :class:`Board` and words are written with operators only, so that the same
function works on Python ints, on NumPy ``uint64`` arrays and inside compiled code. For the last two
the board must come from :func:`typed`. Literals and truth values stay out of the arithmetic on words
(they appear as shift counts and in comparisons), because mixed into it they would change its type.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gridlock.errors import InvalidGame, excerpt

MAX_CELLS = 64

# Row and column steps, clockwise from north: the order in which neighbours are numbered.
COMPASS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# Any of the three kinds of number. They share no common type, hence Any: the tests hold them together.
Word = Any


class Board(NamedTuple):
    """The constants of one board: plain numbers first, then words."""

    rows: int
    cols: int
    size: int
    """How many cells there are."""
    down: int
    """Shift from a row to the next: the columns, or less where there is no next row, as machines cannot
    shift by 64."""
    ahead: int
    """Left shifts that lead to the eight neighbours, one byte each in compass order."""
    back: int
    """Right shifts, likewise."""
    short_diagonals: bool
    """Whether every diagonal counts as a line, or only the primary and the secondary."""
    one: Word
    full: Word
    not_north: Word
    """Every cell but the first row."""
    not_south: Word
    """Every cell but the last row."""
    not_east: Word
    """Every cell but the last column."""
    not_west: Word
    """Every cell but the first column."""
    top_row: Word
    left_column: Word
    last_column: Word
    primary: Word
    """Cells whose row and column are equal."""
    secondary: Word
    """Cells whose row and column, counted from 1, add up to the number of columns plus 1."""
    dark: Word
    """The cells of one colour, if the board is coloured like a chess board."""
    near: Any = None
    """For compiled code: rows of words, one a cell, as the theory of the game wants them."""


_NUMBERS = 7  # how many of Board's fields are plain numbers


def make_board(rows: int, cols: int, *, short_diagonals: bool = False) -> Board:
    """The board with this many rows and columns, for Python ints."""
    if rows < 1 or cols < 1:
        raise InvalidGame(f"A board needs at least one row and one column, not {rows}x{cols}.")
    if rows * cols > MAX_CELLS:
        raise InvalidGame(f"A board has at most {MAX_CELLS} cells; {rows}x{cols} would have {rows * cols}.")

    def where(wanted: Any) -> int:
        return sum(1 << r * cols + c for r in range(rows) for c in range(cols) if wanted(r, c))

    offsets = [down * cols + right for down, right in COMPASS]
    return Board(
        rows=rows,
        cols=cols,
        size=rows * cols,
        down=min(cols, 62),
        ahead=sum(max(offset, 0) << 8 * k for k, offset in enumerate(offsets)),
        back=sum(max(-offset, 0) << 8 * k for k, offset in enumerate(offsets)),
        short_diagonals=short_diagonals,
        one=1,
        full=(1 << rows * cols) - 1,
        not_north=where(lambda r, c: r > 0),
        not_south=where(lambda r, c: r < rows - 1),
        not_east=where(lambda r, c: c < cols - 1),
        not_west=where(lambda r, c: c > 0),
        top_row=where(lambda r, c: r == 0),
        left_column=where(lambda r, c: c == 0),
        last_column=where(lambda r, c: c == cols - 1),
        primary=where(lambda r, c: r == c),
        secondary=where(lambda r, c: r + c == cols - 1),
        dark=where(lambda r, c: (r + c) % 2 == 1),
    )


def read_size(text: str) -> tuple[int, int]:
    """Rows and columns from a text such as ``5x5``."""
    found = re.fullmatch(r"([0-9]{1,9})\s*[x\N{MULTIPLICATION SIGN}]\s*([0-9]{1,9})", text.strip().lower())
    if found is None:
        raise InvalidGame(f"A size is rows x columns, such as 5x5, not {excerpt(text)}.")
    return int(found[1]), int(found[2])


def typed(board: Board) -> Board:
    """The same board with its words as NumPy ``uint64``, for arrays and compiled code."""
    import numpy as np

    words: dict[str, Any] = {name: np.uint64(getattr(board, name)) for name in Board._fields[_NUMBERS:-1]}
    return board._replace(**words)


def north(board: Board, cells: Word) -> Word:
    """The cells one step up."""
    return cells >> board.down & board.not_south


def south(board: Board, cells: Word) -> Word:
    """The cells one step down."""
    return cells << board.down & board.not_north


def east(board: Board, cells: Word) -> Word:
    """The cells one step to the right."""
    return cells << 1 & board.not_west


def west(board: Board, cells: Word) -> Word:
    """The cells one step to the left."""
    return cells >> 1 & board.not_east


def orthogonal(board: Board, cells: Word) -> Word:
    """The cells up, down, left or right of any of these."""
    down = board.down
    across = cells << 1 & board.not_west | cells >> 1 & board.not_east
    return across | cells << down & board.not_north | cells >> down & board.not_south


def flood(board: Board, start: Word, free: Word) -> Word:
    """The free cells that can be reached from any of these, up, down, left and right, step by step."""
    reached = orthogonal(board, start) & free
    while True:
        more = (reached | orthogonal(board, reached)) & free
        if more == reached:
            return reached
        reached = more


def king(board: Board, cells: Word) -> Word:
    """These cells and all that touch them, corners included."""
    down = board.down
    wide = cells | cells << 1 & board.not_west | cells >> 1 & board.not_east
    return wide | wide << down & board.not_north | wide >> down & board.not_south


def lines(board: Board, cells: Word) -> Word:
    """Every cell that shares a row, a column or a counting diagonal with one of these."""
    # Rows: a carry runs up to the last column of each row that holds a cell, and fills it from there.
    low, size, cols = board.not_east, board.size, board.cols
    last = ((cells & low) + low | cells) & board.last_column
    found = last | last - (last >> cols - 1)
    # Columns: fold all rows onto the first, then copy that one down.
    folded = cells
    while cols < size:
        folded = folded | folded >> cols
        cols += cols
    found = found | (folded & board.top_row) * board.left_column
    if board.short_diagonals:
        return found | _all_diagonals(board, cells)
    # The two long diagonals: as in some(), written out because this is the hot path of a game.
    low, primary, secondary = board.full >> 1, board.primary, board.secondary
    first, second = cells & primary, cells & secondary
    first = primary * (((first & low) + low | first) >> size - 1)
    return found | first | secondary * (((second & low) + low | second) >> size - 1)


def some(board: Board, cells: Word) -> Word:
    """1 if there is a cell in the set, else 0: a carry runs up to the last cell and marks it."""
    low = board.full >> 1
    return ((cells & low) + low | cells) >> board.size - 1


def _all_diagonals(board: Board, cells: Word) -> Word:
    """Walk out from the cells, one step a round; no diagonal is longer than the shorter edge."""
    falling, rising = cells, cells
    for _ in range(min(board.rows, board.cols) - 1):
        falling = falling | east(board, south(board, falling)) | west(board, north(board, falling))
        rising = rising | west(board, south(board, rising)) | east(board, north(board, rising))
    return falling | rising


def neighbour(board: Board, cell: Word, towards: Word) -> Word:
    """The cell (a word of one bit) next to a cell; it must be on the board.

    ``towards`` is eight times the compass number: 0 N, 8 NE, 16 E, and so on to 56 NW.
    """
    return cell << (board.ahead >> towards & 255) >> (board.back >> towards & 255)


def cells(word: int) -> Iterator[int]:
    """The numbers of the cells in a set, ascending."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


Symmetry = tuple[int, ...]
"""Where each cell goes: cell ``k`` to cell ``symmetry[k]``."""


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The ways to turn and flip the board onto itself, the identity first."""
    rows, cols = board.rows, board.cols
    places = [(r, c) for r in range(rows) for c in range(cols)]
    found: dict[Symmetry, None] = {}
    for transpose in (False, True) if rows == cols else (False,):
        for flip_rows in (False, True):
            for flip_cols in (False, True):
                image = []
                for r, c in places:
                    if transpose:
                        r, c = c, r
                    r = rows - 1 - r if flip_rows else r
                    c = cols - 1 - c if flip_cols else c
                    image.append(r * cols + c)
                found[tuple(image)] = None
    return tuple(found)


def permute(word: int, symmetry: Sequence[int]) -> int:
    """The set that a symmetry makes of a set."""
    return sum(1 << symmetry[cell] for cell in cells(word))
