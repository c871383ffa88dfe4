"""Position reports as text."""

from __future__ import annotations

from gridlock.plural import count
from gridlock.rules import Position
from gridlock.search import Limits, OutOfTime, best_line
from gridlock.search.report import Report, investigate
from gridlock.text.headings import heading
from gridlock.text.values import marked_board, move_mark, wins_text


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
        parts.append("+W wins and -L loses, in this many moves of both sides, counting this one.")
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
