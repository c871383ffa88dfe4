"""The setup form for a match: game, players, who goes first, size, variant, clock."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import choice
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Select, Static

from gridlock.board import read_size
from gridlock.clock import TimeControl, read_time
from gridlock.errors import GridlockError
from gridlock.players import EXAMPLES, Human, InvalidPlayer, make_player
from gridlock.players.level import LEVELS
from gridlock.printing import INVISIBLE_NAME, is_visible, printable
from gridlock.rules import GAMES, Game, make_with
from gridlock.rules.variant import Variant
from gridlock.stats import Results, equal_opponent
from gridlock.text.headings import variant_text
from gridlock.tui.footer import KeyFooter
from gridlock.tui.plan import HUMAN, Plan, save_plan

OTHER = ""
"""The value of a choice whose text is typed."""

EQUAL = "equal"
"""The value for a bot about as strong as the user."""

Choices = list[tuple[str, str]]
"""Pairs of a label and its value."""

_SQUARES = range(3, 9)
_LABELS = {1: "Who plays", 2: "Against"}
_COIN_TOSS = "random"
_MAX_NAME = 30  # characters


class SetupScreen(Screen[Plan | None]):
    """The setup form; returns the plan, or None after Esc."""

    AUTO_FOCUS = "#game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f5", "start", "Start", key_display="Ctrl+S"),
        Binding("ctrl+t", "swap", "Swap players", key_display="Ctrl+T"),
        Binding("escape", "dismiss(None)", "Back"),
    ]

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan

    def compose(self) -> ComposeResult:
        plan, game = self._plan, self._plan.game
        yield Static("New match", id="headline", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            games = [(kind.name, kind.id) for kind in GAMES.values()]
            yield from _row("Game", _select(games, game.id, "game"))
            for side in (1, 2):
                yield from self._compose_player(side)
            yield from _row("Goes first", _select(self._beginners(*plan.specs), "1", "begins"))
            yield from _row("Size", _select_or_typed(size_choices(type(game)), game.size_text, "size"))
            yield from _row("  its size", _input(game.size_text, "6x7", "typed-size"), id="size-row")
            options = encode_options(game.options)
            yield from _row(
                "Variant", _select(variant_choices(type(game)), options, "variant"), id="variant-row"
            )
            clock = _input(str(plan.control or ""), "none, or 5+3: minutes + seconds per move", "clock")
            yield from _row("Clock", clock)
            yield Static(id="problem", markup=False)
            yield Button("Start", id="start", compact=True)
        yield KeyFooter()

    def _compose_player(self, side: int) -> ComposeResult:
        spec, name = self._plan.specs[side - 1], self._plan.names[side - 1]
        yield from _row(_LABELS[side], _select_or_typed(player_choices(), spec, f"player{side}"))
        typed = "" if is_listed(spec) else spec
        hint = "python:mybot.py, engine:COMMAND, mcts:5000"
        yield from _row("  its text", _input(typed, hint, f"typed{side}"), id=f"row{side}")
        yield from _row("  name", _input(name, f"Player {side}", f"name{side}"), id=f"name-row{side}")

    # Display ------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self._show_rows()
        if self._plan.specs == (HUMAN, HUMAN):
            self.query_one("#name1").focus()

    def on_select_changed(self, event: Select.Changed) -> None:
        if event.select.id == "game":
            kind = self._kind()
            _offer(self.query_one("#variant", Select), variant_choices(kind))
            _offer(
                self.query_one("#size", Select), size_choices(kind), _size_text(kind.quick_size or kind.size)
            )
        self._show_rows()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id in ("name1", "name2"):
            self._name_beginners()

    def _show_rows(self) -> None:
        """Show only the rows that apply."""
        specs = [self._chosen(f"player{side}") for side in (1, 2)]
        for side, spec in enumerate(specs, start=1):
            self.query_one(f"#row{side}").display = spec == OTHER
            self.query_one(f"#name-row{side}").display = specs == [HUMAN, HUMAN]
        self.query_one("#size-row").display = self._chosen("size") == OTHER
        self.query_one("#variant-row").display = bool(self._kind().variants)
        self._name_beginners()

    def _name_beginners(self) -> None:
        specs = [self._chosen(f"player{side}") for side in (1, 2)]
        typed = [self._typed(f"name{side}") for side in (1, 2)]
        _offer(self.query_one("#begins", Select), self._beginners(*specs, *typed), self._chosen("begins"))

    @staticmethod
    def _beginners(one: str, two: str, name: str = "", other: str = "") -> Choices:
        """Return the choices for who goes first."""
        first, second = name or "the first", other or "the second"
        if (one == HUMAN) != (two == HUMAN):
            first, second = ("You" if spec == HUMAN else "the bot" for spec in (one, two))
        return [(first, "1"), (second, "2"), ("coin toss", _COIN_TOSS)]

    # Keys ---------------------------------------------------------------------------------------

    def on_input_submitted(self) -> None:
        self.action_start()

    def on_button_pressed(self) -> None:
        self.action_start()

    def action_swap(self) -> None:
        """Swap the two players in the form."""
        one, two = (self.query_one(f"#player{side}", Select) for side in (1, 2))
        one.value, two.value = two.value, one.value
        for field in ("typed", "name"):
            mine, theirs = (self.query_one(f"#{field}{side}", Input) for side in (1, 2))
            mine.value, theirs.value = theirs.value, mine.value

    def action_start(self) -> None:
        """Start the match, or show what is wrong."""
        try:
            plan = self._read()
        except (GridlockError, OSError) as error:
            self.query_one("#problem", Static).update(str(error))
            return
        save_plan(plan)
        begins = self._chosen("begins")
        swapped = choice((True, False)) if begins == _COIN_TOSS else begins == "2"
        self.dismiss(plan.swapped() if swapped else plan)

    # Reading the form ---------------------------------------------------------------------------

    def _read(self) -> Plan:
        specs = self._spec(1), self._spec(2)
        for spec in specs:
            make_player(spec, programs=True).close()  # raises if there is no such player
        return Plan(self._game(), specs, self._control(), names=self._names())

    def _spec(self, side: int) -> str:
        spec = self._chosen(f"player{side}") or self._typed(f"typed{side}")
        if not spec:
            raise InvalidPlayer(f"{_LABELS[side]}: type a player, or choose one from the list.")
        return equal_opponent(Results.load(), self._kind().id) if spec == EQUAL else spec

    def _names(self) -> tuple[str, str]:
        one, two = (printable(self._typed(f"name{side}"))[:_MAX_NAME] for side in (1, 2))
        if one and one == two:
            raise InvalidPlayer("The players need different names.")
        if not all(is_visible(name) for name in (one, two) if name):
            raise InvalidPlayer(INVISIBLE_NAME)
        return one, two

    def _game(self) -> Game:
        rows, cols = read_size(self._chosen("size") or self._typed("typed-size"))
        options = dict(word.split("=", 1) for word in self._chosen("variant").split())
        return make_with(self._kind().id, rows, cols, options)

    def _control(self) -> TimeControl | None:
        time = self._typed("clock")
        return read_time(time) if time else None

    def _kind(self) -> type[Game]:
        return GAMES[self._chosen("game")]

    def _chosen(self, id: str) -> str:
        value = self.query_one(f"#{id}", Select).value
        return value if isinstance(value, str) else ""

    def _typed(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()


def _row(name: str, widget: Select[str] | Input, id: str | None = None) -> ComposeResult:
    with Horizontal(classes="row", id=id):
        yield Static(name, classes="name", markup=False)
        yield widget


def _input(value: str, hint: str, id: str) -> Input:
    return Input(value, placeholder=hint, id=id, compact=True)


def _select(choices: Choices, value: str, id: str) -> Select[str]:
    return Select(choices, value=value, allow_blank=False, id=id, compact=True)


def _select_or_typed(choices: Choices, value: str, id: str) -> Select[str]:
    """Make a select for a value that may not be in the list."""
    return _select(choices, value if value in [listed for _, listed in choices] else OTHER, id)


def _offer(select: Select[str], choices: Choices, value: str | None = None) -> None:
    """Replace a select's choices, if they differ."""
    if choices != select._options:
        select.set_options(choices)
        select.value = value if value in [listed for _, listed in choices] else choices[0][1]


