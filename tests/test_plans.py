"""The plans of reviews (answers, walls, prisons and forced lines), each played out by the judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from boards import judge_of, make, random_game, state_of
from gridlock import Game, Position
from gridlock.games.spread.reasons import in_regions
from gridlock.review import Reason
from gridlock.review.reasons import Reasons, reasons_for
from gridlock.rules import FIVE
from judge import Judge, State
from reviews import winner

pytestmark = pytest.mark.slow


def planned(kind: str, rows: int, cols: int, name: str, games: int) -> Iterator[tuple[Position, Reason]]:
    """Yield positions of random games with a plan of this name for either side."""
    random, game = Random(f"{name} in {kind} {rows}x{cols}"), make(kind, rows, cols)
    known = reasons_for(game)
    find = {"answers": [*known.plans, known.plan][0], "wall": known.immediate, "forced": known.few_ways}
    for _ in range(games):
        for position in random_game(game, random):
            for side in (1, 2) if position.legal else ():
                reason = find.get(name, known.plan)(position, side)
                if reason is not None and reason.name == name:
                    assert (reason.winner, reason.at) == (side, 0)
                    yield position, reason


# Answers ----------------------------------------------------------------------------------------


def always_answered(judge: Judge, state: State, side: int, answers: dict[int, int]) -> bool:
    """Return whether a side that follows its answers always has a move."""
    todo, seen = [state], {state}
    while todo:
        for move in judge.legal(todo[-1]) if todo[-1].turn != side else []:
            after = judge.play(todo[-1], move)
            if after.turn != side or answers[move] not in judge.legal(after):
                return False
            then = judge.play(after, answers[move])._replace(last=None)
            if then.turn != side and then not in seen:  # else the other has to pass, and has lost
                seen.add(then)
                todo.insert(0, then)
        todo.pop()
    return True


@pytest.mark.parametrize(
    ("kind", "rows", "cols", "games", "least"),
    [
        ("spread", 4, 4, 30, 100),
        ("spread", 5, 5, 15, 60),
        ("crossfire", 4, 5, 80, 150),
        ("crossfire", 6, 6, 5, 10),
        ("crossfire all", 5, 5, 60, 100),
        ("crossfire all", 6, 6, 5, 10),
    ],
)
def test_every_move_has_its_answer(kind: str, rows: int, cols: int, games: int, least: int) -> None:
    checked = 0
    for position, reason in planned(kind, rows, cols, "answers", games):
        judge, state = judge_of(position.game), state_of(position)
        for first in reason.first:
            assert first in judge.legal(state)
            state = judge.play(state, first)
        answers = {two: one for one, two in reason.pairs} | dict(reason.pairs)
        assert set(judge.legal(state)) <= set(answers)
        if len(judge.legal(state)) <= 12:
            checked += 1
            assert always_answered(judge, state._replace(last=None), reason.winner, answers), position.text
    assert checked >= least


# Walls ------------------------------------------------------------------------------------------


def walks_on(judge: Judge, state: State, side: int, walk: list[tuple[int, int]]) -> bool:
    """Return whether a side on this walk is never stuck first, wherever the other side goes."""
    if state.turn != side:
        return all(walks_on(judge, judge.play(state, move), side, walk) for move in judge.legal(state))
    if not walk:
        return False
    for move in judge.legal(state):
        after = judge.play(state, move)
        if walk[0] in (after.one if side == 1 else after.two):
            return walks_on(judge, after, side, walk[1:])
    return False


@pytest.mark.parametrize(
    ("rows", "cols", "games", "least"), [(4, 4, 60, 100), (5, 5, 45, 40), (3, 7, 30, 40)]
)
def test_a_wall_is_never_crossed_and_outlasts_the_other_side(
    rows: int, cols: int, games: int, least: int
) -> None:
    checked = 0
    for position, reason in planned("lightcycle", rows, cols, "wall", games):
        state, judge = state_of(position), judge_of(position.game)
        if rows * cols - len(state.blocked) <= 15:
            checked += 1
            walk = [divmod(cell, cols) for cell in reason.cells]
            assert walks_on(judge, state, reason.winner, walk), position.text
    assert checked >= least


# Prisons ----------------------------------------------------------------------------------------


def most_moves(judge: Judge, state: State, side: int) -> int:
    """Return the most moves that a side can make from here, with any play."""

    @cache
    def most(state: State) -> int:
        after = [judge.play(state, move) for move in judge.legal(state)]
        return max(map(most, after), default=0) + (state.turn == side and bool(after))

    return most(state)


def sure_moves(judge: Judge, state: State, side: int) -> int:
    """Return how many moves a side has for certain; a stuck side passes."""

    @cache
    def sure(state: State) -> int:
        moves = judge.legal(state)
        if state.turn == side:
            return max((1 + sure(judge.play(state, move)) for move in moves), default=0)
        passed = state._replace(turn=side)
        return min((sure(judge.play(state, move)) for move in moves), default=sure(passed))

    return sure(state)


def stated_numbers(reason: Reason) -> tuple[int, int]:
    """Return the numbers of moves in the text, for the shut-in side and for the other."""
    match = re.fullmatch(
        rf"Player {3 - reason.winner} is shut in with at most (\d+) more moves?; Player {reason.winner} has "
        rf"(\d+) nothing can take away(, with Player {3 - reason.winner} to move)?\.",
        reason.text,
    )
    assert match
    assert (match[1] == match[2]) == (match[3] is not None)
    return int(match[1]), int(match[2])


@pytest.mark.parametrize(("rows", "cols", "games"), [(3, 4, 100), (3, 5, 60), (4, 4, 60)])
def test_a_shut_in_side_has_no_more_moves_than_stated(rows: int, cols: int, games: int) -> None:
    checked, game, random = 0, make("blockade", rows, cols), Random(f"prisons {rows}x{cols}")
    judge, known = judge_of(game), reasons_for(game)
    for _ in range(games):
        for position in random_game(game, random):
            reason = known.theorem(position)
            free = rows * cols - 2 - position.extra.bit_count()
            if reason is None or free > 7:
                continue
            checked += 1
            state, loser = state_of(position), 3 - reason.winner
            most, least = stated_numbers(reason)
            assert most_moves(judge, state, loser) <= most
            assert sure_moves(judge, state, reason.winner) >= least
            assert least > most if position.turn == reason.winner else least >= most
            assert {divmod(cell, cols) for cell in reason.cells} == walkable(position, loser)
    assert checked > 50


def walkable(position: Position, side: int) -> set[tuple[int, int]]:
    """Return the empty cells that a marker can reach if nothing else moves."""
    state, (rows, cols) = state_of(position), (position.game.rows, position.game.cols)
    (place,) = state.one if side == 1 else state.two
    taken, reached, todo = state.one | state.two | state.blocked, set[tuple[int, int]](), [place]
    while todo:
        r, c = todo.pop()
        for step in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= step[0] < rows and 0 <= step[1] < cols and step not in taken | reached:
                reached.add(step)
                todo.append(step)
    return reached


# Regions ----------------------------------------------------------------------------------------

Open = tuple[frozenset[int], frozenset[int]]
"""The cells open to either side."""


@cache
def mover_wins(game: Game, parts: tuple[Open, ...], moves: tuple[int, int]) -> bool:
    """Return whether the first side wins if it starts, given regions and free moves elsewhere."""
    children = [(parts, (moves[0] - 1, moves[1]))] if moves[0] else []
    for number, (mine, yours) in enumerate(parts):
        for cell in mine:
            row, col = divmod(cell, game.cols)
            near = {k for k in mine if max(abs(k // game.cols - row), abs(k % game.cols - col)) <= 1}
            children.append(((*parts[:number], (mine - near, yours - {cell}), *parts[number + 1 :]), moves))
    swapped = ((tuple((yours, mine) for mine, yours in after), left[::-1]) for after, left in children)
    return any(not mover_wins(game, *child) for child in swapped)


def is_even(game: Game, parts: tuple[Open, ...], moves: tuple[int, int]) -> bool:
    """Return whether the side that starts loses, whichever it is."""
    swapped = tuple((two, one) for one, two in parts)
    return not mover_wins(game, parts, moves) and not mover_wins(game, swapped, moves[::-1])


WORTHS = {"½": Fraction(1, 2), "1": Fraction(1), "2": Fraction(2), "3": Fraction(3)} | {
    f"{whole}½": Fraction(2 * whole + 1, 2) for whole in range(1, 4)
}


def stated_value(text: str) -> tuple[Fraction, bool]:
    """Return a region's value in a text, positive for Player 1, and whether star is added to it."""
    star = text.endswith("1 to the first there")
    match = re.match(r"(\S+) to Player ([12])", text)
    if match is None:
        assert star or text == "0"
        return Fraction(), star
    return WORTHS[match[1]] * (1 if match[2] == "1" else -1), star


