"""Analyses as text: values in sentences, marks such as ``+W5``, and whole reports."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.plural import count
from gridlock.rules import Position
from gridlock.search import Limits, MoveValue, OutOfTime, Value, best_line
from gridlock.search.report import Report, investigate
from gridlock.text.headings import heading

MARKS = "+W wins and -L loses, in this many moves of both sides, counting this one."
"""What the marks on a board mean."""


def wins_text(winner: int, moves: int | None) -> str:
    """Say who wins, and in how many moves if known: ``Player 1 wins in 3 moves``."""
    return f"Player {winner} wins" + ("" if moves is None else f" in {count(moves, 'move')}")


def value_text(winner: int, moves: int | None) -> str:
    """Say what a position is worth."""
    return f"Player {winner} has won." if moves == 0 else f"{wins_text(winner, moves)}."


def value_mark(value: Value, side: int) -> str:
    """Return a move's value for this side: ``W`` or ``L``, and the moves to the end, counting this one."""
    moves = "" if value.moves is None else str(value.moves + 1)
    return f"{'W' if value.winner == side else 'L'}{moves}"


def move_mark(position: Position, judged: MoveValue) -> str:
    """Return a move's mark: ``+W`` or ``-L``, and the moves to the end, counting this one."""
    sign = "+" if judged.value.winner == position.turn else "-"
    return sign + value_mark(judged.value, position.turn)


def marked_board(position: Position, judged: Sequence[MoveValue]) -> str:
    """Draw the board with the mark of the best move to each cell."""
    marks: dict[int, str] = {}
    for move_value in judged:  # best first
        cell = position.game.parts(position, move_value.move)[0]
        marks.setdefault(cell, move_mark(position, move_value))
    game = position.game
    names = {bits: letter.upper() for letter, bits in game.letters.items()}
    width = max(4, *map(len, marks.values())) if marks else 4
    lines = [" " * 4 + " ".join(f"{col + game.origin:^{width}}" for col in range(game.cols)).rstrip()]
    for row, letters in enumerate(game.cells_as(names, position)):
        texts = (marks.get(row * game.cols + col, letter) for col, letter in enumerate(letters))
        lines.append(f"{row + game.origin:>3} " + " ".join(f"{text:^{width}}" for text in texts).rstrip())
    return "\n".join(lines)


def analysis_text(position: Position, limits: Limits) -> str:
    """Report the value of every move and the best play, as far as the limits allow."""
    report = Report(position)
    try:
        investigate(report, limits)
        line = " ".join(map(str, best_line(position, limits=limits)))
    except OutOfTime:
        return report_text(report)
    return f"{report_text(report)}\nBest play: {line}."


def report_text(report: Report) -> str:
    """Format a report: the marked board, who wins, and every move with its mark."""
    position = report.position
    parts = [f"{heading(position.game)}, Player {position.turn} to move"]
    parts.append(marked_board(position, report.judged))
    parts.append(_verdict(report))
    if report.judged:
        marks = [(move_mark(position, judged), str(judged.move)) for judged in report.judged]
        width = max(len(text) for text, _ in marks)
        parts.append("\n".join(f"{text.ljust(width)}  {move}" for text, move in marks))
        counted = any(text[-1:].isdigit() for text, _ in marks)
        parts.append(MARKS if counted else "+W wins and -L loses.")
    parts.append(f"{count(report.nodes, 'node', ',')}, {report.seconds:.2f} seconds.")
    return "\n\n".join(parts)


def _verdict(report: Report) -> str:
    position = report.position
    if report.winner is None:
        return "Not solved: the winner is unknown."
    if not position.legal:
        return f"Player {report.winner} wins: Player {position.turn} cannot move."
    rest = "" if report.complete else "\nTime ran out before everything was known."
    return f"{_winner_text(report.winner, report.moves, report.proof)}.{rest}"


def _winner_text(winner: int, moves: int | None, proof: str) -> str:
    """Say who wins in how many moves, and by which proof; a theorem gives only the winner."""
    if proof == "search":
        return wins_text(winner, moves)
    after = "" if moves is None else f", in {count(moves, 'move')} (by search)"
    return f"{wins_text(winner, None)} (by the theorem '{proof}'){after}"
