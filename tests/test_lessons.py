"""The lessons: every one is true by the judge, and every idea wins against all replies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import gridlock
from boards import judge_of, state_of
from gridlock.games.spread import Spread
from gridlock.lessons import Goal, InvalidLesson, Lesson, Practice, lessons_of
from gridlock.lessons import lesson as reading
from gridlock.rules import FIVE, GAMES, Position
from judge import Judge, State
from terminal import gridlock as gridlock_program

LESSONS = [(name, lesson) for name in FIVE for lesson in lessons_of(GAMES[name])]
NAMES = [f"{name}-{lesson.goal}" for name, lesson in LESSONS]


@pytest.mark.parametrize("name", FIVE)
def test_every_game_has_its_steps_in_order(name: str) -> None:
    goals = [lesson.goal for lesson in lessons_of(GAMES[name])]
    assert goals == [Goal.ANY, Goal.FORBIDDEN, Goal.WIN, Goal.FOLLOW]


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=NAMES)
def test_a_lesson_can_be_done_and_is_true(name: str, lesson: Lesson) -> None:
    assert lesson.text.endswith((".", "?"))
    assert lesson.right.endswith(".")
    judge = judge_of(lesson.at.game)
    {
        Goal.ANY: check_any,
        Goal.FORBIDDEN: check_forbidden,
        Goal.WIN: check_win,
        Goal.FOLLOW: check_follow,
    }[lesson.goal](lesson, judge)


def check_any(lesson: Lesson, judge: Judge) -> None:
    for action in judge.legal(state_of(lesson.at)):
        practice = Practice(lesson)
        assert practice.play(lesson.at.move(action)) == lesson.right
        assert practice.done


def check_forbidden(lesson: Lesson, judge: Judge) -> None:
    game, state = lesson.at.game, state_of(lesson.at)
    allowed = {game.parts(lesson.at, action)[0] for action in judge.legal(state)}
    empty = {r * game.cols + c for r, c in judge.cells if judge.empty(state, (r, c))}
    assert empty - allowed, "there is an empty cell that the rules forbid"
    practice = Practice(lesson)
    assert practice.play(lesson.at.legal_moves()[0]) == "That is allowed. Try a cell that is not."
    assert not practice.done
    reason = game.why_not(lesson.at, (min(empty - allowed),))
    assert practice.refuse(reason) == f"{reason} {lesson.right}"
    assert practice.done


def check_win(lesson: Lesson, judge: Judge) -> None:
    state = state_of(lesson.at)
    wins = {action for action in judge.legal(state) if stuck(judge, judge.play(state, action), state.turn)}
    assert wins
    assert len(judge.legal(state)) > len(wins), "there is something to get wrong"
    for action in judge.legal(state):
        practice = Practice(lesson)
        said = practice.play(lesson.at.move(action))
        assert practice.done == (action in wins)
        if action not in wins:
            assert said.startswith("Your opponent could still play ")
            assert said.endswith(lesson.wrong)
            assert practice.position == lesson.at, "it was not made"


def stuck(judge: Judge, state: State, mover: int) -> bool:
    """Whether the opponent of the mover has no move."""
    return state.turn == mover or not judge.legal(state)


def check_follow(lesson: Lesson, judge: Judge) -> None:
    practice, state = Practice(lesson), state_of(lesson.at)
    for move in lesson.before:
        state = judge.play(state, move)
    person = state.turn
    for number, move in enumerate(lesson.moves):
        assert move in judge.legal(state)
        assert (state.turn == person) == (number % 2 == 0)
        if state.turn == person:
            assert state_of(practice.position)[:4] == state[:4]
            for other in practice.position.legal_moves():
                assert other == move or practice.play(other) == lesson.wrong
            practice.play(move)
        state = judge.play(state, move)
    assert practice.done
    assert practice.moves == [*lesson.before, *lesson.moves]
    assert stuck(judge, state, person)


# The ideas, against every reply -----------------------------------------------------------------


def opposite(position: Position, reply: int) -> int:
    return position.game.board.size - 1 - reply


def mirrored(position: Position, reply: int) -> int:
    return [0, 1, 3, 2][reply]  # up, down, left, right


def domino(position: Position, reply: int) -> int:
    return reply ^ 1  # the columns 0 and 1, and 2 and 3, of four


IDEAS: dict[str, Callable[[Position, int], int]] = {
    "spread": opposite, "crossfire": opposite, "lightcycle": mirrored, "trail": domino,
}  # fmt: skip


@pytest.mark.parametrize("name", IDEAS)
def test_the_idea_wins_against_every_reply(name: str) -> None:
    """And it is what the lesson lets people follow."""
    lesson = lessons_of(GAMES[name])[-1]
    judge, position = judge_of(lesson.at.game), lesson.at
    line = [*lesson.before, *lesson.moves]
    for reply, answer in zip(
        line[0 if lesson.before else 1 :: 2], line[1 if lesson.before else 2 :: 2], strict=True
    ):
        assert IDEAS[name](position, reply) == answer
    first = [] if lesson.before else [lesson.moves[0]]
    state = judge.start()
    for move in first:
        state = judge.play(state, move)
    assert wins_always(judge, state, lambda reply: IDEAS[name](position, reply), set())


def wins_always(judge: Judge, state: State, answer: Callable[[int], int], seen: set[State]) -> bool:
    """Whether the answers to all replies are legal, until the other side is stuck."""
    if state in seen:
        return True
    seen.add(state)
    for reply in judge.legal(state):
        after = judge.play(state, reply)
        if after.turn == state.turn or answer(reply) not in judge.legal(after):
            return False
        back = judge.play(after, answer(reply))
        if not stuck(judge, back, after.turn) and not wins_always(judge, back, answer, seen):
            return False
    return True


def test_the_trap_of_the_last_lesson_catches_every_reply() -> None:
    lesson = lessons_of(GAMES["blockade"])[-1]
    judge, state = judge_of(lesson.at.game), state_of(lesson.at)
    trapped = judge.play(state, lesson.moves[0])
    for reply in judge.legal(trapped):
        after = judge.play(trapped, reply)
        assert any(not judge.legal(judge.play(after, action)) for action in judge.legal(after))


# Reading ----------------------------------------------------------------------------------------


def test_a_game_without_lessons_has_none() -> None:
    class Other(Spread):
        id = "other"

    Other.__module__ = __name__
    assert lessons_of(Other) == ()


def test_a_lesson_that_says_too_little_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("no title\ntask: any\nWords.", "# Title\nWords.", "# Title\ntask: any"):
        monkeypatch.setattr(reading, "resource", lambda kind, name, text=text: text)
        with pytest.raises(InvalidLesson):
            lessons_of.__wrapped__(type(gridlock.make("trail")))


# In a conversation ------------------------------------------------------------------------------


def test_a_game_is_learned_in_a_conversation() -> None:
    told = gridlock_program("learn", "trail", typed=["2,3", "4,4", "hint", "nonsense", "2 4", "4,4", "1,4"])
    assert told.status == 1, "the input ended before the last step was done"
    for words in (
        "Step 1 of 4: Go on with the trail (Trail 4x4)",
        "Both of you make one trail.",
        "(4,4) is not next to the last move at (3,3).",
        "It does not help that the cell is next to another marker",
        "Hint: 4,4.",
        "Type a move, or: hint, next, quit.",
        "Your opponent could still play",
        "X would be next. You have won.",
        "Take the other half of the domino",
    ):
        assert words in told.out


def test_steps_can_be_skipped_and_left() -> None:
    told = gridlock_program("learn", "spread", typed=["next"] * 4)
    assert told.status == 0
    assert told.out.endswith("That was the last step. Now play a game.\n")
    assert "You can continue another time." in gridlock_program("learn", "spread", typed=["quit"]).out
    assert "There is no game" in gridlock_program("learn", "chess").err
