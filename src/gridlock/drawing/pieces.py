"""The drawings of pieces and numbers, each centred on 0,0. Pieces have a darker copy below for depth."""

from __future__ import annotations

from math import atan2, degrees

from gridlock.drawing.markup import Attributes, Palette, group, tag

_SCALE = 1.14  # of a piece in its cell
_ARROW = "M31 0C24-4-8-25-21-25C-27-25-26-19-23-13C-19-4-19 4-23 13C-26 19-27 25-21 25C-8 25 24 4 31 0Z"
_DROP = "M33 0C33-9 20-27-3-27A27 27 0 0 0-3 27C20 27 33 9 33 0Z"
_CROSS = "M-20-20 20 20M20-20-20 20"
_DIGIT_WIDTH, _DIGIT_HEIGHT, _DIGIT_STEP = 8, 14, 12
_DIGITS = (
    "M4 0C1 0 0 3 0 7S1 14 4 14 8 11 8 7 7 0 4 0Z",
    "M1 3 5 0V14",
    "M.3 3.6C.6 1 2.3 0 4 0S7.8 1.2 7.8 3.8C7.8 7 .5 10 .2 14H8",
    "M.4 1.7C1.4.5 2.7 0 4 0 6 0 7.6 1.3 7.6 3.4S6 6.7 3 6.7"
    "C6.2 6.7 8 8 8 10.3S6.2 14 4 14C2.4 14 1 13.4 0 12",
    "M6 14V0L0 10H8",
    "M7.2 0H1.2L.7 6.2C2 5.3 3 5 4 5 6.5 5 8 7 8 9.5S6.5 14 4 14C2.5 14 1 13.4 0 12.3",
    "M7 .9C6 .2 5.2 0 4.5 0 1.5 0 0 4 0 9 0 12 2 14 4 14S8 12 8 9.6 6.5 5.5 4 5.5 0 7 0 9",
    "M0 0H8L3 14",
    "M4 6.5C2 6.5.8 5 .8 3.3S2 0 4 0 7.2 1.5 7.2 3.3 6 6.5 4 6.5"
    "C1.5 6.5 0 8 0 10.2S1.5 14 4 14 8 12.5 8 10.2 6.5 6.5 4 6.5Z",
    "M1 13.1C2 13.8 2.8 14 3.5 14 6.5 14 8 10 8 5 8 2 6 0 4 0S0 2 0 4.4 1.5 8.5 4 8.5 8 7 8 5",
)

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


def number(value: int, colour: str) -> str:
    """Draw a number in strokes: text would need a font, which a machine that makes PNG files may not have."""
    digits = [int(digit) for digit in str(value)]
    left = -(_DIGIT_STEP * (len(digits) - 1) + _DIGIT_WIDTH) / 2
    places = (f"translate({left + _DIGIT_STEP * n:g} {-_DIGIT_HEIGHT / 2:g})" for n in range(len(digits)))
    drawn = (tag("path", d=_DIGITS[digit], transform=at) for digit, at in zip(digits, places, strict=True))
    style: Attributes = {"fill": "none", "stroke": colour, "stroke_width": 2, "stroke_linecap": "round"}
    return group("".join(drawn), role="img", aria_label=str(value), stroke_linejoin="round", **style)


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
