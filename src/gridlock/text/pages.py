"""Rendering Markdown for a terminal: the subset that the games' guides use."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gridlock.printing import Line, Piece

_BEGIN, _END = "\ue000", "\ue001"  # mark bold text until it is split into pieces
_MARKS = str.maketrans("", "", _BEGIN + _END)
_INLINE = [
    (re.compile(r"\[([^]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"`([^`]+)`"), r"'\1'"),
    (re.compile(r"\*\*([^*]+)\*\*"), rf"{_BEGIN}\1{_END}"),
    (re.compile(r"\*([^*\s][^*]*)\*"), r"\1"),
]
_HEADING = re.compile(r"(#+) +(.*)")
_ITEM = re.compile(r"(?:[-*]|[0-9]+\.) +")
_FENCE = "```"
_VERBATIM = "    "  # lines with this indent are not wrapped


def page_lines(markdown: str, width: int) -> list[Line]:
    """Render a page in lines of at most ``width`` characters; diagrams and tables stay as they are."""
    lines: list[Line] = []
    in_list = False
    for block in _blocks(markdown):
        item = _ITEM.match(block[0]) is not None
        if lines and not (item and in_list):
            lines.append(())
        in_list = item
        lines += _render(block, width)
    return lines


def page_text(markdown: str, width: int) -> str:
    """Render a page as plain text."""
    return "\n".join("".join(text for text, _ in line) for line in page_lines(markdown, width))


def _blocks(markdown: str) -> Iterator[list[str]]:
    """Yield the lines of each paragraph, heading, diagram and list item."""
    block: list[str] = []
    fenced = False
    for line in [*markdown.expandtabs().splitlines(), ""]:
        verbatim = fenced or line.startswith(_VERBATIM)
        if line.startswith(_FENCE):
            fenced = not fenced
            line = ""
        begins = _HEADING.match(line) or _ITEM.match(line) or _HEADING.match((block or [""])[0])
        if block and not verbatim and (begins or not line.strip()):
            yield block
            block = []
        if line.strip() or (fenced and block):
            block.append(f"{_VERBATIM}{line}" if fenced else line)


def _render(block: list[str], width: int) -> list[Line]:
    heading = _HEADING.match(block[0])
    if heading:
        text = _inline(heading[2])
        rule = ("=" if len(heading[1]) == 1 else "-") * min(width, len(text.translate(_MARKS)))
        return [(Piece(text.translate(_MARKS), strong=True),), (Piece(rule),)]
    if block[0].startswith((_VERBATIM, "|")):
        return [(Piece(line.rstrip()),) for line in block]
    item = _ITEM.match(block[0])
    indent = len(item[0]) if item else 0
    return _split_bold(_wrap(_inline(" ".join(line.strip() for line in block)), width, indent))


def _inline(text: str) -> str:
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text


def _wrap(text: str, width: int, indent: int) -> list[str]:
    """Wrap a text, and indent all lines but the first."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and len(longer.translate(_MARKS)) > width:
            lines.append(" " * indent + word)
        else:
            lines[-1:] = [longer]
    return lines


def _split_bold(lines: list[str]) -> list[Line]:
    """Split lines into bold and plain pieces; bold text may continue on the next line."""
    strong = False
    styled: list[Line] = []
    for line in lines:
        pieces = []
        for text in re.split(f"([{_BEGIN}{_END}])", line):
            if text in (_BEGIN, _END):
                strong = text == _BEGIN
            elif text:
                pieces.append(Piece(text, strong))
        styled.append(tuple(pieces))
    return styled
