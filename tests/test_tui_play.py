"""Matches played in the terminal app, by keyboard and by mouse."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from random import Random

import pytest

import gridlock
from boards import judge_of, state_of
from gridlock.clock import Clock, TimeControl
from gridlock.players import Player, PlayerFailed, make_player
from gridlock.players.level import LEVELS
from gridlock.records import Record, read_records
from gridlock.rules import Game, Move, Position, other
from gridlock.text.names import for_reader, reader_of
from gridlock.tui import seat
from gridlock.tui.dialogs import ChoiceDialog
from gridlock.tui.plan import Plan, against
from gridlock.tui.rules import RulesScreen
from gridlock.tui.setup import SetupScreen
from gridlock.tui.wording import pass_text
from reviews import random_record, winner
from terminal_app import (
    at_home,  # noqa: F401  (a fixture)
    running,
)
from waiting import eventually

GAMES = list(gridlock.GAMES)


class Slow:
    """A bot that thinks until it's closed."""

    name = "slow"
    remark = ""

    def __init__(self) -> None:
        self.closed = threading.Event()

    def get_ready(self, game: Game) -> None:
        pass

    def choose(self, position: Position, clock: Clock | None) -> Move:
        self.closed.wait()
        return position.legal_moves()[0]

    def close(self) -> None:
        self.closed.set()


class Broken:
    """A bot that prints a few lines and crashes."""

    name = "broken"
    remark = ""

    def __init__(self, problem: Exception) -> None:
        self.problem = problem
        self.closed = 0

    def get_ready(self, game: Game) -> None:
        pass

    def choose(self, position: Position, clock: Clock | None) -> Move:
        raise self.problem

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize("name", GAMES)
async def test_full_game_by_keyboard(name: str) -> None:
    game = gridlock.make(name)
    judge, random = judge_of(game), Random(name)
    async with running(Plan(game)) as driver:
        match = driver.play.match
        state = state_of(match.position)
        chosen = 0
        while judge.legal(state) and match.outcome is None and match.stuck_side is None:
            chosen += 1
            action = random.choice(judge.legal(state))
            await driver.make(str(match.position.move(action)))
            state = judge.play(state, action)
        await eventually(lambda: driver.says("has won."))  # some games play their last moves themselves
        for move in match.moves[chosen:]:
            state = judge.play(state, int(move))
        assert match.outcome is not None
        assert match.outcome.winner == judge.winner(state)
        assert driver.says(f"Player {match.outcome.winner} has won.")
        assert match.record().moves == match.moves


async def test_light_cycles_drive_with_one_key_per_step() -> None:
    async with running(against("random", gridlock.make("lightcycle"), 1)) as driver:
        match = driver.play.match
        await driver.press("left")
        assert driver.says("A step left leaves the board.")
        await driver.press("up")
        await driver.settle()
        await driver.press("down")
        assert driver.says("(3,1) is blocked."), "the first key was a step"
        while match.outcome is None:
            await driver.press(str(match.position.legal_moves()[0]))
            await driver.settle()
        assert len(match.moves) >= 2
        assert match.players == ("You", "random")
        assert not driver.play.board.has_cursor, "nothing is left behind on the trail"
        await driver.press("u")
        assert driver.play.board.has_cursor


async def test_full_game_with_arrows_and_enter() -> None:
    async with running(against("random", gridlock.make("trail"), 1)) as driver:
        match = driver.play.match
        await driver.press("enter")
        await driver.settle()
        last = match.position.extra.bit_length() - 1
        assert driver.play.board.cursor == last, "the cursor stands on the last marker"
        step = int(match.position.legal_moves()[0]) - last
        await driver.press({-4: "up", 4: "down", -1: "left", 1: "right"}[step], "enter")
        await driver.settle()
        assert len(match.moves) == 4


@pytest.mark.parametrize(("rows", "cols", "middle"), [(4, 4, 5), (5, 5, 12), (6, 7, 17), (1, 2, 0)])
async def test_cursor_starts_in_the_middle(rows: int, cols: int, middle: int) -> None:
    async with running(Plan(gridlock.make("spread", rows, cols))) as driver:
        assert driver.play.board.cursor == middle


