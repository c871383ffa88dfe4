"""The class of reasons, their lessons, and helpers for their sentences.

Sentences call the sides "Player 1" and "Player 2", right before the verb, so that
:func:`gridlock.text.names.for_reader` can turn them into "you" and the opponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from gridlock.rules import Game, Move, Position, other

_EXAMPLES = 2  # answers in a sentence
_LISTED = 3  # cells in a sentence

MAX_DEPTH = 4
"""Reasons that only hold after more moves than this are watched, not printed."""

MAX_WORDS = 40
"""The length of an explanation; the rest is watched."""


# Lessons shared by several games ----------------------------------------------------------------

MIRROR = (
    "Look for a turn or flip of the board that gives every move an answer: "
    "if you can copy, you always have the last move."
)
PAIRS = "Pair the free cells with their neighbours: with a partner to go to, you never get stuck."
ANSWERS = (
    "Before you move, ask what you would answer to each reply: with an answer to everything, you move last."
)
LAST_CELLS = "Before you move, check which cells stay open to you, and whether one reply closes them all."
FORCED = "Before you move, look at the strongest reply, and count the good moves it leaves you."
STUCK = "Keep more than one way open: with no move left, you have lost."

# Reasons ----------------------------------------------------------------------------------------


class Reason(NamedTuple):
    """Why a side wins, in a sentence that can be checked on the board."""

    name: str
    """The kind of reason, in a word or two; docs/review.md lists them."""
    claim: str
    """What holds after :attr:`at` moves of the line, in a sentence."""
    cells: tuple[int, ...] = ()
    """Cells worth showing."""
    pairs: tuple[tuple[int, int], ...] = ()
    """Cells and their partners: a move in one is answered in the other."""
    lesson: str = ""
    """Advice for next time, in a sentence; the same for every reason of this kind."""
    at: int = 0
    """After how many moves of the line it holds; 0 means right after the mistake."""
    winner: int = 0
    """The side that wins."""
    short: str = ""
    """A short form for lists; empty if there is none."""
    first: tuple[Move, ...] = ()
    """The winner's next moves, whatever the other side does; after that, :attr:`pairs` has the answers."""
    cases: tuple[tuple[Move, ...], ...] = ()
    """Alternatively, a winning line for each way the other side can play."""
    regions: tuple[tuple[int, ...], ...] = ()
    """Areas worth shading, each a tuple of cells."""
    counts: bool = False
    """Whether the sentence compares two numbers."""
    lead_in: str = ""
    """The moves before it, with a space at the end: "After the reply 3,2, "."""
    played: bool = False
    """Whether the moves before it were really played, so that they needn't be watched."""

    @property
    def depth(self) -> int:
        """The number of moves until the reason can be seen."""
        return self.at + max(map(len, self.cases), default=0)

    @property
    def text(self) -> str:
        """The sentence, with the moves before it; a reason far down the line is only announced."""
        if self.depth > MAX_DEPTH and not self.played:
            return f"It takes {self.depth} moves to see why."
        return self.lead_in + (continuation(self.claim) if self.lead_in else self.claim)

    @property
    def is_strategy(self) -> bool:
        """Whether it says what to play."""
        return bool(self.first or self.pairs or self.cases)


# Phrases ----------------------------------------------------------------------------------------


def cell_list(game: Game, cells: Iterable[int]) -> str:
    """List cells for a sentence: ``1,2 and 3,4``."""
    *most, last = map(game.cell_text, cells)
    return f"{'; '.join(most)} and {last}" if most else last


def listed(game: Game, cells: Sequence[int]) -> str:
    """List a few cells in brackets, and nothing if there are many: the board shows them."""
    return f" ({cell_list(game, cells)})" if 0 < len(cells) <= _LISTED else ""


def example_answers(position: Position, answers: Iterable[tuple[int, int]]) -> str:
    """Describe the first answers of the side that isn't to move: at most two."""
    game, loser, winner = position.game, position.turn, other(position.turn)
    plays, replies = ("goes to", "goes to") if game.walks else ("plays", "answers")
    texts = (
        f"if Player {loser} {plays} {game.cell_text(move)}, "
        f"Player {winner} {replies} {game.cell_text(answer)}"
        for move, answer in islice(_possible(position, answers), _EXAMPLES)
    )
    return "; ".join(texts)


def _possible(position: Position, answers: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the answers to moves that can be made now, either way round for pairs of cells."""
    now = {position.game.parts(position, move)[0]: move for move in position.legal_moves()}
    for pair in answers:
        for move, answer in (pair, pair[::-1]):
            after = position.play(now[move]) if move in now else None
            if after is not None and any(
                after.game.parts(after, reply)[0] == answer for reply in after.legal_moves()
            ):
                yield move, answer
                break


def continuation(text: str) -> str:
    """Lower a sentence's first letter, unless it begins with "Player", to continue another one."""
    return text if text.startswith("Player") else text[0].lower() + text[1:]


def after(line: Sequence[Move], reason: Reason, game: Game, *, reply: bool = False) -> Reason:
    """Return a reason that holds after some moves of a line; with ``reply``, the first answers a mistake."""
    if not line:
        return reason
    first, *rest = map(game.move_words, line)
    moves = f"the reply {first}" if reply else first
    if rest:
        moves += f" and then {', '.join(rest)}"
    return reason._replace(lead_in=f"After {moves}, ", at=reason.at + len(line))


def word_count(text: str) -> int:
    """Count the words of a text."""
    return len(text.split())
