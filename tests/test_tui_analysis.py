"""Hints and analysis in the terminal app, against the naive judge and without enough time."""

from __future__ import annotations

import threading

import pytest

import gridlock
from boards import judge_of, state_of
from gridlock.match import Help
from gridlock.review import Hint
from gridlock.rules import Position
from gridlock.search import Limits, MoveValue, OutOfTime, Value
from gridlock.search.report import Report
from gridlock.tui import analysis, play
from gridlock.tui.analysis import AnalysisView
from gridlock.tui.plan import Plan, against
from minimax import Minimax
from terminal_app import at_home, running  # noqa: F401  (a fixture)

NOT_FOUND = "the number of moves was not found within 10 seconds."


def minimax_value(position: Position) -> tuple[int, int]:
    """Return the winner and the distance by the naive judge."""
    return Minimax(judge_of(position.game)).value(state_of(position))


async def test_hint_is_a_best_move_and_is_recorded() -> None:
    position = gridlock.make("trail", 3, 3).start()
    async with running(Plan(position.game)) as driver:
        await driver.press("h")
        await driver.settle()
        winner, moves = minimax_value(position)
        assert winner == 1
        assert driver.says(f"wins in {moves} moves.")
        (cell,) = [cell for cell, label in driver.play.board.scene.labels.items() if label.text == "◆"]
        assert minimax_value(position.play(cell)) == (1, moves - 1)
        assert driver.play.match.help == {Help.HINT: 1}


async def test_hint_key_clears_marks_but_not_the_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free = threading.Event()

    def wait(position: Position, limits: Limits) -> Hint:
        free.wait()
        return Hint(None, "No hint.")

    monkeypatch.setattr(play, "find_hint", wait)
    async with running(Plan(gridlock.make("spread"))) as driver:
        await driver.make("3,3")
        await driver.make("1,1")
        await driver.press("2", "2")
        assert driver.play.board.scene.blockers
        await driver.press("h")
        assert not driver.play.board.scene.blockers
        assert driver.says("Looking for a hint...")
        free.set()
        await driver.settle()
        assert driver.says("No hint.")


async def test_analysis_marks_every_move() -> None:
    async with running(Plan(gridlock.make("trail", 3, 3))) as driver:
        await driver.make("1,1")
        assert not driver.play.board.scene.labels, "off until asked for"
        await driver.press("a")
        await driver.settle()
        position = driver.play.match.position
        for move in position.legal_moves():
            winner, moves = minimax_value(position.play(move))
            letter = "▲W" if winner == position.turn else "▼L"
            assert driver.play.board.scene.labels[int(move)].text == f"{letter}{moves + 1}"
        winner, moves = minimax_value(position)
        assert driver.says(f"Player {winner} wins in {moves} moves.")
        assert driver.says("Best play: ")
        assert driver.play.match.record().tags["Analysis"] == "1"
        await driver.press("a")
        assert not driver.play.board.scene.labels


async def test_blockade_analysis_shows_steps_then_blocks() -> None:
    async with running(Plan(gridlock.make("blockade", 3, 3))) as driver:
        await driver.press("a")
        await driver.settle()
        position = driver.play.match.position
        values = {str(move): minimax_value(position.play(move)) for move in position.legal_moves()}

        def label(value: tuple[int, int]) -> str:
            return f"{'▲W' if value[0] == 1 else '▼L'}{value[1] + 1}"

        def rank(value: tuple[int, int]) -> int:
            return 99 - value[1] if value[0] == 1 else value[1] - 99

        right = {move: value for move, value in values.items() if move.startswith("right")}
        assert driver.play.board.scene.labels[1].text == label(max(right.values(), key=rank))
        await driver.press("0", "1")
        shown = {cell: mark.text for cell, mark in driver.play.board.scene.labels.items()}
        blocks = {move.partition(":")[2]: label(value) for move, value in right.items()}
        assert {position.game.cell_text(cell): text for cell, text in shown.items()} == blocks


async def test_analysis_speaks_to_you() -> None:
    game = gridlock.make("trail", 2, 3)
    for side in (1, 2):
        async with running(against("random", game, side)) as driver:
            await driver.settle()
            await driver.press("a")
            await driver.settle()
            position = driver.play.match.position
            winner, moves = minimax_value(position)
            who = "You win" if winner == side else f"{game.side_letter(winner)} wins"
            assert driver.says(f"Analysis: {who} in {moves} moves."), driver.panel()


@pytest.mark.parametrize(
    ("winner", "moves", "distances", "said"),
    [
        (None, None, None, "Analysis: Not solved within 10 seconds."),
        (2, None, (None,) * 4, f"Analysis: Player 2 wins whatever you play; {NOT_FOUND}"),
        (1, None, (None,) * 4, f"Analysis: Player 1 wins; {NOT_FOUND}"),
        (2, None, (3, None, 1, None), f"{NOT_FOUND} Exact distance known for 2 of 4 moves."),
        (2, 4, (3, None, 1, None), "Player 2 wins in 4 moves. Exact distance known for 2 of 4 moves."),
        (1, None, (None,), f"{NOT_FOUND} Winner known for 1 of 4 moves."),
    ],
)
async def test_analysis_out_of_time_shows_partial_results(
    winner: int | None,
    moves: int | None,
    distances: tuple[int | None, ...] | None,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run_out(report: Report, limits: Limits) -> None:
        report.winner, report.moves = winner, moves
        legal = report.position.legal_moves()
        for move, distance in zip(legal, distances or (), strict=False):
            assert winner is not None
            report.judged.append(MoveValue(move, Value(winner, distance)))
        raise OutOfTime("Out of time.")

    monkeypatch.setattr(analysis, "investigate", run_out)
    async with running(Plan(gridlock.make("trail", 2, 2))) as driver:
        await driver.press("a")
        await driver.settle()
        assert driver.says(said)
        letter = "▲W" if winner == 1 else "▼L"
        expected = ["" if distance is None else str(distance + 1) for distance in distances or ()]
        labels = driver.play.board.scene.labels
        assert [labels[cell].text for cell in sorted(labels)] == [letter + count for count in expected]


async def test_step_with_unsolved_blocks_has_no_distance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run_out(report: Report, limits: Limits) -> None:
        report.winner = 1
        for move in report.position.legal_moves():
            known = None if str(move) == "right:0,0" else 3
            report.judged.append(MoveValue(move, Value(1, known)))
        raise OutOfTime("Out of time.")

    monkeypatch.setattr(analysis, "investigate", run_out)
    async with running(Plan(gridlock.make("blockade", 3, 3))) as driver:
        await driver.press("a")
        await driver.settle()
        labels = driver.play.board.scene.labels
        assert (labels[1].text, labels[3].text) == ("▲W", "▲W4")


async def test_analysis_is_cancelled_when_the_position_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "_SECONDS", 3600.0)
    async with running(Plan(gridlock.make("spread", 8, 8))) as driver:
        await driver.press("a")
        assert "thinking" in driver.panel()
        await driver.press("a")
        await driver.settle()  # which would last for an hour if the search went on
        assert not driver.play.query_one(AnalysisView).judged


async def test_nothing_depends_on_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(Plan(gridlock.make("trail", 3, 3))) as driver:
        await driver.make("1,1")
        await driver.press("a")
        await driver.settle()
        text = driver.text()
        worst = minimax_value(driver.play.match.position)
        assert worst[0] == 1
        for shown in ("╳", f"▼L{worst[1]}", "▶ O Player 2", "▸"):  # noqa: RUF001
            assert shown in text
