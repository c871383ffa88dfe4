"""Perfect play by naive memoised minimax over the judge: the winner and the number of moves."""

from __future__ import annotations

from judge import Judge, State


class Minimax:
    """Values of the judge's states: (winner, moves until the side to move is stuck)."""

    def __init__(self, judge: Judge, budget: int = 10**9) -> None:
        self.judge = judge
        self.budget = budget
        self.known: dict[State, tuple[int, int]] = {}

    def value(self, state: State) -> tuple[int, int]:
        if state not in self.known:
            self.budget -= 1
            if self.budget < 0:
                raise TimeoutError
            children = self.children(state).values()
            self.known[state] = self.best(state.turn, children) if children else (3 - state.turn, 0)
        return self.known[state]

    def children(self, state: State) -> dict[int, tuple[int, int]]:
        """The value after each legal move."""
        values = {}
        for action in self.judge.legal(state):
            child = self.judge.play(state, action)
            passed = child.turn == state.turn  # the other side was stuck on its turn, so the game is decided
            values[action] = (state.turn, 0) if passed else self.value(child)
        return values

    @staticmethod
    def best(turn: int, children: object) -> tuple[int, int]:
        """The winner plays for speed, the loser for delay."""
        values = list(children)  # type: ignore[call-overload]
        wins = [moves for winner, moves in values if winner == turn]
        if wins:
            return turn, min(wins) + 1
        return 3 - turn, max(moves for _, moves in values) + 1
