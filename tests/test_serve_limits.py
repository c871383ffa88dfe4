"""The limits of ``gridlock serve``'s numeric options."""

from __future__ import annotations

import socket

import pytest

from gridlock.search import solver
from gridlock.web import memory
from gridlock.web import server as web_server
from gridlock.web.memory import MIN_MEMORY, check_memory, physical_memory
from gridlock.web.settings import ServerSettings
from gridlock.web.workers.process import shared_memory
from terminal import gridlock

pytestmark = pytest.mark.slow

GIGABYTE = 1 << 30


@pytest.fixture
def four_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that this machine has 4 GB of memory."""
    monkeypatch.setattr(memory, "physical_memory", lambda: 4 * GIGABYTE)


@pytest.mark.usefixtures("four_gigabytes")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--memory 1", "--memory must be at least 12M."),
        ("--memory 0", "--memory must be at least 12M."),
        ("--memory 11.9M", "--memory must be at least 12M."),
        (
            "--memory 3G --workers 2",
            "--memory 3072M for each of 2 workers is more than this machine's 4096M. "
            "At most --memory 2048M fits.",
        ),
        (
            "--workers 256",
            "--memory 256M for each of 256 workers is more than this machine's 4096M. "
            "At most --memory 16M fits.",
        ),
        ("--memory 999999G", "At most --memory 2048M fits."),
        ("--memory -1", "Write a memory size as a number with K, M or G, such as 2G, not '-1'."),
        ("--memory nan", "Write a memory size as a number with K, M or G, such as 2G, not 'nan'."),
        ("--workers 0", "Invalid value for '--workers': Input should be greater than or equal to 1."),
        ("--workers 10000", "Invalid value for '--workers': Input should be less than or equal to 256."),
        ("--queue 0", "Invalid value for '--queue': Input should be greater than or equal to 1."),
        ("--queue 10001", "Invalid value for '--queue': Input should be less than or equal to 10000."),
        ("--allow 0", "Invalid value for '--allow': Input should be greater than or equal to 0.01."),
        ("--allow nan", "Invalid value for '--allow': "),
        ("--allow inf", "Invalid value for '--allow': "),
        ("--port 99999", "Invalid value for '--port': Input should be less than or equal to 65535."),
        ("--port -1", "Invalid value for '--port': Input should be greater than or equal to 0."),
        ("--keep -1", "--keep takes minutes, hours, days or weeks, such as 30m, 12h, 90d or 2w, not '-1'."),
        ("--keep 0w", "--keep takes minutes, hours, days or weeks, such as 30m, 12h, 90d or 2w, not '0w'."),
    ],
)
def test_numbers_out_of_range(options: str, sentence: str) -> None:
    ran = gridlock("serve", *options.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("gridlock: ")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("four_gigabytes")
def test_smallest_and_largest_memory_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[int] = []

    def serve(settings: ServerSettings, listener: socket.socket, tell: object) -> None:
        served.append(settings.memory)

    monkeypatch.setattr(web_server, "serve", serve)
    for size in ("12M", "2G"):
        assert gridlock("serve", "--port", "0", "--memory", size).status == 0
    assert served == [12 << 20, 2 * GIGABYTE]


def test_machine_with_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "physical_memory", lambda: 240 << 20)
    ran = gridlock("serve", "--workers", "21", "--memory", "12M")
    assert ran.err.endswith("is more than this machine's 240M. At most --workers 20 fit.\n")


def test_unknown_system_memory_accepts_any_amount(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "physical_memory", lambda: None)
    assert check_memory(1 << 50, 2) == 1 << 50


def test_minimum_memory_allows_a_normal_first_table() -> None:
    assert shared_memory(MIN_MEMORY) == solver._FIRST_TABLE


def test_system_memory_is_detected() -> None:
    total = physical_memory()
    assert total is None or 64 << 20 < total < 1 << 50
