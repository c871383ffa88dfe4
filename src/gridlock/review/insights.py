"""Insights into a mistake: what a beginner can count or see, comparing the move played with better ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gridlock.plural import count
from gridlock.review.patterns import find_pattern, is_rare
from gridlock.rules import Move, Position, other
from gridlock.search import MoveValue

Options = Sequence[MoveValue]
"""Every legal move of a position with its value, best first."""


class Insight(NamedTuple):
    """Something to see in the position of a mistake, in a sentence. It's no proof."""

    name: str
    """The kind: ``at once``, ``parts``, ``numbers`` or ``pattern``."""
    text: str
    cells: tuple[int, ...] = ()
    """Cells worth showing."""


class Tally(NamedTuple):
    """The number by which a game's moves are compared: a rule of thumb."""

    phrase: str
    """What it says about both sides: ``{loser} with {own} to {rival}'s {opp}``."""
    thing: str
    """What is counted, such as ``open cell``."""
    number: Callable[[Position, int], int]
    """Returns a side's number in a position."""

    def lead(self, position: Position, side: int) -> int:
        """Return how far a side is ahead."""
        return self.number(position, side) - self.number(position, other(side))

    def best(self, before: Position) -> list[Move]:
        """Return the moves after which the side to move is furthest ahead."""
        leads = {move: self.lead(before.play(move), before.turn) for move in before.legal_moves()}
        return [move for move, lead in leads.items() if lead == max(leads.values())]

    def compare(self, before: Position, move: Move, better: Move) -> Insight | None:
        """Compare a mistake with a winning move; None if that isn't best by this number.

        So the sentence never recommends a number that would have misled.
        """
        side, best = before.turn, self.best(before)
        if better not in best or move in best:
            return None
        words, rival = before.game.move_words, other(side)
        (own, opp), (more, less) = (
            [self.number(before.play(each), one) for one in (side, rival)] for each in (move, better)
        )
        own_text = ("only " if own > opp else "") + count(own, self.thing)
        left = self.phrase.format(loser=f"Player {side}", rival=f"Player {rival}", own=own_text, opp=opp)
        text = f"Rule of thumb: {words(move)} left {left}; {words(better)} makes it {more} to {less}."
        return Insight("numbers", text, before.game.parts(before, better)[:1])


def judge_parts(before: Position, move: Move, better: Move) -> Insight | None:
    """Judge the parts of a mistake apart, in games whose moves have two; None in others.

    The better move shares the first part with the mistake if any winning move does, else the last.
    """
    game = before.game
    if len(game.part_names) != 2:
        return None
    (noun, verb), (last_noun, last_verb) = game.part_names
    played, wins = game.parts(before, move), game.parts(before, better)
    (first, last), (best_first, best_last) = map(game.cell_text, played), map(game.cell_text, wins)
    if wins[0] == played[0]:
        text = f"Good {noun}, wrong {last_noun}: {last_verb} {best_last} instead of {last}."
        return Insight("parts", text, wins[1:])
    if wins[1] == played[1]:
        text = f"Good {last_noun}, wrong {noun}: {verb} {best_first} instead of {first}."
    else:
        text = f"Wrong {noun}, with any {last_noun}: {verb} {best_first} instead of {first}."
    return Insight("parts", text, wins[:1])


def see_pattern(before: Position, options: Options) -> Insight | None:
    """Say what all winning moves have in common, if few losing ones share it."""
    game, cells = before.game, {option.move: before.game.parts(before, option.move) for option in options}
    wins = [cells[option.move] for option in options if option.value.winner == before.turn]
    losses = [cells[option.move] for option in options if option.value.winner != before.turn]
    if game.part_names:
        return _common_part(before, wins, losses)
    pattern = find_pattern(before, [parts[0] for parts in wins], [parts[0] for parts in losses])
    if pattern is None:
        return None
    return Insight("pattern", f"Every winning cell {pattern.words}.", tuple(parts[0] for parts in wins))


def _common_part(
    before: Position, wins: Sequence[tuple[int, ...]], losses: Sequence[tuple[int, ...]]
) -> Insight | None:
    """Say which first or last part all winning moves share, in games whose moves have several."""
    for at, (noun, _) in enumerate(before.game.part_names):
        (cell, *others) = {parts[at] for parts in wins}
        alike = sum(parts[at] == cell for parts in losses)
        if len(wins) > 1 and not others and is_rare(alike, losses):
            text = f"Every winning move has the same {noun}: {before.game.cell_text(cell)}."
            return Insight("pattern", text, (cell,))
    return None
