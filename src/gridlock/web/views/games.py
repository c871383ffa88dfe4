"""The games as JSON: what there is to choose from, and what a card shows."""

from __future__ import annotations

from typing_extensions import TypedDict

from gridlock.atlas import known
from gridlock.learning import lessons_of
from gridlock.players import EXAMPLES, is_program
from gridlock.players.level import LEVELS
from gridlock.puzzles import DIFFICULTIES, count, kinds
from gridlock.rules import GAMES, Game, make
from gridlock.rules.game import PieceKind
from gridlock.rules.guide import guide
from gridlock.rules.notation import play_line
from gridlock.telling.headings import variant_text
from gridlock.telling.quick import GENTLE, quick_game, quick_seat
from gridlock.web.views.scene import CellJson, SceneJson, letter_json, scene, scenes


class OptionValueJson(TypedDict, closed=True):
    """A value of an option, in a few words, and what it does to the rule in a sentence."""

    value: str
    text: str
    rule: str


class OptionJson(TypedDict, closed=True):
    """An option of a game; the first value is the standard one."""

    name: str
    values: list[OptionValueJson]


class QuickJson(TypedDict, closed=True):
    """The quick game: its board, the side that can win it, for the person, and a gentle bot."""

    rows: int
    cols: int
    seat: int
    bot: str


class PuzzleCounts(TypedDict):
    """A kind of puzzles, and how many there are of each difficulty."""

    kind: str
    text: str
    counts: dict[str, int]


class PuzzleKindJson(PuzzleCounts, closed=True):
    """A kind of puzzles, and how many there are of each difficulty."""


class KnownJson(TypedDict, closed=True):
    """Who wins the standard board, and in how many moves if that is known."""

    winner: int
    moves: int | None


class LetterJson(TypedDict, closed=True):
    """A letter of a position's text, and what it puts on a cell."""

    letter: str
    cell: CellJson | None


class GameJson(TypedDict, closed=True):
    """A game, on its standard board."""

    id: str
    name: str
    title: str
    summary: str
    rows: int
    cols: int
    quick: QuickJson
    options: list[OptionJson]
    origin: int
    prompts: list[str]
    drives: bool
    walks: bool
    piece: PieceKind
    palette: list[LetterJson]
    lessons: int
    puzzles: list[PuzzleKindJson]
    guide: str
    start: SceneJson
    sample: SceneJson
    sampleMoves: list[SceneJson]
    known: KnownJson | None


class BotJson(TypedDict, closed=True):
    """A player that is built in."""

    spec: str
    name: str
    line: str


class GamesJson(TypedDict, closed=True):
    """All games, and who can be played against."""

    games: list[GameJson]
    players: list[BotJson]


def games_json() -> GamesJson:
    """All games, and who can be played against."""
    return {"games": [_game(make(name)) for name in GAMES], "players": _players()}


def _game(game: Game) -> GameJson:
    kind = type(game)
    quick, value = quick_game(kind), known(game)
    *before, sample = _sample(game)
    return {
        "id": game.id,
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "rows": game.rows,
        "cols": game.cols,
        "quick": {"rows": quick.rows, "cols": quick.cols, "seat": quick_seat(quick), "bot": GENTLE},
        "options": [_option(kind, name) for name in kind.variants],
        "origin": game.origin,
        "prompts": list(game.prompts),
        "drives": game.drives,
        "walks": game.walks,
        "piece": game.piece,
        "palette": [{"letter": letter, "cell": letter_json(game, letter)} for letter in game.letters],
        "lessons": len(lessons_of(kind)),
        "puzzles": [puzzle_kind(name) for name, variant in kinds().items() if variant.game == game.id],
        "guide": guide(game),
        "start": scene([game.start()]),
        "sample": sample,
        "sampleMoves": before,
        "known": value and {"winner": value.winner, "moves": value.moves},
    }


def _sample(game: Game) -> list[SceneJson]:
    """The boards of a typical game as far as its sample goes."""
    return scenes(*play_line(game.start(), game.sample.split()), playable="none")


def _option(kind: type[Game], name: str) -> OptionJson:
    texts, sentences = kind.variant_names.get(name, {}), kind.variant_rules.get(name, {})
    values: list[OptionValueJson] = [
        {"value": value, "text": texts.get(value, value), "rule": sentences.get(value, "")}
        for value in kind.variants[name]
    ]
    return {"name": name, "values": values}


def puzzle_kind(kind: str) -> PuzzleKindJson:
    """A kind of puzzles."""
    counts = {difficulty: count(kind, difficulty) for difficulty in DIFFICULTIES}
    return {"kind": kind, "text": puzzle_kind_text(kind), "counts": counts}


def puzzle_kind_text(kind: str) -> str:
    """A kind of puzzles as people call it: ``Crossfire, every diagonal``."""
    variant = kinds()[kind]
    more = f", {variant_text(variant.kind, variant.options)}" if variant.options else ""
    return variant.kind.name + more


def _players() -> list[BotJson]:
    levels: list[BotJson] = [
        {"spec": f"level:{number}", "name": sight.name, "line": sight.line}
        for number, sight in enumerate(LEVELS, start=1)
    ]
    others: list[BotJson] = [
        {"spec": spec, "name": spec if ":" in spec else spec.capitalize(), "line": line}
        for spec, line in EXAMPLES.items()
        if spec != "human" and not spec.startswith("level:") and not is_program(spec)
    ]
    return levels + others
