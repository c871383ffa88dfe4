"""Measure the levels against each other, and choose the strengths of which they are made.

``python scripts/opponents.py`` writes docs/opponents.md. With ``--choose`` it searches for the strengths
instead (an hour on two cores) and writes them to src/gridlock/players/strengths.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from random import Random

from gridlock import GAMES, Game, Position, analyze, make
from gridlock.files import write_whole
from gridlock.players import make_player
from gridlock.players.level import LEVELS, part_of_winning_moves, pick
from gridlock.players.strengths import strengths_of
from gridlock.rules import Move

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "opponents.md"

OPENING = (2, 5)  # random moves at least: one of these numbers
CANDIDATES = 10  # openings of which the sharpest is taken
TRIALS = 4  # random games by which that is judged
PAIRS = 300  # openings for each pair of levels in the page, each played from both seats
SEARCH_PAIRS = {"blockade": 200}  # for each try while strengths are searched for
USUAL_SEARCH_PAIRS = 1000
HALVINGS = 8
RIVALS = ("level:1", "level:4", "level:7", "greedy", "mcts:100", "mcts:800", "perfect")
STEPS = [step / 100 for step in range(54, 68)]
"""Scores of a level against the one below: a game of few decisions has no room for nine large steps."""

known = cache(analyze)
ease = cache(part_of_winning_moves)
Chooser = Callable[[Position], Move]


def matters(position: Position) -> bool:
    """Whether some moves win and others lose."""
    return 0 < ease(position) < 1


def decisions(position: Position, random: Random) -> int:
    """How often a move matters in a random game from here."""
    count = 0
    while position.legal:
        count += matters(position)
        position = position.play(random.choice(position.legal_moves()))
    return count


def random_opening(game: Game, random: Random) -> Position:
    """Some random moves from the start, and more until the next one matters."""
    while True:
        position = game.start()
        left = random.randint(*OPENING)
        while position.legal:
            if left <= 0 and matters(position):
                return position
            position = position.play(random.choice(position.legal_moves()))
            left -= 1


def sharp_opening(game: Game, random: Random) -> Position:
    """Of some random openings, the one after which most moves matter."""
    candidates = [random_opening(game, random) for _ in range(CANDIDATES)]
    return max(candidates, key=lambda found: sum(decisions(found, random) for _ in range(TRIALS)))


@cache
def openings(game: Game, count: int, seed: str) -> list[Position]:
    """So many openings, always the same for the same seed."""
    random = Random(f"{game!r} {seed}")
    return [sharp_opening(game, random) for _ in range(count)]


def play(position: Position, first: Chooser, second: Chooser) -> int:
    """The winner of a game between two."""
    while position.legal:
        position = position.play((first, second)[position.turn - 1](position))
    return 3 - position.turn


def score(game: Game, one: Chooser, other: Chooser, pairs: int, seed: str) -> float:
    """The part of the games that one wins: so many openings, each from both seats."""
    won = 0
    for start in openings(game, pairs, seed):
        won += (play(start, one, other) == 1) + (play(start, other, one) == 2)
    return won / (2 * pairs)


def chooser(strength: float, seed: int) -> Chooser:
    """Chooses as a level of this strength does, looking each position up only once."""
    if strength == 1:
        return cache(_chooser_of("perfect"))
    random = Random(seed)
    return lambda position: pick(position, known(position), strength, random, ease)


# Choosing the strengths ------------------------------------------------------------------------------------


def level_below(game: Game, strength: float, step: float) -> float | None:
    """The strength that a strength beats by this score; None if there is none so weak."""
    pairs = SEARCH_PAIRS.get(game.id, USUAL_SEARCH_PAIRS)

    def beats(weaker: float) -> bool:
        return score(game, chooser(strength, 1), chooser(weaker, 2), pairs, "choose") >= step

    low, high = -1.0, strength
    if not beats(low):
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if beats(middle) else (low, middle)
    return (low + high) / 2


def ladder(game: Game, step: float) -> list[float] | None:
    """Strengths of all levels, weakest first, each beating the one below by this score; None without room."""
    found = [1.0]
    while len(found) < LEVELS:
        below = level_below(game, found[-1], step)
        if below is None:
            return None
        found.append(round(below, 3))
    return found[::-1]


def choose(name: str) -> list[float]:
    """The strengths of the levels of a game, with the largest step for which there is room."""
    game, best = make(name), None
    low, high = 0, len(STEPS)
    while low < high:  # halve the steps that are still in question
        middle = (low + high) // 2
        found = ladder(game, STEPS[middle])
        print(f"{name}: {STEPS[middle]:.0%} {found or 'is too large a step'}", flush=True)
        if found is None:
            high = middle
        else:
            best, low = found, middle + 1
    assert best is not None, f"{name} has no room for {LEVELS} levels"
    return best


def write_strengths(name: str, strengths: list[float]) -> None:
    """Write the module that holds the strengths of a game's levels, into its room."""
    write_whole(
        Path(str(files(GAMES[name].__module__))) / "strengths.py",
        '"""How strong each level is, as scripts/opponents.py has chosen it."""\n\n'
        '__all__ = ["STRENGTHS"]\n\n'
        f"STRENGTHS = ({', '.join(map(str, strengths))})\n"
        '"""The strength of level 1, level 2 and so on; 1 is perfect."""\n',
    )