async def test_full_game_by_mouse() -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        screen, match = driver.play, driver.play.match
        while match.outcome is None:
            cell = int(match.position.legal_moves()[0])
            x, y = screen.board.cell_size.corner(match.game, cell)
            await driver.pilot.click(screen.board, offset=(x + 2, y + 1))
            await driver.settle()
            assert (match.position.own | match.position.opp) >> cell & 1
        assert driver.says("has won.")


async def test_arrows_move_the_cursor() -> None:
    async with running(Plan(gridlock.make("spread"))) as driver:
        board = driver.play.board
        assert board.cursor == 12
        await driver.press("down", "right", "up", "left", "left")
        assert board.cursor == 11
        await driver.press("up", "enter")
        assert str(driver.play.match.moves[0]) == "2,2"


async def test_digits_with_a_comma_on_a_large_board() -> None:
    async with running(Plan(gridlock.make("crossfire", 4, 16))) as driver:
        await driver.press("3", "1")
        assert driver.says("Row, column: 3,1_")
        await driver.press("backspace", "1", "2")
        assert str(driver.play.match.moves[0]) == "3,12"
        await driver.press("4", "9", "enter")
        assert str(driver.play.match.moves[1]) == "4,9"


async def test_typed_cell_off_the_board() -> None:
    async with running(Plan(gridlock.make("spread"))) as driver:
        await driver.press("9", "9")
        assert driver.says("(9,9) is not on the board.")
        await driver.press("3", "escape", "3", "3")
        assert [str(move) for move in driver.play.match.moves] == ["3,3"]


async def test_illegal_move_is_explained_and_marks_the_piece() -> None:
    async with running(Plan(gridlock.make("spread"))) as driver:
        await driver.make("3,3")
        await driver.make("1,1")
        await driver.press("2", "2")
        assert driver.says("(2,2) touches your own token at (3,3).")
        assert driver.play.board.scene.blockers == {12}
        assert "!" in driver.text()
        await driver.press("left")
        assert not driver.play.board.scene.blockers
        assert not driver.says("touches your own token")
        assert len(driver.play.match.moves) == 2


async def test_blockade_asks_for_step_and_block_and_esc_undoes_the_step() -> None:
    async with running(Plan(gridlock.make("blockade"))) as driver:
        assert driver.says("Choose a cell to step to, then one to block.")
        await driver.press("0", "1")
        assert driver.says("Now choose a cell to block. Esc takes the step back.")
        assert driver.play.board.scene.changed == {0: ".", 1: "1"}, "the marker is shown at its new place"
        await driver.press("4", "4")
        assert driver.says("(4, 4) does not touch your new place, (0, 1).")
        await driver.press("escape")
        assert driver.play.board.scene.changed == {}
        await driver.press("1", "0", "0", "0")
        assert [str(move) for move in driver.play.match.moves] == ["down:0,0"]


async def test_undo_and_redo_between_two_people() -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.make("2,2")
        await driver.make("2,3")
        await driver.press("u")
        assert [str(move) for move in driver.play.match.moves] == ["2,2"]
        await driver.press("r")
        assert [str(move) for move in driver.play.match.moves] == ["2,2", "2,3"]
        await driver.press("r")
        assert driver.says("There is no move to redo.")


async def test_undo_against_a_bot_goes_back_to_your_own_turn() -> None:
    async with running(against("random", gridlock.make("spread"), 2)) as driver:
        match = driver.play.match
        assert len(match.moves) == 1
        await driver.press("u")
        assert driver.says("There is no move to take back.")
        await driver.make(str(match.position.legal_moves()[0]))
        assert len(match.moves) == 3
        before = match.moves
        await driver.press("u")
        assert len(match.moves) == 1
        assert match.position.turn == 2
        await driver.press("r")
        assert match.moves == before


async def test_resign_asks_first() -> None:
    async with running(Plan(gridlock.make("spread"))) as driver:
        await driver.press("x")
        driver.screen(ChoiceDialog)
        await driver.press("escape")
        assert driver.play.match.outcome is None
        await driver.press("x", "enter")
        assert driver.play.match.outcome is not None
        assert driver.says("Player 1 resigned.")
        await driver.press("u")
        assert driver.play.match.outcome is None, "that is taken back too"


