"""Settings that all tests share."""

import math
import os

import pytest
from hypothesis import HealthCheck, settings

from surroundings import compile_games, standard_environment, standard_process

pytest.register_assert_rewrite(
    "browser", "guests", "hosts", "postgres", "programs", "terminal_app", "waiting", "web_apps"
)  # which tests import and have fixtures from

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many workers again as there are cores: many tests wait for programs and screens."""
    return math.ceil(1.5 * len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else "12"))


@pytest.hookimpl(trylast=True)  # by now pytest knows how to print
def pytest_configure(config: pytest.Config) -> None:
    """Before the package is imported and workers are started, prepare what all of them need."""
    standard_environment()
    if getattr(config.option, "tx", None) and not hasattr(config, "workerinput"):
        compile_games()


@pytest.fixture(autouse=True, scope="session")
def own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tests out of the files of the user who runs them."""
    standard_process()
    os.environ["GRIDLOCK_DATA"] = str(tmp_path_factory.mktemp("data"))
