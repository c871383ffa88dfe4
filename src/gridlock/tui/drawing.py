"""Drawing boards, large and small."""

from __future__ import annotations

from rich.text import Text

from gridlock.rules import Game
from gridlock.rules.trails import Track
from gridlock.tui.canvas import DOWN, LEFT, RIGHT, UP, Canvas, CellSize, joint, trail_stroke
from gridlock.tui.palette import CURSOR, FAINT, LINES, PLAIN, SIDES, STRONG, WALL, WARNING
from gridlock.tui.scene import Label, Scene

_BIG = {
    "X": (" ╲ ╱ ", "  ╳  ", " ╱ ╲ "),  # noqa: RUF001
    "O": ("╭───╮", "│   │", "╰───╯"),
    "1": ("┏━━━┓", "┃ 1 ┃", "┗━━━┛"),
    "2": ("╔═══╗", "║ 2 ║", "╚═══╝"),
}
"""Pieces for cells with at least three lines."""


def draw(scene: Scene, size: CellSize) -> Text:
    """Draw a scene with cells of this size."""
    canvas = Canvas(*size.board_size(scene.position.game))
    if size.width > 1:
        _Lines(scene, size, canvas).draw()
    if size.numbers:
        _number(scene.position.game, size, canvas)
    _Cells(scene, size, canvas).draw()
    return canvas.text()


