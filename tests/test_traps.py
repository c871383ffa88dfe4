"""Perfect in lost positions: it sets traps, and keeps a win it was given."""

from __future__ import annotations

from random import Random

import pytest

import gridlock
from boards import KINDS, judge_of, make, random_game, state_of
from gridlock import Position, solve
from gridlock.players import make_player, traps
from gridlock.players.perfect import Perfect
from gridlock.search import Limits, OutOfTime
from gridlock.search.answers import question
from judge import State
from minimax import Minimax

pytestmark = pytest.mark.usefixtures("patient_bots")


def lost_positions(game: gridlock.Game, random: Random, games: int) -> list[Position]:
    positions = [position for _ in range(games) for position in random_game(game, random) if position.legal]
    return [p for p in positions if solve(p, winner_only=True).winner != p.turn]


def chances_in(position: Position, answers: int = 10**9, limits: Limits = Limits()) -> dict[int, float]:  # noqa: B008
    with question(position.game, limits) as solver:
        return traps.Traps(position.game, solver, answers).chances(position.words, position.legal)


class AgainstAnyMove:
    """The chance of the losing side against random moves, by naive recursion over the judge."""

    def __init__(self, minimax: Minimax) -> None:
        self._minimax = minimax

    def after(self, state: State, side: int) -> float:
        """The other side is to move, and wins if it does not err."""
        judge = self._minimax.judge
        total, actions = 0.0, list(judge.legal(state))
        for action, (winner, _) in self._minimax.children(state).items():
            child = judge.play(state, action)
            if winner == side:
                total += 1
            elif child.turn == side and judge.legal(child):
                total += max(self.after(judge.play(child, move), side) for move in judge.legal(child))
        return total / len(actions)


@pytest.mark.parametrize("kind", KINDS)
def test_chances_against_random_moves_match_naive_counting(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traps, "OPPONENTS", (lambda answers: [1.0] * len(answers),))
    monkeypatch.setattr(traps, "_ALL_EQUAL", (1.0,))
    monkeypatch.setattr(traps, "_MIN_CHANCE", 0.0)
    monkeypatch.setattr(traps, "_MAX_REPLIES", 9)
    game = make(kind, 3, 3)
    judge = judge_of(game)
    naive = AgainstAnyMove(Minimax(judge))
    for position in lost_positions(game, Random(f"traps {kind}"), 6):
        chances = chances_in(position)
        for move in position.legal_moves():
            child = judge.play(state_of(position), move)
            assert chances[move] == pytest.approx(naive.after(child, position.turn)), position.text


def test_opponent_models_weigh_their_replies() -> None:
    def seen(legal: int, lead: int, room: int, punished: bool = False) -> traps.Answer:
        return traps.Answer((0, 0, 0), legal, punished, punished, lead, room)

    careless, greedy, short_sighted = traps.OPPONENTS
    answers = [seen(1, 3, 0), seen(1, 5, 9, punished=True), seen(1, 1, 4)]
    assert careless(answers) == [1, 1, 1]
    assert greedy(answers) == [0, 1, 0]  # falls for it
    drawn = short_sighted(answers)
    assert drawn[1] == 0  # sees the punishment
    assert 0 < drawn[0] < drawn[2]  # and likes room
    wins = [seen(1, 9, 9), seen(0, 0, 0)]
    assert greedy(wins) == short_sighted(wins) == [0, 1]
    doomed = [seen(1, 0, 2, punished=True), seen(1, 0, 2, punished=True)]
    assert short_sighted(doomed) == [1, 1]


def test_a_forced_reply_is_not_a_trap() -> None:
    """Player 1 has lost. Down, all replies are forced to the end, which is three moves later; left, Player 2
    has to choose, and one of two replies gives the win away.

    O X O X
    X . . o
    O X . .
    """
    position = gridlock.make("trail", 3, 4).position("OXOX/X..o/OX.. 1")
    assert [solve(position.play(move)).moves for move in ("3,4", "2,3")] == [3, 1]
    assert {str(make_player("perfect", seed=seed).choose(position, None)) for seed in range(8)} == {"2,3"}


def test_equal_traps_are_ordered_by_resistance() -> None:
    """Nobody can err on a strip: Player 1 loses by 2 moves to the left, by 4 to the right."""
    position = gridlock.make("trail", 1, 7).position("..o.... 1")
    assert {str(make_player("perfect", seed=seed).choose(position, None)) for seed in range(8)} == {"1,4"}


@pytest.mark.parametrize("name", ["trail", "lightcycle"])
def test_perfect_keeps_a_win_it_was_given(name: str) -> None:
    """From the losing seat against random moves, it wins some games, and every one it was given."""
    game = gridlock.make(name)
    seat = 3 - solve(game.start(), winner_only=True).winner
    perfect, rival = make_player("perfect", seed=1), make_player("random", seed=2)
    won = 0
    for _ in range(16):
        position, winning = game.start(), False
        while position.legal:
            if position.turn == seat:
                now = solve(position, winner_only=True).winner == seat
                assert now or not winning, position.text
                winning = now
            player = perfect if position.turn == seat else rival
            position = position.play(player.choose(position, None))
        won += position.turn != seat
    assert (
        won > 4
    )  # of 16; some 10 and 15 are to be expected, and leaving few ways to win brings none in trail


def test_few_answers_and_little_time_still_give_a_move() -> None:
    position = gridlock.make("spread").start()
    few = chances_in(position, answers=1)
    assert set(few) == set(map(int, position.legal_moves()))
    with pytest.raises(OutOfTime):
        chances_in(position, limits=Limits(seconds=0))
    perfect = Perfect(Random(1))
    assert perfect.choose(position, None) in position.legal_moves()