def test_regions_have_the_stated_value() -> None:
    """Twice a region against twice its value in moves elsewhere is even: the side that starts loses."""
    random, game, checked = Random("regions"), make("spread", 4, 5), 0
    for _ in range(60):
        for position in random_game(game, random):
            reason = in_regions(position) if position.legal else None
            if reason is None:
                continue
            checked += 1
            assert winner(position) == reason.winner
            judge, state = judge_of(game), state_of(position)
            one, two = (frozenset(judge.legal(state._replace(turn=side))) for side in (1, 2))
            listed = reason.text.partition("worth in moves: ")[2].rpartition("; in all")[0]
            for text, shaded in zip(listed.split(", "), reason.regions, strict=True):
                region = set(shaded)
                moves, star = stated_value(text)
                part = one & region, two & region
                behind = (0, int(2 * moves)) if moves > 0 else (int(-2 * moves), 0)
                assert is_even(game, (part, part), behind), text
                alone = frozenset({-9}), frozenset({-9})  # a cell that goes to the first side to move there
                if moves.denominator == 1:
                    behind = (0, int(moves)) if moves > 0 else (int(-moves), 0)
                    assert is_even(game, (part, alone) if star else (part,), behind), text
    assert checked > 100


# Forced lines -----------------------------------------------------------------------------------