def _size_text(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


# Choices ----------------------------------------------------------------------------------------


def player_choices() -> Choices:
    """Return the players to choose from, each with a description."""
    levels = [
        (f"level {number} · {level.name}: {level.line}", f"level:{number}")
        for number, level in enumerate(LEVELS, start=1)
    ]
    others = [
        (f"{spec}: {meaning}", spec)
        for spec, meaning in EXAMPLES.items()
        if spec.partition(":")[0] not in (Human.name, "level", "python", "engine")
    ]
    people = [("a person", Human.name), ("a bot about as strong as you", EQUAL)]
    return [*people, *levels, *others, ("another one, typed below", OTHER)]


def is_listed(spec: str) -> bool:
    """Whether a player is in the list."""
    return spec in [value for _, value in player_choices()]


def size_choices(kind: type[Game]) -> Choices:
    """Return a game's standard board, its quick board and squares; others are typed."""
    variant = Variant(kind.id, ",".join(values[0] for values in kind.variants.values()))
    shapes = {kind.size, kind.quick_size or kind.size, *((side, side) for side in _SQUARES)}
    sizes = [
        (f"{rows}x{cols}{' (standard)' if (rows, cols) == kind.size else ''}", f"{rows}x{cols}")
        for rows, cols in sorted(shapes)
        if variant.can_be_on(rows, cols)
    ]
    return [*sizes, ("another size, typed below", OTHER)]


def variant_choices(kind: type[Game]) -> Choices:
    """Return every combination of options, the standard one first."""
    choices = [dict(zip(kind.variants, values, strict=True)) for values in product(*kind.variants.values())]
    return [(variant_text(kind, options), encode_options(options)) for options in choices]


def encode_options(options: Mapping[str, str]) -> str:
    """Encode options as a select's value: ``diagonals=all``."""
    return " ".join(f"{name}={value}" for name, value in options.items())
