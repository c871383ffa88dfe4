"""The built-in players: they play by the rules, and as well as advertised."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridlock
from boards import KINDS, judge_of, make, random_board, random_game, state_of
from gridlock import GAMES, Limits, Move, Position, analyze, solve
from gridlock.clock import Clock, TimeControl
from gridlock.match import Match
from gridlock.players import EXAMPLES as PLAYERS
from gridlock.players import Human, InvalidPlayer, PlayerFailed, PlayerSpec, make_player
from gridlock.players import perfect as perfect_player
from gridlock.players.level import LEVELS
from gridlock.players.mcts import most_visited
from gridlock.referee import play_out
from gridlock.search import best_moves
from gridlock.search.report import Report, investigate
from minimax import Minimax

pytestmark = pytest.mark.usefixtures("patient_bots")

BOTS = ["random", "greedy", "mcts:60", "level:1", "level:5", "level:7", "perfect"]


def unfinished(game: gridlock.Game, random: Random) -> Position:
    """Return a random unfinished position of a random game."""
    while True:
        position = random.choice(list(random_game(game, random)))
        if position.legal:
            return position


def test_all_built_in_bots_are_tested() -> None:
    others = {"human", "python", "engine"}
    assert {PlayerSpec.parse(text).kind for text in PLAYERS} - others == {
        PlayerSpec.parse(text).kind for text in BOTS
    }


@pytest.mark.parametrize(
    "page", ["README.md", "docs/http.md", "docs/opponents.md", "src/gridlock/cli/play.py"]
)
def test_every_built_in_bot_is_in_the_docs_and_the_help(page: str) -> None:
    text = (Path(__file__).parent.parent / page).read_text(encoding="utf-8")
    for kind in {PlayerSpec.parse(bot).kind for bot in BOTS}:
        assert kind in text, f"{page} doesn't name the bot {kind}"


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_plays_whole_games_by_the_rules(kind: str, name: str) -> None:
    player, rival = make_player(name, seed=1), make_player("random", seed=2)
    assert player.name == name
    for players in ((player, rival), (rival, player)):
        match = Match(make(kind))
        play_out(match, players)
        assert match.position.outcome() is not None  # nobody forfeited


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:60", "level:4", "perfect"])
def test_a_seed_makes_choices_reproducible(name: str) -> None:
    positions = [unfinished(make(kind), Random(5)) for kind in KINDS]
    first, again = ([make_player(name, seed=7).choose(p, None) for p in positions] for _ in range(2))
    assert first == again


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:60", "level:4"])
def test_bots_play_on_any_board(name: str) -> None:
    random = Random(3)
    for kind in KINDS:
        for _ in range(4):
            position = random_board(kind, random).start()
            if position.legal:
                clock = Clock(TimeControl(2))
                assert make_player(name, seed=1).choose(position, clock) in position.legal_moves()


@pytest.mark.parametrize(
    "text", ["", "nobody", "level", "level:", "level:0", "level:8", "level:10", "level:x", "mcts:0",
             "mcts:-5", "mcts:٣", "mcts:99999999999999999999", "random:3", "python:", "engine:",
             "level:" + "9" * 5000, "level:0000000011999", "mcts:00000000199999999999"]
)  # fmt: skip
def test_unknown_players_are_rejected_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidPlayer, match=r"\.$") as caught:
        make_player(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "level"),
    [
        *((f"level:{number}", number) for number in range(1, len(LEVELS) + 1)),
        (" level:3 ", 3),
        *(
            (text, None)
            for text in ("level:0", f"level:{len(LEVELS) + 1}", "level:03", "level:²", "level:", "level")
        ),
        *((text, None) for text in ("mcts:3", "python:level:3", "perfect", "")),
    ],
)
def test_parsing_levels(text: str, level: int | None) -> None:
    assert PlayerSpec.parse(text).level == level


@pytest.mark.parametrize(
    ("text", "program"),
    [("python:x.py", True), (" engine: a b", True), ("engine:", True), ("level:3", False)],
)
def test_parsing_programs(text: str, program: bool) -> None:
    assert PlayerSpec.parse(text).is_program == program


def test_every_example_is_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").touch()
    for text in PLAYERS:
        text = text.replace("COMMAND", sys.executable)
        player = make_player(text, programs=True)
        assert player.name == text
        player.close()


@pytest.mark.parametrize("name", ["python:nowhere.py", "engine:nowhere --fast"])
def test_missing_files_and_programs_are_rejected(name: str) -> None:
    with pytest.raises(InvalidPlayer, match=r"^There is no (file|program) 'nowhere"):
        make_player(name, programs=True)


def test_a_human_cannot_choose_without_a_user_interface() -> None:
    human = make_player(" human ")
    assert isinstance(human, Human)
    with pytest.raises(PlayerFailed, match="keyboard"):
        human.choose(make("spread").start(), None)


def test_greedy_takes_a_win_in_one_move() -> None:
    """Player 2 has one way out of the corner, and to the right Player 1 stands on it."""
    position = gridlock.make("lightcycle", 3, 3).position(".../.1./.#2 1")
    for seed in range(10):
        assert str(make_player("greedy", seed=seed).choose(position, None)) == "right"


# Perfect ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["random", "greedy", "mcts:800"])
@pytest.mark.parametrize("name", GAMES)
def test_perfect_never_loses_a_won_position(name: str, rival: str) -> None:
    random = Random(f"{name} {rival}")
    perfect, opponent = make_player("perfect", seed=1), make_player(rival, seed=2)
    game = gridlock.make(name)
    for _ in range(200):
        position = game.start()
        for _ in range(random.randint(0, 6)):
            if position.legal:
                position = position.play(random.choice(position.legal_moves()))
        seat = solve(position, winner_only=True).winner
        match = Match(game, start=position)
        play_out(match, (perfect, opponent) if seat == 1 else (opponent, perfect))
        assert match.outcome is not None
        assert match.outcome.winner == seat, match.record()


@pytest.mark.parametrize("kind", KINDS)
def test_perfect_wins_as_fast_as_minimax(kind: str) -> None:
    game = make(kind, 3, 4)
    minimax = Minimax(judge_of(game))
    random = Random(2)
    for _ in range(40):
        position = unfinished(game, random)
        move = make_player("perfect", seed=3).choose(position, None)
        children = minimax.children(state_of(position))
        winner, moves = children[move]
        best = minimax.best(position.turn, children.values())
        assert winner == best[0], position.text
        assert winner != position.turn or moves + 1 == best[1], position.text


def test_best_moves_are_the_first_of_the_analysis() -> None:
    random = Random(6)
    for kind in KINDS:
        for _ in range(20):
            position = unfinished(make(kind), random)
            options = analyze(position)
            equal = {option.move for option in options if option.value == options[0].value}
            assert set(best_moves(position)) == equal


def test_perfect_says_when_a_board_is_too_large_and_keeps_to_its_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[float] = []

    def solving(report: Report, limits: Limits, *, winner_only: bool) -> None:
        given.append(limits.seconds or 0.0)
        investigate(report, limits, winner_only=winner_only)

    def growing(position: Position, playouts: int, random: Random, *, seconds: float, stopped: Any) -> Move:
        given.append(seconds)
        return most_visited(position, playouts, random, seconds=seconds, stopped=stopped)

    monkeypatch.setattr(perfect_player, "investigate", solving)
    monkeypatch.setattr(perfect_player, "most_visited", growing)
    position = gridlock.make("blockade", 8, 8).start()
    perfect = make_player("perfect", seed=1)
    perfect.get_ready(position.game)
    clock = Clock(TimeControl(4), now=lambda: 0.0)
    clock.start(1)
    assert perfect.choose(position, clock) in position.legal_moves()
    assert "too large" in perfect.remark
    assert len(given) == 2
    assert sum(given) == pytest.approx(4 / 20), "a twentieth, as for every bot"
    perfect.choose(gridlock.make("trail").start(), None)
    assert perfect.remark == ""


@pytest.mark.parametrize("name", ["perfect", "mcts:1000000", "level:6"])
def test_a_choice_can_be_interrupted(name: str) -> None:
    player = make_player(name, seed=1)
    position = gridlock.make("blockade", 8, 8).start()
    outcome: list[object] = []

    def choose() -> None:
        outcome.append(player.choose(position, None))

    player.get_ready(position.game)
    thread = threading.Thread(target=choose)
    thread.start()
    while thread.is_alive():
        player.close()
        thread.join(0.05)
    assert outcome[0] in position.legal_moves()  # the best so far


# Tree search ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_moves_the_tree_has_proved_are_right(kind: str) -> None:
    from gridlock.search.mcts import Tree

    game = make(kind, 3, 4)
    minimax = Minimax(judge_of(game))
    random = Random(9)
    for number in range(30):
        position = unfinished(game, random)
        tree = Tree(position, 2000, number)
        tree.grow(2000)
        branches = tree.branches()
        assert sum(branch.visits for branch in branches) <= 2000
        for branch in branches:
            assert 0 <= branch.score <= 1
            if branch.certain:
                winner, _ = minimax.children(state_of(position))[branch.move]
                assert (winner == position.turn) == (branch.certain == 1), position.text


def test_more_playouts_play_better() -> None:
    random = Random(1)
    weak, strong = make_player("mcts:5", seed=1), make_player("mcts:500", seed=2)
    won = 0
    for _ in range(40):
        start = gridlock.make("spread")
        opening = start.start().play(random.choice(start.start().legal_moves()))
        for seat in (1, 2):
            match = Match(start, start=opening)
            play_out(match, (strong, weak) if seat == 1 else (weak, strong))
            assert match.outcome is not None
            won += match.outcome.winner == seat
    assert won > 48  # of 80; equal players would have 40, and three standard deviations are 13
