"""The documentation site: it builds without a warning, and its reference is complete."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from gridlock.rules import FIVE, GAMES

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"

PARTS = "batches clock datasets drawing match players puzzles records referee review rules search testing"
PUBLIC = ["gridlock", *(f"gridlock.{part}" for part in PARTS.split())]
"""The packages and modules that make up the library."""

INTERESTS = ("play.md", "library.md#solve-a-position", "bots.md", "new-game.md", "self-hosting.md")
"""How to play, how to solve a position from Python, to write a bot, to write a game, to run a server."""

LOADED = re.compile(r"<(?:script|img|link)\b[^>]*?\b(?:src|href)=\"([^\"]*)\"")


@pytest.mark.slow
def test_it_builds_without_warnings(tmp_path: Path) -> None:
    options = ["--fail-on-warning", "--keep-going", "--nitpicky", "--quiet"]
    command = [sys.executable, "-m", "sphinx", *options, "-d", str(tmp_path / "trees"), str(DOCS)]
    site = tmp_path / "site"
    built = subprocess.run(
        [*command, str(site)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert (built.returncode, built.stdout) == (0, "")
    pages = {page.stem: page.read_text() for page in site.glob("*.html")}
    assert pages.keys() >= {page.stem for page in [*DOCS.glob("*.md"), *DOCS.glob("*.rst")]}
    assert 'id="gridlock.Position.legal_moves"' in pages["reference"]
    loaded = {address for page in pages.values() for address in LOADED.findall(page)}
    assert any(address.startswith("_static/") for address in loaded)
    assert not [address for address in loaded if "//" in address], "it loads nothing from other sites"


def public_names(module_name: str) -> list[str]:
    """A package's ``__all__``, or the functions and classes that a module defines."""
    module = import_module(module_name)
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [
        name
        for name, value in vars(module).items()
        if (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__ == module_name
        and not name.startswith("_")
        and name != "main"
    ]


def documented() -> set[str]:
    """The full names of everything in the reference."""
    text = "\n".join(page.read_text() for page in DOCS.glob("reference*.rst"))
    names = set(
        re.findall(r"^\.\. (?:auto|py:)(?:function|class|exception|data):: ([\w.]+)", text, re.MULTILINE)
    )
    for module, members in re.findall(
        r"^\.\. automodule:: (\S+)\n(?:   :members: (.*))?", text, re.MULTILINE
    ):
        listed = members.split(", ") if members else public_names(module)
        names |= {f"{module}.{name}" for name in listed}
    return names


def value_of(full_name: str) -> object:
    module, _, name = full_name.rpartition(".")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    names = documented()
    values = [value_of(name) for name in names]
    missing = [
        name
        for name in public_names(module)
        if f"{module}.{name}" not in names
        and not any(value is value_of(f"{module}.{name}") for value in values)
    ]
    assert not missing


def test_the_first_page_leads_to_what_people_look_for() -> None:
    first = (DOCS / "index.md").read_text()
    for page in INTERESTS:
        assert f"]({page})" in first, page


def test_the_page_for_beginners_has_the_rule_of_every_game() -> None:
    page = " ".join((DOCS / "play.md").read_text().split())
    for name in FIVE:
        assert GAMES[name].summary in page


def test_every_page_is_in_a_section() -> None:
    listed = re.findall(r"^(?:.* <)?([\w-]+)>?$", (DOCS / "index.md").read_text(), re.MULTILINE)
    pages = {page.stem for page in [*DOCS.glob("*.md"), *DOCS.glob("*.rst")]}
    assert pages - {"index"} <= set(listed)
