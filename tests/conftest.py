"""Settings that all tests share."""

import gc
import math
import os

import pytest
from hypothesis import HealthCheck, settings

from surroundings import compile_games, standard_environment, standard_process, usable_cores

pytest.register_assert_rewrite(
    "browser", "guests", "hosts", "postgres", "programs", "terminal_app", "waiting", "web_apps"
)  # which tests import and have fixtures from

settings.register_profile(
    "random", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("same", settings.get_profile("random"), derandomize=True)
settings.load_profile("same")  # for other examples: pytest --hypothesis-profile random

NOT_QUICK = {"chromium", "blank_cluster", "site", "server"}
"""The fixtures that start a browser, PostgreSQL or a server."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--quick``."""
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out slow tests, and those with browsers, PostgreSQL or servers",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--quick``, leave out what takes long."""
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_quick(item)])
        items[:] = [item for item in items if _is_quick(item)]


def _is_quick(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return (
        not item.get_closest_marker("slow")
        and NOT_QUICK.isdisjoint(fixtures)
        and "postgresql" not in item.name
    )


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many workers again as there are cores: many tests wait for programs and screens."""
    return math.ceil(1.5 * usable_cores())


@pytest.hookimpl(trylast=True)  # by now pytest knows how to print
def pytest_configure(config: pytest.Config) -> None:
    """Before the package is imported and workers are started, prepare what all of them need."""
    config.addinivalue_line("markers", "slow: takes long, and is left out by --quick")
    standard_environment()
    gc.set_threshold(100_000, 20, 100)  # with Python's defaults, the collector takes a sixth of the time
    if getattr(config.option, "tx", None) and not hasattr(config, "workerinput"):
        compile_games()


@pytest.fixture(autouse=True, scope="session")
def own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tests out of the files of the user who runs them."""
    standard_process()
    os.environ["GRIDLOCK_DATA"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture
def patient_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots without a clock think as long as they need, which may be long on a busy machine."""
    from waiting import DEADLINE  # after it is registered above

    monkeypatch.setattr("gridlock.players.player._DEFAULT", DEADLINE)
