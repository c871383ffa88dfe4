"""Test the rule sheets' tips with the solver, and write the figures into the games' guides.

Each tip is a rule that prefers some moves to others. It is tried in positions from random games where some
moves win and others lose: how often does the rule's favourite move win, and how often any move? ``python
scripts/tips.py`` measures and prints; ``--write`` puts the figures into the guides, whose text is written by
hand, and into docs/rules.md, which is generated from the guides.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import NamedTuple

from docs import DOCS, rules_page
from gridlock import GAMES, Game, Position, analyze, make
from gridlock.board import cells, orthogonal
from gridlock.files import write_whole
from gridlock.rules import Move, other

POSITIONS = 4000
SEED = "tips"
SIGHT = 3  # how many moves a player who thinks ahead sees: mine, yours, mine
EARLY = 1 / 3  # the largest fraction of taken cells
STEPS = 3  # how many of the opponent's steps make a cell worth blocking
HEADING = "## Tips\n"
FIGURES = re.compile(r"\d+(\s+of\s+100\s+\(blind:\s+)\d+")
SAYING = re.compile(r"\d+(\s+of\s+100\s+positions)")

Rule = Callable[[Position, Move], float]
"""How much a tip likes a move."""

cached_analyze = cache(analyze)
winner_known = cache(lambda position: analyze(position, winner_only=True))


# Features for the tips --------------------------------------------------------------------------------------


def choices(position: Position, side: int) -> int:
    """The number of cells a side could go to if it were its turn."""
    game = position.game
    words = position.words if side == position.turn else game.swapped(*position.words)
    to_move = Position(game, side, *words, game.legal_word(game.board, *words))
    return len({game.parts(to_move, move)[0] for move in to_move.legal_moves()})


def target(position: Position, move: Move) -> int:
    """The cell that a move goes to."""
    return position.game.parts(position, move)[0]


def off_centre(position: Position, move: Move) -> tuple[int, int]:
    """The distance of a move's cell from the middle, in half rows and half columns."""
    game = position.game
    row, col = divmod(target(position, move), game.cols)
    return abs(2 * row - game.rows + 1), abs(2 * col - game.cols + 1)


def free(position: Position) -> int:
    """The empty cells."""
    return int(position.game.board.full & ~(position.own | position.opp | position.extra))


def rings(position: Position, side: int) -> Iterator[int]:
    """The cells that a lone marker can reach in one step, in two, and so on."""
    seen, ring = 0, position.sides[side - 1]
    while ring := orthogonal(position.game.board, ring) & free(position) & ~seen:
        seen |= ring
        yield ring


def reached_first(position: Position, side: int) -> int:
    """The number of cells a side can reach before the other; the side to move goes first."""
    board, taken, mine = position.game.board, 0, 0
    edges = dict(zip((1, 2), position.sides, strict=True))
    while any(edges.values()):
        for walker in (position.turn, other(position.turn)):
            edges[walker] = orthogonal(board, edges[walker]) & free(position) & ~taken
            taken |= edges[walker]
            mine += edges[walker].bit_count() * (walker == side)
    return mine


# The tips as rules ------------------------------------------------------------------------------------------


def few_for_them(position: Position, move: Move) -> float:
    """Few choices for the opponent."""
    return -choices(position.play(move), other(position.turn))


def many_for_me(position: Position, move: Move) -> float:
    """Many choices for myself."""
    return choices(position.play(move), position.turn)


def balance(position: Position, move: Move) -> float:
    """More choices for myself than for the opponent."""
    return many_for_me(position, move) + few_for_them(position, move)


def fewest_after_reply(position: Position, move: Move) -> float:
    """Few choices for the opponent at its turn after next, whatever it replies."""
    after = position.play(move)
    return -max((choices(after.play(reply), after.turn) for reply in after.legal_moves()), default=-1)


def think_ahead(position: Position, move: Move) -> float:
    """Take a win within sight, avoid a loss within sight."""
    value = next(found.value for found in cached_analyze(position) if found.move == move)
    if value.moves is None or value.moves + 1 > SIGHT:
        return 0
    return 1 if value.winner == position.turn else -1


def central(position: Position, move: Move) -> float:
    """Near the centre."""
    return -sum(off_centre(position, move))


def towards_edge(position: Position, move: Move) -> float:
    """Near an edge or a corner."""
    return sum(off_centre(position, move))


def no_corner_early(position: Position, move: Move) -> float:
    """No corner while the board is still open; later, anything."""
    board = position.game.board
    if free(position).bit_count() < (1 - EARLY) * board.size:
        return 0
    return -(off_centre(position, move) == (board.rows - 1, board.cols - 1))


def far_from_own(position: Position, move: Move) -> float:
    """Far from all your own tokens."""
    cols = position.game.cols
    row, col = divmod(target(position, move), cols)
    own = [divmod(cell, cols) for cell in cells(position.own)]
    return min((max(abs(row - r), abs(col - c)) for r, c in own), default=0)


