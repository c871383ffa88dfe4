"""Tasks for the worker processes: analysis, explanations, reviews, hints and puzzle checks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gridlock.atlas import known
from gridlock.drawing.scene import PlayedLine
from gridlock.puzzles import InvalidPuzzle, Puzzle, check, puzzle_by_id, solution
from gridlock.puzzles import play as puzzle_play
from gridlock.records import Record
from gridlock.review import Review, fill, find_hint, reasons_played
from gridlock.review.refutation import follow, show_win
from gridlock.rules import Move, Position
from gridlock.rules.notation import play_line
from gridlock.search import Limits, OutOfTime, solve
from gridlock.search.answers import Deadline
from gridlock.search.report import Report, investigate
from gridlock.text.names import for_reader
from gridlock.web.views.analysis import (
    AnalysisJson,
    HintJson,
    ReviewJson,
    WhyJson,
    analysis_json,
    review_json,
    why_json,
)
from gridlock.web.views.puzzles import (
    PuzzleEndJson,
    PuzzleHintJson,
    SolutionJson,
    VerdictJson,
    puzzle_end_json,
    puzzle_hint_json,
    solution_json,
    verdict_json,
)
from gridlock.web.workers.requests import raise_if_stopped

# Positions and matches --------------------------------------------------------------------------


def analysis(position: Position, *, limits: Limits) -> AnalysisJson:
    """Value a position and each of its moves, with best play from there."""
    report, line = Report(position), list[Move]()
    try:
        deadline = Deadline(position.game, limits)
        investigate(report, deadline.left())
        _follow_best(report, line, deadline)
    except OutOfTime:
        raise_if_stopped(limits)
        report.complete = False
        _look_up_atlas(report)
    return analysis_json(report, line)


def _follow_best(report: Report, line: list[Move], deadline: Deadline) -> None:
    """Extend a line with best play, starting with the report's best move."""
    if report.judged:
        line.append(report.judged[0].move)
        after = report.position.play(line[0])
        if after.turn != report.position.turn:  # otherwise the other side is stuck
            follow(after, line, deadline)


def _look_up_atlas(report: Report) -> None:
    """Take the winner of a starting position from the atlas if the search ran out of time."""
    game = report.position.game
    value = known(game) if report.position == game.start() else None
    if value is not None and report.winner is None:
        report.winner, report.moves, report.proof = value.winner, value.moves, "atlas"


def why(position: Position, *, limits: Limits) -> WhyJson:
    """Explain why a position is won, with a line that shows it."""
    try:
        explanation, line = show_win(position, limits)
    except OutOfTime:
        raise_if_stopped(limits)
        return why_json(position, (), (), complete=False)
    raise_if_stopped(limits)
    return why_json(position, explanation, line, complete=True)


def review(record: Record, *, limits: Limits) -> ReviewJson:
    """Review a match: the value of every move, and the mistakes with reasons."""
    result = Review(record)
    fill(result, limits)
    if not result.complete:
        raise_if_stopped(limits)
    return review_json(result)


def hint(position: Position, *, limits: Limits) -> HintJson:
    """Return the solver's move and a sentence about it."""
    result = find_hint(position, limits)
    text = for_reader(result.text, position.game, position.turn)
    if result.move is None:
        raise_if_stopped(limits)
        return {"text": text, "move": None, "parts": []}
    parts = list(position.game.parts(position, result.move))
    return {"text": text, "move": str(result.move), "parts": parts}


# Puzzles ---------------------------------------------------------------------------------------


def puzzle_line(puzzle: Puzzle, moves: Sequence[str]) -> PlayedLine:
    """Play a puzzle's moves, both sides'; InvalidPuzzle if there is nothing left to solve."""
    line = PlayedLine(*play_line(puzzle.position, moves))
    if line.position.turn != puzzle.position.turn or not line.position.legal or _is_over(line):
        raise InvalidPuzzle("The puzzle is already over after these moves.")
    return line


def _is_over(line: PlayedLine) -> bool:
    """Whether the opponent got stuck, which solves the puzzle even if moves are left."""
    turns = [position.turn for position in line.positions]
    return any(one == other for one, other in pairwise(turns))


def puzzle_verdict(id: str, moves: Sequence[str], move: str, *, limits: Limits) -> VerdictJson:
    """Check a move: whether it is right, what follows, and if it solves the puzzle, why."""
    puzzle = puzzle_by_id(id)
    line = puzzle_line(puzzle, moves)
    played = line.position.parse_move(move)
    verdict = check(line.position, played, limits)
    end = _end(puzzle, (*line.moves, played)) if verdict.solved else None
    return verdict_json(line, played, verdict, end)


def puzzle_hint(id: str, moves: Sequence[str], number: int, *, limits: Limits) -> PuzzleHintJson:
    """Return a hint by its number, from 1."""
    line = _winning_line(id, moves, limits)
    return puzzle_hint_json(line.position, *puzzle_play.hint(line.position, number, limits))


def puzzle_solution(id: str, moves: Sequence[str], *, limits: Limits) -> SolutionJson:
    """Return the winning line after these moves, and why it wins."""
    line = _winning_line(id, moves, limits)
    win = solution(line.position, limits)
    return solution_json(line, win, _end(puzzle_by_id(id), (*line.moves, *win)))


def _winning_line(id: str, moves: Sequence[str], limits: Limits) -> PlayedLine:
    """Play a puzzle's moves; InvalidPuzzle if one of them gave the win away."""
    line = puzzle_line(puzzle_by_id(id), moves)
    if solve(line.position, winner_only=True, limits=limits).winner != line.position.turn:
        raise InvalidPuzzle("After these moves the win is gone.")
    return line


def _end(puzzle: Puzzle, line: Sequence[Move]) -> PuzzleEndJson:
    return puzzle_end_json(puzzle, reasons_played(puzzle.position, line, puzzle.position.turn), line)
