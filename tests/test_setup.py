"""The script that sets the project up: which way it takes, with stand-ins that note what they are asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "setup.sh"
TOOLS = ("sh", "env", "id", "rm", "touch", "dirname", "mkdir", "cp", "cat", "chmod")

PYTHON = """#!/bin/sh
echo "${0##*/} $*" >>"$LOG"
case "$*" in
    "-c "*) ;;
    "-m venv --without-pip .venv") mkdir -p .venv/bin && cp "$STUBS/python3" .venv/bin/python ;;
    "-m venv .venv") mkdir -p .venv/bin && cp "$STUBS/python3" .venv/bin/python && touch .venv/pip ;;
    "-m pip --version") [ -e .venv/pip ] ;;
    *" uv") [ -z "$NO_UV" ] && cp "$STUBS/fetched-uv" .venv/bin/uv ;;
    *) [ -z "$OFFLINE" ] ;;
esac
"""
UV = """#!/bin/sh
echo "uv $1" >>"$LOG"
[ -z "$BROKEN_UV" ] || exit 2
[ "$1" != venv ] || { mkdir -p .venv/bin && cp "$STUBS/python3" .venv/bin/python; }
"""
NPM = '#!/bin/sh\necho "npm $*" >>"$LOG"\n[ -z "$OFFLINE" ]\n'
APT = """#!/bin/sh
for package in "$@"; do :; done
echo "apt-get $1 $package" >>"$LOG"
[ -z "$OFFLINE" ] || exit 100
case "$package" in
    postgresql) cp "$STUBS/npm" "${0%/*}/pg_ctlcluster" ;;
    nodejs) cp "$STUBS/npm" "${0%/*}/node" ;;
    chromium | npm) cp "$STUBS/npm" "${0%/*}/$package" ;;
esac
"""
SUDO = '#!/bin/sh\n[ "$1" = -n ] && shift && exec "$@"\n'
FETCHED = '#!/bin/sh\necho "fetched uv $1" >>"$LOG"\n[ -z "$OFFLINE" ]\n'
STANDINS = {"python3": PYTHON, "uv": UV, "fetched-uv": FETCHED, "npm": NPM, "apt-get": APT, "sudo": SUDO}
FOR_THE_WEB = ("chromium", "pg_ctl", "node", "npm")  # what the tests of the web need beside Python


class Ran(NamedTuple):
    status: int
    told: str
    log: list[str]
    installed: bool


class Machine:
    """A folder with the script, and a PATH with nothing on it but what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path, self.stubs = folder / "copy", folder / "bin", folder / "stubs"
        (self.folder / "scripts").mkdir(parents=True)
        shutil.copy(SCRIPT, self.folder / "scripts")
        self.path.mkdir()
        self.stubs.mkdir()
        for tool in TOOLS:
            place = shutil.which(tool)
            assert place is not None
            (self.path / tool).symlink_to(place)
        for name, text in STANDINS.items():
            (self.stubs / name).write_text(text)
            (self.stubs / name).chmod(0o755)

    def have(self, *names: str) -> None:
        for name in names:
            shutil.copy(self.stubs / (name if name in STANDINS else "npm"), self.path / name)

    def stamps(self) -> set[str]:
        return {path.name for path in (self.folder / ".venv").glob(".installed*")}

    def set_up(self, what: str = "base", **environment: str) -> Ran:
        log = self.folder / "log"
        log.write_text("")
        variables = {
            "PATH": str(self.path),
            "LOG": str(log),
            "STUBS": str(self.stubs),
            "NO_UV": "",
            "OFFLINE": "",
        }
        ran = subprocess.run(
            [str(self.path / "sh"), "scripts/setup.sh", what],
            cwd=self.folder,
            env=variables | {"BROKEN_UV": ""} | environment,
            capture_output=True,
            text=True,
        )
        asked = [
            line for line in log.read_text().splitlines() if not line.partition(" ")[2].startswith("-c ")
        ]
        return Ran(ran.returncode, ran.stderr, asked, (self.folder / ".venv" / ".installed").exists())


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


TYPES = (
    "npm install --prefix .venv/page --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel error"
    " typescript@5.9.3 openapi-typescript@7.13.0"
)
INSTALL = "install --quiet --disable-pip-version-check --retries 1 uv"


