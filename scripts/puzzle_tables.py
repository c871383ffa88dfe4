"""Write the tables of docs/puzzles.md: the number of puzzles, and how often each player solves them.

``python -m gridlock.puzzles.generate`` creates the puzzles and has the players try them; this only counts.
"""

from __future__ import annotations

from pathlib import Path

from gridlock.files import write_whole
from gridlock.players.level import LEVELS
from gridlock.puzzles import DIFFICULTIES, Puzzle, count, kinds, puzzle
from gridlock.puzzles.catalogue import game_of
from gridlock.rules import Game

PAGE = Path(__file__).parent.parent / "docs" / "puzzles.md"


def main() -> None:
    """Write both tables into the page."""
    write_whole(PAGE, with_tables(PAGE.read_text(encoding="utf-8")))


def with_tables(page: str) -> str:
    """Return the page with its tables replaced; each is between two comments with its name."""
    for name, table in {"counts": counts_table(), "solved": solved_table()}.items():
        mark = f"<!-- {name} -->\n"
        before, _, after = page.split(mark)
        page = f"{before}{mark}{table}{mark}{after}"
    return page


def counts_table() -> str:
    """The number of puzzles of each kind and difficulty."""
    rows = [["kind", "board", *DIFFICULTIES]]
    for kind in kinds():
        counts = [count(kind, difficulty) for difficulty in DIFFICULTIES]
        rows.append([f"`{kind}`", board(game_of(kind)), *(str(there or "none") for there in counts)])
    return markdown(rows)


def board(game: Game) -> str:
    """The size of the board, and the variant if it isn't the standard one."""
    names = [game.variant_names[option][value] for option, value in game.options.items()]
    return ", ".join([game.size_text, *names])


def solved_table() -> str:
    """For each player the fraction of attempts without a mistake, over all kinds."""
    groups = [all_of(difficulty) for difficulty in DIFFICULTIES]
    rows = [["solved by", *DIFFICULTIES]]
    for name in groups[0][0].solved:
        rows.append([label(name), *(f"{part(group, name):.0%}" for group in groups)])
    return markdown(rows)


def all_of(difficulty: str) -> list[Puzzle]:
    """All puzzles of a difficulty."""
    return [puzzle(kind, difficulty, 1 + n) for kind in kinds() for n in range(count(kind, difficulty))]


def part(puzzles: list[Puzzle], name: str) -> float:
    """The fraction of a player's attempts at these puzzles without a mistake."""
    return sum(made.solved[name] for made in puzzles) / sum(made.tries for made in puzzles)


def label(name: str) -> str:
    """A player's name, with how far it looks ahead."""
    kind, _, number = name.partition(":")
    if kind != "level":
        return f"`{name}`"
    level = LEVELS[int(number) - 1]
    return f"`{name}` {level.name}: {level.line}"


def markdown(rows: list[list[str]]) -> str:
    """Format a table whose first row is its header."""
    head, *rest = rows
    lines = [head, ["---"] * len(head), *rest]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
