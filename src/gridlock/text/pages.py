"""Pages of Markdown as lines of a terminal: the part of Markdown that the games' guides are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gridlock.printing import Line, Piece

_BEGIN, _END = "\ue000", "\ue001"  # stand around what stands out, until the lines are made
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
_DRAWN = "    "  # what begins like this is shown as it is


def page_lines(markdown: str, width: int) -> list[Line]:
    """A page in lines of at most so many characters; drawings and tables stay as they are."""
    lines: list[Line] = []
    listed = False
    for block in _blocks(markdown):
        item = _ITEM.match(block[0]) is not None
        if lines and not (item and listed):
            lines.append(())
        listed = item
        lines += _rendered(block, width)
    return lines


def page_text(markdown: str, width: int) -> str:
    """The same as one text, in which nothing stands out."""
    return "\n".join("".join(text for text, _ in line) for line in page_lines(markdown, width))


def _blocks(markdown: str) -> Iterator[list[str]]:
    """The page's paragraphs, headings, drawings and list items, each as its lines."""
    block: list[str] = []
    fenced = False
    for line in [*markdown.expandtabs().splitlines(), ""]:
        drawn = fenced or line.startswith(_DRAWN)
        if line.startswith(_FENCE):
            fenced = not fenced
            line = ""
        begins = _HEADING.match(line) or _ITEM.match(line) or _HEADING.match((block or [""])[0])
        if block and not drawn and (begins or not line.strip()):
            yield block
            block = []
        if line.strip() or (fenced and block):
            block.append(f"{_DRAWN}{line}" if fenced else line)


def _rendered(block: list[str], width: int) -> list[Line]:
    heading = _HEADING.match(block[0])
    if heading:
        text = _inline(heading[2])
        rule = ("=" if len(heading[1]) == 1 else "-") * min(width, len(text.translate(_MARKS)))
        return [(Piece(text.translate(_MARKS), strong=True),), (Piece(rule),)]
    if block[0].startswith((_DRAWN, "|")):
        return [(Piece(line.rstrip()),) for line in block]
    item = _ITEM.match(block[0])
    indent = len(item[0]) if item else 0
    return _styled(_wrapped(_inline(" ".join(line.strip() for line in block)), width, indent))


def _inline(text: str) -> str:
    for pattern, shown in _INLINE:
        text = pattern.sub(shown, text)
    return text


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    """A text in lines, all but the first of which are indented."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and len(longer.translate(_MARKS)) > width:
            lines.append(" " * indent + word)
        else:
            lines[-1:] = [longer]
    return lines


def _styled(lines: list[str]) -> list[Line]:
    """The lines in pieces; what stands out may go on from one line to the next."""
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