# Measuring -------------------------------------------------------------------------------------------------


def measure(name: str, pairs: int = PAIRS) -> tuple[list[float], dict[str, float]]:
    """The score of each level from 2 on against the one below, and of others against random."""
    game, strengths = make(name), strengths_of(GAMES[name])
    steps = [
        score(game, chooser(strengths[n], 10 + n), chooser(strengths[n - 1], 20 + n), pairs, "measure")
        for n in range(1, LEVELS)
    ]
    against = {
        rival: score(game, _chooser_of(rival), _chooser_of("random"), pairs, "measure") for rival in RIVALS
    }
    return steps, against


def _chooser_of(name: str) -> Chooser:
    return partial(make_player(name, seed=40).choose, clock=None)


PAGE_TEXT = """# Opponents

Every place that asks for a player takes one of these texts: `gridlock play spread --p2 level:4`.

| text | who that is |
|---|---|
| `human` | a person at the keyboard |
| `random` | takes any legal move |
| `greedy` | looks one move ahead: many moves for itself, few for you |
| `mcts:800` | Monte Carlo tree search with 800 playouts a move; any number up to a million |
| `level:1` ... `level:10` | the ladder below |
| `perfect` | never gives a win away; when it has lost, it resists as long as it can |
| `python:mybot.py` | your own bot, see [bots](bots.md) |
| `engine:COMMAND` | a program that speaks UGI, see [bots](bots.md) |

## The ladder

A level sees the exact value of some moves and overlooks that of others, by chance: the further off the end of
a line is, the more often it is overlooked, as with people. Of what it sees it takes the best; if it sees no
win, it takes any move that it has overlooked. Level 10 sees everything: it is perfect play. The lowest levels
see a little and are drawn to what loses, since on boards this small even random moves win often; level 1 is
for children.

Each level should beat the one below in 60 to 80 of 100 games. Measured on the standard boards over {pairs}
random openings for each game and step, each played from both seats, which makes {games} games. An opening
is the sharpest of {candidates} random ones of {least} moves and more: the one after which most moves
matter, since games that are decided from the start tell nothing. The figures are wins of the upper level in
100 games:

{steps}

Over all five games the steps come to {low} to {high} in 100: as much as there is room for. Both players get
both seats, so the two games of a pair that the opening decides are shared, and only what a player can still
throw away counts. If one side alone has anything to decide, the upper level scores half of 1 plus how much
more often it holds a won game; over nine steps these differences add up to 1 at most, so that nine equal
steps cannot exceed 55.6 in 100. **trail** on 4x4 is nearly such a game (most positions are won or lost
whatever the mover does), **lightcycle** on 5x5 is not far from it. In each game the ladder takes the
largest equal steps for which there is room.

On boards too large to be solved within a second, a level plays a tree search whose size grows with the level
(4 playouts to the power of the level); `perfect` says that it cannot solve the board in time, and gives its
search as long as its clock allows.

## Against random moves

Wins in 100 games against `random`, from the same openings:

{against}

This page is written by `python scripts/opponents.py`.
"""


def page(measured: dict[str, tuple[list[float], dict[str, float]]]) -> str:
    """The page about the opponents."""
    names = list(measured)
    steps = [f"| levels | {' | '.join(names)} | all five |", "|---|" + "---:|" * (len(names) + 1)]
    together = []
    for n in range(1, LEVELS):
        row = [measured[name][0][n - 1] for name in names]
        together.append(sum(row) / len(row))
        cells = " | ".join(f"{100 * part:.0f}" for part in [*row, together[-1]])
        steps.append(f"| {n + 1} against {n} | {cells} |")
    against = [f"| player | {' | '.join(names)} |", "|---|" + "---:|" * len(names)]
    for rival in measured[names[0]][1]:
        cells = " | ".join(f"{100 * measured[name][1][rival]:.0f}" for name in names)
        against.append(f"| `{rival}` | {cells} |")
    return PAGE_TEXT.format(
        pairs=PAIRS,
        games=2 * PAIRS,
        candidates=CANDIDATES,
        least=OPENING[0],
        steps="\n".join(steps),
        against="\n".join(against),
        low=f"{100 * min(together):.0f}",
        high=f"{100 * max(together):.0f}",
    )


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choose", action="store_true", help="search for the strengths first")
    parser.add_argument("--games", default=",".join(GAMES), help="only these")
    arguments = parser.parse_args()
    names = arguments.games.split(",")
    with ProcessPoolExecutor() as pool:
        if arguments.choose:
            for name, chosen in zip(names, pool.map(choose, names), strict=True):
                write_strengths(name, list(chosen))
            print("The strengths are written; run again without --choose to measure them.")
            return
        write_whole(PAGE, page(dict(zip(GAMES, pool.map(measure, GAMES), strict=True))))


if __name__ == "__main__":
    main()
