"""The drawings of the pieces, each centred on 0,0, with a darker copy below for depth."""

from __future__ import annotations

from math import atan2, degrees

from gridlock.drawing.markup import Attributes, Palette, group, tag

_SCALE = 1.14  # of a piece in its cell
_ARROW = "M31 0C24-4-8-25-21-25C-27-25-26-19-23-13C-19-4-19 4-23 13C-26 19-27 25-21 25C-8 25 24 4 31 0Z"
_DROP = "M33 0C33-9 20-27-3-27A27 27 0 0 0-3 27C20 27 33 9 33 0Z"
_CROSS = "M-20-20 20 20M20-20-20 20"

Point = tuple[float, float]


def angle(start: Point, end: Point) -> float:
    """The direction from one point to another, in degrees."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0]))


def piece(kind: str, side: int, direction: float, palette: Palette) -> str:
    """Draw a side's piece; a cycle looks in a direction, in degrees."""
    draw = {"token": _token, "marker": _marker, "cycle": _cycle}[kind]
    return group(draw(side, direction, palette), transform=f"scale({_SCALE})")


def block(palette: Palette) -> str:
    """Draw a block."""
    return (
        tag("rect", x=-38, y=-30, width=76, height=76, rx=13, fill=palette.cast)
        + tag("rect", x=-38, y=-32, width=76, height=74, rx=13, fill=palette.block_side)
        + tag("rect", x=-38, y=-40, width=76, height=72, rx=13, fill=palette.block)
    )


def _token(side: int, direction: float, palette: Palette) -> str:
    """A cross for side 1, a ring for side 2."""
    shape = tag("path", d=_CROSS) if side == 1 else tag("circle", r=23)
    face, deep = palette.side(side)
    style: Attributes = {"fill": "none", "stroke_width": 16, "stroke_linecap": "round"}
    return (
        group(shape, transform="translate(0 9)", stroke=palette.cast, **style)
        + group(shape, transform="translate(0 5)", stroke=deep, **style)
        + group(shape, stroke=face, **style)
    )


def _marker(side: int, direction: float, palette: Palette) -> str:
    """A diamond with a cross, a disc with a ring."""
    diamond = tag("rect", x=-25, y=-25, width=50, height=50, rx=11, transform="rotate(45)")
    inlay = tag("path", d="M-10-10 10 10M10-10-10 10") if side == 1 else tag("circle", r=12.5)
    return _raised(diamond if side == 1 else tag("circle", r=32), inlay, side, palette)


def _cycle(side: int, direction: float, palette: Palette) -> str:
    """An arrow, or a drop."""
    turn = f"rotate({direction:g})"
    body = tag("path", d=_ARROW if side == 1 else _DROP, transform=turn)
    chevron = tag("path", d="M-13-7.5-1 0-13 7.5", transform=turn)
    return _raised(body, chevron if side == 1 else tag("circle", r=10.5), side, palette)


def _raised(body: str, inlay: str, side: int, palette: Palette) -> str:
    """A solid body with its shadow, its edge and a white inlay."""
    face, deep = palette.side(side)
    white: Attributes = {"fill": "none", "stroke": "#fff", "stroke_width": 7.5, "stroke_linecap": "round"}
    return (
        group(body, transform="translate(0 10)", fill=palette.cast)
        + group(body, transform="translate(0 6)", fill=deep)
        + group(body, fill=face)
        + group(inlay, stroke_linejoin="round", **white)
    )