async def test_unavailable_keys_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    bots: list[Slow] = []

    def make(text: str) -> Player:
        if text == "human":
            return make_player(text)
        bots.append(Slow())
        return bots[-1]

    monkeypatch.setattr(seat.Seat.__init__, "__defaults__", (make,))
    async with running() as driver:
        driver.app.start(against("slow", gridlock.make("spread"), 2))
        await driver.pilot.pause()
        await driver.press("h")
        assert driver.says("Hints are for your own turn.")
        assert driver.play.match.help == {}
        await driver.press("x")
        driver.screen(ChoiceDialog)
        await driver.press("escape", "q")
        driver.app.start(Plan(gridlock.make("spread"), ("slow", "slow")))
        await driver.pilot.pause()
        await driver.press("x")
        assert driver.says("Both players are bots, so you can't resign.")
        await driver.press("q")
        assert all(bot.closed.is_set() for bot in bots)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Player 1 cannot move.", "You cannot move."),
        ("Player 2 cannot move.", "O cannot move."),
        ("Player 1 resigned.", "You resigned."),
        ("Player 1's time has run out.", "Your time has run out."),
        ("Player 1 has no move left: Player 2 placed last.", "You have no move left: O placed last."),
        ("Player 2 won. Player 1 has lost.", "O won. You have lost."),
        ("Player 11 is somebody else.", "Player 11 is somebody else."),
    ],
)  # fmt: skip
def test_sentences_address_the_player_as_you(sentence: str, expected: str) -> None:
    game = gridlock.make("spread")
    assert for_reader(sentence, game, reader_of(("You", "level:2"))) == expected
    assert for_reader(sentence, game, reader_of(("Ann", "Bob"))) == sentence


def test_pass_is_announced() -> None:
    before = gridlock.make("spread", 3, 4).position("O.OX/X.../..X. 2")
    after = before.play("3,1")
    assert after.turn == before.turn, "X has no cell left"
    assert pass_text(before, after, ("Ann", "Bob")) == "Player 1 has no legal move and passes."
    assert pass_text(before, after, ("You", "level:2")) == "You have no legal move and pass."


async def test_a_decided_game_plays_itself_out() -> None:
    start = gridlock.make("spread", 3, 4).position("O.OX/X.../..X. 2")
    async with running(Plan(start.game, start=start), size=(80, 24)) as driver:
        match = driver.play.match
        await eventually(lambda: match.outcome is not None and driver.says("Player 2 has won."))
        assert driver.says("X is stuck.")
        assert match.played_out == len(match.moves) > 0
        assert driver.play.blockers, "what shuts X in"


async def test_bots_are_shown_by_their_names() -> None:
    async with running(against("level:2", gridlock.make("spread"), 1)) as driver:
        assert driver.says(f"Level 2 · {LEVELS[1].name} (Player 2)")
        assert driver.play.match.players == ("You", "level:2"), "the record has the text that can be typed"


async def test_a_rematch_swaps_the_seats() -> None:
    async with running(against("random", gridlock.make("spread"), 1)) as driver:
        assert not driver.says("Score")
        await driver.press("x", "enter", "m")
        await driver.settle()
        assert driver.play.match.players == ("random", "You")
        assert len(driver.play.match.moves) == 1
        assert driver.play.match.outcome is None
        assert driver.says("Score 1 : 0")
        await driver.press("x", "enter")
        await driver.settle()
        assert driver.says("Score 2 : 0")
        await driver.press("m")
        await driver.settle()
        assert driver.says("Score 0 : 2")


@pytest.mark.parametrize("name", GAMES)
async def test_the_move_that_lost_is_named_at_the_end(name: str) -> None:
    game = gridlock.make(name, 3, 3)
    records = (random_record(game, Random(seed)) for seed in range(99))
    record, number = next((record, number) for record in records if (number := last_chance(record)))
    async with running(Plan(game), size=(80, 24)) as driver:
        for move in record.moves:
            if driver.play.human_to_move:
                driver.play._play(move)
                await driver.settle()
        await eventually(lambda: driver.play.turning_point is not None)
        sentence = re.search(r"Move (\d+) lost it: (.+?) would\s+have\s+won\.", driver.panel())
        assert sentence is not None, driver.panel()
        assert int(sentence[1]) == number
        before = list(record.positions())[number - 1]
        winning = [move for move in before.legal_moves() if winner(before.play(move)) == before.turn]
        assert sentence[2] in map(game.move_words, winning)
        await driver.press("u")
        await driver.settle()
        assert not driver.says("lost it")


