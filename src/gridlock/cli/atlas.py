"""The command ``atlas``."""

from __future__ import annotations

import math
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.board import read_size
from gridlock.cli.completion import complete_id, complete_size
from gridlock.cli.options import Memory, Variants, game_from
from gridlock.errors import GridlockError, InvalidChoice
from gridlock.plural import count
from gridlock.text.progress import bar, nodes_text, progress_line

if TYPE_CHECKING:
    from gridlock.atlas.check import Check
    from gridlock.atlas.entries import Atlas
    from gridlock.atlas.survey import Step, SurveyOptions
    from gridlock.rules.variant import Variant
    from gridlock.search import Limits

EXAMPLES = (
    "gridlock atlas spread",
    "gridlock atlas crossfire --variant diagonals=all --max-cells 30 --time 60",
    "gridlock atlas blockade --size 4x10 --time 300",
    "gridlock atlas --check --sample 100",
)
"""For the end of the help text."""


def atlas(
    id: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="The game; leave it out with --check.", autocompletion=complete_id),
    ] = None,
    max_cells: Annotated[
        int, typer.Option("--max-cells", metavar="N", min=1, max=64, help="Solve boards of up to N cells.")
    ] = 20,
    sizes: Annotated[
        list[str] | None,
        typer.Option(
            "--size", metavar="ROWSxCOLS", help="Only this board; repeatable.", autocompletion=complete_size
        ),
    ] = None,
    variant: Variants = None,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The atlas folder.")] = Path("atlas"),
    time: Annotated[float, typer.Option("--time", metavar="SECONDS", help="CPU time per board.")] = 10.0,
    total: Annotated[
        float | None,
        typer.Option("--total", metavar="SECONDS", help="Stop after this long; a later run continues."),
    ] = None,
    memory: Memory = None,
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="Search threads per board.")] = 1,
    distance: Annotated[
        bool,
        typer.Option("--distance/--winner-only", help="Find the number of moves too, or only the winner."),
    ] = True,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Solve boards again that an older search solved.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Verify a sample of boards with a different search.")
    ] = False,
    sample: Annotated[
        int, typer.Option("--sample", metavar="K", min=1, help="With --check: the sample size.")
    ] = 40,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="With --check: the random seed.")] = 1,
) -> None:
    """Solve every small board of a game, and store who wins and in how many moves.

    The results go to FOLDER/ID.csv. A later run continues where this one stopped. It retries
    unsolved boards if they get more time or if the search has changed.
    """
    from gridlock.atlas.entries import board_of, open_atlas
    from gridlock.atlas.survey import SurveyOptions
    from gridlock.cli.solve import limits_from

    if check == (id is not None):
        raise InvalidChoice("Give either a game or --check.")
    if variant and id is None:
        raise InvalidChoice("--variant needs a game.")
    _check_times(time, total)
    limits = limits_from(threads, memory, time)
    if check:
        _check(out, limits, sample, seed)
    elif id is not None:
        atlas = open_atlas(out, _variant(id, variant))
        shapes = tuple(board_of(atlas.variant, *read_size(size)) for size in sizes or [])
        _survey(atlas, SurveyOptions(limits, max_cells, distance, total, shapes, refresh))


def _check_times(*times: float | None) -> None:
    for seconds in times:
        if seconds is not None and not 0 < seconds < math.inf:
            raise InvalidChoice(f"Give a time in seconds above 0, not {seconds:g}.")


def _variant(id: str, variants: list[str] | None) -> Variant:
    from gridlock.rules.variant import Variant

    return Variant.of(game_from(id, None, variants))


def _survey(atlas: Atlas, options: SurveyOptions) -> None:
    """Solve the boards that are still open, and print the totals."""
    from gridlock.atlas.survey import survey

    atlas.path.parent.mkdir(parents=True, exist_ok=True)
    with progress_line(_progress_text) as on_step:
        survey(atlas, options, on_step)
    _print_totals(atlas, options)
    if atlas.entries:
        print(f"Written: {atlas.path}.")


def _print_totals(atlas: Atlas, options: SurveyOptions) -> None:
    winners = Counter(entry.winner for entry in atlas.entries.values())
    left = sum(shape not in atlas.entries for shape in options.boards(atlas.variant))
    print(
        f"{atlas.variant.title}: {count(len(atlas.entries), 'board')}, {winners[1]} won by Player 1, "
        f"{winners[2]} by Player 2, {winners[None]} open."
    )
    if left:
        print(f"Time ran out: {count(left, 'board')} not tried yet.")


def _check(out: Path, limits: Limits, number: int, seed: int) -> None:
    """Solve a sample of boards again and print each result; raise GridlockError if one differs."""
    from gridlock.atlas.check import check, sample
    from gridlock.atlas.entries import open_atlases

    entries = sample(open_atlases(out), number, seed)
    if not entries:
        raise GridlockError(f"The atlas in {out} has no solved boards.")
    hows: Counter[str] = Counter()
    wrong = 0
    for checked in check(entries, limits):
        hows[checked.method] += 1
        wrong += not checked.agrees
        _print_checked(checked)
    ways = ", ".join(f"{number} {how}" for how, number in hows.items())
    print(f"{count(len(entries), 'board')}: {ways}.")
    if wrong:
        raise GridlockError(f"The atlas and the search disagree on {wrong} of {len(entries)} boards.")
    print("No disagreement.")


def _print_checked(checked: Check) -> None:
    entry, found = checked.entry, checked.result
    board = f"{entry.game_variant.stem} {entry.size_text}"
    if checked.agrees:
        print(f"{board}: {entry.value}, {checked.description}", flush=True)
    else:
        sentence = f"{board}: the atlas says {entry.value}, but it is {found.value}, {checked.description}."
        print(sentence, file=sys.stderr, flush=True)


def _progress_text(step: Step) -> str:
    nodes = f", {nodes_text(step.nodes)}" if step.nodes else ""
    return f"{bar(step.done, step.boards)} {step.done}/{step.boards}, {step.board}{nodes}"
