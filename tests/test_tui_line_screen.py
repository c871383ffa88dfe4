"""Stepping through winning lines, with the marks of their reasons."""

from __future__ import annotations

import pytest

import gridlock
from gridlock.match import Match
from gridlock.records import Record, parse_records
from gridlock.review import Reason
from gridlock.tui import line_screen
from gridlock.tui.line_screen import LineScreen
from gridlock.tui.palette import SIDES
from gridlock.tui.review import ReviewScreen
from gridlock.tui.scene import Marks, better_marks, reason_marks
from gridlock.tui.step_screen import TextPane
from terminal_app import Driver, at_home, running  # noqa: F401  (a fixture)
from waiting import eventually

GIVEN_AWAY = '[Game "crossfire"] [Size "4x4"]\n1,4 2,1 3,4 2,2 1,3 4,2 0-1'
"""Player 2 gives the win away in move 2; 3,2 and then half-turn symmetry, (4,3)-(1,2), punish it."""

LOST = '[Game "trail"] [Size "2x3"]\n1,2 2,2 2,1 1,1 0-1'
"""Player 1 was lost from the start."""


def record(text: str) -> Record:
    (parsed,) = parse_records(text)
    return parsed


async def reviewed(driver: Driver, text: str) -> ReviewScreen:
    driver.app.review(record(text))
    await driver.pilot.pause()
    await driver.settle()
    return driver.screen(ReviewScreen)


def labels(screen: LineScreen | ReviewScreen) -> dict[int, str]:
    return {cell: label.text for cell, label in screen.board.scene.labels.items()}


