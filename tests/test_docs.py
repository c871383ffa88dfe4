"""README and docs are true: their code runs, and what they show is what comes out."""

from __future__ import annotations

import codeop
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gridlock
from docs import atlas_files, rules_page, write_atlas
from gridlock import Game
from traits_table import PAGE, table, with_table

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "research").glob("*.md")),
]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_is_of_a_kind_that_is_run(page: Path) -> None:
    languages = re.findall(r"^```([^\s`]*)[^\n`]*\n.*?^```", page.read_text(), re.MULTILINE | re.DOTALL)
    run = {"sh", "console", "json", "pycon", "python", "toml", "nginx", "caddy", "ini"}
    drawings = {"form", "partners"}  # in test_form_drawings.py and test_proofs_page.py
    directives = {"{toctree}", "{include}"}  # in test_site.py
    assert set(languages) <= run | drawings | directives


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions(page: Path) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "pycon")), {}, page.name, str(page), 0)
    runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_can_be_pasted(page: Path) -> None:
    """Nothing follows a loop or function in its block: Python 3.11 and 3.12 would need a blank line."""
    prompt = re.search(r'copybutton_prompt_text = r"(.*)"', (ROOT / "docs" / "conf.py").read_text())
    assert prompt
    for block in blocks(page, "pycon"):
        statement: list[str] = []
        for line in block.splitlines():
            if shown := re.match(prompt[1], line):
                statement.append(line[shown.end() :])
                if codeop.compile_command("\n".join(statement)):  # raises SyntaxError if it would there
                    statement = []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_sessions(page: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for block in blocks(page, "python"):  # a file, whose name stands in its first line
        name, _, text = block.partition("\n")
        (tmp_path / name.removeprefix("# ")).write_text(text)
    for block in blocks(page, "console"):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            ran = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env=os.environ | {"PATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            shown = expected.rstrip("\n").removesuffix("...")
            assert ran.stdout.rstrip("\n").startswith(shown.rstrip("\n")), command
            assert expected.rstrip("\n").endswith("...") or ran.stdout.rstrip("\n") == shown, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_exist(page: Path) -> None:
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            command = line.partition("#")[0].split()
            if command[:1] == ["make"]:
                subprocess.run(["make", "-n", *command[1:]], cwd=ROOT, capture_output=True, check=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text()):
        if "://" not in target:
            there = page.parent / target if target else page
            assert there.exists(), target
            assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The anchors that code hosts and the site give to the headings of a page."""
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_anchors_are_those_of_code_hosts(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Who wins, and why\n\n```sh\n# no heading\n```\n\n## 2x2: the `start`\n")
    assert anchors(page) == {"who-wins-and-why", "2x2-the-start"}


def test_the_game_of_the_tutorial_is_the_example() -> None:
    (block,) = blocks(ROOT / "docs" / "new-game.md", "python")
    assert block.partition("\n")[2] == (ROOT / "examples" / "kayles" / "kayles.py").read_text()


def test_the_table_of_traits_is_fresh() -> None:
    assert PAGE.read_text() == with_table(PAGE.read_text()), "run: python scripts/traits_table.py"
    rows = {row.split("`")[1].partition("(")[0] for row in table().splitlines()[2:]}
    assert rows >= {"preserved", "transposable", "essence", "sample", "variants", "mobility", "passes"}
    assert all(hasattr(Game, name) for name in rows)
    assert rows.isdisjoint({"id", "rules", "size", "summary", "name_move"}), "they are required"


def test_the_rules_page_is_the_guides() -> None:
    assert (ROOT / "docs" / "rules.md").read_text() == rules_page(), "run: make pages"


def test_the_atlas_is_what_its_entries_say(tmp_path: Path) -> None:
    write_atlas(tmp_path / "atlas.md")
    assert (tmp_path / "atlas.md").read_text() == (ROOT / "docs" / "atlas.md").read_text(), "run: make pages"


def test_the_package_knows_what_the_atlas_knows() -> None:
    for path, text in atlas_files().items():
        assert path.read_text() == text, "run: make pages"


def test_the_changelog_knows_this_version() -> None:
    assert f"## {gridlock.__version__}" in (ROOT / "CHANGELOG.md").read_text()