def check_forced(position: Position, side: int, lines: list[tuple[int, ...]]) -> int:
    """Check that every move of the other side has a line, and that each ends in a win by minimax."""
    if lines == [()]:
        assert winner(position) == side
        return 1
    assert all(lines)
    firsts = {line[0] for line in lines}
    legal = judge_of(position.game).legal(state_of(position))
    assert firsts <= set(legal) and len(firsts) == 1 if position.turn == side else firsts == set(legal)
    return sum(
        check_forced(position.play(first), side, [line[1:] for line in lines if line[0] == first])
        for first in firsts
    )


@pytest.mark.parametrize(
    ("kind", "rows", "cols", "games", "least"),
    [
        ("spread", 3, 4, 40, 20),
        ("crossfire", 4, 5, 60, 50),
        ("crossfire all", 4, 5, 60, 50),
        ("lightcycle", 4, 4, 40, 50),
        ("lightcycle", 3, 5, 40, 50),
        ("blockade", 3, 4, 40, 50),
        ("blockade", 4, 4, 5, 10),
    ],
)
def test_forced_lines_are_complete(kind: str, rows: int, cols: int, games: int, least: int) -> None:
    checked = 0
    for position, reason in planned(kind, rows, cols, "forced", games):
        checked += 1
        lines = [tuple(map(int, line)) for line in reason.cases]
        assert len(set(lines)) == len(lines) == check_forced(position, reason.winner, lines)
    assert checked >= least


def test_a_game_without_reasons_of_its_own_has_forced_lines() -> None:
    """Trail stands in for a game of another package."""
    random, game, checked = Random("any game"), make("trail", 3, 4), 0
    for _ in range(60):
        for position in random_game(game, random):
            for side in (1, 2):
                reason = Reasons().plan(position, side)
                if reason is not None:
                    checked += 1
                    lines = [tuple(map(int, line)) for line in reason.cases]
                    assert (reason.name, reason.winner) == ("forced", side)
                    assert len(lines) == check_forced(position, side, lines)
    assert checked > 100


# In one move ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name"), [("spread", "count"), ("crossfire", "safe"), ("blockade", "shut in")]
)
def test_a_first_move_leads_to_its_reason(kind: str, name: str) -> None:
    checked = 0
    for position, reason in planned(kind, 4, 4, name, 40):
        if reason.first:
            checked += 1
            after = reasons_for(position.game).theorem(position.play(reason.first[0]))
            assert after is not None
            first = re.sub(r"(\w+):(.+)", r"\1 (block \2)", str(reason.first[0]))
            assert reason.claim == f"Player {reason.winner} plays {first}. Then {after.claim}"
            assert (after.winner, after.cells, after.pairs) == (reason.winner, reason.cells, reason.pairs)
    assert checked


def test_every_kind_of_reason_has_one_lesson() -> None:
    lessons: dict[str, set[str]] = {}
    for kind in [*FIVE, "crossfire all"]:
        random, game = Random(f"lessons of {kind}"), make(kind, 4, 4)
        known = reasons_for(game)
        for _ in range(12):
            for position in random_game(game, random):
                reasons = [known.theorem(position), *(known.plan(position, side) for side in (1, 2))]
                reasons += [known.stuck(position)] if not position.legal else []
                for reason in filter(None, reasons):
                    lessons.setdefault(reason.name, set()).add(reason.lesson)
    kinds = {"mirror", "pairs", "answers", "count", "regions", "safe", "apart", "wall", "shut in", "forced"}
    assert set(lessons) == kinds | {"stuck"}
    for texts in lessons.values():
        (lesson,) = texts
        assert (lesson[-1], lesson.count(".")) == (".", 1)
