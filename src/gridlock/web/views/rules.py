"""The rules of a game as JSON: one sentence, and a few boards that show them."""

from __future__ import annotations

from typing_extensions import TypedDict

from gridlock.board import cells
from gridlock.drawing.scene import SceneJson, scenes
from gridlock.lessons import Goal, Lesson, Practice, Screen, lessons_of
from gridlock.rules import Game, make
from gridlock.rules.notation import play_line

_BOARDS = 3
_MOVES = 4  # of the sample line, to show what a turn is


class RuleBoardJson(TypedDict, closed=True):
    """A short line of play with a caption. ``wrong`` is a cell that is forbidden at its end, because of the
    cells ``against``.
    """

    caption: str
    scenes: list[SceneJson]
    wrong: int | None
    against: list[int]


class RulesJson(TypedDict, closed=True):
    """The rules of a game, and the number of its lessons."""

    game: str
    name: str
    summary: str
    lessons: int
    boards: list[RuleBoardJson]


def rules_json(kind: type[Game]) -> RulesJson:
    """Return the rules of a game, with boards from its first lessons or its sample line."""
    lessons = lessons_of(kind, Screen.DESK)
    boards = [_lesson_board(lesson) for lesson in lessons[:_BOARDS]] or [_sample_board(make(kind.id))]
    return {
        "game": kind.id,
        "name": kind.name,
        "summary": kind.summary,
        "lessons": len(lessons),
        "boards": boards,
    }


def _sample_board(game: Game) -> RuleBoardJson:
    boards = scenes(*play_line(game.start(), game.sample.split()), playable="none")
    return {"caption": game.motto or game.summary, "scenes": boards, "wrong": None, "against": []}


def _lesson_board(lesson: Lesson) -> RuleBoardJson:
    """Show what a lesson asks for."""
    practice, wrong = Practice(lesson), None
    if lesson.goal is Goal.ANY:
        _play_a_few(practice)
    elif lesson.goal is Goal.FORBIDDEN:
        wrong = _forbidden_cell(practice)
    else:
        while (move := practice.expected_move()) is not None:
            practice.play(move)
    against = [] if wrong is None else list(cells(lesson.at.game.against(practice.position, (wrong,))))
    boards = scenes(practice.positions, practice.moves, playable="none")
    return {"caption": lesson.title, "scenes": boards, "wrong": wrong, "against": against}


def _play_a_few(practice: Practice) -> None:
    """Play the beginning of the game's sample line, or the first legal moves where it doesn't fit."""
    game = practice.position.game
    sample = game.sample.split() if practice.position == game.start() else []
    for number in range(_MOVES):
        if not practice.position.legal:
            return
        text = sample[number] if number < len(sample) else str(practice.position.legal_moves()[0])
        move = practice.position.parse_move(text)
        practice.moves.append(move)
        practice.positions.append(practice.position.play(move))


def _forbidden_cell(practice: Practice) -> int:
    """Return a cell that a move can't begin with: next to where the side stands, or else an empty one."""
    position, game = practice.position, practice.position.game
    begun = {game.parts(position, move)[0] for move in position.legal_moves()}
    closed = [cell for cell in cells(game.exits(position)) if cell not in begun]
    return closed[0] if closed else next(cell for cell in range(game.board.size) if cell not in begun)
