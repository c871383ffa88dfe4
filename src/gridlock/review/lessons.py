"""What to learn from a reason: one sentence for each kind that more than one game can have."""

from __future__ import annotations

MIRROR = (
    "Look for a turn or flip of the board that gives every move an answer: "
    "if you can copy, you always have the last move."
)
PAIRS = "Pair the free cells with their neighbours: with a partner to go to, you never get stuck."
ANSWERS = (
    "Before you move, ask what you would answer to each reply: with an answer to everything, you move last."
)
LAST_CELLS = "Before you move, look which cells stay open to you, and whether one reply closes them all."
FORCED = "Before you move, look at the strongest reply, and count the good ways that it leaves you."
STUCK = "Keep more than one way open: with no move left, you have lost."
