"""The judge: every rule implemented again, naively, with sets of cells.

It shares nothing with the package. Cells are (row, column) counted from 0; moves are action indices.
"""

from __future__ import annotations

from typing import NamedTuple

Cell = tuple[int, int]
Cells = frozenset[Cell]

UP_DOWN_LEFT_RIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CLOCKWISE = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


class State(NamedTuple):
    turn: int
    one: Cells
    two: Cells
    blocked: Cells
    last: Cell | None

    @property
    def mine(self) -> Cells:
        return self.one if self.turn == 1 else self.two

    @property
    def theirs(self) -> Cells:
        return self.two if self.turn == 1 else self.one

    def give_turn(self, mine: Cells, blocked: Cells, last: Cell | None) -> State:
        if self.turn == 1:
            return State(2, mine, self.two, blocked, last)
        return State(1, self.one, mine, blocked, last)


class Judge:
    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells = [(r, c) for r in range(rows) for c in range(cols)]
        self.board = frozenset(self.cells)

    def start(self) -> State:
        return State(1, frozenset(), frozenset(), frozenset(), None)

    def empty(self, state: State, cell: Cell) -> bool:
        taken = cell in state.one or cell in state.two or cell in state.blocked
        return cell in self.board and not taken

    def legal(self, state: State) -> list[int]:
        empty = self.board - state.one - state.two - state.blocked
        return sorted(r * self.cols + c for r, c in empty if self.allowed(state, (r, c)))

    def allowed(self, state: State, cell: Cell) -> bool:
        raise AssertionError("a placement game says which cells are allowed")

    def play(self, state: State, action: int) -> State:
        cell = divmod(action, self.cols)
        return self.settle(state.give_turn(state.mine | {cell}, state.blocked, cell))

    def settle(self, state: State) -> State:
        return state

    def winner(self, state: State) -> int | None:
        return None if self.legal(state) else 3 - state.turn


class SpreadJudge(Judge):
    def allowed(self, state: State, cell: Cell) -> bool:
        row, col = cell
        return not any(-1 <= r - row <= 1 and -1 <= c - col <= 1 for r, c in state.mine)

    def settle(self, state: State) -> State:
        passed = state._replace(turn=3 - state.turn)
        return passed if not self.legal(state) and self.legal(passed) else state


class CrossfireJudge(Judge):
    def __init__(self, rows: int, cols: int, diagonals: str = "main") -> None:
        super().__init__(rows, cols)
        self.all_diagonals = diagonals == "all"

    def allowed(self, state: State, cell: Cell) -> bool:
        return not any(self.share_a_line(cell, marker) for marker in state.theirs)

    def share_a_line(self, a: Cell, b: Cell) -> bool:
        if a[0] == b[0] or a[1] == b[1]:
            return True
        if self.all_diagonals:
            return abs(a[0] - b[0]) == abs(a[1] - b[1])
        primary = a[0] == a[1] and b[0] == b[1]
        secondary = a[0] + a[1] == self.cols - 1 and b[0] + b[1] == self.cols - 1
        return primary or secondary


class TrailJudge(Judge):
    def allowed(self, state: State, cell: Cell) -> bool:
        if state.last is None:
            return True
        return abs(cell[0] - state.last[0]) + abs(cell[1] - state.last[1]) == 1


class LightCycleJudge(Judge):
    def start(self) -> State:
        row = (self.rows - 1) // 2
        return State(1, frozenset({(row, 0)}), frozenset({(row, self.cols - 1)}), frozenset(), None)

    def step(self, state: State, direction: int) -> Cell:
        (place,) = state.mine
        down, right = UP_DOWN_LEFT_RIGHT[direction]
        return place[0] + down, place[1] + right

    def legal(self, state: State) -> list[int]:
        return [d for d in range(4) if self.empty(state, self.step(state, d))]

    def play(self, state: State, action: int) -> State:
        place = self.step(state, action)
        return state.give_turn(frozenset({place}), state.blocked | state.mine, None)


class BlockadeJudge(LightCycleJudge):
    def start(self) -> State:
        corner = (self.rows - 1, self.cols - 1)
        return State(1, frozenset({(0, 0)}), frozenset({corner}), frozenset(), None)

    def block(self, place: Cell, number: int) -> Cell:
        down, right = CLOCKWISE[number]
        return place[0] + down, place[1] + right

    def legal(self, state: State) -> list[int]:
        result = []
        for direction in range(4):
            place = self.step(state, direction)
            if not self.empty(state, place):
                continue
            moved = state.give_turn(frozenset({place}), state.blocked, None)
            result += [
                direction * 8 + number for number in range(8) if self.empty(moved, self.block(place, number))
            ]
        return result

    def play(self, state: State, action: int) -> State:
        place = self.step(state, action // 8)
        return state.give_turn(frozenset({place}), state.blocked | {self.block(place, action % 8)}, None)


def judge_for(id: str, rows: int, cols: int, options: dict[str, str]) -> Judge:
    kinds: dict[str, type[Judge]] = {
        "spread": SpreadJudge,
        "crossfire": CrossfireJudge,
        "lightcycle": LightCycleJudge,
        "trail": TrailJudge,
        "blockade": BlockadeJudge,
    }
    return kinds[id](rows, cols, **options)