@pytest.fixture(autouse=True)
def paused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines wait for keys, so that no test depends on the time it takes."""
    monkeypatch.setattr(line_screen, "SECONDS", 3600.0)


async def test_line_plays_by_itself_and_stops_where_the_reason_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_screen, "SECONDS", 0.01)
    async with running() as driver:
        review = await reviewed(driver, GIVEN_AWAY)
        await driver.press("enter")
        screen = driver.screen(LineScreen)
        assert review.review.mistakes[0].watch.stop == 3, "3,2, and an example of the mirror"
        await eventually(lambda: screen.at == 3 and not screen.playing)
        await driver.press("left")
        assert (screen.at, screen.playing) == (2, False), "an arrow key steps"
        await driver.press("space")
        await eventually(lambda: screen.at == 3 and not screen.playing)


async def test_space_pauses_a_line_and_starts_it_again() -> None:
    async with running() as driver:
        await reviewed(driver, GIVEN_AWAY)
        await driver.press("enter")
        screen = driver.screen(LineScreen)
        assert screen.playing
        assert driver.says("Space: pause.")
        await driver.press("space")
        assert not screen.playing
        assert driver.says("Space: play.")
        screen.advance()
        assert screen.at == 1
        await driver.press("end", "space")
        assert (screen.at, screen.playing) == (0, True), "from the start again"


async def test_a_line_speaks_to_you() -> None:
    text = GIVEN_AWAY.replace("[Game", '[Player2 "You"] [Game', 1)
    async with running() as driver:
        await reviewed(driver, text)
        assert driver.says("Move 2: you played 2,1. 2,2 would have won")
        assert "Player" not in driver.screen(ReviewScreen).query_one("#mistakes").render().plain  # type: ignore[union-attr]
        await driver.press("enter", "right")
        assert driver.says("After 2,1 in move 2: how X wins")
        assert driver.says("Move 1 of 3. X plays 3,2.")
        await driver.press("right")
        assert driver.says("You play 4,3.")


async def test_why_the_better_move_wins_can_be_watched() -> None:
    async with running() as driver:
        review = await reviewed(driver, GIVEN_AWAY)
        mistake, at_once = review.review.mistakes
        assert driver.says("b: why 2,2 wins")
        await driver.press("b")
        await eventually(lambda: isinstance(driver.app.screen, LineScreen))
        screen = driver.screen(LineScreen)
        assert driver.says("2,2 in move 2: how Player 2 wins")
        assert screen.board.scene.position == mistake.before.play("2,2")
        await driver.press("end")
        assert driver.says("Player 1 has no open cell left.")
        await driver.press("escape", "n")
        assert review.at == at_once.number == 5
        assert not driver.says("b: why"), "there is nothing to show after a move that ends the game"
        await driver.press("b")
        assert driver.app.screen is review


async def test_line_after_a_mistake_can_be_stepped_through() -> None:
    async with running() as driver:
        review = await reviewed(driver, GIVEN_AWAY)
        (mistake, _) = review.review.mistakes
        assert review.at == mistake.number == 2
        assert "⏎ Watch how" in driver.footer()
        await driver.press("enter")
        screen = driver.screen(LineScreen)
        assert driver.says("After 2,1 in move 2: how Player 1 wins")
        assert driver.says("3 moves to watch.")
        assert screen.board.scene.position == mistake.position
        for number, said in enumerate(
            ("Player 1 plays 3,2.", "Player 2 plays 4,3.", "Player 1 plays 1,2."), 1
        ):
            await driver.press("right")
            assert driver.says(f"Move {number} of 3. {said}")
        assert driver.says("Player 2 has no open cell left.")
        await driver.press("right")
        assert screen.at == 3, "there is no more"
        assert not screen.board.scene.position.legal
        await driver.press("home")
        assert screen.board.scene.position == mistake.position
        await driver.press("end", "left")
        assert driver.says("Move 2 of 3")
        assert driver.says("P1 3,2 [P2 4,3] P1 1,2")
        await driver.press("escape")
        assert driver.screen(ReviewScreen) is review
        assert review.at == 2


async def test_line_shows_sides_by_colour_and_name() -> None:
    async with running() as driver:
        await reviewed(driver, GIVEN_AWAY)
        await driver.press("enter", "right")
        text = driver.screen(LineScreen)._moves()
        styles = {text.plain[span.start : span.end].strip(): str(span.style) for span in text.spans}
        assert styles == {"[P1 3,2]": f"bold {SIDES[1]}", "P2 4,3": SIDES[2], "P1 1,2": SIDES[1]}


async def test_reason_lesson_and_legend_are_shown() -> None:
    async with running() as driver:
        review = await reviewed(driver, GIVEN_AWAY)
        (reason,) = review.review.mistakes[0].reasons
        game = review.record.game
        pair = {game.rows * 0 + 1: "a", game.cols * 3 + 2: "a"}
        assert labels(review) == pair | {5: "◆"}, "the answer, and 2,2, which would have won"
        assert driver.says("◆ would have won")
        await driver.press("enter")
        assert labels(driver.screen(LineScreen)) == pair
        assert driver.says(reason.text)
        assert driver.says(f"Lesson: {reason.lesson}")
        assert driver.says("a a one answers the other")
        assert not driver.says("◆ would have won")


async def test_lost_seat_is_explained_with_a_line() -> None:
    async with running() as driver:
        review = await reviewed(driver, LOST)
        assert review.at == 4
        assert driver.says("No move gave a win away. Player 1 was lost from the start")
        assert driver.says("Move 1: Player 1 could have lasted 2 moves longer with 1,1.")
        await driver.press("p")
        assert review.at == 1, "n and p lead to the slips"
        assert driver.says("Move 1: Player 1 could have lasted 2 moves longer with 1,1. Enter: watch how")
        assert labels(review) == {0: "◆"}
        assert driver.says("◆ would have been harder to beat")
        await driver.press("t")
        await driver.settle()
        assert driver.play.match.positions == (review.record.game.start(),)
        await driver.press("q", "enter")
        screen = driver.screen(LineScreen)
        assert driver.says("From the start: how Player 2 wins")
        assert screen.board.scene.position == review.record.game.start()
        assert len(labels(screen)) == 6, "every cell has its partner"
        await driver.press("end", "q")
        assert driver.screen(ReviewScreen)


async def test_resigned_match_has_a_line() -> None:
    match = Match(gridlock.make("crossfire"))
    match.resign()
    async with running() as driver:
        await reviewed(driver, str(match.record()))
        await driver.press("enter", "right")
        assert driver.says("Player 1 resigned: how Player 1 could win")
        assert driver.says("Move 1 of 5. Player 1 plays 3,3.")


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_text_scrolls_on_a_small_terminal(size: tuple[int, int]) -> None:
    async with running(size=size) as driver:
        review = await reviewed(driver, '[Game "spread"]\n3,3 2,2 *')
        for kind in (ReviewScreen, LineScreen):
            screen = driver.screen(kind)
            await driver.pilot.pause()
            assert "↑↓ Scroll" in driver.footer()
            seen, pane = driver.text(), screen.query_one(TextPane)
            while pane.scroll_y < pane.max_scroll_y:
                await driver.press("pagedown")
                seen += driver.text()
            assert pane.max_scroll_y > 0
            (mistake,) = review.review.mistakes
            (reason,) = mistake.reasons
            told = mistake.explanation if kind is ReviewScreen else [reason.text]
            assert all(word in seen for word in f"{' '.join(told)} {reason.lesson}".split())
            await driver.press("up")
            assert pane.scroll_y == pane.max_scroll_y - 1
            await driver.press("down")
            assert pane.scroll_y == pane.max_scroll_y
            await driver.press("enter")


async def test_graph_comes_last_below_a_board() -> None:
    async with running(size=(60, 20)) as driver:
        review = await reviewed(driver, '[Game "spread"]\n3,3 2,2 *')
        assert review.has_class("below")
        assert "Move 2: Player 2 played 2,2" in driver.text()
        ids = [child.id for child in review.query_one(TextPane).children]
        assert ids[-1] == "graph"
        await driver.pilot.resize_terminal(100, 30)
        await driver.pilot.pause()
        ids = [child.id for child in review.query_one(TextPane).children]
        assert ids[0] == "graph"


# Marks ------------------------------------------------------------------------------------------


def texts(marks: Marks) -> dict[int, str]:
    return {cell: label.text for cell, label in marks.labels.items()}


def test_reason_is_marked_once_it_holds() -> None:
    reasons = [Reason("early", "", cells=(0,)), Reason("late", "", cells=(3,), at=2)]
    assert texts(reason_marks(reasons, 0)) == texts(reason_marks(reasons, 1)) == {0: "*"}
    assert texts(reason_marks(reasons, 2)) == {0: "*", 3: "*"}
    assert reason_marks(reasons, 2).legend == ("*  mentioned in the reason",)
    assert reason_marks(reasons[1:], 1) == Marks({}, ())


def test_pairs_have_letters_and_shared_answers_have_capitals() -> None:
    marks = reason_marks([Reason("answers", "", pairs=((0, 1), (2, 3), (4, 3), (5, 6)))], 0)
    assert texts(marks) == {2: "a", 4: "a", 3: "A", 0: "b", 1: "b", 5: "c", 6: "c"}
    assert marks.legend == ("a a  one answers the other", "a A  A answers a")


def test_a_cell_can_be_answered_and_be_an_answer() -> None:
    marks = reason_marks([Reason("answers", "", pairs=((0, 2), (1, 2), (2, 0)))], 0)
    assert texts(marks) == {0: "aB", 1: "a", 2: "bA"}


def test_pairs_on_a_full_board_have_distinct_letters() -> None:
    pairs = tuple((cell, 63 - cell) for cell in range(32))
    letters = texts(reason_marks([Reason("mirror", "", pairs=pairs)], 0))
    assert len(set(letters.values())) == 32
    assert all(letters[one] == letters[two] for one, two in pairs)


def test_better_move_is_marked_if_legal() -> None:
    start = gridlock.make("blockade").start()
    marks = better_marks(start, start.parse_move("right:0,0"))
    assert (texts(marks), marks.legend) == ({1: "◆", 0: "▪"}, ("◆  would have won", "▪  its block"))
    stuck = gridlock.make("blockade", 1, 2).start()
    assert better_marks(stuck, start.parse_move("right:0,0")) == Marks({}, ())
