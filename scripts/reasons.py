"""Measure how the review explains mistakes: by which sentences, in how many words, and how soon.

``python scripts/reasons.py`` plays 2,000 games, reviews them, and writes the tables in docs/review.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from gridlock import Game
from gridlock.files import read_text, write_whole
from gridlock.match import Match
from gridlock.players import make_player
from gridlock.review import JudgedMove, Mistake, Review, review
from gridlock.review.reasons import reasons_for
from gridlock.review.wording import MAX_DEPTH, word_count
from gridlock.rules import FIVE
from gridlock.rules.registry import make_with
from gridlock.rules.variant import Variant, variants

PAGE = Path(__file__).parent.parent / "docs" / "review.md"
BEGIN, END = "<!-- made by scripts/reasons.py -->", "<!-- end -->"

GAMES = 2000
PLAYERS = ("random", "greedy", "level:2", "level:4", "level:6", "perfect")
"""The players; each side of each game is a random one."""

HEADS = (
    "mistakes", "win at once", "numbers", "pattern", "step and block", "counting proof", "any of these",
    "proof at once", "proof to watch", "words", "most words",
)  # fmt: skip


@dataclass
class Tally:
    """What was counted in the games of one variant."""

    mistakes: int = 0
    shown: Counter[str] = field(default_factory=Counter)
    """How many explanations had each kind of sentence, by the table's heads."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How often each kind of reason was found."""
    words: list[int] = field(default_factory=list)
    positions: int = 0
    """Positions where some moves win and others lose."""
    kept: float = 0.0
    """The sum of the shares of moves that win, among those recommended by the game's number."""
    chance: float = 0.0
    """The sum of the shares of moves that win, among all."""

    def add(self, result: Review) -> None:
        """Count a review."""
        for mistake in result.mistakes:
            self._add_mistake(mistake)
        for judged in result.judged:
            self._add_position(judged)

    def _add_mistake(self, mistake: Mistake) -> None:
        told = mistake.explanation
        seen = {insight.name for insight in mistake.insights if insight.text in told}
        proofs = [reason for reason in mistake.reasons if reason.text in told and reason.depth <= MAX_DEPTH]
        counting = any(reason.counts for reason in proofs)
        self.mistakes += 1
        self.words.append(sum(map(word_count, told)))
        self.kinds[mistake.reasons[0].name] += 1
        self.shown["win at once"] += "at once" in seen
        self.shown["numbers"] += "numbers" in seen
        self.shown["pattern"] += "pattern" in seen
        self.shown["step and block"] += "parts" in seen
        self.shown["counting proof"] += counting
        self.shown["any of these"] += bool(seen) or counting
        self.shown["proof at once" if proofs else "proof to watch"] += 1

    def _add_position(self, judged: JudgedMove) -> None:
        wins = {option.move for option in judged.options if option.value.winner == judged.before.turn}
        if 0 < len(wins) < len(judged.options):
            advice = reasons_for(judged.before.game).recommended(judged.before)
            self.positions += 1
            self.kept += len(wins.intersection(advice)) / len(advice)
            self.chance += len(wins) / len(judged.options)


def matches(game: Game, random: Random, games: int) -> Iterator[Match]:
    """Play games between random players of the list."""
    for _ in range(games):
        names = random.choices(PLAYERS, k=2)
        players = [make_player(name, seed=random.randrange(1 << 32)) for name in names]
        match = Match(game)
        while match.outcome is None:
            match.play(players[match.position.turn - 1].choose(match.position, None))
        yield match


def measure(variant: Variant, games: int) -> Tally:
    """Review this many games and count."""
    random, game = Random(f"reasons {variant.stem}"), make_with(variant.game, None, None, variant.options)
    tally = Tally()
    for match in matches(game, random, games):
        tally.add(review(match.record()))
    return tally


def share(part: float, whole: int) -> str:
    """Format a percentage."""
    return f"{100 * part / whole:.1f}"


def row(name: str, cells: list[str]) -> str:
    """Format a row of a table."""
    return f"| {name} | {' | '.join(cells)} |"


def sentence_table(tallies: dict[str, Tally]) -> list[str]:
    """How mistakes are explained, per 100 mistakes, and in how many words."""
    lines = [row("game", list(HEADS)), "|---" * (len(HEADS) + 1) + "|"]
    for name, tally in tallies.items():
        shares = [share(tally.shown[head], tally.mistakes) for head in HEADS[1:-2]]
        mean = f"{sum(tally.words) / tally.mistakes:.0f}"
        lines.append(row(name, [str(tally.mistakes), *shares, mean, str(max(tally.words))]))
    return lines


def number_table(tallies: dict[str, Tally]) -> list[str]:
    """How often following the game's number keeps the win."""
    lines = [row("game", ["positions", "following the number", "any move"]), "|---" * 4 + "|"]
    for name, tally in tallies.items():
        shares = [share(part, tally.positions) for part in (tally.kept, tally.chance)]
        lines.append(row(name, [str(tally.positions), *shares]))
    return lines


def kind_table(tallies: dict[str, Tally]) -> list[str]:
    """Which reasons are found, per 100 mistakes."""
    total = sum((tally.kinds for tally in tallies.values()), Counter[str]())
    lines = [row("reason", list(tallies)), "|---" * (len(tallies) + 1) + "|"]
    for kind, _ in total.most_common():
        cells = [
            share(tally.kinds[kind], tally.mistakes) if tally.kinds[kind] else ""
            for tally in tallies.values()
        ]
        lines.append(row(kind, cells))
    return lines


def main() -> None:
    """Play, review, count, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many games are played in all")
    games = parser.parse_args().games
    chosen = [variant for variant in variants() if variant.game in FIVE]
    tallies: dict[str, Tally] = {}
    for place, variant in enumerate(chosen):
        each = games // len(chosen) + (place < games % len(chosen))
        tallies[variant.stem] = measure(variant, each)
        print(
            variant.stem,
            each,
            "games",
            *sentence_table({variant.stem: tallies[variant.stem]})[2:],
            flush=True,
        )
    tables = sentence_table(tallies), number_table(tallies), kind_table(tallies)
    text = "\n\n".join([BEGIN, *("\n".join(table) for table in tables), END])
    before, _, rest = read_text(PAGE).partition(BEGIN)
    _, _, behind = rest.partition(END)
    write_whole(PAGE, before + text + behind)


if __name__ == "__main__":
    main()
