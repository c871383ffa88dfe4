"""The levels: what they see, what they miss, and that they need no compiled code."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random

import pytest

import gridlock
from boards import KINDS, judge_of, make, random_game, state_of
from gridlock import Game, Position, solve
from gridlock.clock import Clock, TimeControl
from gridlock.players import make_player
from gridlock.players.level import LEVELS, Level
from gridlock.players.lookahead import choose_move
from gridlock.players.perfect import Perfect
from gridlock.search import best_moves
from minimax import Minimax

EXAMPLES = Path(__file__).parent.parent / "examples"
SEEING = range(2, len(LEVELS))
"""The levels that overlook nothing within their depth, except the perfect one."""


def chosen(position: Position, level: int, seeds: int = 20) -> set[str]:
    """Return the moves that a level chooses with different seeds."""
    return {str(make_player(f"level:{level}", seed=seed).choose(position, None)) for seed in range(seeds)}


def levels_of_depth(least: int) -> list[int]:
    return [n for n in SEEING if LEVELS[n - 1].depth >= least]


# Levels -----------------------------------------------------------------------------------------


def test_levels_have_names_lines_and_growing_depth() -> None:
    assert len({level.name for level in LEVELS}) == len({level.line for level in LEVELS}) == len(LEVELS)
    *short, perfect = LEVELS
    assert [level.depth for level in short] == sorted(level.depth for level in short)
    assert [level.noise for level in short] == sorted((level.noise for level in short), reverse=True)
    assert perfect.depth == 0


def test_the_lines_say_how_far_a_level_looks() -> None:
    words = {2: "two moves", 3: "three moves", 5: "five moves"}
    for level in levels_of_depth(2):
        assert f" {words[LEVELS[level - 1].depth]} ahead" in LEVELS[level - 1].line


def test_only_the_last_level_is_perfect() -> None:
    for number in range(1, len(LEVELS) + 1):
        player = make_player(f"level:{number}", seed=1)
        assert player.name == f"level:{number}"
        assert isinstance(player, Perfect) == (number == len(LEVELS))


def test_the_last_level_takes_the_fastest_win() -> None:
    random = Random(12)
    for kind in KINDS:
        positions = [p for p in random_game(make(kind), random) if p.legal]
        for position in random.sample(positions, 2):
            if solve(position, winner_only=True).winner == position.turn:
                move = make_player(f"level:{len(LEVELS)}", seed=1).choose(position, None)
                assert move in best_moves(position)


# What they see ----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", levels_of_depth(1))
def test_a_win_in_one_move_is_taken(level: int) -> None:
    """Player 2 has one way out of the corner, and to the right Player 1 stands on it."""
    position = gridlock.make("lightcycle", 3, 3).position(".../.1./.#2 1")
    assert chosen(position, level) == {"right"}


FORK = ".1../##.2 1"
"""Player 1 can go left, into a dead end, or right, where Player 2 is the one to be shut in.