def little_ground(position: Position, move: Move) -> float:
    """Few cells that the opponent can reach first."""
    return -reached_first(position.play(move), other(position.turn))


def block_next_step(position: Position, move: Move) -> float:
    """Block a cell the opponent could step to."""
    _, block = position.game.parts(position, move)
    return float(orthogonal(position.game.board, position.opp) >> block & 1)


def little_within_steps(position: Position, move: Move) -> float:
    """Few cells that the opponent can reach in a few steps."""
    within = zip(range(STEPS), rings(position.play(move), other(position.turn)), strict=False)
    return -sum(ring.bit_count() for _, ring in within)


TIPS: dict[str, tuple[tuple[Rule, ...], ...]] = {
    "spread": ((balance,), (think_ahead,), (far_from_own, many_for_me), (few_for_them,)),
    "crossfire": ((few_for_them,), (central,), (fewest_after_reply,), (balance,)),
    "lightcycle": ((few_for_them,), (central,), (little_ground,), (no_corner_early,)),
    "trail": ((central,), (towards_edge, few_for_them), (think_ahead,)),
    "blockade": ((balance,), (central,), (block_next_step,), (little_within_steps,)),
}
"""The tips of each game in the sheet's order; both readings of an ambiguous tip."""


# Measuring --------------------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """How good a rule is, as fractions."""

    tip: float
    """How often the rule's favourite move wins, where the rule distinguishes moves."""
    blind: float
    """How often a random move wins in the same positions."""
    speaks: float
    """The fraction of positions in which the rule distinguishes moves."""


def winning_moves(position: Position) -> set[Move]:
    """The winning moves."""
    return {found.move for found in winner_known(position) if found.value.winner == position.turn}


@cache
def sample(game: Game, count: int, seed: str) -> list[Position]:
    """Positions, one per random game, where some moves win and others lose."""
    random = Random(f"{game!r} {seed}")
    positions: list[Position] = []
    while len(positions) < count:
        played = [game.start()]
        while played[-1].legal:
            played.append(played[-1].play(random.choice(played[-1].legal_moves())))
        position = random.choice(played[:-1])
        if 0 < len(winning_moves(position)) < position.legal.bit_count():
            positions.append(position)
    return positions


def measure(rule: Rule, positions: Sequence[Position]) -> Measured:
    """Try a rule in these positions."""
    tip, blind = [], []
    for position in positions:
        moves, wins = position.legal_moves(), winning_moves(position)
        liked = {move: rule(position, move) for move in moves}
        best = [move for move in moves if liked[move] == max(liked.values())]
        if len(best) < len(moves):
            tip.append(len(wins.intersection(best)) / len(best))
            blind.append(len(wins) / len(moves))
    return Measured(_mean(tip), _mean(blind), len(tip) / len(positions))


def _mean(parts: Sequence[float]) -> float:
    return sum(parts) / max(1, len(parts))


# Writing ----------------------------------------------------------------------------------------------------


def guide_file(name: str) -> Path:
    """The guide in a game's package."""
    return Path(str(files(GAMES[name].__module__))) / "guide.md"


def tips_in(guide: str) -> list[str]:
    """The guide's texts about the tips, in order."""
    section = guide.partition(HEADING)[2].partition("\n## ")[0]
    return re.split(r"^- (?=\*\*)", section, flags=re.MULTILINE)[1:]


def replace_figures(text: str, results: Sequence[Measured]) -> str:
    """Return the text about a tip with its figures replaced."""
    figures = iter(results)

    def replace(old: re.Match[str]) -> str:
        new = next(figures)
        return f"{100 * new.tip:.0f}{old[1]}{100 * new.blind:.0f}"

    assert len(FIGURES.findall(text)) == len(results), text
    text = FIGURES.sub(replace, text)
    return SAYING.sub(rf"{100 * results[-1].speaks:.0f}\1", text)


def main() -> None:
    """Measure every tip."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="put the figures into the guides")
    writes = parser.parse_args().write
    for name, tips in TIPS.items():
        positions = sample(make(name), POSITIONS, SEED)
        guide = guide_file(name).read_text(encoding="utf-8")
        for number, rules in enumerate(tips):
            results = [measure(rule, positions) for rule in rules]
            for rule, result in zip(rules, results, strict=True):
                print(name, number + 1, rule.__name__, *(f"{part:.3f}" for part in result), flush=True)
            if writes:
                text = tips_in(guide)[number]
                guide = guide.replace(text, replace_figures(text, results))
        if writes:
            write_whole(guide_file(name), guide)
    if writes:
        write_whole(DOCS / "rules.md", rules_page())


if __name__ == "__main__":
    main()
