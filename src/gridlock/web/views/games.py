"""The games and bots as JSON."""

from __future__ import annotations

from typing_extensions import TypedDict

from gridlock.atlas import known
from gridlock.drawing.scene import CellJson, SceneJson, letter_json, scene, scenes
from gridlock.lessons import lessons_of
from gridlock.players import EXAMPLES, PlayerSpec
from gridlock.players.level import LEVELS
from gridlock.puzzles import DIFFICULTIES, count, kinds
from gridlock.rules import GAMES, Game, make
from gridlock.rules.game import Piece
from gridlock.rules.notation import play_line
from gridlock.rules.resources import guide
from gridlock.text.headings import variant_text
from gridlock.text.quick_game import EASY_BOT, quick_game, quick_seat


class OptionValueJson(TypedDict, closed=True):
    """A value of an option: a short text, and its effect on the rules in a sentence."""

    value: str
    text: str
    rule: str


class OptionJson(TypedDict, closed=True):
    """An option of a game; the first value is the standard one."""

    name: str
    values: list[OptionValueJson]


class QuickJson(TypedDict, closed=True):
    """The quick game: its board, the person's side, which can win, and the bot."""

    rows: int
    cols: int
    seat: int
    bot: str


class PuzzleCounts(TypedDict):
    """A kind of puzzle, with the number of puzzles of each difficulty."""

    kind: str
    text: str
    counts: dict[str, int]


class PuzzleKindJson(PuzzleCounts, closed=True):
    """A kind of puzzle, with the number of puzzles of each difficulty."""


class KnownJson(TypedDict, closed=True):
    """The winner of the standard board, and the number of moves if known."""

    winner: int
    moves: int | None


class LetterJson(TypedDict, closed=True):
    """A letter of a position's text, and the cell it stands for."""

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
    piece: Piece
    palette: list[LetterJson]
    lessons: int
    puzzles: list[PuzzleKindJson]
    guide: str
    start: SceneJson
    sample: SceneJson
    sampleMoves: list[SceneJson]
    known: KnownJson | None


class BotJson(TypedDict, closed=True):
    """A built-in bot."""

    spec: str
    name: str
    line: str


class GamesJson(TypedDict, closed=True):
    """All games and bots."""

    games: list[GameJson]
    players: list[BotJson]


def games_json() -> GamesJson:
    """Return all games and bots."""
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
        "quick": {"rows": quick.rows, "cols": quick.cols, "seat": quick_seat(quick), "bot": EASY_BOT},
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
    """Return the boards of the game's sample line."""
    return scenes(*play_line(game.start(), game.sample.split()), playable="none")


def _option(kind: type[Game], name: str) -> OptionJson:
    texts, sentences = kind.variant_names.get(name, {}), kind.variant_rules.get(name, {})
    values: list[OptionValueJson] = [
        {"value": value, "text": texts.get(value, value), "rule": sentences.get(value, "")}
        for value in kind.variants[name]
    ]
    return {"name": name, "values": values}


def puzzle_kind(kind: str) -> PuzzleKindJson:
    """Return a kind of puzzle, with its counts."""
    counts = {difficulty: count(kind, difficulty) for difficulty in DIFFICULTIES}
    return {"kind": kind, "text": puzzle_kind_text(kind), "counts": counts}


def puzzle_kind_text(kind: str) -> str:
    """Return the name of a kind of puzzle: ``Crossfire, every diagonal``."""
    variant = kinds()[kind]
    more = f", {variant_text(variant.kind, variant.options)}" if variant.options else ""
    return variant.kind.name + more


def _players() -> list[BotJson]:
    levels: list[BotJson] = [
        {"spec": f"level:{number}", "name": level.name, "line": level.line}
        for number, level in enumerate(LEVELS, start=1)
    ]
    others: list[BotJson] = [
        {"spec": spec, "name": spec if ":" in spec else spec.capitalize(), "line": line}
        for spec, line in EXAMPLES.items()
        if spec != "human" and not spec.startswith("level:") and not PlayerSpec.parse(spec).is_program
    ]
    return levels + others
