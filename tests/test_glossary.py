"""One word, one thing: the glossary names the types of the package, and no two types share a name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "gridlock"


def types_in(path: Path) -> Iterator[str]:
    """The public types that a module defines: classes, and other names for types."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            called = isinstance(node.value, ast.Call)  # a TypeVar, or a constant of the module
            if re.fullmatch(r"[A-Z]\w*[a-z]\w*", node.targets[0].id) and not called:
                yield node.targets[0].id


@cache
def homes() -> dict[str, list[str]]:
    """For each public type, the modules that define it."""
    found = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in types_in(path):
            if not name.startswith("_"):
                found[name].append(str(path.relative_to(PACKAGE)))
    return found


def glossary(*, of_types: bool) -> list[str]:
    """The words that the glossary explains: first those that are types, then, in a paragraph, the others."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = re.search(r"^## One word, one thing\n+(.*?)\n\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)
    assert section
    words: list[str] = re.findall(r"\*(\w+)\*", section[1 if of_types else 2])
    return words


def test_no_two_types_share_a_name() -> None:
    assert {name: places for name, places in homes().items() if len(places) > 1} == {}


def test_the_types_of_the_glossary_exist() -> None:
    words = glossary(of_types=True)
    assert len(words) > 10
    assert [word for word in words if word not in homes()] == []


def test_other_words_are_no_types() -> None:
    words = glossary(of_types=False)
    assert words
    assert [word for word in words if word in homes()] == []
