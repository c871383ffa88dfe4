"""The golden playthroughs, told again by the package and by the judge."""

import pytest

from boards import KINDS
from playthrough import file_of, told_by_judge, told_by_package


@pytest.mark.parametrize("kind", KINDS)
def test_the_playthrough_is_as_ever(kind: str) -> None:
    golden = file_of(kind).read_text()
    assert told_by_package(kind) == golden
    assert told_by_judge(kind) == golden
