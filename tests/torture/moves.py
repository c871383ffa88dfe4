"""Random moves in batches, in JAX, with positions and with the judge, which must all agree."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

from boards import KINDS, make, random_board
from torture.campaign import Campaign

_GAMES, _STEPS = 100, 500  # 50,000 moves on the standard board
_FEW = 10  # games on another board, half of which compile more than they play


def _standard(kind: str, random: Random, folder: Path) -> None:
    from agreement import check_agreement  # loads JAX, which the other campaigns don't need

    check_agreement(make(kind), _GAMES, _STEPS, random.getrandbits(32))


def _other(kind: str, random: Random, folder: Path) -> None:
    from agreement import check_agreement

    game = random_board(kind, random)
    if game.start().legal:
        check_agreement(game, _FEW, _STEPS, random.getrandbits(32))


MOVES = Campaign(
    "boards of random moves",
    {kind: partial(_standard, kind) for kind in KINDS}
    | {f"{kind}, other sizes": partial(_other, kind) for kind in KINDS},
)
