"""Write the table of optional traits in docs/new-game.md from the docstrings of Game."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from gridlock.rules import game

PAGE = Path(__file__).parent.parent / "docs" / "new-game.md"
"""The page with the table."""

_BEGIN, _END = "<!-- traits: python scripts/traits_table.py -->\n", "<!-- end of traits -->"
_TABLE = re.compile(f"(?<={_BEGIN}).*?(?={_END})", re.DOTALL)
_HEADING = "| trait | default | what it says |\n|---|---|---|\n"
_SHORT = 30  # characters
_LAST = "preserved"  # the methods after it aren't meant to be overridden


def table() -> str:
    """The optional traits of Game, a row each: attributes, then methods."""
    (kind,) = (node for node in ast.parse(inspect.getsource(game)).body if _is_class(node, "Game"))
    assert isinstance(kind, ast.ClassDef)
    rows = [*_attributes(kind), *_methods(kind)]
    return _HEADING + "".join(f"| `{name}` | {default} | {text} |\n" for name, default, text in rows)


def with_table(page: str) -> str:
    """Return the page with a fresh table."""
    return _TABLE.sub(lambda _: table(), page)


def _is_class(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == name


def _attributes(kind: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    for node, after in zip(kind.body, kind.body[1:], strict=False):
        if isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
            assert isinstance(after, ast.Expr)
            assert isinstance(after.value, ast.Constant)
            yield node.target.id, f"`{ast.unparse(node.value)}`", _plain(str(after.value.value))


def _methods(kind: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    for node in kind.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            decorators = [ast.unparse(each) for each in node.decorator_list]
            arguments = ", ".join(each.arg for each in node.args.args[1:])
            name = node.name if "property" in decorators else f"{node.name}({arguments})"
            if "abstractmethod" not in decorators:
                yield name, _result(node), _plain(ast.get_docstring(node) or "")
            if node.name == _LAST:
                return


def _result(node: ast.FunctionDef) -> str:
    """The default of a method, if it is a simple one."""
    match node.body:
        case [_, ast.Return(value=ast.expr() as value)] if len(ast.unparse(value)) < _SHORT:
            return f"`{ast.unparse(value)}`"
    return ""


def _plain(docstring: str) -> str:
    """A docstring on one line, in Markdown."""
    text = " ".join(docstring.split()).replace("|", "\\|")
    return re.sub(r":\w+:`~?([^`]*)`", r"`\1`", text).replace("``", "`")


def update_page() -> None:
    """Write the page with a fresh table."""
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    update_page()
