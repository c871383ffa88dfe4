"""The picture on the atlas page: a grid per game, each board coloured by its winner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from atlas_tables import SAME, same_as_another
from gridlock.atlas.entries import Atlas, Entry, Shape

# Safe for colour-blind readers; the numbers say the same without colour.
_FILL = {1: "#0072B2", 2: "#E69F00"}
_INK = {1: "white", 2: "black"}
_OPEN, _LINE, _PALE = "#D9D9D9", "#666666", "#999999"

_LEGEND = "Who wins, and in how many moves.  =  the same as with rows and columns swapped.  Hatched: open."
_ACROSS = 2  # games side by side
_LONGEST = 10  # rows and columns to draw: longer boards would make the others too small
_NARROWEST = 10  # columns, so that the text fits
_CELL = 0.62  # inches
_MARGIN = 0.6  # inches for title and labels


def draw(atlases: Sequence[Atlas], path: Path) -> None:
    """Draw the grids of the games in two columns, to a PNG file."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # ignore configuration files
        _figure(atlases).savefig(path, dpi=110, bbox_inches="tight")


def _figure(atlases: Sequence[Atlas]) -> Figure:
    extents = [_extent(atlas) for atlas in atlases]
    lines = [extents[start : start + _ACROSS] for start in range(0, len(extents), _ACROSS)]
    heights = [max(rows for rows, _ in line) * _CELL + _MARGIN for line in lines]
    width = max(max(cols for _, cols in extents), _NARROWEST) * _CELL + _MARGIN
    figure = Figure(figsize=(_ACROSS * width, sum(heights) + _MARGIN), layout="constrained")
    grids = figure.subplots(len(lines), _ACROSS, squeeze=False, height_ratios=heights).ravel()
    for axes, atlas, extent in zip(grids, atlases, extents, strict=False):
        _draw_grid(axes, atlas, extent)
    for axes in grids[len(atlases) :]:
        axes.set_axis_off()
    figure.supxlabel(_LEGEND, x=0.01, ha="left", fontsize=9)
    return figure


def _extent(atlas: Atlas) -> Shape:
    """The rows and columns of a game's grid."""
    drawn = [entry.shape for entry in atlas.entries.values() if max(entry.shape) <= _LONGEST]
    return max((rows for rows, _ in drawn), default=1), max((cols for _, cols in drawn), default=1)


def _draw_grid(axes: Axes, atlas: Atlas, shape: Shape) -> None:
    rows, cols = shape
    axes.set(xlim=(0.5, cols + 0.5), ylim=(rows + 0.5, 0.5), aspect="equal", anchor="NW")
    axes.set(xticks=range(1, cols + 1), yticks=range(1, rows + 1), xlabel="columns", ylabel="rows")
    axes.xaxis.set_label_position("top")  # where the boards start
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)
    axes.set_title(_title(atlas, shape), loc="left", fontsize=11)
    for row in range(1, rows + 1):
        for col in range(1, cols + 1):
            entry = atlas.entries.get((row, col))
            if entry is not None:
                _draw_entry(axes, entry)
            elif same_as_another(atlas, row, col):
                axes.text(col, row, SAME, ha="center", va="center", color=_PALE)


def _title(atlas: Atlas, shape: Shape) -> str:
    """The name of the game, and the number of boards too long to draw."""
    drawn = sum(rows <= shape[0] and cols <= shape[1] for rows, cols in atlas.entries)
    longer = len(atlas.entries) - drawn
    return atlas.variant.title + (f" (longer boards not drawn: {longer})" if longer else "")


def _draw_entry(axes: Axes, entry: Entry) -> None:
    corner = (entry.cols - 0.5, entry.rows - 0.5)
    if entry.winner is None:
        axes.add_patch(
            Rectangle(corner, 1, 1, facecolor=_OPEN, edgecolor=_LINE, hatch="///", lw=0.5, clip_on=False)
        )
        box = {"facecolor": _OPEN, "edgecolor": "none", "pad": 1.0}
        axes.text(entry.cols, entry.rows, "open", ha="center", va="center", fontsize=8, bbox=box)
        return
    fill, ink = _FILL[entry.winner], _INK[entry.winner]
    axes.add_patch(Rectangle(corner, 1, 1, facecolor=fill, edgecolor="white", linewidth=1.0))
    lift = 0.0 if entry.moves is None else 0.14
    bold = {"fontsize": 13, "fontweight": "bold"}
    axes.text(entry.cols, entry.rows - lift, str(entry.winner), bold, ha="center", va="center", color=ink)
    if entry.moves is not None:
        place = (entry.cols, entry.rows + 0.27)
        axes.text(*place, f"in {entry.moves}", ha="center", va="center", color=ink, fontsize=8)
