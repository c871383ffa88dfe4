"""The command ``dataset``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.options import Id, Size, Variants, game_from
from gridlock.plural import count
from gridlock.text.progress import bar, progress_line

if TYPE_CHECKING:
    from gridlock.datasets import Plan, Step

EXAMPLES = (
    "gridlock dataset trail --out trail.npz",
    "gridlock dataset lightcycle --size 5x5 --out lightcycle.parquet",
    "gridlock dataset spread --size 6x6 --sample 100000 --after 6 --out spread-6x6",
    "gridlock dataset blockade --sample 5000 --play level:3 --out blockade.npz",
)
"""For the end of the help text."""

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def dataset(
    id: Id,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE", help="A .parquet or .npz file, or a folder for Parquet files."),
    ],
    size: Size = None,
    variant: Variants = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", metavar="N", min=1, help="Take N positions from games instead of all positions."
        ),
    ] = None,
    play: Annotated[
        str,
        typer.Option(
            "--play", metavar="BOT", help="With --sample: who plays, such as random, level:3, perfect."
        ),
    ] = "random",
    after: Annotated[
        int,
        typer.Option(
            "--after",
            metavar="N",
            min=0,
            max=64,
            help="With --sample: leave out positions before move N, which take long to solve on big boards.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="With --sample: the random seed.")] = 1,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="The most positions; 10 million if left out."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", min=1, max=256, help="Worker processes; one per core if left out."
        ),
    ] = None,
) -> int:
    """Make a dataset: positions of a game with the exact value of every move.

    It has every position that can be reached, or a sample. A card beside it says what's in it.
    The same command always makes the same file. If it's interrupted, run it again to continue.
    """
    from gridlock.datasets import Plan, make_dataset
    from gridlock.datasets.plan import DEFAULT_LIMIT
    from gridlock.search.limits import processors

    game = game_from(id, size, variant)
    plan = Plan(game, sample, play, after, seed, DEFAULT_LIMIT if limit is None else limit)
    try:
        with progress_line(_progress_text) as progress:
            counts = make_dataset(plan, out, workers=jobs or processors(), progress=progress)
    except KeyboardInterrupt:
        print(f"Run this again to continue: {plan.command(str(out))}{f' --jobs {jobs}' if jobs else ''}")
        return INTERRUPTED
    if sample is not None and counts.positions < sample:
        print(f"Only {count(counts.positions, 'different position', ',')} turned up.")
    _print_counts(plan, out, counts.positions, counts.classes)
    return 0


def _print_counts(plan: Plan, out: Path, positions: int, classes: int) -> None:
    from gridlock.datasets.card import card_path

    print(f"{count(positions, 'position', ',')} in {count(classes, 'symmetry class', ',')}.")
    print(f"Written: {out}. About it: {card_path(out)}.")


def _progress_text(step: Step) -> str:
    if step.whole is None:
        return f"{step.stage.capitalize()} positions: {step.done:,}"
    return f"{bar(step.done, max(1, step.whole))} {step.stage} positions, {step.done:,} of {step.whole:,}"
