"""``make torture``: run every campaign in turn, and report the findings."""

from __future__ import annotations

import argparse
import sys
from time import monotonic

from surroundings import standard_environment, standard_process
from torture.bots import BOT_CAMPAIGN
from torture.campaign import Campaign
from torture.damage import DAMAGE, forget
from torture.inputs import INPUTS
from torture.keys import KEY_CAMPAIGN
from torture.kills import KILLS
from torture.moves import MOVES
from torture.sieges import SIEGES

_CAMPAIGNS = (INPUTS, KILLS, BOT_CAMPAIGN, DAMAGE, KEY_CAMPAIGN, MOVES, SIEGES)
_SLICE = 20.0  # seconds for each campaign's turn


def main() -> int:
    """Run until the time is up; return 1 if there are findings."""
    parser = argparse.ArgumentParser(prog="torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=[campaign.name for campaign in _CAMPAIGNS])
    arguments = parser.parse_args()
    standard_environment()
    standard_process()
    campaigns = [campaign for campaign in _CAMPAIGNS if arguments.only in (None, campaign.name)]
    counts = {campaign.name: 0 for campaign in campaigns}
    findings: list[str] = []
    end, seed = monotonic() + 60 * arguments.minutes, arguments.seed
    while monotonic() < end:
        for campaign in campaigns:
            _slice(campaign, seed, min(_SLICE, end - monotonic()), counts, findings)
        seed += 1
    forget()
    print(_summary(counts, findings))
    return 1 if findings else 0


def _slice(
    campaign: Campaign, seed: int, seconds: float, counts: dict[str, int], findings: list[str]
) -> None:
    if seconds <= 0:
        return
    tally = campaign.run(seed, seconds=seconds)
    counts[campaign.name] += tally.shots
    for finding in tally.findings:
        print(f"FOUND: {finding}", flush=True)
    findings += tally.findings
    print(f"seed {seed}: {_summary(counts, findings)}", flush=True)


def _summary(counts: dict[str, int], findings: list[str]) -> str:
    return ", ".join([*(f"{count:,} {name}" for name, count in counts.items()), f"{len(findings)} findings"])


if __name__ == "__main__":
    sys.exit(main())