def test_an_installed_uv_does_it_all(machine: Machine) -> None:
    machine.have("python3", "uv")
    ran = machine.set_up()
    assert (ran.status, ran.log, ran.installed) == (0, ["uv venv", "uv pip"], True)


def test_without_uv_pip_fetches_one_first(machine: Machine) -> None:
    machine.have("python3", *FOR_THE_WEB)
    ran = machine.set_up()
    assert ran.installed
    assert ran.log == [
        "python3 -m venv --without-pip .venv",
        "python -m pip --version",
        f"python3 -m pip --python .venv/bin/python {INSTALL}",
        "fetched uv pip",
    ]
    again = machine.set_up("dev")
    assert again.log == ["fetched uv pip", TYPES], "what is there is used again"
    assert machine.stamps() == {".installed", ".installed-web", ".installed-dev"}


def test_a_uv_that_fails_is_passed_over(machine: Machine) -> None:
    machine.have("python3", "uv")
    ran = machine.set_up(BROKEN_UV="1")
    assert ran.installed
    assert ran.log[0] == "uv venv"
    assert ran.log[-1] == "fetched uv pip"


def test_where_there_is_no_uv_to_be_had_pip_does_it(machine: Machine) -> None:
    machine.have("python3")
    ran = machine.set_up(NO_UV="1")
    assert ran.installed
    assert ran.log[-1] == "python -m pip install --disable-pip-version-check --editable ."
    assert "python3 -m venv .venv" in ran.log


def test_what_cannot_be_installed_is_said_in_a_sentence(machine: Machine) -> None:
    machine.have("python3")
    ran = machine.set_up(NO_UV="1", OFFLINE="1")
    assert (ran.status, ran.installed) == (1, False)
    assert ran.told == "The packages that gridlock needs could not be installed: see above.\n"


def test_without_python_it_says_so(machine: Machine) -> None:
    ran = machine.set_up()
    assert (ran.status, ran.log) == (1, [])
    assert ran.told.startswith("gridlock needs Python 3.11 or newer, and none was found.")


def test_with_uv_no_python_is_needed(machine: Machine) -> None:
    machine.have("uv")
    assert machine.set_up().installed


# The web ----------------------------------------------------------------------------------------


def test_the_web_is_an_extra(machine: Machine) -> None:
    machine.have("python3")
    ran = machine.set_up("web", NO_UV="1")
    assert ran.log[-1] == "python -m pip install --disable-pip-version-check --editable .[web]"
    assert machine.stamps() == {".installed", ".installed-web"}


def test_what_the_tests_of_the_web_need_is_installed_where_it_is_missing(machine: Machine) -> None:
    machine.have("python3", "uv", "apt-get", "sudo")
    ran = machine.set_up("dev")
    assert (ran.status, ran.told) == (0, "")
    wanted = ["chromium", "postgresql", "nodejs", "npm"]
    assert ran.log[2:] == ["apt-get update -qq", *(f"apt-get install {name}" for name in wanted), TYPES]
    again = machine.set_up("dev")
    assert again.log == ["uv pip", TYPES], "nothing is installed twice"


@pytest.mark.parametrize("apt", [True, False])
def test_what_is_missing_and_cannot_be_installed_is_said(machine: Machine, apt: bool) -> None:
    machine.have("python3", "uv", *(("apt-get", "sudo") if apt else ()))
    ran = machine.set_up("dev", OFFLINE="1")
    assert ran.status == 0, "everything else can be worked with"
    assert [line.partition(" is missing")[0] for line in ran.told.splitlines()] == [
        "Chromium",
        "PostgreSQL",
        "Node",
        "npm",
    ]
    assert ".venv/bin/playwright install chromium" in ran.told


def test_types_that_cannot_be_fetched_are_said(machine: Machine) -> None:
    machine.have("python3", "uv", *FOR_THE_WEB)
    ran = machine.set_up("dev", OFFLINE="1")
    assert ran.told == "TypeScript could not be fetched, so make check and page tests will fail: see above.\n"


@pytest.mark.skipif(not os.access("/bin/dash", os.X_OK), reason="needs the shell that knows least")
def test_the_script_is_plain_sh() -> None:
    assert subprocess.run(["/bin/dash", "-n", str(SCRIPT)]).returncode == 0