def _number(game: Game, size: CellSize, canvas: Canvas) -> None:
    left, _ = size.margin(game)
    for col in range(game.cols):
        x, _ = size.corner(game, col)
        text = str(col + game.origin)
        canvas.put(x + (size.width - len(text) + 1) // 2, 0, text, FAINT)
    for row in range(game.rows):
        _, y = size.corner(game, row * game.cols)
        canvas.put(0, y + size.height // 2, str(row + game.origin).rjust(left - 1), FAINT)


class _Lines:
    """Draws the grid, with heavy lines around the cells of the last move."""

    def __init__(self, scene: Scene, size: CellSize, canvas: Canvas) -> None:
        self.scene, self.size, self.canvas = scene, size, canvas
        self.game = scene.position.game

    def draw(self) -> None:
        """Draw the joints and lines, from the top left."""
        game, size = self.game, self.size
        left, top = size.margin(game)
        for row in range(game.rows + 1):
            for col in range(game.cols + 1):
                x, y = left + col * (size.width + 1), top + row * size.pitch
                if size.rules:
                    self._joint(row, col, x, y)
                    across = self._across(row, col)
                    self._put(x + 1, y, joint(0, across, 0, across) * size.width * bool(across), across)
                down = self._down(row, col)
                for line in range(size.height if down else 0):
                    self._put(x, y + size.rules + line, joint(down, 0, down, 0), down)

    def _joint(self, row: int, col: int, x: int, y: int) -> None:
        arms = (self._down(row - 1, col), self._across(row, col), self._down(row, col),
                self._across(row, col - 1))  # fmt: skip
        self._put(x, y, joint(*arms), max(arms))

    def _put(self, x: int, y: int, text: str, weight: int) -> None:
        self.canvas.put(x, y, text, f"bold {STRONG}" if weight > 1 else LINES)

    def _across(self, row: int, col: int) -> int:
        """Return the weight of the line above a cell; the row may be one past the board."""
        if not (0 <= row <= self.game.rows and 0 <= col < self.game.cols):
            return 0
        return 2 if self._last(row, col) or self._last(row - 1, col) else 1

    def _down(self, row: int, col: int) -> int:
        """Return the weight of the line left of a cell; the column may be one past the board."""
        if not (0 <= row < self.game.rows and 0 <= col <= self.game.cols):
            return 0
        return 2 if self._last(row, col) or self._last(row, col - 1) else 1

    def _last(self, row: int, col: int) -> bool:
        on_board = 0 <= row < self.game.rows and 0 <= col < self.game.cols
        return on_board and row * self.game.cols + col in self.scene.last


class _Cells:
    """Draws the contents of the cells."""

    def __init__(self, scene: Scene, size: CellSize, canvas: Canvas) -> None:
        self.scene, self.size, self.canvas = scene, size, canvas
        self.game = scene.position.game

    def draw(self) -> None:
        """Draw every cell."""
        names = {bits: letter for letter, bits in self.game.letters.items()}
        letters = [letter for row in self.game.cells_as(names, self.scene.position) for letter in row]
        for cell, current in enumerate(letters):
            letter = self.scene.changed.get(cell, current)
            one, two, extra = self.game.letters[letter]
            self._ground(cell)
            if one or two:
                self._piece(cell, letter, 1 if one else 2, last=bool(extra))
            elif extra:
                self._blocked(cell)
            else:
                self._empty(cell)
            self._marks(cell, taken=bool(one or two or extra))

    def _corner(self, cell: int) -> tuple[int, int]:
        return self.size.corner(self.game, cell)

    def _centre(self, cell: int) -> tuple[int, int]:
        x, y = self._corner(cell)
        return x + self.size.width // 2, y + self.size.height // 2

    def _middle(self, cell: int, text: str, ink: str) -> None:
        x, y = self._corner(cell)
        canvas_x = x + (self.size.width - len(text) + 1) // 2
        self.canvas.put(canvas_x, y + self.size.height // 2, text[: self.size.width], ink)

    def _ground(self, cell: int) -> None:
        x, y = self._corner(cell)
        if cell == self.scene.cursor:
            self.canvas.fill(x, y, self.size.width, self.size.height, CURSOR)

    def _empty(self, cell: int) -> None:
        if cell in self.scene.open and cell not in self.scene.labels:
            self._middle(cell, "·", f"bold {STRONG}")

    def _piece(self, cell: int, letter: str, side: int, *, last: bool) -> None:
        ink = f"bold {SIDES[side]}"
        rows = _BIG.get(letter.upper())
        if rows is None or self.size.height < len(rows):
            self._middle(cell, letter.upper(), ink + " underline" * last)  # the next piece must touch it
            return
        x, y = self._centre(cell)
        for line, text in enumerate(rows, start=-1):
            self.canvas.put(x - len(text) // 2, y + line, text, ink)

    def _blocked(self, cell: int) -> None:
        x, y = self._corner(cell)
        trail = self.scene.trails.get(cell)
        if trail is not None:
            self._trail(cell, trail)
            return
        for line in range(self.size.height):
            self.canvas.put(x, y + line, "▒" * self.size.width, FAINT if cell != self.scene.cursor else PLAIN)

    def _trail(self, cell: int, trail: Track) -> None:
        """Draw a cycle's trail through a cell, across the grid line to the next one."""
        x, y = self._corner(cell)
        if cell != self.scene.cursor:
            self.canvas.fill(x, y, self.size.width, self.size.height, WALL)
        ink = f"bold {SIDES[trail.side]}"
        arms = frozenset(self._towards(cell, link) for link in trail.links)
        centre_x, centre_y = self._centre(cell)
        across, down = (trail_stroke(trail.side, frozenset(pair)) for pair in ((LEFT, RIGHT), (UP, DOWN)))
        if RIGHT in arms:
            self.canvas.put(centre_x + 1, centre_y, across * (x + self.size.width - centre_x), ink)
        if LEFT in arms:
            self.canvas.put(x - 1, centre_y, across * (centre_x - x + 1), ink)
        if UP in arms:
            for line in range(y - self.size.rules, centre_y):
                self.canvas.put(centre_x, line, down, ink)
        if DOWN in arms:
            for line in range(centre_y + 1, y + self.size.pitch):
                self.canvas.put(centre_x, line, down, ink)
        self.canvas.put(centre_x, centre_y, trail_stroke(trail.side, arms), ink)

    def _towards(self, cell: int, neighbour: int) -> int:
        return {-self.game.cols: UP, self.game.cols: DOWN}.get(
            neighbour - cell, RIGHT if neighbour > cell else LEFT
        )

    def _marks(self, cell: int, *, taken: bool) -> None:
        """Draw labels, warnings and the cursor's arrows."""
        x, y = self._corner(cell)
        label = self.scene.labels.get(cell)
        if label is not None:
            self._label(cell, label, taken=taken)
        left, right = ("!", "!") if cell in self.scene.blockers else ("", "")
        ink = f"bold {WARNING}"
        if cell == self.scene.cursor:
            left, right, ink = left or "▸", right or "◂", f"bold {STRONG}"
        if left and not self._crowded(cell, taken=taken):
            middle = y + self.size.height // 2
            self.canvas.put(x, middle, left, ink)
            self.canvas.put(x + self.size.width - 1, middle, right, ink)
        if cell in self.scene.blockers and cell != self.scene.cursor:
            self.canvas.fill(x, y, self.size.width, self.size.height, "#5f0000")

    def _crowded(self, cell: int, *, taken: bool) -> bool:
        """Whether a cell has no room beside its piece or label."""
        label = self.scene.labels.get(cell)
        return self.size.width < (3 if label is None or taken else len(label.text) + 2)

    def _label(self, cell: int, label: Label, *, taken: bool) -> None:
        ink = f"bold {label.colour}"
        if cell == self.scene.cursor and self._crowded(cell, taken=taken):
            ink += " reverse"  # shows the cursor where its arrows don't fit
        if not taken:
            self._middle(cell, label.text if len(label.text) <= self.size.width else label.text[1:], ink)
        elif self.size.width > 1:
            x, y = self._corner(cell)
            self.canvas.put(x, y, label.text[:2], ink)
