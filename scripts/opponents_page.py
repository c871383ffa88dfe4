"""The page about the opponents, with its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from arena import CANDIDATES, OPENING, Score
from gridlock.players.level import LEVELS
from gridlock.rules import FIVE
from opponents import HURRIED, LARGE, TOP, Measured

NAMES = tuple(FIVE)
LADDER = tuple(f"level:{number}" for number in range(1, TOP + 1))
MIDDLE = LADDER[(TOP - 1) // 2]
RIVALS = ("random", "greedy", "mcts:100")
LOSERS = ("random", "mcts:800", "perfect")
VICTIMS = ("random", "greedy", MIDDLE)

TEXT = """# Opponents

Wherever Gridlock asks for a player, use one of these: `gridlock play spread --p2 level:4`.

| player | what it does |
|---|---|
| `human` | a person at the keyboard |
| `random` | plays any legal move |
| `greedy` | looks one move ahead: many moves for itself, few for you |
| `mcts:800` | Monte Carlo tree search with 800 playouts a move; any number up to a million |
| `level:1` ... `level:{top}` | the ladder below |
| `perfect` | the same as `level:{top}` |
| `python:mybot.py` | your own bot, see [bots](bots.md) |
| `engine:COMMAND` | a program that speaks UGI, see [bots](bots.md) |

## The ladder

{levels}

A level looks a number of moves ahead, counting yours and its own. Within that horizon it plays exactly:
it takes the fastest win, avoids losses, and if every move loses, it holds out as long as it can. Beyond
it, a level evaluates positions by how much room both sides have, plus random noise that gets smaller from
level to level. No level ever prefers a loss that it sees. Only level 1 overlooks what is right in front
of it: nine times in ten it doesn't check where a move leads.

Room is what a beginner would count. In most games it is the number of moves each side has; in lightcycle,
the number of cells each side would reach first; in trail, the number of cells each side can still use
(your markers all land on one colour of a chessboard). Games from other packages can define it with the
method `mobility`; by default it is the number of moves.

A level answers in well under a second on any board, without compiled code, because it looks at a limited
number of moves ({looks} at level {expert}). With many moves to choose from, as on a large board, it has
to stop sooner than the table says.

