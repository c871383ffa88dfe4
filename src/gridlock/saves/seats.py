"""Who may play on when a match is resumed: a record can name anybody, and may come from anybody."""

from __future__ import annotations

from gridlock.errors import GridlockError
from gridlock.players import Human, PlayerSpec, make_player
from gridlock.records import Record

_READABLE = 300  # characters that somebody reads before they say yes


def specs_of(record: Record) -> tuple[str, str]:
    """The players of a record, as far as they are built in and can play again; the others are people.

    A record may come from anybody, so no program is started because a record says so.
    """
    first, second = (_built_in(spec_of(record, side)) for side in (1, 2))
    return first, second


def programs_of(record: Record) -> dict[int, str]:
    """For each side of a record that was played by a program: its text, for a person to decide about."""
    return {
        side: spec_of(record, side) for side in (1, 2) if PlayerSpec.parse(spec_of(record, side)).is_program
    }


def can_be_confirmed(program: str) -> bool:
    """Whether a person who is shown a program's text sees all of it, and nothing else, on any screen."""
    return program.isascii() and program.isprintable() and len(program) <= _READABLE


def spec_of(record: Record, side: int) -> str:
    """The text that names the player of a side."""
    return record.tags.get(f"Seat{side}", record.players[side - 1])


def _built_in(text: str) -> str:
    try:
        make_player(text).close()
    except GridlockError:
        return Human.name
    return text
