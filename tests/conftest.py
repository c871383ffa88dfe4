"""Settings that all tests share."""

import math
import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite(
    "browser", "guests", "hosts", "postgres"
)  # which tests import and have fixtures from

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many workers again as there are cores: many tests wait for programs and screens."""
    return math.ceil(1.5 * len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else "12"))


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tests out of the files of whoever runs them."""
    os.environ["GRIDLOCK_DATA"] = str(tmp_path_factory.mktemp("data"))
