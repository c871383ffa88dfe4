"""Grid geometry on bitboards: board constants, neighbours, lines, flood fill and symmetries.

A set of cells is one unsigned 64-bit word; cell ``row * cols + col`` is bit ``row * cols + col``. The
functions that take a :class:`Board` and words use operators only, so the same function works on Python ints,
on NumPy ``uint64`` arrays and in compiled code. For the last two the board must come from :func:`typed`. Keep
literals and booleans out of the arithmetic on words, except as shift counts and in comparisons: mixed in,
they change its type.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gridlock.errors import InvalidGame, excerpt

MAX_CELLS = 64

# Row and column steps, clockwise from north: the order in which neighbours are numbered.
COMPASS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# A Python int, a NumPy array or a compiled uint64. They share no type, hence Any; the tests compare all
# three.
Word = Any


class Board(NamedTuple):
    """The constants of one board: plain numbers first, then words."""

    rows: int
    cols: int
    size: int
    """The number of cells."""
    down: int
    """The shift from one row to the next: the number of columns, capped because hardware can't shift by 64.
    """
    ahead: int
    """Left shifts to the eight neighbours, one byte each, in compass order."""
    back: int
    """Right shifts, likewise."""
    short_diagonals: bool
    """Whether every diagonal counts as a line, or only the two long ones."""
    one: Word
    full: Word
    not_north: Word
    """Every cell except the first row."""
    not_south: Word
    """Every cell except the last row."""
    not_east: Word
    """Every cell except the last column."""
    not_west: Word
    """Every cell except the first column."""
    top_row: Word
    left_column: Word
    last_column: Word
    primary: Word
    """Cells whose row and column are equal."""
    secondary: Word
    """Cells whose row and column, counted from 1, add up to the number of columns plus 1."""
    dark: Word
    """The dark cells of a chessboard colouring."""
    near: Any = None
    """For compiled code: rows of words, one per cell, supplied by the game's theory."""


WORD_FIELDS = Board._fields[7:-1]
"""The fields of a board that are words; those before are plain numbers."""


def make_board(rows: int, cols: int, *, short_diagonals: bool = False) -> Board:
    """Return a board of Python ints with this many rows and columns."""
    if rows < 1 or cols < 1:
        raise InvalidGame(f"A board needs at least one row and one column, not {rows}x{cols}.")
    if rows * cols > MAX_CELLS:
        raise InvalidGame(f"A board has at most {MAX_CELLS} cells; {rows}x{cols} would have {rows * cols}.")

    def cells_where(test: Any) -> int:
        return sum(1 << r * cols + c for r in range(rows) for c in range(cols) if test(r, c))

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
        not_north=cells_where(lambda r, c: r > 0),
        not_south=cells_where(lambda r, c: r < rows - 1),
        not_east=cells_where(lambda r, c: c < cols - 1),
        not_west=cells_where(lambda r, c: c > 0),
        top_row=cells_where(lambda r, c: r == 0),
        left_column=cells_where(lambda r, c: c == 0),
        last_column=cells_where(lambda r, c: c == cols - 1),
        primary=cells_where(lambda r, c: r == c),
        secondary=cells_where(lambda r, c: r + c == cols - 1),
        dark=cells_where(lambda r, c: (r + c) % 2 == 1),
    )


def read_size(text: str) -> tuple[int, int]:
    """Parse a size such as ``5x5`` into rows and columns."""
    match = re.fullmatch(r"([0-9]{1,9})\s*[x\N{MULTIPLICATION SIGN}]\s*([0-9]{1,9})", text.strip().lower())
    if match is None:
        raise InvalidGame(f"A size is rows x columns, such as 5x5, not {excerpt(text)}.")
    return int(match[1]), int(match[2])


def typed(board: Board) -> Board:
    """Return the same board with its words as NumPy ``uint64``, for arrays and compiled code."""
    import numpy as np

    words: dict[str, Any] = {name: np.uint64(getattr(board, name)) for name in WORD_FIELDS}
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
    """The orthogonal neighbours of these cells."""
    down = board.down
    across = cells << 1 & board.not_west | cells >> 1 & board.not_east
    return across | cells << down & board.not_north | cells >> down & board.not_south


