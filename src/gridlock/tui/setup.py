"""Setting up a match: game, players, size, variant, clock."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Select, Static

from gridlock.board import read_size
from gridlock.clock import TimeControl, read_time
from gridlock.errors import GridlockError
from gridlock.players import EXAMPLES, InvalidPlayer, make_player
from gridlock.players.level import LEVELS
from gridlock.rules import GAMES, Game, make
from gridlock.telling.headings import variant_text
from gridlock.tui.plan import Plan

__all__ = ["SetupScreen"]

_OTHER = ""  # a player that is typed


class SetupScreen(Screen[Plan | None]):
    """A form; gives the plan, or None after Esc."""

    AUTO_FOCUS = "#game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f5", "start", "Start", key_display="Ctrl+S"),
        Binding("ctrl+t", "swap", "Swap seats", key_display="Ctrl+T"),
        Binding("escape", "dismiss(None)", "Back"),
    ]

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan

    def compose(self) -> ComposeResult:
        game = self._plan.game
        yield Static("New match", id="headline", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            yield from _row("Game", _select([(name, name) for name in GAMES], game.id, "game"))
            for side, spec in enumerate(self._plan.specs, start=1):
                yield from _row(f"Player {side}", _player_select(spec, f"player{side}"))
                typed = Input(
                    "" if _is_listed(spec) else spec,
                    placeholder="python:mybot.py, engine:COMMAND, mcts:5000",
                    id=f"typed{side}",
                    compact=True,
                )
                yield from _row("  its text", typed, id=f"row{side}")
            size = "" if (game.rows, game.cols) == game.size else game.size_text
            yield from _row("Size", Input(size, placeholder="standard", id="size", compact=True))
            yield from _row("Variant", _variant_select(type(game), game.options), id="variant-row")
            time = str(self._plan.control or "")
            yield from _row("Clock", Input(time, placeholder="none, or 5:00+3", id="clock", compact=True))
            yield Static(id="problem", markup=False)
            yield Button("Start", id="start", compact=True)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._show_rows()

    def on_select_changed(self, event: Select.Changed) -> None:
        if event.select.id == "game":
            self._offer_variants()
        self._show_rows()

    def _offer_variants(self) -> None:
        variant = self.query_one("#variant", Select)
        variants = _variants(GAMES[str(self.query_one("#game", Select).value)])
        if [value for _, value in variants] != [value for _, value in variant._options]:
            variant.set_options(variants)

    def _show_rows(self) -> None:
        """Show only the rows that matter."""
        for side in (1, 2):
            typed = self.query_one(f"#player{side}", Select).value == _OTHER
            self.query_one(f"#row{side}").display = typed
        kind = GAMES[str(self.query_one("#game", Select).value)]
        self.query_one("#variant-row").display = bool(kind.variants)

    def on_input_submitted(self) -> None:
        self.action_start()

    def on_button_pressed(self) -> None:
        self.action_start()

    def action_swap(self) -> None:
        """Let the two players change seats."""
        selects = [self.query_one(f"#player{side}", Select) for side in (1, 2)]
        inputs = [self.query_one(f"#typed{side}", Input) for side in (1, 2)]
        selects[0].value, selects[1].value = selects[1].value, selects[0].value
        inputs[0].value, inputs[1].value = inputs[1].value, inputs[0].value

    def action_start(self) -> None:
        """Begin, or say what is wrong."""
        try:
            plan = self._read()
        except (GridlockError, OSError) as error:
            self.query_one("#problem", Static).update(str(error))
            return
        self.dismiss(plan)

    def _read(self) -> Plan:
        specs = self._specs()
        for spec in specs:
            make_player(spec, programs=True).close()  # complains if there is no such player
        return Plan(self._game(), specs, control=self._control())

    def _specs(self) -> tuple[str, str]:
        first, second = (self._spec(side) for side in (1, 2))
        return first, second

    def _spec(self, side: int) -> str:
        chosen = str(self.query_one(f"#player{side}", Select).value)
        if chosen != _OTHER:
            return chosen
        typed = self.query_one(f"#typed{side}", Input).value.strip()
        if not typed:
            raise InvalidPlayer(f"Type who Player {side} is, or choose from the list.")
        return typed

    def _game(self) -> Game:
        size = self.query_one("#size", Input).value.strip()
        rows, cols = read_size(size) if size else (None, None)
        variant = self.query_one("#variant", Select).value
        words = variant.split() if isinstance(variant, str) else []
        options = dict(word.split("=", 1) for word in words)
        return make(str(self.query_one("#game", Select).value), rows, cols, **options)

    def _control(self) -> TimeControl | None:
        time = self.query_one("#clock", Input).value.strip()
        return read_time(time) if time else None


def _row(name: str, widget: Select[str] | Input, id: str | None = None) -> ComposeResult:
    with Horizontal(classes="row", id=id):
        yield Static(name, classes="name", markup=False)
        yield widget


def _select(options: list[tuple[str, str]], value: str, id: str) -> Select[str]:
    return Select(options, value=value, allow_blank=False, id=id, compact=True)


def _listed() -> list[tuple[str, str]]:
    """The players that need nothing typed, each with what it is."""
    found = []
    for spec, meaning in EXAMPLES.items():
        kind = spec.partition(":")[0]
        if kind == "level":
            found += [(f"{kind}:{level}", f"{kind}:{level}") for level in range(1, len(LEVELS) + 1)]
        elif kind not in ("python", "engine"):
            found.append((f"{spec}: {meaning}", spec))
    return [*found, ("another one, typed below", _OTHER)]


def _is_listed(spec: str) -> bool:
    return spec in [value for _, value in _listed()]


def _player_select(spec: str, id: str) -> Select[str]:
    return _select(_listed(), spec if _is_listed(spec) else _OTHER, id)


def _variants(kind: type[Game]) -> list[tuple[str, str]]:
    """Every choice of options, the standard one first."""
    choices = [dict(zip(kind.variants, values, strict=True)) for values in product(*kind.variants.values())]
    return [(variant_text(kind, options), _typed(options)) for options in choices]


def _typed(options: Mapping[str, str]) -> str:
    """Options as the form keeps them: ``diagonals=all``."""
    return " ".join(f"{name}={chosen}" for name, chosen in options.items())


def _variant_select(kind: type[Game], options: Mapping[str, str]) -> Select[str]:
    return _select(_variants(kind), _typed(options), "variant")
