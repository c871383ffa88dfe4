"""What the solver is asked about puzzles. Each question runs in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gridlock.puzzles import InvalidPuzzle, Puzzle, check, named, solution
from gridlock.puzzles.play import hint
from gridlock.review import reasons_played
from gridlock.review.explain import reasons_against
from gridlock.rules import Move
from gridlock.rules.notation import play_line
from gridlock.search import Limits, solve
from gridlock.web.asked import PlayedLine
from gridlock.web.views.puzzles import (
    PuzzleEndJson,
    PuzzleHintJson,
    SolutionJson,
    VerdictJson,
    end_json,
    hint_json,
    solution_json,
    verdict_json,
)


def position_in(puzzle: Puzzle, moves: Sequence[str]) -> PlayedLine:
    """A puzzle after some moves of both sides; InvalidPuzzle if it is not to be played on from there."""
    line = PlayedLine(*play_line(puzzle.position, moves))
    if line.position.turn != puzzle.position.turn or not line.position.legal or _over(line):
        raise InvalidPuzzle("After these moves there is nothing left to find in this puzzle.")
    return line


def _over(line: PlayedLine) -> bool:
    """Whether the opponent was stuck before: then the puzzle was solved, though moves may be left."""
    turns = [position.turn for position in line.positions]
    return any(one == other for one, other in pairwise(turns))


def judged(id: str, moves: Sequence[str], move: str, *, limits: Limits) -> VerdictJson:
    """Whether a move is right after these, how it goes on, and at the end why the puzzle is won."""
    puzzle = named(id)
    line = position_in(puzzle, moves)
    chosen = line.position.parse_move(move)
    verdict = check(line.position, chosen, limits)
    against = () if verdict.right else reasons_against(line.position, chosen, verdict.line)
    end = _end(puzzle, (*line.moves, chosen)) if verdict.solved else None
    return verdict_json(line, chosen, verdict, against, end)


def hinted(id: str, moves: Sequence[str], number: int, *, limits: Limits) -> PuzzleHintJson:
    """The first hint after these moves, the second, and so on."""
    line = _won(id, moves, limits)
    return hint_json(line.position, *hint(line.position, number, limits))


def shown(id: str, moves: Sequence[str], *, limits: Limits) -> SolutionJson:
    """How the puzzle is won after these moves, and why."""
    line = _won(id, moves, limits)
    win = solution(line.position, limits)
    return solution_json(line, win, _end(named(id), (*line.moves, *win)))


def _won(id: str, moves: Sequence[str], limits: Limits) -> PlayedLine:
    """A puzzle after some moves; InvalidPuzzle if one of them has given the win away."""
    line = position_in(named(id), moves)
    if solve(line.position, winner_only=True, limits=limits).winner != line.position.turn:
        raise InvalidPuzzle("After these moves the win is gone.")
    return line


def _end(puzzle: Puzzle, line: Sequence[Move]) -> PuzzleEndJson:
    return end_json(puzzle, reasons_played(puzzle.position, line, puzzle.position.turn), line)
