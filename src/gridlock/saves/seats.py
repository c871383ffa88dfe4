"""Which players may take the seats of a resumed match. Records are untrusted: they can name any program."""

from __future__ import annotations

from gridlock.errors import GridlockError
from gridlock.players import Human, PlayerSpec, make_player
from gridlock.records import Record

_READABLE = 300  # characters that people will read before they confirm


def specs_of(record: Record) -> tuple[str, str]:
    """Return a record's players. Any that isn't built in is replaced by a person.

    Records are untrusted, so a record alone never starts a program.
    """
    first, second = (_built_in_or_human(spec_of(record, side)) for side in (1, 2))
    return first, second


def programs_of(record: Record) -> dict[int, str]:
    """Return the programs that played in a record, by side, for the user to confirm."""
    return {
        side: spec_of(record, side) for side in (1, 2) if PlayerSpec.parse(spec_of(record, side)).is_program
    }


def can_be_confirmed(program: str) -> bool:
    """Return whether any screen shows a program's text completely and exactly as it is."""
    return program.isascii() and program.isprintable() and len(program) <= _READABLE


def spec_of(record: Record, side: int) -> str:
    """Return the text that names the player of a side."""
    return record.tags.get(f"Seat{side}", record.players[side - 1])


def _built_in_or_human(text: str) -> str:
    try:
        make_player(text).close()
    except GridlockError:
        return Human.name
    return text