def last_chance(record: Record) -> int:
    """Return the number of the last move by which the loser gave the win away; 0 if there is none."""
    positions = list(record.positions())
    loser = other(winner(positions[-1]))
    chances = [
        k for k, position in enumerate(positions, start=1) if position.turn == winner(position) == loser
    ]
    return chances[-1] if chances else 0


async def test_a_lost_seat_is_named_at_the_end() -> None:
    game = gridlock.make("trail", 2, 2)
    loser = other(winner(game.start()))
    async with running(against("perfect", game, loser), size=(80, 24)) as driver:
        match = driver.play.match
        while match.outcome is None:
            if driver.play.human_to_move:
                driver.play._play(match.position.legal_moves()[0])
            await driver.settle()
        await eventually(lambda: driver.says("No single move lost it: with best play, your seat loses."))


async def test_the_clock_ends_a_match() -> None:
    plan = Plan(gridlock.make("spread"), control=TimeControl(60))
    async with running(plan) as driver:
        match = driver.play.match
        assert re.search(r"\b(1:00|0:[0-5][0-9])\b", driver.panel())
        assert match.clock is not None
        match.clock.set_left(1, 0.0)
        driver.play._tick()
        await driver.settle()
        assert driver.says("Player 2 has won. Player 1's time has run out.")


@pytest.mark.parametrize(
    "problem", [PlayerFailed("broken has crashed.\nits last line"), RuntimeError("its last line")]
)
async def test_failing_bot_loses_and_the_app_continues(
    problem: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = []

    def make(text: str) -> Broken:
        bots.append(Broken(problem))
        return bots[-1]

    monkeypatch.setattr(seat.Seat.__init__, "__defaults__", (make,))
    async with running(against("broken", gridlock.make("spread"), 2)) as driver:
        assert driver.says("You have won! X forfeits.")
        assert driver.says("its last line")
        await driver.press("q")
        await driver.settle()
        assert sum(bot.closed for bot in bots) >= 2, "both are closed"


async def test_match_can_be_saved_to_a_file(tmp_path: Path) -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.make("2,2")
        file = tmp_path / "ours.txt"
        await driver.press("s")
        await driver.answer(str(file))
        assert driver.says("Saved to")
        await driver.make("2,3")
        await driver.press("s")
        await driver.answer(str(file))
        (record,) = read_records(file)
        assert [str(move) for move in record.moves] == ["2,2", "2,3"]
        await driver.press("s")
        await driver.answer(str(tmp_path / "none" / "x.txt"))
        assert driver.says(f"Not saved: {tmp_path / 'none'}: There is no such folder.")


async def test_rules_and_a_new_match() -> None:
    async with running(Plan(gridlock.make("blockade"))) as driver:
        await driver.press("?")
        driver.screen(RulesScreen)
        await driver.press("escape", "n")
        driver.screen(SetupScreen)
        await driver.press("escape")
        assert driver.play.match.game.id == "blockade"


async def test_terminal_can_be_resized_during_a_game() -> None:
    async with running(Plan(gridlock.make("crossfire")), size=(120, 40)) as driver:
        await driver.make("3,3")
        sizes = []
        for width, height in ((120, 40), (80, 24), (60, 20), (40, 12), (20, 6), (5, 2), (80, 24)):
            await driver.pilot.resize_terminal(width, height)
            await driver.pilot.pause()
            sizes.append(driver.play.board.cell_size)
        assert sizes[0] > sizes[1] > sizes[3]
        assert sizes[-1] == sizes[1]
        await driver.make("1,2")
        text = driver.text()
        assert "Crossfire" in text
        assert "3,3" in text
        assert "Undo" in text
