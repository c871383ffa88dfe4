"""The files around a release agree with each other: versions, constraints, workflows and the citation."""

from __future__ import annotations

import re
import subprocess
import tomllib
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import gridlock

ROOT = Path(__file__).parent.parent
DOCUMENT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = DOCUMENT["project"]
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
PYTHONS = re.findall(r'"(3\.\d+)"', re.findall(r"^ +python: \[(.*)\]$", WORKFLOW, re.MULTILINE)[0])
PLATFORMS = {"linux": "posix", "darwin": "posix", "win32": "nt"}
DIRECT = [
    Requirement(text)
    for texts in (
        PROJECT["dependencies"],
        *PROJECT["optional-dependencies"].values(),
        *DOCUMENT["dependency-groups"].values(),
    )
    for text in texts
]
PINS = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if not line.startswith("#")
]


def applies(requirement: Requirement, environment: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


@pytest.mark.parametrize(("python", "platform"), list(product(PYTHONS, PLATFORMS)))
def test_constraints_cover_every_direct_dependency(python: str, platform: str) -> None:
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": platform,
        "os_name": PLATFORMS[platform],
    }
    pins = {canonicalize_name(pin.name): pin.specifier for pin in PINS if applies(pin, environment)}
    for requirement in DIRECT:
        if applies(requirement, environment):
            (pin,) = pins[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(pin.version), requirement.name


def test_constraints_are_versions_and_nothing_else() -> None:
    assert len(PINS) >= len(DIRECT)
    for pin in PINS:
        assert pin.url is None, pin.name
        assert [specifier.operator for specifier in pin.specifier] == ["=="], pin.name


def test_every_direct_dependency_has_a_lowest_version() -> None:
    for requirement in DIRECT:
        assert [specifier.operator for specifier in requirement.specifier] == [">="], requirement.name


def test_the_workflow_tests_every_python_that_is_declared() -> None:
    declared = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert set(declared) <= set(PYTHONS)
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


@pytest.mark.slow
def test_the_workflow_runs_targets_that_exist() -> None:
    targets = re.findall(r"run: make (\w+)$", WORKFLOW, re.MULTILINE)
    assert {"check", "quick", "test", "lowest", "dist", "docs"} <= set(targets)
    for target in targets:
        subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, check=True)


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {gridlock.__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_every_benchmark_runs_as_a_command() -> None:
    texts = {path.name: path.read_text() for path in (ROOT / "bench").glob("*.py")}
    tables = {name for name, text in texts.items() if "\ndef main(" in text}
    assert len(tables) >= 12
    commands = {name for name, text in texts.items() if "    main(" in text.partition("\nif __name__ == ")[2]}
    assert commands == tables
