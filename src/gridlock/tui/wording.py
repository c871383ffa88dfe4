"""The app's texts about a match."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from gridlock.clock import time_text
from gridlock.errors import shortened
from gridlock.match import Match
from gridlock.plural import count
from gridlock.review.turning_point import TurningPoint
from gridlock.rules import Game, Move, Position, other
from gridlock.text.headings import bot_text, match_line
from gridlock.text.names import for_reader, reader_of
from gridlock.tui.palette import FAINT, SIDES, STRONG

_MAX_LINES = 6
_MAX_NAME = 60  # characters


def name_text(name: str) -> str:
    """Shorten a player's name: those in files can be of any length."""
    return shortened(bot_text(name), _MAX_NAME)


def unreadable_text(problems: Sequence[str]) -> str:
    """Report unreadable files: the first, and how many more."""
    more = count(len(problems) - 1, "more file")
    rest = f" {more} can't be read; run 'gridlock matches' to list them." if len(problems) > 1 else ""
    return problems[0] + rest if problems else ""


def match_text(game: Game, players: tuple[str, str], moves: int) -> str:
    """Return a match as one line: ``Spread 5x5, You against Level 2 · Learner, 5 moves``."""
    first, second = map(name_text, players)
    return match_line(game, (first, second), moves)


def players_text(match: Match, thinking: str = "") -> Text:
    """Format both players with their clocks, and an arrow before the one to move."""
    text = Text()
    for side in (1, 2):
        to_move = match.outcome is None and match.position.turn == side
        won = match.outcome is not None and match.outcome.winner == side
        mark = "▶ " if to_move else "★ " if won else "  "
        text.append(mark, STRONG)
        text.append(f"{match.game.side_letter(side)} ", f"bold {SIDES[side]}")
        name = name_text(match.players[side - 1])
        text.append(name, f"bold {STRONG}" if to_move else "")
        if name != f"Player {side}":
            text.append(f" (Player {side})", FAINT)
        if match.clock is not None:
            text.append(f"  {time_text(match.clock.left(side))}", f"bold {STRONG}" if to_move else "")
        text.append(f" {thinking}" if to_move else "")
        text.append("\n" if side == 1 else "")
    return text


def moves_text(moves: tuple[Move, ...], positions: tuple[Position, ...], at: int | None = None) -> Text:
    """Format the moves in the colours of their sides, with move ``at`` in bold."""
    text = Text()
    for number, (move, before) in enumerate(zip(moves, positions, strict=False), start=1):
        text.append(f"{number}.", FAINT)
        style = SIDES[before.turn]
        text.append(f"[{move}]" if number == at else str(move), f"bold {style}" if number == at else style)
        text.append("  ")
    return text


def prompt_text(position: Position, done: int) -> str:
    """Return the prompt for the next cell, after ``done`` cells have been chosen."""
    prompts = position.game.prompts
    return prompts[min(done, len(prompts) - 1)]


def pass_text(before: Position, after: Position, players: tuple[str, str] = ("", "")) -> str:
    """Return a sentence if a side had to pass after the move between these positions."""
    if after.legal and before.turn == after.turn:
        side = other(after.turn)
        you = reader_of(players) == side
        return "You have no legal move and pass." if you else f"Player {side} has no legal move and passes."
    return ""


def turning_text(match: Match, point: TurningPoint) -> str:
    """Say which move lost a match, and what would have won."""
    assert match.outcome is not None
    if point.better is None:
        whose = "your" if reader_of(match.players) == other(match.outcome.winner) else "that"
        return f"No single move lost it: with best play, {whose} seat loses."
    return f"Move {point.number} lost it: {match.game.move_words(point.better)} would have won."


def stuck_text(match: Match) -> str:
    """Say which side is stuck for good, so that the rest plays itself."""
    side = match.stuck_side
    assert side is not None
    you = match.players[side - 1] == "You"
    return "You are stuck." if you else f"{match.game.side_letter(side)} is stuck."


def last_lines(text: str) -> str:
    """Keep only the first line and the last few lines of a text."""
    first, *rest = text.splitlines() or [""]
    return "\n".join([first, *rest[-_MAX_LINES:]])


def result_text(match: Match) -> str:
    """Say who won, and why."""
    outcome = match.outcome
    assert outcome is not None
    name = name_text(match.players[outcome.winner - 1])
    seat = f"Player {outcome.winner}"
    won = "You have won!" if name == "You" else f"{name if name == seat else f'{name} ({seat})'} has won."
    return f"{won} {for_reader(last_lines(outcome.reason), match.game, reader_of(match.players))}"