def flood(board: Board, start: Word, free: Word) -> Word:
    """The free cells reachable from these by orthogonal steps."""
    reached = orthogonal(board, start) & free
    while True:
        more = (reached | orthogonal(board, reached)) & free
        if more == reached:
            return reached
        reached = more


def king(board: Board, cells: Word) -> Word:
    """These cells and all their neighbours, diagonal ones included."""
    down = board.down
    wide = cells | cells << 1 & board.not_west | cells >> 1 & board.not_east
    return wide | wide << down & board.not_north | wide >> down & board.not_south


def lines(board: Board, cells: Word) -> Word:
    """Every cell that shares a row, a column or a diagonal that counts with one of these."""
    # Rows: a carry runs up to the last column of each row that holds a cell, and fills it from there.
    low, size, cols = board.not_east, board.size, board.cols
    last = ((cells & low) + low | cells) & board.last_column
    reached = last | last - (last >> cols - 1)
    # Columns: fold all rows onto the first, then copy that one down.
    folded = cells
    while cols < size:
        folded = folded | folded >> cols
        cols += cols
    reached = reached | (folded & board.top_row) * board.left_column
    if board.short_diagonals:
        return reached | _all_diagonals(board, cells)
    # The two long diagonals: some(), inlined because this is a game's hot path.
    low, primary, secondary = board.full >> 1, board.primary, board.secondary
    first, second = cells & primary, cells & secondary
    first = primary * (((first & low) + low | first) >> size - 1)
    return reached | first | secondary * (((second & low) + low | second) >> size - 1)


def some(board: Board, cells: Word) -> Word:
    """Return 1 if the set has a cell, else 0: a carry runs up to the last cell and marks it."""
    low = board.full >> 1
    return ((cells & low) + low | cells) >> board.size - 1


def _all_diagonals(board: Board, cells: Word) -> Word:
    """Spread along the diagonals one step at a time; none is longer than the shorter edge."""
    falling, rising = cells, cells
    for _ in range(min(board.rows, board.cols) - 1):
        falling = falling | east(board, south(board, falling)) | west(board, north(board, falling))
        rising = rising | west(board, south(board, rising)) | east(board, north(board, rising))
    return falling | rising


def neighbour(board: Board, cell: Word, towards: Word) -> Word:
    """Return the neighbour of a cell (both words of one bit); it must be on the board.

    ``towards`` is eight times the compass number: 0 N, 8 NE, 16 E, and so on to 56 NW.
    """
    return cell << (board.ahead >> towards & 255) >> (board.back >> towards & 255)


def cells(word: int) -> Iterator[int]:
    """Yield the numbers of the cells in a set, ascending."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


Symmetry = tuple[int, ...]
"""Where each cell goes: cell ``k`` maps to cell ``symmetry[k]``."""


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The rotations and reflections of the board, the identity first."""
    rows, cols = board.rows, board.cols
    places = [(r, c) for r in range(rows) for c in range(cols)]
    images: dict[Symmetry, None] = {}
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
                images[tuple(image)] = None
    return tuple(images)


def symmetry_name(board: Board, symmetry: Sequence[int]) -> str:
    """Name a symmetry of the board: ``flip left to right``; empty if it isn't one."""
    down, right = board.rows - 1, board.cols - 1
    names: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "identity": lambda r, c: (r, c),
        "flip left to right": lambda r, c: (r, right - c),
        "flip top to bottom": lambda r, c: (down - r, c),
        "half turn about the centre": lambda r, c: (down - r, right - c),
        "flip across the diagonal from top left to bottom right": lambda r, c: (c, r),
        "flip across the diagonal from top right to bottom left": lambda r, c: (right - c, down - r),
        "quarter turn to the right": lambda r, c: (c, right - r),
        "quarter turn to the left": lambda r, c: (down - c, r),
    }
    cells_of_board = [divmod(cell, board.cols) for cell in range(board.size)]
    for name, image in names.items():
        if all(divmod(symmetry[r * board.cols + c], board.cols) == image(r, c) for r, c in cells_of_board):
            return name
    return ""


def permute(word: int, symmetry: Sequence[int]) -> int:
    """Return the image of a set under a symmetry."""
    return sum(1 << symmetry[cell] for cell in cells(word))
