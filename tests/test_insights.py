"""Numbers, patterns and parts of moves in reviews, checked on the board by the judge and minimax."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from boards import judge_of, make, random_game, state_of
from gridlock import Move, MoveValue, Position, Value
from gridlock.review import Insight
from gridlock.review.explanations import find_insights
from judge import State
from reviews import winner

pytestmark = pytest.mark.slow

Cell = tuple[int, int]


def mistakes(kind: str, rows: int, cols: int, games: int) -> Iterator[tuple[Position, Move, dict[str, int]]]:
    """Yield positions with a losing move, and the winner after every move by minimax."""
    random, game = Random(f"insights of {kind}"), make(kind, rows, cols)
    for _ in range(games):
        for position in random_game(game, random):
            winners = {str(move): winner(position.play(move)) for move in position.legal_moves()}
            losing = [move for move in position.legal_moves() if winners[str(move)] != position.turn]
            if losing and position.turn in winners.values():
                yield position, random.choice(losing), winners


def insights(position: Position, move: Move, winners: dict[str, int]) -> dict[str, Insight]:
    options = [MoveValue(each, Value(winners[str(each)], None)) for each in position.legal_moves()]
    options.sort(
        key=lambda option: (
            winners[str(option.move)] != position.turn,
            bool(position.play(option.move).legal),
        )
    )
    return {insight.name: insight for insight in find_insights(position, move, options)}


# Numbers ----------------------------------------------------------------------------------------


def open_cells(position: Position, side: int) -> list[int]:
    return judge_of(position.game).legal(state_of(position)._replace(turn=side))


def room(position: Position, side: int) -> int:
    """Try every way to place tokens while the other side stands still."""
    judge = judge_of(position.game)

    @cache
    def most(state: State) -> int:
        state = state._replace(turn=side, last=None)
        after = (judge.play(state, cell)._replace(turn=side, last=None) for cell in judge.legal(state))
        return max((1 + most(each) for each in after), default=0)

    return most(state_of(position))


def safe_cells(position: Position, side: int) -> int:
    """Count the cells that stay open, wherever the other side plays; what is open to it only shrinks."""
    judge, theirs = judge_of(position.game), state_of(position)._replace(turn=3 - side)
    left = set(open_cells(position, side))
    for cell in judge.legal(theirs):
        left &= set(judge.legal(judge.play(theirs, cell)._replace(turn=side)))
    return len(left)


def distances(position: Position, side: int) -> dict[Cell, int]:
    """Return how many steps a marker needs to each empty cell."""
    state, game = state_of(position), position.game
    taken = state.one | state.two | state.blocked
    (place,) = state.one if side == 1 else state.two
    steps, todo = {place: 0}, [place]
    for row, col in todo:
        for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= cell[0] < game.rows and 0 <= cell[1] < game.cols and cell not in taken | set(steps):
                steps[cell] = steps[row, col] + 1
                todo.append(cell)
    return {cell: far for cell, far in steps.items() if far}


def first_to(position: Position, side: int) -> int:
    """Count the cells that a side reaches first; the side to move is ahead by half a move."""
    mine, theirs = distances(position, side), distances(position, 3 - side)
    behind = 0 if position.turn == side else 1
    return sum(far + behind <= theirs.get(cell, 99) for cell, far in mine.items())


def in_three_steps(position: Position, side: int) -> int:
    return sum(far <= 3 for far in distances(position, side).values())


NUMBERS: dict[str, tuple[str, Callable[[Position, int], int]]] = {
    "spread": (r"{me} room for (only )?(\d+) tokens? to {them}'s (\d+)", room),
    "crossfire": (r"{me} with (only )?(\d+) cells? that nothing can close, {them} with (\d+)", safe_cells),
    "crossfire all": (
        r"{me} with (only )?(\d+) open cells? to {them}'s (\d+)",
        lambda p, side: len(open_cells(p, side)),
    ),
    "lightcycle": (r"{me} first to (only )?(\d+) cells?, {them} to (\d+)", first_to),
    "blockade": (r"{me} with (only )?(\d+) cells? within three steps to {them}'s (\d+)", in_three_steps),
}


def plain(words: str) -> str:
    """Return a move as it is typed."""
    return re.sub(r"(\w+) \(block (.+)\)", r"\1:\2", words)


@pytest.mark.parametrize(
    ("kind", "rows", "cols", "games"),
    [
        ("spread", 3, 5, 60),
        ("crossfire", 4, 4, 40),
        ("crossfire all", 4, 4, 40),
        ("lightcycle", 4, 4, 20),
        ("blockade", 3, 4, 12),
    ],
)
def test_numbers_are_right_and_recommend_a_winning_move(kind: str, rows: int, cols: int, games: int) -> None:
    phrase, number = NUMBERS[kind]
    checked = 0
    for position, move, winners in mistakes(kind, rows, cols, games):
        insight = insights(position, move, winners).get("numbers")
        if insight is None:
            continue
        checked += 1
        me, them = position.turn, 3 - position.turn
        stated = re.fullmatch(
            rf"Rule of thumb: (.+) left {phrase.format(me=f'Player {me}', them=f'Player {them}')}; "
            rf"(.+) makes it (\d+) to (\d+)\.",
            insight.text,
        )
        assert stated, insight.text
        played, only, own, opp, better, more, less = stated.groups()
        assert plain(played) == str(move)
        after = {each: position.play(each) for each in winners}
        numbers = {each: (number(child, me), number(child, them)) for each, child in after.items()}
        assert numbers[str(move)] == (int(own), int(opp))
        assert numbers[plain(better)] == (int(more), int(less))
        assert winners[plain(better)] == me
        leads = {each: one - two for each, (one, two) in numbers.items()}
        assert leads[plain(better)] == max(leads.values()) > leads[str(move)]
        assert bool(only) == (leads[str(move)] > 0)
    assert checked > 20


def most_pairs(cells: frozenset[Cell]) -> int:
    """Pair neighbours in every way."""
    if not cells:
        return 0
    row, col = min(cells)
    rest = cells - {(row, col)}
    partners = [cell for cell in ((row + 1, col), (row, col + 1)) if cell in rest]
    return max([most_pairs(rest), *(1 + most_pairs(rest - {cell}) for cell in partners)])


def within_reach(position: Position) -> frozenset[Cell]:
    """Return the free cells that the trail can still get to."""
    state, game = state_of(position), position.game
    todo = [divmod(position.extra.bit_length() - 1, game.cols)]
    seen = set(todo)
    for row, col in todo:
        for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            inside = 0 <= cell[0] < game.rows and 0 <= cell[1] < game.cols
            if inside and cell not in state.one | state.two | seen:
                seen.add(cell)
                todo.append(cell)
    return frozenset(seen - {todo[0]})


def pairs_before_and_after(position: Position) -> tuple[int, int]:
    """Return how many pairs the free cells within reach make without and with the last marker."""
    free, last = within_reach(position), divmod(position.extra.bit_length() - 1, position.game.cols)
    return most_pairs(free), most_pairs(free | {last})


def test_pairs_are_counted_right() -> None:
    checked = 0
    for position, move, winners in mistakes("trail", 3, 4, 150):
        insight = insights(position, move, winners).get("numbers")
        if insight is None:
            continue
        stated = re.fullmatch(
            rf"Pair up free neighbours: (\S+) turns (\d+) pairs? into (\d+), so Player "
            rf"{3 - position.turn} has a partner to go to every time; (\S+) makes no new pair\.",
            insight.text,
        )
        assert stated
        played, without, with_it, better = stated.groups()
        assert (played, winners[better]) == (str(move), position.turn)
        assert pairs_before_and_after(position.play(played)) == (int(without), int(with_it))
        before, after = pairs_before_and_after(position.play(better))
        assert before == after
        checked += 1
    assert checked > 40


# Patterns ---------------------------------------------------------------------------------------


def has_property(position: Position, words: str, cell: Cell) -> bool:
    """Check a property of a cell, rows and columns from 0."""
    game, state = position.game, state_of(position)
    row, col = cell[0] + game.origin, cell[1] + game.origin
    edges = [cell[0] in (0, game.rows - 1), cell[1] in (0, game.cols - 1)]
    theirs = state.two if position.turn == 1 else state.one
    touches = any(max(abs(r - cell[0]), abs(c - cell[1])) <= 1 for r, c in theirs)
    properties = {
        "is in a corner": all(edges),
        "is on the edge": any(edges),
        "is off the edge": not any(edges),
        "is in an odd row and column": row % 2 == 1 and col % 2 == 1,
        "is in an even row and column": row % 2 == 0 and col % 2 == 0,
        "is in an odd row": row % 2 == 1,
        "is in an even row": row % 2 == 0,
        "is in an odd column": col % 2 == 1,
        "is in an even column": col % 2 == 0,
        f"is in row {row}": True,
        f"is in column {col}": True,
        "is in the top half": cell[0] + 1 <= game.rows // 2,
        "is in the bottom half": cell[0] >= (game.rows + 1) // 2,
        "is in the left half": cell[1] + 1 <= game.cols // 2,
        "is in the right half": cell[1] >= (game.cols + 1) // 2,
        f"touches a piece of Player {3 - position.turn}": touches,
        f"touches no piece of Player {3 - position.turn}": not touches,
    }
    return properties.get(words, False)


def target(position: Position, move: str) -> Cell:
    """Return the cell a move goes to."""
    if "," in move:
        row, col = map(int, move.split(","))
        return row - 1, col - 1
    (row, col), = state_of(position).one if position.turn == 1 else state_of(position).two  # fmt: skip
    down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[move]
    return row + down, col + right


@pytest.mark.parametrize(
    ("kind", "rows", "cols"),
    [("spread", 3, 5), ("crossfire", 4, 4), ("lightcycle", 4, 4), ("crossfire", 4, 5)],
)
def test_patterns_are_shared_by_every_winning_cell_and_few_others(kind: str, rows: int, cols: int) -> None:
    checked = 0
    for position, move, winners in mistakes(kind, rows, cols, 40):
        insight = insights(position, move, winners).get("pattern")
        if insight is None:
            continue
        checked += 1
        words = insight.text.removeprefix("Every winning cell ").removesuffix(".")
        cells = {each: target(position, each) for each in winners}
        wins = [cells[each] for each, side in winners.items() if side == position.turn]
        losses = [cells[each] for each, side in winners.items() if side != position.turn]
        assert len(set(wins)) > 1
        assert all(has_property(position, words, cell) for cell in wins), insight.text
        assert sum(has_property(position, words, cell) for cell in losses) <= len(losses) / 4
        assert {divmod(cell, cols) for cell in insight.cells} == set(wins)
    assert checked > 10


# Parts ------------------------------------------------------------------------------------------


def step_and_block(position: Position, move: str) -> tuple[str, str]:
    """Return the cells of a move as text, rows and columns from 0."""
    step, _, block = move.partition(":")
    row, col = target(position, step)
    return f"{row},{col}", block


def test_steps_and_blocks_are_judged_apart() -> None:
    kinds = dict.fromkeys(("step", "block", "neither", "same"), 0)
    for position, move, winners in mistakes("blockade", 3, 4, 25):
        found = insights(position, move, winners)
        step, block = step_and_block(position, str(move))
        wins = [step_and_block(position, each) for each, side in winners.items() if side == position.turn]
        losses = [step_and_block(position, each) for each, side in winners.items() if side != position.turn]
        if "at once" in found:
            continue
        text = found["parts"].text
        if match := re.fullmatch(r"Good step, wrong block: block (\S+) instead of (\S+)\.", text):
            kinds["step"] += 1
            assert (step, match[1]) in wins
            assert match[2] == block
        elif match := re.fullmatch(r"Good block, wrong step: step to (\S+) instead of (\S+)\.", text):
            kinds["block"] += 1
            assert (match[1], block) in wins
            assert match[2] == step
            assert all(first != step for first, _ in wins)
        else:
            match = re.fullmatch(r"Wrong step, with any block: step to (\S+) instead of (\S+)\.", text)
            kinds["neither"] += 1
            assert match
            assert match[2] == step
            assert match[1] in {first for first, _ in wins}
            assert all(first != step for first, _ in wins)
        if "pattern" in found:
            same = re.fullmatch(
                r"Every winning move has the same (step|block): (\S+)\.", found["pattern"].text
            )
            kinds["same"] += 1
            assert same
            assert len(wins) > 1
            at = ("step", "block").index(same[1])
            assert {parts[at] for parts in wins} == {same[2]}
            assert sum(parts[at] == same[2] for parts in losses) <= len(losses) / 4
    assert all(kinds.values()), kinds


# Moves that win at once --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rows", "cols"),
    [("spread", 3, 5), ("crossfire", 4, 4), ("lightcycle", 4, 4), ("trail", 3, 4), ("blockade", 3, 3)],
)
def test_a_win_at_once_is_named_and_nothing_else(kind: str, rows: int, cols: int) -> None:
    checked = 0
    for position, move, winners in mistakes(kind, rows, cols, 40):
        found = insights(position, move, winners)
        judge, state = judge_of(position.game), state_of(position)
        ending = [each for each in winners if judge.winner(judge.play(state, int(position.parse_move(each))))]
        assert ("at once" in found) == bool(ending)
        if ending:
            checked += 1
            assert list(found) == ["at once"]
            stated = re.match(rf"After (.+), Player {3 - position.turn} has no ", found["at once"].text)
            assert stated
            assert plain(stated[1]) in ending
    assert checked
