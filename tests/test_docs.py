"""README and docs are true: their code runs, and what they show is what comes out."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gridlock
from docs import atlas_files, rules_page, write_atlas

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
    languages = re.findall(r"^```(\w*)\n.*?^```", page.read_text(), re.MULTILINE | re.DOTALL)
    run = {"sh", "console", "json", "pycon", "python", "toml", "nginx", "caddy", "ini", "form"}
    assert set(languages) <= run  # those of forms in test_form_drawings.py


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions(page: Path) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "pycon")), {}, page.name, str(page), 0)
    runner.run(test)
    assert runner.failures == 0


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
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_game_of_the_tutorial_is_the_example() -> None:
    (block,) = blocks(ROOT / "docs" / "new-game.md", "python")
    assert block.partition("\n")[2] == (ROOT / "examples" / "kayles" / "kayles.py").read_text()


def test_the_rules_page_is_the_guides() -> None:
    assert (ROOT / "docs" / "rules.md").read_text() == rules_page(), "run: make docs"


def test_the_atlas_is_what_its_entries_say(tmp_path: Path) -> None:
    write_atlas(tmp_path / "atlas.md")
    assert (tmp_path / "atlas.md").read_text() == (ROOT / "docs" / "atlas.md").read_text(), "run: make docs"


def test_the_package_knows_what_the_atlas_knows() -> None:
    for path, text in atlas_files().items():
        assert path.read_text() == text, "run: make docs"


def test_the_changelog_knows_this_version() -> None:
    assert f"## {gridlock.__version__}" in (ROOT / "CHANGELOG.md").read_text()
