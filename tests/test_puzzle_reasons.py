"""The reason at the end of a puzzle is about the moves played, in every user interface."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest

from gridlock.puzzles import DIFFICULTIES, Puzzle, kinds, puzzle_by_id, solution, winning_moves
from gridlock.puzzles.play import is_over, reply_to
from gridlock.review import Reason, reasons_played
from gridlock.rules import Move, Position
from gridlock.search import Limits
from gridlock.text.puzzles import why_won
from gridlock.web.tasks import puzzle_solution, puzzle_verdict
from gridlock.web.views.analysis import WhyJson
from puzzle_samples import all_of
from terminal import gridlock as program
from terminal_app import (
    at_home,  # noqa: F401  (a fixture)
    running,
)


def other_way(puzzle: Puzzle, random: Random) -> tuple[Move, ...]:
    """Return a winning line of a puzzle that need not be the fastest."""
    position, side, line = puzzle.position, puzzle.position.turn, list[Move]()
    while True:
        line.append(random.choice(winning_moves(position)))
        position = position.play(line[-1])
        if is_over(position, side):
            return tuple(line)
        line.append(reply_to(position))
        position = position.play(line[-1])


def assert_is_about(puzzle: Puzzle, line: tuple[Move, ...], reason: Reason) -> bool:
    """Check that a reason is about this line; return whether it names moves of the winner."""
    side = puzzle.position.turn
    assert reason.winner == side
    assert 0 <= reason.at <= len(line)
    if reason.at:
        last = puzzle.position.game.move_words(line[reason.at - 1])
        assert reason.text.startswith(f"After {last}, ")
    else:
        assert not reason.lead_in
    here = reduce(Position.play, line[: reason.at], puzzle.position)
    own = [int(move) for move in line[reason.at + (here.turn != side) :: 2]]
    named_moves = [int(move) for move in reason.first]
    assert named_moves[: len(own)] == own[: len(named_moves)]
    if here.turn == side:
        assert not reason.cases, "each of them would begin with a move of the winner"
        assert not reason.pairs or reason.first, "answers to moves of the other side, who is not to move"
    return bool(named_moves and own)


@pytest.mark.parametrize("kind", kinds())
def test_every_reason_is_about_the_moves_played(kind: str) -> None:
    naming = 0
    for difficulty in DIFFICULTIES:
        for puzzle in all_of(kind, difficulty):
            for line in (solution(puzzle.position), other_way(puzzle, Random(puzzle.id))):
                reasons = reasons_played(puzzle.position, line, puzzle.position.turn)
                assert reasons, "there is always something to say, if only that the other side is stuck"
                naming += sum(assert_is_about(puzzle, line, reason) for reason in reasons)
    assert naming or kind not in ("lightcycle", "trail"), "whose walls and pairs name the winner's moves"


def test_reasons_name_no_first_move_that_was_not_played() -> None:
    """Two moves win: each gets its own reason, and neither names the other."""
    puzzle = puzzle_by_id("spread-easy-1")
    texts = set()
    for first in winning_moves(puzzle.position):
        position = puzzle.position.play(first)
        line = (first, *_best(position, puzzle.position.turn))
        (reason,) = reasons_played(puzzle.position, line, puzzle.position.turn)
        assert_is_about(puzzle, line, reason)
        texts.add(reason.text)
    assert len(texts) == len(winning_moves(puzzle.position)) > 1


def _best(position: Position, side: int) -> tuple[Move, ...]:
    if is_over(position, side):
        return ()
    reply = reply_to(position)
    return (reply, *solution(position.play(reply)))


IDS = ["spread-easy-1", "lightcycle-easy-1", "trail-medium-3", "blockade-easy-2", "crossfire-easy-5"]


def for_the_solver(position: Position, why: WhyJson) -> list[str]:
    """The reasons that the server sends, as the person who solves the puzzle reads them."""
    return [f"Why: {reason['texts'][position.turn]}" for reason in why["reasons"]]


@pytest.mark.parametrize("id", IDS)
def test_dialogue_and_server_explain_a_solution_alike(id: str) -> None:
    position = puzzle_by_id(id).position
    line = solution(position)
    sentences = why_won(position, line)
    payload = puzzle_solution(id, [], limits=Limits())["end"]["why"]
    assert for_the_solver(position, payload) == sentences[: len(payload["reasons"])]
    assert payload["line"] == [str(move) for move in line[: payload["reasons"][0]["at"]]]
    output = " ".join(program("puzzle", id, typed=["show", "quit"]).out.split())
    assert all(sentence in output for sentence in sentences)


@pytest.mark.parametrize("id", IDS)
def test_dialogue_and_server_explain_a_persons_moves_alike(id: str) -> None:
    puzzle = puzzle_by_id(id)
    line = other_way(puzzle, Random(3))
    sentences = why_won(puzzle.position, line)
    *before, last = map(str, line)
    end = puzzle_verdict(id, before, last, limits=Limits())["end"]
    assert end is not None
    assert for_the_solver(puzzle.position, end["why"]) == sentences[: len(end["why"]["reasons"])]
    output = " ".join(program("puzzle", id, typed=[*map(str, line[::2]), "quit"]).out.split())
    assert all(sentence in output for sentence in sentences)


async def test_the_app_explains_them_alike() -> None:
    puzzle = puzzle_by_id("spread-easy-1")
    line = solution(puzzle.position)
    async with running(size=(160, 50)) as driver:
        driver.app.solve_puzzle(puzzle.id)
        await driver.pilot.pause()
        for move in line[::2]:
            await driver.press(*puzzle.position.game.cell_text(move, ""))
            await driver.settle()
        assert driver.says(why_won(puzzle.position, line)[0])
        await driver.press("b", "s")
        await driver.settle()
        assert driver.says(f"The solution: {' '.join(map(str, line))}")
        assert driver.says(why_won(puzzle.position, line)[0])