Without a clock, `perfect` tries to solve the position for 3 seconds. If that isn't enough, it says so and
plays the best move of a 2-second tree search. On a server, all of this has to fit into 8 seconds of
worker time, or less if others are waiting: see [limits](self-hosting.md#limits).

## Each level against the one below

Wins per 100 games on the standard boards. Each pair plays {ladder} openings per game, each from both
seats. An opening is the sharpest of {candidates} random ones of {least} moves or more: the one after
which most moves matter, because games that are decided from the start tell us nothing. The last column
adds the 95 % confidence interval.

{steps}

Both players get both seats, so if the opening decides, each wins once and the score is 50. That is why steps
near the top look small.

## Against other players

Each level's wins per 100 games, from {rivals} openings per game; for level 1 against `random`, from
{ladder}. The last column is for 8x8 boards.

{against}

{greedy}

On 8x8 an opening is a few random moves, since we can't tell which moves matter there. There are {large}
per game, and {large_top} for level {top}, which had only {seconds} seconds per move.

| level | takes a win in one move |
|---|---:|
{taken}

That is out of {wins} positions per game in which some moves win at once and others don't.

## In a lost position

A lost side can only hope for a mistake. `perfect` asks the solver which replies would throw the win away,
and estimates how likely three kinds of opponent are to play them: one that moves at random, one that is
`greedy`, and one that sees the next move and likes room. It looks ahead as far as {answers} replies
allow, and updates its estimate with every reply. Among equal moves it takes the one that holds out
longest. Once it has a win, it doesn't give it back.

Wins per 100 games of the lost side. First from {lost} lost openings per game:

{openings}

Then from the start, in the losing seat ({starts} games each):

{start}

A 0 needn't be bad play: in crossfire some seats are so lost that even `greedy` can't go wrong.

`python scripts/opponents.py` writes this page from the results in `opponents.json` beside it.
"""


def page(measured: Measured) -> str:
    """Return the page for these results."""
    from gridlock.players.perfect import ANSWERS

    counts = measured.counts
    return TEXT.format(
        top=TOP, expert=TOP - 1, looks=f"{LEVELS[-2].nodes:,}",
        ladder=counts.ladder, rivals=counts.rivals, large=counts.large, large_top=counts.large_top,
        candidates=CANDIDATES, least=OPENING[0], seconds=f"{HURRIED / 20:g}", wins=counts.wins,
        lost=counts.lost, starts=counts.starts, answers=f"{ANSWERS:,}",
        levels=_levels(), steps=_steps(measured), openings=_lost(measured.from_lost),
        start=_lost(measured.from_start), taken=_taken(measured), greedy=_greedy(measured),
        against=_against(measured),
    )  # fmt: skip


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _levels() -> str:
    rows = [[f"`{text}`", level.name, level.line] for text, level in zip(LADDER, LEVELS, strict=True)]
    return "\n".join(
        f"| {' | '.join(line)} |" for line in [["player", "name", "what it sees"], ["---"] * 3, *rows]
    )


def _in_100(parts: Sequence[float]) -> str:
    return f"{100 * Score.of(parts).part:.0f}"


def _steps(measured: Measured) -> str:
    rows = []
    for lower, upper in pairwise(LADDER):
        found = [measured.match(name, upper, lower, measured.counts.ladder) for name in NAMES]
        together = Score.of([part for parts in found for part in parts])
        rows.append([f"{upper[-1]} against {lower[-1]}", *map(_in_100, found), str(together)])
    return _table(["levels", *NAMES, "all five"], rows)


def _standard(measured: Measured, name: str, level: str, rival: str) -> list[float]:
    many = level == LADDER[0] and rival == "random"
    return measured.match(name, level, rival, measured.counts.ladder if many else measured.counts.rivals)


def together(measured: Measured, level: str, rival: str) -> list[float]:
    """The scores of a level in all games, on the standard boards."""
    return [part for name in NAMES for part in _standard(measured, name, level, rival)]


def together_on_large(measured: Measured, level: str, rival: str) -> list[float]:
    """The scores of a level in all games, on the large boards."""
    return [part for name in NAMES for part in measured.large(name, level, rival)]


def _against(measured: Measured) -> str:
    tables = []
    for rival in RIVALS:
        rows = []
        for level in LADDER:
            small = [_standard(measured, name, level, rival) for name in NAMES]
            both = (asked(measured, level, rival) for asked in (together, together_on_large))
            rows.append([f"`{level}`", *map(_in_100, small), *(str(Score.of(parts)) for parts in both)])
        tables.append(_table([f"against `{rival}`", *NAMES, "all five", f"all five, {LARGE}x{LARGE}"], rows))
    return "\n\n".join(tables)


def _greedy(measured: Measured) -> str:
    """Where greedy is on the ladder."""
    scores = [Score.of(together(measured, level, "greedy")).part for level in LADDER]
    below = sum(score < 0.5 for score in scores)
    return f"On the standard boards `greedy` beats level {below} and loses to level {below + 1}."


def _taken(measured: Measured) -> str:
    rows = []
    for level in LADDER:
        parts = [part for name in NAMES for part in measured.wins_taken(name, level)]
        rows.append(f"| `{level}` | {_in_100(parts)} in 100 |")
    return "\n".join(rows)


def _lost(measure: Callable[[str, str, str], list[float]]) -> str:
    rows = []
    for victim in VICTIMS:
        for loser in LOSERS:
            scores = [measure(name, loser, victim) for name in NAMES]
            rows.append([f"`{loser}` against `{victim}`", *map(_in_100, scores)])
    return _table(["lost side", *NAMES], rows)
