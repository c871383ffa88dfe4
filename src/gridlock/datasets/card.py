"""The card of a dataset: a Markdown file that says what's in it, where it comes from and how to check it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import gridlock
from gridlock.datasets.plan import Plan
from gridlock.datasets.rows import COLUMNS
from gridlock.files import write_whole
from gridlock.rules.variant import Variant

_PIECE = 1 << 20


class Counts(NamedTuple):
    """What a dataset contains."""

    positions: int
    classes: int
    """The number of symmetry classes."""
    splits: dict[str, int]
    """The number of positions of each split."""
    wins: int
    """Positions that the side to move wins."""


def card_path(out: Path) -> Path:
    """The card of a file is beside it; that of a folder is its README.md."""
    return out / "README.md" if out.is_dir() else out.with_name(f"{out.name}.md")


def write_card(out: Path, plan: Plan, counts: Counts, files: Sequence[Path]) -> None:
    """Write the card of a dataset whose files are complete."""
    write_whole(card_path(out), "\n".join(_lines(out, plan, counts, files)) + "\n")


def _lines(out: Path, plan: Plan, counts: Counts, files: Sequence[Path]) -> Iterator[str]:
    title = f"{Variant.of(plan.game).title} on {plan.game.size_text}"
    yield from _front_matter(out, title, counts)
    yield f"# {title}: positions with exact values\n"
    yield f"{_origin(plan)} Every value is exact: it comes from an exhaustive search, not from playouts.\n"
    yield f"- Positions: {counts.positions:,}, of which the side to move wins {counts.wins:,}."
    yield f"- Symmetry classes: {counts.classes:,}."
    yield f"- Splits: {', '.join(f'{name} {count:,}' for name, count in counts.splits.items())}."
    yield f"- Actions: {plan.game.actions}."
    yield f"- Made by: Gridlock {gridlock.__version__}, with the command below."
    yield "- Licence: MIT.\n"
    yield f"```sh\n{plan.command(out.name)}\n```\n"
    yield "## Columns\n"
    yield "| column | meaning |"
    yield "|---|---|"
    yield from (f"| `{name}` | {text} |" for name, text in COLUMNS.items())
    yield "\nWords are seen from the side to move. Cells are numbered row by row, from 0.\n"
    yield "## Checksums (SHA-256)\n"
    yield "```"
    yield from (f"{sha256(path)}  {path.name}" for path in files)
    yield "```"


def _front_matter(out: Path, title: str, counts: Counts) -> Iterator[str]:
    """Metadata that dataset hubs read."""
    yield "---"
    yield f"pretty_name: {title}"
    yield "license: mit"
    yield "tags: [games, combinatorial-game-theory, gridlock]"
    if out.is_dir():
        yield "configs:"
        yield "- config_name: default"
        yield "  data_files:"
        yield from (f"  - split: {name}\n    path: {name}-*.parquet" for name in counts.splits)
    yield "---\n"


def _origin(plan: Plan) -> str:
    if plan.sample is None:
        return "Every position that can be reached from the start, in breadth-first order."
    least = f"; positions before move {plan.after} are left out" if plan.after else ""
    return (
        f"Different positions from games that begin with up to eight random moves and go on with moves of "
        f"`{plan.play}` for both sides (seed {plan.seed}){least}."
    )


def sha256(path: Path) -> str:
    """The checksum of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
