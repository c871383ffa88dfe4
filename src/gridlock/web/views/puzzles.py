"""Puzzles as JSON, and the feedback on moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from typing_extensions import TypedDict

from gridlock.drawing.scene import Playable, PlayedLine, SceneJson, scene, scenes
from gridlock.puzzles import DIFFICULTIES, Puzzle, Verdict, count, is_daily, kinds, series_of
from gridlock.puzzles.catalogue import key_of
from gridlock.review import Reason
from gridlock.rules import Move, Position
from gridlock.text.puzzles import difficulty_text, task_text
from gridlock.web.views.analysis import WhyJson, why_json
from gridlock.web.views.games import PuzzleCounts, puzzle_kind, puzzle_kind_text


class SeriesJson(PuzzleCounts, closed=True):
    """The puzzles of a game or a variant, with their keys for each difficulty."""

    game: str
    keys: dict[str, list[str]]


class PuzzlesJson(TypedDict, closed=True):
    """All puzzles. A puzzle's id is made of its kind, difficulty and number: spread-easy-1."""

    difficulties: list[str]
    series: list[SeriesJson]


class PuzzleJson(TypedDict, closed=True):
    """A position to win. A daily puzzle has a day; the others have a number and a count.

    The key never changes, while the number may differ between versions.
    """

    id: str
    key: str
    kind: str
    game: str
    name: str
    difficulty: str
    day: str | None
    number: int | None
    count: int | None
    task: str
    rules: list[str]
    scene: SceneJson


class PuzzleEndJson(TypedDict, closed=True):
    """The end of a puzzle: why it is won, and how hard it is."""

    why: WhyJson
    who: str


class VerdictJson(TypedDict, closed=True):
    """The verdict on a move, with the boards after it and after the reply or the refutation."""

    right: bool
    solved: bool
    text: str
    reply: str | None
    line: list[str]
    scenes: list[SceneJson]
    why: WhyJson | None
    end: PuzzleEndJson | None


class PuzzleHintJson(TypedDict, closed=True):
    """A hint; ``tells`` if it names a move, which counts as help."""

    text: str
    tells: bool
    move: str | None
    parts: list[int]


class SolutionJson(TypedDict, closed=True):
    """The winning line, with the board before it and after each move."""

    moves: list[str]
    scenes: list[SceneJson]
    end: PuzzleEndJson


def puzzles_json() -> PuzzlesJson:
    """Return all puzzles."""
    series: list[SeriesJson] = [
        {**puzzle_kind(name), "game": variant.game, "keys": _keys(name)} for name, variant in kinds().items()
    ]
    return {"difficulties": list(DIFFICULTIES), "series": series}


def puzzle_json(puzzle: Puzzle, day: date | None) -> PuzzleJson:
    """Return a puzzle, with its day if it is a daily one."""
    game = puzzle.position.game
    number = None if is_daily(puzzle.id) else series_of(puzzle.id)[2]
    kind = _kind(puzzle)
    rules = (game.variant_rules.get(name, {}).get(value, "") for name, value in game.options.items())
    return {
        "id": puzzle.id,
        "key": _key(puzzle.id),
        "kind": kind,
        "game": game.id,
        "name": puzzle_kind_text(kind),
        "difficulty": puzzle.difficulty,
        "day": None if day is None else day.isoformat(),
        "number": number,
        "count": None if number is None else count(kind, puzzle.difficulty),
        "task": task_text(puzzle.position),
        "rules": [game.summary, *filter(None, rules)],
        "scene": scene([puzzle.position]),
    }


def _keys(kind: str) -> dict[str, list[str]]:
    return {
        difficulty: [_key(f"{kind}-{difficulty}-{number + 1}") for number in range(count(kind, difficulty))]
        for difficulty in DIFFICULTIES
    }


def _key(id: str) -> str:
    """Return the key that a browser stores: the day, or a hash of the position."""
    return id if is_daily(id) else sha256(key_of(id).encode()).hexdigest()[:12]


def _kind(puzzle: Puzzle) -> str:
    game = puzzle.position.game
    return next(
        name
        for name, variant in kinds().items()
        if variant.game == game.id and dict(variant.options) == dict(game.options)
    )


def verdict_json(line: PlayedLine, move: Move, verdict: Verdict, end: PuzzleEndJson | None) -> VerdictJson:
    """Return the verdict on a move at the end of a line; a wrong move comes with reasons against it."""
    after = [move, *verdict.line, *([verdict.reply] if verdict.reply is not None else [])]
    positions, moves = _extend(line, after)
    playable: Playable = "last" if verdict.reply is not None else "all"  # a refutation shows forbidden cells
    refuted = positions[len(line.positions)]
    return {
        "right": verdict.right,
        "solved": verdict.solved,
        "text": verdict.text,
        "reply": None if verdict.reply is None else str(verdict.reply),
        "line": [str(each) for each in verdict.line],
        "scenes": scenes(positions, moves, len(line.positions), playable=playable),
        "why": None if verdict.right else why_json(refuted, verdict.reasons, verdict.line, complete=True),
        "end": end,
    }


def puzzle_hint_json(position: Position, text: str, move: Move | None) -> PuzzleHintJson:
    """Return a hint, with the move if it names one."""
    return {
        "text": text,
        "tells": move is not None,
        "move": None if move is None else str(move),
        "parts": [] if move is None else list(position.game.parts(position, move)),
    }


def solution_json(line: PlayedLine, win: Sequence[Move], end: PuzzleEndJson) -> SolutionJson:
    """Return the winning line from the end of a line."""
    positions, moves = _extend(line, win)
    return {
        "moves": [str(move) for move in win],
        "scenes": scenes(positions, moves, len(line.moves)),
        "end": end,
    }


def puzzle_end_json(puzzle: Puzzle, reasons: Sequence[Reason], line: Sequence[Move]) -> PuzzleEndJson:
    """Return the end of a puzzle; ``line`` is what was played."""
    return {"why": why_json(puzzle.position, reasons, line, complete=True), "who": difficulty_text(puzzle)}


def _extend(line: PlayedLine, more: Sequence[Move]) -> tuple[list[Position], list[Move]]:
    positions = list(line.positions)
    for move in more:
        positions.append(positions[-1].play(move))
    return positions, [*line.moves, *more]
