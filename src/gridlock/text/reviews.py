"""Reviews of matches, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from gridlock.plural import count, times
from gridlock.records import Record
from gridlock.review import Insight, JudgedMove, LostSeat, Mistake, Reason, Review, Slip, Watch
from gridlock.rules import Game, Move, Position
from gridlock.search.report import game_fields
from gridlock.text.analysis import MARKS, marked_board
from gridlock.text.headings import match_heading
from gridlock.text.lines import paragraph, wrap
from gridlock.text.names import for_reader, player_names, reader_of, texts_for

# As text ----------------------------------------------------------------------------------------


def review_text(review: Review) -> str:
    """Format a review: every move, the mistakes, and the result."""
    record, reader = review.record, reader_of(review.record.players)
    parts = [match_heading(record)]
    if review.judged:
        parts.append("\n".join(_move_rows(review.judged, reader)))
    for mistake in review.mistakes:
        summary, board, *rest = _mistake_parts(mistake, reader)
        legend = [MARKS] if mistake is review.mistakes[0] else []
        parts += [summary, board, *legend, *rest]
    if review.lost is not None:
        parts.append(paragraph([*lost_lines(review), *_watch_line(review.lost.line, 0)]))
    return "\n\n".join([*parts, wrap(for_reader(_closing(review, reader), record.game, reader))])


def _move_rows(judged: Sequence[JudgedMove], reader: int | None) -> list[str]:
    """Return a line per move: who wins after it, and whether it gave the win away."""
    width, game = max(len(str(row.move)) for row in judged), judged[0].before.game
    names = player_names(game, reader)
    rows = []
    for row in judged:
        left = row.value.moves
        wins = f"wins in {left}" if left else "has won"
        value = for_reader(f"Player {row.value.winner} {wins}", game, reader)
        mistake = "   ! gave the win away" if row.changed else ""
        name = f"{names[row.before.turn - 1]:<{max(map(len, names))}}"
        rows.append(f"{row.number:>3}. {row.move!s:<{width}}  {name}  {value}{mistake}")
    return rows


def _mistake_parts(mistake: Mistake, reader: int | None) -> list[str]:
    """Return what happened, the board with every move marked, and the explanation with its lesson."""
    game = mistake.before.game
    first, *rest = (for_reader(sentence, game, reader) for sentence in mistake.sentences)
    rest += [*lesson_lines(mistake.reasons), *_watch_line(mistake.line, mistake.number)]
    board = marked_board(mistake.before, mistake.options)
    return [paragraph([first]), board, *([paragraph(rest)] if rest else [])]


def _watch_line(line: Sequence[Move], number: int) -> list[str]:
    """Say how to watch a line, if there is one."""
    return [f"Watch how: --watch {number} ({count(len(line), 'move')})."] if line else []


def lost_lines(review: Review) -> list[str]:
    """Explain a seat that was lost from the start: why, the lesson, and the moves that made it easier."""
    seat = review.lost
    if seat is None:
        return []
    moved = any(judged.before.turn == seat.side for judged in review.judged)
    slips = seat.slip_sentences if (moved and review.complete) or seat.slips else ()
    lines = [*seat.sentences, *lesson_lines(seat.reasons), *slips]
    game, reader = review.record.game, reader_of(review.record.players)
    return [for_reader(line, game, reader) for line in lines]


def watch_text(watch: Watch, reader: int | None) -> str:
    """Format a line move by move: each caption, and the board after it."""
    steps = []
    for at, (position, caption) in enumerate(zip(_positions(watch), watch.captions, strict=True)):
        told = for_reader(caption, position.game, reader)
        text = paragraph([f"{at}. {told}" if at else told])
        steps.append("\n".join(filter(None, (text, str(position)))))
    return "\n\n".join(steps)


def _positions(watch: Watch) -> Iterator[Position]:
    return accumulate(watch.moves, Position.play, initial=watch.position)


def find_watch(review: Review, number: int) -> Watch | None:
    """Return the line to watch for a mistake, by the number of its move; 0 is the line from the start."""
    if number == 0:
        return review.lost.watch if review.lost is not None and review.lost.line else None
    lines = (mistake.watch for mistake in review.mistakes if mistake.number == number and mistake.line)
    return next(lines, None)


def lesson_lines(reasons: Sequence[Reason]) -> list[str]:
    """Return a line for each distinct lesson of these reasons."""
    return [f"Lesson: {lesson}" for lesson in dict.fromkeys(reason.lesson for reason in reasons) if lesson]


def _missing_text(record: Record, judged: Sequence[JudgedMove]) -> str:
    """Say how much of a match is missing from its review."""
    moves = len(record.moves)
    first = judged[0].number - 1 if judged else moves
    if not first:
        return "Time ran out before everything was known."
    return f"The first {first} of {moves} moves were not judged in time."


def _closing(review: Review, reader: int | None) -> str:
    record = review.record
    sentences = [_missing_text(record, review.judged)] if not review.complete else []
    if review.mistakes:
        sentences.append(_mistakes_text(review.mistakes))
    elif review.complete:
        sentences.append("Neither player gave a win away.")
    if record.winner is not None:
        name = record.players[record.winner - 1]
        called = "" if reader or name == f"Player {record.winner}" else f" ({name})"
        sentences.append(f"Player {record.winner}{called} won the match.")
    return " ".join([*sentences, *_help_used(record)])


def _mistakes_text(mistakes: Sequence[Mistake]) -> str:
    """Say who gave the win away, and when."""
    when = ", ".join(_when(mistake) for mistake in mistakes)
    return f"The win was given away {times(len(mistakes))}: {when}."


def _when(mistake: Mistake) -> str:
    when = "at the end" if mistake.given_up else f"in move {mistake.number}"
    return f"by Player {mistake.side} {when}"


def _help_used(record: Record) -> list[str]:
    """Return a sentence about hints and analysis used during the match, if any."""
    kinds = {"Hint": ("hint", "hints"), "Analysis": ("analysis", "analyses")}
    used = [
        f"{record.tags[tag]} {one if record.tags[tag] == '1' else many}"
        for tag, (one, many) in kinds.items()
        if tag in record.tags
    ]
    return [f"Help used: {' and '.join(used)}."] if used else []


# As JSON ----------------------------------------------------------------------------------------


def review_to_json(review: Review) -> dict[str, Any]:
    """Return a review as JSON, with the same field names as position reports."""
    record, start = review.record, review.start
    return {
        **game_fields(record.game),
        "players": record.players,
        "names": [list(player_names(record.game, reader)) for reader in (None, 1, 2)],
        "result": {"winner": record.winner, "ending": record.ending},
        "help": {tag.lower(): record.tags[tag] for tag in ("Hint", "Analysis") if tag in record.tags},
        "start": None if start is None else {"winner": start.winner, "remoteness": start.moves},
        "moves": [judged.to_json() for judged in review.judged],
        "mistakes": [_mistake_to_json(mistake) for mistake in review.mistakes],
        "lostFromStart": None if review.lost is None else _lost_to_json(review.lost),
        "complete": review.complete,
    }


def reason_to_json(reason: Reason, game: Game) -> dict[str, Any]:
    """Return a reason as JSON, with cells as text and by number.

    ``texts`` is the sentence for nobody in particular, for side 1 and for side 2.
    """
    return {
        "name": reason.name,
        "text": reason.text,
        "texts": texts_for(reason.text, game),
        "lesson": reason.lesson,
        "at": reason.at,
        "winner": reason.winner,
        "cells": [game.cell_text(cell) for cell in reason.cells],
        "pairs": [[game.cell_text(one), game.cell_text(two)] for one, two in reason.pairs],
        "cellNumbers": list(reason.cells),
        "pairNumbers": [list(pair) for pair in reason.pairs],
        "regionNumbers": [list(region) for region in reason.regions],
    }


def watch_to_json(watch: Watch) -> dict[str, Any]:
    """Return a line to watch as JSON; there is one more caption than moves."""
    game = watch.position.game
    return {
        "moves": [str(move) for move in watch.moves],
        "captions": [texts_for(caption, game) for caption in watch.captions],
        "stop": watch.stop,
    }


def _insight_to_json(insight: Insight, game: Game) -> dict[str, Any]:
    return {
        "name": insight.name,
        "text": insight.text,
        "texts": texts_for(insight.text, game),
        "cells": [game.cell_text(cell) for cell in insight.cells],
        "cellNumbers": list(insight.cells),
    }


def _mistake_to_json(mistake: Mistake) -> dict[str, Any]:
    game = mistake.before.game
    return {
        "number": mistake.number,
        "side": mistake.side,
        "move": None if mistake.move is None else str(mistake.move),
        "givenUp": mistake.given_up or None,
        "better": str(mistake.better),
        "betterText": game.move_words(mistake.better),
        "position": mistake.position.text,
        "line": [str(move) for move in mistake.line],
        "insights": [_insight_to_json(insight, game) for insight in mistake.insights],
        "reasons": [reason_to_json(reason, game) for reason in mistake.reasons],
        "summary": texts_for(mistake.summary, game),
        "explanation": [texts_for(text, game) for text in mistake.explanation],
        "watch": watch_to_json(mistake.watch),
        "sentences": list(mistake.sentences),
    }


def _lost_to_json(seat: LostSeat) -> dict[str, Any]:
    game = seat.position.game
    return {
        "side": seat.side,
        "position": seat.position.text,
        "line": [str(move) for move in seat.line],
        "reasons": [reason_to_json(reason, game) for reason in seat.reasons],
        "summary": texts_for(seat.summary, game),
        "explanation": [texts_for(text, game) for text in seat.sentences[1:]],
        "watch": watch_to_json(seat.watch),
        "slips": [_slip_to_json(slip) for slip in seat.slips],
        "sentences": list(seat.sentences),
    }


def _slip_to_json(slip: Slip) -> dict[str, Any]:
    return {
        "number": slip.number,
        "move": str(slip.move),
        "better": str(slip.better),
        "cost": slip.cost,
        "easy": slip.easy,
        "replies": slip.replies._asdict(),
        "betterReplies": slip.better_replies._asdict(),
        "text": slip.text,
        "texts": texts_for(slip.text, slip.game),
    }
