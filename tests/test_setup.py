"""The script that sets everything up, on machines made of stand-ins that note what they are asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parent.parent / "scripts" / "setup.sh"
TOOLS = ("sh", "env", "id", "rm", "touch", "dirname", "mkdir", "cp", "cat", "chmod", "grep", "mv")
PYTHON = """#!/bin/sh
echo "${0##*/} $*" >>"$LOG"
case "$*" in
    "-c "*) ;;
    "-m venv --without-pip .venv") mkdir -p .venv/bin && cp "$STUBS/python3" .venv/bin/python ;;
    "-m venv .venv") mkdir -p .venv/bin && cp "$STUBS/python3" .venv/bin/python && touch .venv/pip ;;
    "-m pip --version") [ -e .venv/pip ] ;;
    *constraints.txt*--editable*) [ -z "$OFFLINE$NO_VERSIONS" ] ;;
    *" uv") [ -z "$NO_UV" ] && cp "$STUBS/fetched-uv" .venv/bin/uv ;;
    *) [ -z "$OFFLINE" ] ;;
esac
"""
UV = """#!/bin/sh
echo "uv $1" >>"$LOG"
[ -z "$BROKEN_UV" ] || exit 2
case "$*" in *constraints.txt*) [ -z "$NO_VERSIONS" ] || exit 1 ;; esac
[ "$1" != venv ] || { mkdir -p .venv/bin && cp "$STUBS/python3" .venv/bin/python; }
"""
FETCHED = """#!/bin/sh
echo "fetched uv $1" >>"$LOG"
case "$*" in *constraints.txt*) [ -z "$NO_VERSIONS" ] || exit 1 ;; esac
[ -z "$OFFLINE" ]
"""
NPM = '#!/bin/sh\necho "${0##*/} $1" >>"$LOG"\n[ -z "$OFFLINE" ]\n'
APT = """#!/bin/sh
for package in "$@"; do :; done
echo "apt-get $1 $package" >>"$LOG"
[ -z "$OFFLINE" ] || exit 100
case "$package" in
    postgresql) cp "$STUBS/npm" "${0%/*}/pg_ctlcluster" ;;
    nodejs) cp "$STUBS/npm" "${0%/*}/node" ;;
    chromium-headless-shell) [ -z "$OLD_RELEASE" ] && cp "$STUBS/npm" "${0%/*}/$package" ;;
    chromium | npm) cp "$STUBS/npm" "${0%/*}/$package" ;;
