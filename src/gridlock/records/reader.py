"""Parse records: tolerant of layout, strict about moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from gridlock.board import read_size
from gridlock.errors import GridlockError, excerpt, shortened
from gridlock.printing import printable
from gridlock.records.record import ESCAPES, RESULTS, Ending, Record, encodable
from gridlock.rules import Game, Move, Position, make_with


class InvalidRecord(GridlockError):
    """A text that isn't a record; the message names the line, the move and the reason."""


_TOKEN = re.compile(
    r"""
      (?P<blank>    \s+ )
    | (?P<tag>      \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: [^"\\]++ | \\. )*+ ) " \s* \] )
    | (?P<comment>  \{ (?: [^}\\]++ | \\. )*+ \} )
    | (?P<rest>     ; [^\n]* )
    | (?P<result>   (?: 1-0 | 0-1 | \* ) (?! [^\s\[{;] ) )
    | (?P<number>   [0-9]+ \.+ )
    | (?P<move>     [^\s\[\]{};]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
# Long repetitions are possessive, so that long comments cause no backtracking.

_MAX_RECORDS = 100_000  # per text, which is some hundred megabytes of memory
_MAX_TOKENS = 5_000_000  # tags, comments, moves and numbers per text

_WINNERS = {text: winner for winner, text in RESULTS.items()}
_UNESCAPES = {written: letter for letter, written in ESCAPES.items()}


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def parse_records(text: str) -> list[Record]:
    """Parse every record in a text; InvalidRecord if one can't be parsed."""
    records: list[Record] = []
    draft = _Draft()
    for token in _tokens(encodable(text).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")):
        if token.kind == "tag" and draft.has_ended():
            records.append(draft.finish())
            draft = _Draft()
            if len(records) == _MAX_RECORDS:
                raise InvalidRecord(f"Line {token.line}: more than {_MAX_RECORDS:,} matches.")
        draft.add(token)
    if draft.has_begun():
        records.append(draft.finish())
    return records


def _tokens(text: str) -> Iterator[_Token]:
    at, line, tokens = 0, 1, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise InvalidRecord(f"Line {line}: {excerpt(text[at:].splitlines()[0])} cannot be read.")
        kind = next(name for name in _KINDS if match[name] is not None)
        if kind != "blank":
            tokens += 1
            if tokens > _MAX_TOKENS:
                raise InvalidRecord(f"Line {line}: more than {_MAX_TOKENS:,} tags, comments and moves.")
            yield _Token(kind, match[0], line)
        line += match[0].count("\n")
        at = match.end()


_KINDS = ("blank", "tag", "comment", "rest", "result", "number", "move")


class _Draft:
    """A record being parsed."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[Move] = []
        self.comments: list[tuple[int, str]] = []
        self.result: str | None = None
        self.line = 0
        self.game: Game | None = None
        self.position: Position | None = None

    def has_begun(self) -> bool:
        return bool(self.tags or self.moves or self.comments or self.result)

    def has_ended(self) -> bool:
        return bool(self.moves or self.result)

    def add(self, token: _Token) -> None:
        """Add a token."""
        self.line = token.line
        if token.kind == "tag":
            self._add_tag(token)
        elif token.kind in ("comment", "rest"):
            comment = token.text[1:].strip() if token.kind == "rest" else _unescape(token.text[1:-1])
            self.comments.append((len(self.moves), comment))
        elif self.result is not None:
            self._reject("the match ends here, but what follows is not a tag of a new one.")
        elif token.kind == "result":
            self.result = token.text
        elif token.kind == "move":
            self._add_move(token)

    def _add_tag(self, token: _Token) -> None:
        match = _TOKEN.match(token.text)
        assert match is not None
        if match["name"] in self.tags:
            self._reject(f"the tag {match['name']} appears a second time.")
        self.tags[match["name"]] = _unescape(match["value"])

    def _add_move(self, token: _Token) -> None:
        position = self._current()
        try:
            move = position.parse_move(token.text)
        except GridlockError as error:
            self._reject(f"move {len(self.moves) + 1}, {excerpt(token.text)}: {error}")
        self.moves.append(move)
        self.position = position.play(move)

    def _current(self) -> Position:
        """The current position. The first call reads the tags."""
        if self.position is None:
            if "Game" not in self.tags:
                self._reject('a record starts with its tags; [Game "..."] comes first.')
            try:
                self.game = self._game()
                text = self.tags.get("Position")
                self.position = self.game.start() if text is None else self.game.position(text)
            except GridlockError as error:
                self._reject(str(error))
        return self.position

    def _game(self) -> Game:
        rows, cols = read_size(self.tags["Size"]) if "Size" in self.tags else (None, None)
        variant = self.tags.get("Variant", "standard")
        options = {} if variant == "standard" else dict(_option(word) for word in variant.split())
        return make_with(self.tags["Game"], rows, cols, options)

    def finish(self) -> Record:
        """Return the record, once its text has ended."""
        position = self._current()
        assert self.game is not None
        tags = dict(self.tags)
        result = tags.pop("Result", self.result or "*")
        if self.result is not None and self.result != result:
            self._reject(f"the tag Result says {shortened(result, 40)}, but the moves end in {self.result}.")
        if result not in _WINNERS:
            self._reject(f"a result is 1-0, 0-1 or *, not {excerpt(result)}.")
        winner = _WINNERS[result]
        ending = self._ending(position, winner, tags.pop("Ending", None))
        start = self.game.position(tags.pop("Position")) if "Position" in tags else None
        for name in ("Game", "Size", "Variant"):
            tags.pop(name, None)
        return Record(
            game=self.game,
            moves=tuple(self.moves),
            winner=winner,
            ending=ending,
            players=(tags.pop("Player1", "Player 1"), tags.pop("Player2", "Player 2")),
            date=tags.pop("Date", "????-??-??"),
            start=start,
            comments=tuple(self.comments),
            tags=tags,
        )

    def _ending(self, position: Position, winner: int | None, tag: str | None) -> str:
        """Return how the match ended, after checking that moves, result and tag agree."""
        outcome = position.outcome()
        if outcome is not None:
            if (winner, tag or Ending.STUCK) != (outcome.winner, Ending.STUCK):
                self._reject(
                    f"after the last move Player {position.turn} is stuck, so the result is "
                    f'{RESULTS[outcome.winner]} and the tag Ending is "stuck".'
                )
            return Ending.STUCK
        if tag == Ending.STUCK:
            self._reject(f'the tag Ending says "stuck", but Player {position.turn} can still move.')
        if tag is None:
            return Ending.UNFINISHED if winner is None else Ending.UNKNOWN
        if (winner is None) != (tag == Ending.UNFINISHED):
            self._reject(f"the result {RESULTS[winner]} does not go with the ending {excerpt(tag)}.")
        return tag

    def _reject(self, reason: str) -> NoReturn:
        raise InvalidRecord(f"Line {self.line}: {printable(reason)}")


def _option(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value


def _unescape(text: str) -> str:
    return re.sub(r"\\.", lambda match: _UNESCAPES.get(match[0], match[0][1:]), text, flags=re.DOTALL)
