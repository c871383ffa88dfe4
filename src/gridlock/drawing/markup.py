"""SVG elements as text, and the colours of a picture."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

Attributes = dict[str, str | float]
"""The attributes of an element; in their names, ``_`` stands for ``-``."""


class Palette(NamedTuple):
    """The colours of a picture: those of the page, on a light background.

    They are plain colours, because pictures are also shown and converted where there are no style sheets.
    """

    bed: str = "#e4e0d7"
    cell: str = "#fbfaf7"
    edge: str = "#d5d0c4"
    coordinate: str = "#6f6a5e"
    one: str = "#2f6fe4"
    one_deep: str = "#1c4cab"
    two: str = "#f0841f"
    two_deep: str = "#b9570a"
    block: str = "#5a5f6d"
    block_side: str = "#2f333d"
    cast: str = "#00000018"

    def side(self, side: int) -> tuple[str, str]:
        """The face and the edge of a side's pieces."""
        return (self.one, self.one_deep) if side == 1 else (self.two, self.two_deep)


LIGHT = Palette()


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """Return an element; in the names of attributes, ``_`` stands for ``-``."""
    pairs = "".join(f' {key.replace("_", "-")}="{_text(value)}"' for key, value in attributes.items())
    return f"<{name}{pairs}>{content}</{name}>" if content else f"<{name}{pairs}/>"


def group(content: str, /, **attributes: str | float) -> str:
    """Return a group of elements."""
    return tag("g", content, **attributes)


def _text(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:g}"