. 1 . .
# # . 2
"""


@pytest.mark.parametrize("level", levels_of_depth(2))
def test_a_loss_in_two_moves_is_avoided(level: int) -> None:
    assert chosen(gridlock.make("lightcycle", 2, 4).position(FORK), level) == {"right"}


@pytest.mark.parametrize("level", levels_of_depth(3))
def test_a_win_in_three_moves_is_taken(level: int) -> None:
    """There are three cells to the left and four to the right: going left takes the first and third."""
    assert chosen(gridlock.make("trail", 1, 8).position("...x.... 2"), level) == {"1,3"}


@cache
def minimax_of(kind: str) -> Minimax:
    return Minimax(judge_of(make(kind, 3, 4)))


def positions_of(kind: str, random: Random) -> Iterator[Position]:
    game = make(kind, 3, 4)
    for _ in range(8):
        yield from (position for position in random_game(game, random) if position.legal)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", SEEING)
def test_a_level_agrees_with_minimax_within_its_depth(kind: str, level: int) -> None:
    """It takes the fastest visible win, avoids visible losses, and otherwise takes the slowest one."""
    depth = LEVELS[level - 1].depth
    player = Level("", LEVELS[level - 1]._replace(nodes=10**9), Random(level))
    minimax = minimax_of(kind)
    seen = 0
    for position in positions_of(kind, Random(f"{kind} {level}")):
        children = minimax.children(state_of(position))
        winner, moves = children[player.choose(position, None)]
        best = minimax.best(position.turn, children.values())
        in_sight = {a: v for a, v in children.items() if v[1] + 1 <= depth}
        if best[1] <= depth:
            assert (winner, moves + 1) == best, position.text
        elif any(won != position.turn for won, _ in in_sight.values()):
            assert not (winner != position.turn and moves + 1 <= depth), position.text
        seen += bool(in_sight)
    assert seen > 3


def test_a_known_loss_is_avoided_when_the_nodes_run_out() -> None:
    """Noise makes the dead end come first, and the nodes are only enough for that one."""
    position = gridlock.make("lightcycle", 2, 4).position(FORK)
    left, right = position.legal_moves()
    for nodes in range(2, 6):
        assert choose_move(position, 2, nodes, {left: 100.0, right: 0.0}) == right
    assert choose_move(position, 2, 0, {left: 100.0, right: 0.0}) == left  # nothing was seen


@pytest.mark.parametrize("kind", KINDS)
def test_level_one_errs_but_not_on_purpose(kind: str) -> None:
    """It takes wins in one move at least as often as random play."""
    random, player = Random(f"level 1 {kind}"), make_player("level:1", seed=1)
    taken = expected = variance = 0.0
    for _ in range(300):
        for position in random_game(make(kind, 3, 4), random):
            after = [position.words_after(move) for move in position.legal_moves()]
            legal = position.game.legal_word
            part = sum(not legal(position.game.board, *words) for words in after) / max(1, len(after))
            if 0 < part < 1:
                move = player.choose(position, None)
                taken += not legal(position.game.board, *position.words_after(move))
                expected, variance = expected + part, variance + part * (1 - part)
    assert expected > 8  # enough to tell: a player that avoids wins would take two or three of them
    assert taken > expected - 2 * sqrt(variance)


# Resources --------------------------------------------------------------------------------------


PLAYS_ON_LARGE_BOARDS = """
import sys
import gridlock
from gridlock.players import make_player
from gridlock.players.level import LEVELS
for name in gridlock.GAMES:
    position = gridlock.make(name, 8, 8).start()
    for level in range(1, len(LEVELS)):
        player = make_player(f"level:{level}", seed=1)
        player.get_ready(position.game)
        position = position.play(player.choose(position, None))
print(len(gridlock.GAMES), {"numba", "numpy", "llvmlite"} & set(sys.modules))
"""


def test_a_level_needs_nothing_compiled() -> None:
    files = ":".join(str(file) for file in EXAMPLES.glob("*/*.py"))
    ran = subprocess.run(
        [sys.executable, "-c", PLAYS_ON_LARGE_BOARDS],
        env={"PYTHONPATH": ":".join(sys.path), "GRIDLOCK_GAMES": files},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "7 set()\n"


MAX_CALLS = 20_000
"""The most calls of the rules for one choice; a slow machine takes 0.3 seconds for them."""


def positions_on(game: Game) -> list[Position]:
    return [position for position in random_game(game, Random(3)) if position.legal][:12:2]


@pytest.mark.parametrize("level", range(1, len(LEVELS)))
@pytest.mark.parametrize("kind", KINDS)
def test_a_level_plays_within_its_node_limit(kind: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    game = make(kind, 8, 8)
    positions, rule = positions_on(game), game.legal_word

    def counting(*words: object) -> object:
        nonlocal calls
        calls += 1
        return rule(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(game, "legal_word", counting)
    for position in positions:
        calls = 0
        make_player(f"level:{level}", seed=1).choose(position, None)
        assert 0 < calls < MAX_CALLS


def test_a_level_is_quick_when_its_clock_runs_out() -> None:
    position = gridlock.make("blockade", 8, 8).start()
    for level in range(1, len(LEVELS)):
        clock = Clock(TimeControl(0.11))
        assert make_player(f"level:{level}", seed=1).choose(position, clock) in position.legal_moves()


# Room -------------------------------------------------------------------------------------------


def test_room_in_lightcycle_is_the_cells_reached_first() -> None:
    """Of seven free cells between the two, the side to move reaches four first."""
    game = gridlock.make("lightcycle", 1, 9)
    assert game.mobility(*game.position("1.......2 1").words) == 4 - 3
    assert game.mobility(*game.position("1#.....2. 1").words) == 0 - 6


def test_room_in_trail_is_the_cells_of_the_own_colour() -> None:
    """The trail goes on to the left: O takes the third cell, X the second, O the first."""
    game = gridlock.make("trail", 1, 5)
    assert game.mobility(*game.position("...xO 2").words) == 2 - 1
    assert game.mobility(*game.position("..XOx 2").words) == 0


def test_room_in_other_games_is_moves() -> None:
    game = gridlock.make("spread", 3, 3)
    position = game.position("X../.../..O 1")
    mine, theirs = (len(game.position(f"X../.../..O {turn}").legal_moves()) for turn in (1, 2))
    assert game.mobility(*position.words) == mine - theirs
