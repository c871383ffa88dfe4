"""Draw scenes: as SVG, and as PNG for programs that can't show SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from gridlock.drawing.markup import LIGHT, Attributes, Palette, group, tag
from gridlock.drawing.pieces import Point, angle, block, number, piece
from gridlock.drawing.scene import SceneJson, TrackJson, scene
from gridlock.installation import missing_extra
from gridlock.rules import Position

_UNIT = 100  # the width of a cell
_RIM = 34  # around the cells, for the coordinates
_GAP = 30  # between boards
_CELL_PIXELS = 48


def position_svg(position: Position) -> str:
    """Draw a position as SVG."""
    return svg([scene([position])])


def svg(scenes: Sequence[SceneJson], columns: int = 1, palette: Palette = LIGHT) -> str:
    """Draw one or more boards as SVG, in this many columns."""
    drawn = [_Drawing(each, palette) for each in scenes]
    wide = max(drawing.width for drawing in drawn) + _GAP
    high = max(drawing.height for drawing in drawn) + _GAP
    columns = min(columns, len(drawn))
    boards = (
        group(drawing.draw(), transform=f"translate({number % columns * wide} {number // columns * high})")
        for number, drawing in enumerate(drawn)
    )
    width, height = columns * wide - _GAP, -(-len(drawn) // columns) * high - _GAP
    return tag(
        "svg",
        "".join(boards),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width * _CELL_PIXELS / _UNIT,
        height=height * _CELL_PIXELS / _UNIT,
    )


def png(drawing: str, scale: float = 2.0) -> bytes:
    """Convert an SVG to PNG, this many times as large.

    Fonts are not used, so that a picture is the same on every machine: text in the SVG is left out.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise missing_extra("Drawing PNG files", "web") from error
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, zoom=scale, skip_system_fonts=True))


class _Drawing:
    """The drawing of one board."""

    def __init__(self, scene: SceneJson, palette: Palette) -> None:
        self._scene = scene
        self._palette = palette
        self.width = scene["cols"] * _UNIT + 2 * _RIM
        self.height = scene["rows"] * _UNIT + 2 * _RIM

    def draw(self) -> str:
        """Return the board as a group."""
        parts = (self._bed(), self._numbers(), self._squares(), self._trails(), self._pieces())
        title = f"<title>{escape(self._scene['name'])}: {escape(self._scene['position'])}</title>"
        return title + "".join(parts)

    def _centre(self, cell: int) -> Point:
        row, col = divmod(cell, self._scene["cols"])
        return _RIM + (col + 0.5) * _UNIT, _RIM + (row + 0.5) * _UNIT

    def _bed(self) -> str:
        return tag("rect", width=self.width, height=self.height, rx=30, fill=self._palette.bed)

    def _numbers(self) -> str:
        scene = self._scene

        def at(x: float, y: float, value: int) -> str:
            drawn = number(value + scene["origin"], self._palette.coordinate)
            return group(drawn, transform=f"translate({x:g} {y:g})")

        across = (at(self._centre(col)[0], _RIM / 2, col) for col in range(scene["cols"]))
        down = (at(_RIM / 2, self._centre(row * scene["cols"])[1], row) for row in range(scene["rows"]))
        return "".join([*across, *down])

    def _squares(self) -> str:
        """The cells; those of the last move have an outline in its side's colour."""
        scene, palette = self._scene, self._palette
        mover = scene["mover"] or 3 - scene["turn"]
        squares = []
        for cell in range(scene["rows"] * scene["cols"]):
            x, y = self._centre(cell)
            last = cell in scene["last"]
            edge, width = (palette.side(mover)[0], 4) if last else (palette.edge, 1.5)
            box: Attributes = {"x": x - 46, "y": y - 46, "width": 92, "height": 92, "rx": 15}
            squares.append(tag("rect", fill=palette.cell, stroke=edge, stroke_width=width, **box))
        return "".join(squares)

    def _trails(self) -> str:
        """A wall from each blocked cell to the next cell of its trail."""
        return "".join(map(self._wall, self._scene["trails"]))

    def _wall(self, track: TrackJson) -> str:
        x, y = self._centre(track["cell"])
        ends = [self._centre(link) for link in track["links"][-1:]]
        path = "".join(f"M{x:g} {y:g}L{end[0]:g} {end[1]:g}" for end in ends) or f"M{x:g} {y:g}h.01"
        colour = self._palette.side(track["side"])[0]
        return tag("path", d=path, stroke=colour, stroke_width=36, stroke_linecap="round", fill="none")

    def _pieces(self) -> str:
        """Blocks first, then the pieces in front of them."""
        walls = {track["cell"] for track in self._scene["trails"]}
        blocks, pieces = [], []
        for cell, content in enumerate(self._scene["cells"]):
            at = "translate({:g} {:g})".format(*self._centre(cell))
            if content and "side" in content:
                side = content["side"]
                drawn = piece(self._scene["piece"], side, self._direction(cell, side), self._palette)
                pieces.append(group(drawn, transform=at))
            elif content and cell not in walls:
                blocks.append(group(block(self._palette), transform=at))
        return "".join(blocks + pieces)

    def _direction(self, cell: int, side: int) -> float:
        """The direction in which a piece looks: away from its wall, else towards the centre."""
        for track in self._scene["trails"]:
            if track["side"] == side and cell in track["links"][-1:]:
                return angle(self._centre(track["cell"]), self._centre(cell))
        return 0.0 if self._centre(cell)[0] < self.width / 2 else 180.0