esac
"""
SUDO = '#!/bin/sh\n[ "$1" = -n ] && shift && exec "$@"\n'
STANDINS = {"python3": PYTHON, "uv": UV, "fetched-uv": FETCHED, "npm": NPM, "apt-get": APT, "sudo": SUDO}
PIP = "python -m pip install --disable-pip-version-check"
WITH_PIP = f"{PIP} --constraint constraints.txt --editable"
NO_VERSIONS = "The versions in constraints.txt could not be installed: trying without them ...\n"


class Ran(NamedTuple):
    status: int
    shown: str
    told: str
    log: list[str]
    stamps: int


class Machine:
    """A folder with the script, and a PATH with nothing on it but what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path, self.stubs = folder / "copy", folder / "bin", folder / "stubs"
        for place in (self.folder / "scripts", self.path, self.stubs):
            place.mkdir(parents=True)
        shutil.copy(SCRIPT, self.folder / "scripts")
        for tool in TOOLS:
            (self.path / tool).symlink_to(shutil.which(tool) or pytest.fail(tool))
        for name, text in STANDINS.items():
            (self.stubs / name).write_text(text)
            (self.stubs / name).chmod(0o755)

    def set_up(self, what: str, *have: str, **environment: str) -> Ran:
        for name in have:
            shutil.copy(self.stubs / (name if name in STANDINS else "npm"), self.path / name)
        log = self.folder / "log"
        log.write_text("")
        given = {"PATH": str(self.path), "LOG": str(log), "STUBS": str(self.stubs)}
        ran = subprocess.run(
            ["sh", "scripts/setup.sh", what],
            cwd=self.folder,
            env={
                "NO_UV": "",
                "OFFLINE": "",
                "BROKEN_UV": "",
                "NO_VERSIONS": "",
                "OLD_RELEASE": "",
                **given,
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        asked = [line for line in log.read_text().splitlines() if " -c " not in line]
        return Ran(
            ran.returncode, ran.stdout, ran.stderr, asked, len(list(self.folder.glob(".venv/.installed*")))
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("have", "environment", "first", "last"),
    [
        (("python3", "uv"), {}, "uv venv", "uv pip"),
        (("uv",), {}, "uv venv", "uv pip"),  # which brings a Python
        (("python3",), {}, "python3 -m venv --without-pip .venv", "fetched uv pip"),
        (("python3", "uv"), {"BROKEN_UV": "1"}, "uv venv", "fetched uv pip"),
        (("python3",), {"NO_UV": "1"}, "python3 -m venv --without-pip .venv", f"{WITH_PIP} ."),
    ],
)
def test_it_installs_with_what_there_is(
    machine: Machine, have: tuple[str, ...], environment: dict[str, str], first: str, last: str
) -> None:
    ran = machine.set_up("base", *have, **environment)
    assert (ran.status, ran.stamps, ran.log[0], ran.log[-1]) == (0, 1, first, last)
    assert machine.set_up("web", NO_UV="1").stamps == 2


def test_what_fails_is_said_in_a_sentence(machine: Machine) -> None:
    ran = machine.set_up("base")
    assert (ran.status, ran.log) == (1, [])
    assert ran.told.startswith("gridlock needs Python 3.11 or newer, and none was found.")
    ran = machine.set_up("web", "python3", NO_UV="1", OFFLINE="1")
    assert (ran.status, ran.stamps, ran.log[-1]) == (1, 0, f"{PIP} --editable .[web]")
    assert f"{WITH_PIP} .[web]" in ran.log
    assert ran.told == f"{NO_VERSIONS}The packages that gridlock needs could not be installed: see above.\n"


def test_versions_that_cannot_be_had_are_done_without(machine: Machine) -> None:
    ran = machine.set_up("base", "python3", "uv", NO_VERSIONS="1")
    assert (ran.status, ran.stamps, ran.told) == (0, 1, NO_VERSIONS)
    assert ran.log[-1] == "uv pip"


def test_pip_is_upgraded_before_it_installs_a_group(machine: Machine) -> None:
    ran = machine.set_up("dev", "python3", NO_UV="1")
    installs = [line for line in ran.log if line.startswith(PIP)]
    assert installs == [
        f"{PIP} --quiet --upgrade pip>=25.1",
        f"{PIP} --constraint constraints.txt --group dev --editable .[data,jax,rl,web]",
    ]


def test_each_step_is_announced(machine: Machine) -> None:
    ran = machine.set_up("dev", "python3", "npm")
    assert [line.partition(":")[0] for line in ran.shown.splitlines()] == [
        "Setting up .venv, once",
        "Fetching uv, which installs the packages ...",
        "Installing the packages ...",
        "Fetching TypeScript ...",
    ]


def test_what_the_tests_of_the_web_need_is_installed_where_it_is_missing(machine: Machine) -> None:
    ran = machine.set_up("dev", "python3", "uv", "apt-get", "sudo")
    assert (ran.status, ran.told, ran.stamps) == (0, "", 3)
    packages = ("chromium-headless-shell", "postgresql", "nodejs", "npm")
    installs = [f"apt-get install {name}" for name in packages]
    assert ran.log[2:] == ["apt-get update -qq", *installs, "npm install"]
    assert machine.set_up("dev").log == ["uv pip", "npm install"], "nothing is installed twice"
    ran = machine.set_up("dev", OFFLINE="1")
    assert ran.told == "TypeScript could not be fetched, so make check and page tests will fail: see above.\n"


@pytest.mark.parametrize("have", [(), ("google-chrome",)])
def test_another_browser_will_do(machine: Machine, have: tuple[str, ...]) -> None:
    ran = machine.set_up("dev", "python3", "uv", "apt-get", "sudo", *have, OLD_RELEASE="1")
    assert (ran.status, ran.told, ran.stamps) == (0, "", 3)
    browsers = [line.rpartition(" ")[2] for line in ran.log if "chrom" in line]
    assert browsers == ["chromium-headless-shell", *([] if have else ["chromium"])]


def test_what_is_missing_and_cannot_be_installed_is_said(machine: Machine) -> None:
    ran = machine.set_up("dev", "python3", "uv")
    assert (ran.status, ran.stamps) == (0, 3), "everything else can be worked with"
    missing = [line.partition(" is missing")[0] for line in ran.told.splitlines()]
    assert missing == ["Chromium", "PostgreSQL", "Node", "npm"]


def test_the_command_stands_beside_the_readme(machine: Machine, tmp_path: Path) -> None:
    launcher = machine.folder / "gridlock"
    for _ in range(2):  # over its own, it writes
        assert machine.set_up("base", "python3", "uv").told == ""
    (machine.folder / ".venv" / "bin" / "gridlock").write_text('#!/bin/sh\nprintf "<%s>" "$@"\nexit 3\n')
    (machine.folder / ".venv" / "bin" / "gridlock").chmod(0o755)
    ran = subprocess.run([launcher, "play", "a b", ""], cwd=tmp_path, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout) == (3, b"<play><a b><>")
    launcher.write_text("Dear diary\n")
    again = machine.set_up("base")
    assert (again.status, again.told.count("use .venv/bin/gridlock")) == (0, 1)
    assert launcher.read_text() == "Dear diary\n"


@pytest.mark.skipif(not os.access("/bin/dash", os.X_OK), reason="needs the shell that knows least")
def test_the_script_is_plain_sh() -> None:
    assert subprocess.run(["/bin/dash", "-n", str(SCRIPT)], check=False).returncode == 0
