"""Measure how soon the review has a reason for a mistake, and which one.

``python scripts/reasons.py`` plays 2,000 games, reviews them, and writes the tables in docs/review.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random

from gridlock import Game
from gridlock.files import read_text, write_whole
from gridlock.match import Match
from gridlock.players import make_player
from gridlock.review import Mistake, review
from gridlock.review.explanations import SOON
from gridlock.rules import FIVE
from gridlock.rules.registry import make_with
from gridlock.rules.variant import Variant, variants

PAGE = Path(__file__).parent.parent / "docs" / "review.md"
BEGIN, END = "<!-- made by scripts/reasons.py -->", "<!-- end -->"

GAMES = 2000
PLAYERS = ("random", "greedy", "level:2", "level:4", "level:6", "perfect")
"""The players; each side of each game is a random one."""

Count = Counter[tuple[str, int]]
"""How often each kind of reason was given, by number of moves after the mistake."""


def mistakes(game: Game, random: Random) -> list[Mistake]:
    """The mistakes in a game between two random players of the list."""
    names = random.choices(PLAYERS, k=2)
    players = [make_player(name, seed=random.randrange(1 << 32)) for name in names]
    match = Match(game)
    while match.outcome is None:
        match.play(players[match.position.turn - 1].choose(match.position, None))
    return review(match.record()).mistakes


def count_reasons(variant: Variant, games: int) -> Count:
    """Count the reasons for the mistakes in this many games."""
    random, game = Random(f"reasons {variant.stem}"), make_with(variant.game, None, None, variant.options)
    count: Count = Counter()
    for _ in range(games):
        count.update((mistake.reasons[0].name, mistake.reasons[0].at) for mistake in mistakes(game, random))
    return count


def share(part: int, whole: int) -> str:
    """Format a percentage."""
    return f"{100 * part / whole:.1f}"


def soon_table(counts: dict[str, Count]) -> list[str]:
    """How soon there is a reason, per 100 mistakes."""
    heads = ["mistakes", "at once", "1 move later", "2 moves later", "later", "only stuck at the end"]
    lines = [f"| game | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    for name, count in counts.items():
        whole = count.total()
        at = Counter[int]()
        for (_, moves), times in count.items():
            at[moves] += times
        late = sum(times for moves, times in at.items() if moves > SOON)
        stuck = sum(times for (kind, moves), times in count.items() if kind == "stuck" and moves > SOON)
        cells = [str(whole), *(share(n, whole) for n in (at[0], at[1], at[2], late, stuck))]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def kind_table(counts: dict[str, Count]) -> list[str]:
    """Which reasons are given, per 100 mistakes."""
    times = Counter(kind for count in counts.values() for kind, _ in count.elements())
    lines = [f"| reason | {' | '.join(counts)} |", "|---" * (len(counts) + 1) + "|"]
    for kind, _ in times.most_common():
        cells = []
        for count in counts.values():
            total = sum(n for (name, _), n in count.items() if name == kind)
            cells.append(share(total, count.total()) if total else "")
        lines.append(f"| {kind} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Play, review, count, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many games are played in all")
    games = parser.parse_args().games
    chosen = [variant for variant in variants() if variant.game in FIVE]
    counts: dict[str, Count] = {}
    for place, variant in enumerate(chosen):
        each = games // len(chosen) + (place < games % len(chosen))
        counts[variant.stem] = count_reasons(variant, each)
        print(variant.stem, each, "games", *soon_table({variant.stem: counts[variant.stem]})[2:], flush=True)
    text = "\n".join([BEGIN, "", *soon_table(counts), "", *kind_table(counts), "", END])
    before, _, rest = read_text(PAGE).partition(BEGIN)
    _, _, behind = rest.partition(END)
    write_whole(PAGE, before + text + behind)


if __name__ == "__main__":
    main()
