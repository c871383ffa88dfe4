"""A short piece of each hostile campaign; ``make torture`` goes on for as long as you like."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from torture.bots import BOT_CAMPAIGN
from torture.campaign import Campaign
from torture.damage import DAMAGE, forget
from torture.inputs import INPUTS
from torture.keys import KEY_CAMPAIGN
from torture.kills import KILLS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def tidy() -> Iterator[None]:
    yield
    forget()


@pytest.mark.parametrize(
    ("campaign", "seed", "most"),
    [
        *((INPUTS, seed, 150) for seed in range(4)),
        *((KILLS, seed, 4) for seed in range(2)),
        *((BOT_CAMPAIGN, seed, 5) for seed in range(2)),
        (DAMAGE, 0, 2),
        *((KEY_CAMPAIGN, seed, 2) for seed in range(2)),
    ],
    ids=lambda value: value.name if isinstance(value, Campaign) else str(value),
)
def test_nothing_is_found(campaign: Campaign, seed: int, most: int) -> None:
    tally = campaign.run(seed, most=most)
    assert tally.shots == most
    assert not tally.findings, "\n\n".join(tally.findings)


def test_findings_are_reported() -> None:
    def shot(random: object, folder: object) -> None:
        raise AssertionError("here it is")

    tally = Campaign("tries", {"one": shot}).run(3, most=2)
    assert tally.shots == 2
    assert [finding.partition(":")[0] for finding in tally.findings] == [
        "tries, one, shot 3000000",
        "tries, one, shot 3000001",
    ]
    assert "here it is" in tally.findings[0]
