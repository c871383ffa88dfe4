"""The command that adds packages: it fits how this copy was installed, and never names it on an index."""

from __future__ import annotations

import json
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from shlex import quote
from types import SimpleNamespace

import pytest

from gridlock import installation
from gridlock.installation import how_to_install

ROOT = Path(__file__).parent.parent


class Recorded:
    """Package metadata with what installers record about where a package came from."""

    def __init__(self, url: str | None) -> None:
        self._text = json.dumps({"url": url, "dir_info": {}}) if url else None

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self._text


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment that nothing is known about, with the package in it."""
    folder = tmp_path / "environment"
    package = folder / "lib" / "python3" / "site-packages" / "gridlock"
    package.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(installation, "__file__", str(package / "installation.py"))
    installed_from(monkeypatch, None)
    system(monkeypatch, "posix")
    return folder


def system(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(installation, "os", SimpleNamespace(name=name))


def installed_from(monkeypatch: pytest.MonkeyPatch, url: str | None) -> None:
    monkeypatch.setattr(installation, "distribution", lambda _: Recorded(url))


def test_a_checkout_is_named(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "__file__", str(ROOT / "src" / "gridlock" / "installation.py"))
    assert how_to_install("web") == f"Install them with: pip install '{ROOT}[web]'"
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))
    assert how_to_install("web") == f"Install them with: sh {quote(str(ROOT / 'scripts' / 'setup.sh'))} web"


def test_the_folder_or_wheel_it_came_from_is_named(
    prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, wheel = tmp_path / "my games", tmp_path / "gridlock_games-0.1.0-py3-none-any.whl"
    folder.mkdir()
    wheel.touch()
    for source in (folder, wheel):
        installed_from(monkeypatch, source.as_uri())
        assert how_to_install("web") == f"Install them with: pip install '{source}[web]'"


@pytest.mark.parametrize("url", [None, "file:///no/such/folder", "https://example.org/gridlock.whl"])
def test_unknown_source(url: str | None, prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_from(monkeypatch, url)
    assert how_to_install("web") == "In the folder with Gridlock's source, run: pip install '.[web]'"


def test_no_metadata(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Recorded:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(installation, "distribution", missing)
    assert how_to_install("web") == "In the folder with Gridlock's source, run: pip install '.[web]'"


@pytest.mark.parametrize(
    ("receipt", "command"),
    [("uv-receipt.toml", "uv tool install"), ("pipx_metadata.json", "pipx install --force")],
)
def test_tools_are_installed_with_what_manages_them(receipt: str, command: str, prefix: Path) -> None:
    (prefix / receipt).touch()
    assert how_to_install("web").endswith(f"run: {command} '.[web]'")


def test_windows_takes_double_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    system(monkeypatch, "nt")
    assert installation._quoted(".[web]") == '".[web]"'


def test_no_message_names_the_distribution() -> None:
    for file in (ROOT / "src").rglob("*.py"):
        assert "gridlock-games[" not in file.read_text(), file
