"""What worker processes do for clients: analyse, explain, review, give hints and check puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gridlock.atlas import known
from gridlock.puzzles import InvalidPuzzle, Puzzle, check, puzzle_by_id, solution
from gridlock.puzzles import play as puzzle_play
from gridlock.records import Record
from gridlock.review import Review, fill, find_hint, reasons, reasons_played
from gridlock.review.explanations import reasons_against
from gridlock.review.refutation import follow
from gridlock.rules import Move, Position
from gridlock.rules.notation import play_line
from gridlock.search import Limits, OutOfTime, solve
from gridlock.search.answers import Deadline
from gridlock.search.report import Report, investigate
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
from gridlock.web.views.scene import PlayedLine
from gridlock.web.workers.requests import raise_if_stopped

# Positions and matches --------------------------------------------------------------------------


def analysis(position: Position, *, limits: Limits) -> AnalysisJson:
    """What a position and each of its moves are worth, and best play from there."""
    report, line = Report(position), list[Move]()
    try:
        deadline = Deadline(position.game, limits)
        investigate(report, deadline.left())
        _follow_best(report, line, deadline)
    except OutOfTime:
        raise_if_stopped(limits)
        report.complete = False
        _look_up(report)
    return analysis_json(report, line)


def _follow_best(report: Report, line: list[Move], deadline: Deadline) -> None:
    """Add best play to a line. The report already knows the first move of it."""
    if report.judged:
        line.append(report.judged[0].move)
        after = report.position.play(line[0])
        if after.turn != report.position.turn:  # else the other side is stuck
            follow(after, line, deadline)


def _look_up(report: Report) -> None:
    """Where the time was not enough for the start of a game, the atlas may know who wins it."""
    game = report.position.game
    value = known(game) if report.position == game.start() else None
    if value is not None and report.winner is None:
        report.winner, report.moves, report.proof = value.winner, value.moves, "atlas"


def why(position: Position, *, limits: Limits) -> WhyJson:
    """Why the winner of a position wins; the moves up to where that can be seen are part of the answer."""
    line = list[Move]()
    try:
        deadline = Deadline(position.game, limits)
        found = reasons(position, deadline.left())
        if any(reason.at for reason in found):
            follow(position, line, deadline)
    except OutOfTime:
        raise_if_stopped(limits)
        return why_json(position, (), (), complete=False)
    return why_json(position, found, line, complete=True)


def review(record: Record, *, limits: Limits) -> ReviewJson:
    """What every move of a match was worth, which gave the win away, and why."""
    found = Review(record)
    fill(found, limits)
    if not found.complete:
        raise_if_stopped(limits)
    return review_json(found)


def hint(position: Position, *, limits: Limits) -> HintJson:
    """What the solver would do."""
    found = find_hint(position, limits)
    if found.move is None:
        raise_if_stopped(limits)
        return {"text": found.text, "move": None, "parts": []}
    parts = list(position.game.parts(position, found.move))
    return {"text": found.text, "move": str(found.move), "parts": parts}


# Puzzles ---------------------------------------------------------------------------------------


def puzzle_line(puzzle: Puzzle, moves: Sequence[str]) -> PlayedLine:
    """A puzzle after some moves of both sides; InvalidPuzzle if it is not to be played on from there."""
    line = PlayedLine(*play_line(puzzle.position, moves))
    if line.position.turn != puzzle.position.turn or not line.position.legal or _over(line):
        raise InvalidPuzzle("After these moves there is nothing left to find in this puzzle.")
    return line


def _over(line: PlayedLine) -> bool:
    """Whether the opponent was stuck before: then the puzzle was solved, though moves may be left."""
    turns = [position.turn for position in line.positions]
    return any(one == other for one, other in pairwise(turns))


def puzzle_verdict(id: str, moves: Sequence[str], move: str, *, limits: Limits) -> VerdictJson:
    """Whether a move is right after these, how it goes on, and at the end why the puzzle is won."""
    puzzle = puzzle_by_id(id)
    line = puzzle_line(puzzle, moves)
    chosen = line.position.parse_move(move)
    verdict = check(line.position, chosen, limits)
    against = () if verdict.right else reasons_against(line.position, chosen, verdict.line)
    end = _end(puzzle, (*line.moves, chosen)) if verdict.solved else None
    return verdict_json(line, chosen, verdict, against, end)


def puzzle_hint(id: str, moves: Sequence[str], number: int, *, limits: Limits) -> PuzzleHintJson:
    """The first hint after these moves, the second, and so on."""
    line = _won(id, moves, limits)
    return puzzle_hint_json(line.position, *puzzle_play.hint(line.position, number, limits))


def puzzle_solution(id: str, moves: Sequence[str], *, limits: Limits) -> SolutionJson:
    """How the puzzle is won after these moves, and why."""
    line = _won(id, moves, limits)
    win = solution(line.position, limits)
    return solution_json(line, win, _end(puzzle_by_id(id), (*line.moves, *win)))


def _won(id: str, moves: Sequence[str], limits: Limits) -> PlayedLine:
    """A puzzle after some moves; InvalidPuzzle if one of them has given the win away."""
    line = puzzle_line(puzzle_by_id(id), moves)
    if solve(line.position, winner_only=True, limits=limits).winner != line.position.turn:
        raise InvalidPuzzle("After these moves the win is gone.")
    return line


def _end(puzzle: Puzzle, line: Sequence[Move]) -> PuzzleEndJson:
    return puzzle_end_json(puzzle, reasons_played(puzzle.position, line, puzzle.position.turn), line)
