"""The UGI engine."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import pytest

from boards import judge_of
from gridlock import GAMES, Game, Move, Position, make
from gridlock.clock import Clock
from gridlock.engine import server
from gridlock.engine.server import Server
from gridlock.match import Match
from gridlock.players import Player, PlayerFailed, make_player
from gridlock.players.engine_bot import EngineBot
from gridlock.players.player import think_time
from gridlock.records import Ending
from gridlock.referee import play_out
from programs import stop_clocks
from terminal import gridlock
from waiting import DEADLINE, until

ENGINE = [sys.executable, "-m", "gridlock", "engine", "--player", "random"]


@pytest.fixture(autouse=True)
def no_keepalive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn the keepalive messages off, however slow the machine is."""
    monkeypatch.setattr(server, "_KEEPALIVE", DEADLINE)


def answers(*lines: str, game: str = "spread", player: Player | None = None) -> list[str]:
    """Return the server's answers to these lines, up to the end of input."""
    sink = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    Server(source, sink, make(game), player or make_player("random", seed=1)).run()
    return sink.getvalue().splitlines()


class Chooser:
    """A player controlled by the test."""

    name = "chooser"
    remark = ""

    def __init__(self, choose: Callable[[Position, Clock | None], Move]) -> None:
        self._choose = choose
        self.closed = False

    def get_ready(self, game: Game) -> None:
        pass

    def choose(self, position: Position, clock: Clock | None) -> Move:
        return self._choose(position, clock)

    def close(self) -> None:
        self.closed = True


def first(position: Position, clock: Clock | None) -> Move:
    return position.legal_moves()[0]


# Commands ---------------------------------------------------------------------------------------


def test_the_engine_introduces_itself() -> None:
    output = answers("ugi")
    assert output[0].startswith("id name Gridlock ")
    assert output[1].startswith("id author ")
    assert output[2:] == [
        "option name Game type combo default spread"
        " var spread var crossfire var lightcycle var trail var blockade",
        "option name Size type string default standard",
        "option name Diagonals type combo default main var main var all",
        "option name Player type string default random",
        "ugiok",
    ]


def test_a_dialogue() -> None:
    assert answers(
        "isready",
        "uginewgame",
        "position startpos moves 2,2 1,2",
        "query p1turn",
        "query gameover",
        "query result",
        "query islegal 1,1",
        "query islegal 4,4",
        "query islegal rubbish",
        "go",
        game="trail",
        player=Chooser(first),
    ) == [
        "readyok",
        "response true",
        "response false",
        "response none",
        "response true",
        "response false",
        "response false",
        "bestmove 1,1",
    ]


def test_the_end_of_a_game() -> None:
    stuck = ["setoption name Size value 1x1", "position startpos moves 1,1"]
    output = answers(*stuck, "query gameover", "query result", "query p1turn", "go", game="trail")
    assert output == [
        "response true",
        "response p1win",
        "response false",
        "info string error: The game is over: Player 1 has won.",
        "bestmove none",
    ]


def test_options_in_any_order() -> None:
    """The size is too small for the first game, and right for the second."""
    output = answers(
        "setoption name Size value 1x3",
        "setoption name diagonals value all",
        "setoption name Game value crossfire",
        "position fen X.. 2",
        "query islegal 1,3",
        "setoption name Game value blockade",
        "query islegal right:0,0",
        "setoption name Size value standard",
        "setoption name Game value crossfire",
        "position fen .X.../...../...../...../..... 2",
        "query islegal 2,3",
        "setoption name Diagonals value main",
        "position fen .X.../...../...../...../..... 2",
        "query islegal 2,3",
    )
    assert output == ["response false", "response true", "response false", "response true"]


def test_another_player() -> None:
    player = Chooser(first)
    output = answers("setoption name Player value greedy", "ugi", "go", player=player)
    assert "option name Player type string default greedy" in output
    assert player.closed


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello there", "There is no command 'hello'; the commands are ugi, isready,"),
        ("position", "Usage: position startpos [moves ...] or position fen TEXT [moves ...]."),
        (
            "position startpos rubbish",
            "Usage: position startpos [moves ...] or position fen TEXT [moves ...].",
        ),
        ("position fen rubbish", "A position of this game is 5 rows of 5"),
        ("position startpos moves 3,3 3,3", "Move 2, '3,3': (3,3) "),
        ("position startpos moves 3,3 e4", "Move 2, 'e4': "),
        ("setoption Game chess", "Usage: setoption name NAME value VALUE."),
        (
            "setoption name Game value chess",
            "Game must be one of spread, crossfire, lightcycle, trail, blockade, not 'ch",
        ),
        ("setoption name Size value 999999x9", "A board has at most 64 cells; 999999x9 would have 8999991."),
        ("setoption name Size value big", "A size is rows x columns, such as 5x5, not 'big'."),
        ("setoption name Diagonals value few", "Diagonals must be one of main, all, not 'few'."),
        ("setoption name Hash value 3", "There is no option 'Hash'."),
        ("setoption name Player value nobody", "There is no player 'nobody'."),
        (
            "setoption name Player value human",
            "An engine can't be a human; choose another player.",
        ),
        ("query weather", "query takes p1turn, gameover, result or islegal MOVE."),
        ("x" * 50_000, "Line too long: the limit is 10000 characters."),
        ("quit" + " " * 50_000, "Line too long: the limit is 10000 characters."),
        ("\x00\x1b[2J", "There is no command "),
    ],
)
def test_invalid_commands_change_nothing(line: str, sentence: str) -> None:
    output = answers("position startpos moves 1,1", line, "query islegal 1,1", "query islegal 1,2", "isready")
    assert output[0].startswith(f"info string error: {sentence}")
    assert output[1:] == ["response false", "response true", "readyok"]


@pytest.mark.parametrize("words", ["p1time", "p1time soon", "movetime -5", "rubbish", "depth x"])
def test_go_always_answers(words: str) -> None:
    output = answers(f"go {words}")
    assert output[0].startswith("info string error: ")
    assert output[1] == "bestmove none"


def test_impossible_boards_are_rejected() -> None:
    lines = ("setoption name Game value lightcycle", "setoption name Size value 5x1")
    output = answers(*lines, "go", "position startpos", "query p1turn")
    assert [line.startswith("info string error: ") for line in output] == [True, False, True, True]
    assert output[1] == "bestmove none"


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("", 5.0),  # what players take without a clock
        ("infinite", 5.0),
        ("depth 3 nodes 100", 5.0),
        ("movetime 3000", 2.9),  # nearly all
        ("p1time 60000 p2time 1", 3.0),  # a twentieth
        ("p1time 60000 p2time 60000 p1inc 1000 p2inc 0", 3.8),
        ("p2time 60000", 5.0),
    ],
)
def test_the_time_for_a_move(words: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_clocks(monkeypatch, lambda: 0.0)
    times = []

    def choose(position: Position, clock: Clock | None) -> Move:
        times.append(think_time(position, clock))
        return first(position, clock)

    assert answers(f"go {words}", player=Chooser(choose)) == ["bestmove 1,1"]
    assert times == [pytest.approx(seconds, abs=0.5)]


def test_remarks_and_failures_are_printed() -> None:
    player = Chooser(first)
    player.remark = "I am\nnot sure."
    assert answers("go", player=player) == ["info string I am not sure.", "bestmove 1,1"]

    def fail(position: Position, clock: Clock | None) -> Move:
        raise PlayerFailed("It has failed.\nIts last lines:\n    oh")

    assert answers("go", player=Chooser(fail)) == [
        "info string error: It has failed.",
        "info string Its last lines:",
        "info string     oh",
        "bestmove none",
    ]

    def crash(position: Position, clock: Clock | None) -> Move:
        raise RuntimeError("oh")

    assert answers("go", player=Chooser(crash)) == [
        "info string error: chooser: RuntimeError('oh').",
        "bestmove none",
    ]


# While a player thinks --------------------------------------------------------------------------


@contextmanager
def serving(player: Player) -> Iterator[tuple[Callable[[str], None], Callable[[], str]]]:
    """Run a server in a thread; yield functions to send and to read a line."""
    (their_in, our_out), (our_in, their_out) = os.pipe(), os.pipe()
    with (
        open(their_in) as source,
        open(their_out, "w") as sink,
        open(our_in) as answers,
        open(our_out, "w") as commands,
    ):
        thread = threading.Thread(target=_serve, args=(source, sink, player))
        thread.start()

        def send(line: str) -> None:
            print(line, file=commands, flush=True)

        yield send, lambda: answers.readline().rstrip("\n")
        commands.close()
        thread.join(DEADLINE)
        assert not thread.is_alive()


def _serve(source: TextIO, sink: TextIO, player: Player) -> None:
    Server(source, sink, make("spread"), player).run()


def test_commands_are_answered_while_a_player_thinks() -> None:
    may_end = threading.Event()

    def choose(position: Position, clock: Clock | None) -> Move:
        may_end.wait(DEADLINE)
        return first(position, clock)

    with serving(Chooser(choose)) as (send, receive):
        send("go")
        send("isready")
        assert receive() == "readyok"
        send("go")
        assert receive() == "info string error: Still thinking about the last go; wait for bestmove."
        send("setoption name Player value random")
        assert receive() == "info string error: Still thinking about the last go; wait for bestmove."
        send("position startpos moves 1,1")
        send("query p1turn")
        assert receive() == "response false"
        send("stop")
        may_end.set()
        assert receive() == "bestmove 1,1"
        send("go")
        assert receive() == "bestmove 1,2"
        send("quit")


def test_infinite_thinking_ends_with_stop() -> None:
    chosen = threading.Event()

    def choose(position: Position, clock: Clock | None) -> Move:
        chosen.set()
        return first(position, clock)

    with serving(Chooser(choose)) as (send, receive):
        send("go infinite")
        assert chosen.wait(DEADLINE)
        send("isready")
        assert receive() == "readyok"
        send("stop")
        assert receive() == "bestmove 1,1"
        send("stop")
        send("isready")
        assert receive() == "readyok"


def test_quit_does_not_wait_for_the_player() -> None:
    may_end = threading.Event()

    def choose(position: Position, clock: Clock | None) -> Move:
        may_end.wait(DEADLINE)
        return first(position, clock)

    player = Chooser(choose)
    with serving(player) as (send, _):
        send("go")
        send("quit")
    assert player.closed
    may_end.set()


def test_the_last_go_is_answered_unless_the_client_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_KEEPALIVE", 0.01)
    sink = io.StringIO()

    def choose(position: Position, clock: Clock | None) -> Move:
        until(sink.getvalue)
        return first(position, clock)

    Server(io.StringIO("go\n"), sink, make("spread"), Chooser(choose)).run()
    *signs, last = sink.getvalue().splitlines()
    assert set(signs) == {"info string still thinking"}
    assert last == "bestmove 1,1"

    may_end = threading.Event()

    def choose_never(position: Position, clock: Clock | None) -> Move:
        may_end.wait(DEADLINE)
        return first(position, clock)

    class Deaf(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    Server(io.StringIO("go\n"), Deaf(), make("spread"), Chooser(choose_never)).run()
    may_end.set()


# The program ------------------------------------------------------------------------------------


def test_the_command() -> None:
    ran = gridlock("engine", "lightcycle", "--size", "1x3", "--player", "random", typed=["ugi", "go", "quit"])
    assert ran.status == 0
    assert "option name Game type combo default lightcycle " in ran.out
    assert "option name Size type string default 1x3\n" in ran.out
    ran = gridlock("engine", "crossfire", "--variant", "diagonals=all", "--player", "random", typed=["ugi"])
    assert "option name Diagonals type combo default all " in ran.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess'"),
        (["spread", "--variant", "diagonals=all"], "spread has no option 'diagonals'"),
        (["--player", "nobody"], "There is no player 'nobody'"),
        (["--player", "human"], "A human can't play as an engine."),
    ],
)
def test_wrong_arguments(arguments: list[str], sentence: str) -> None:
    ran = gridlock("engine", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err


def test_invalid_utf8_is_accepted() -> None:
    ran = subprocess.run(ENGINE, input=b"\xff\xfe\nisready\n", capture_output=True, check=True)
    assert ran.stdout.decode().splitlines()[1] == "readyok"
    assert ran.stderr == b""


def test_perfect_is_the_default_player() -> None:
    assert "(perfect)" in gridlock("engine", typed=["ugi"]).out


@pytest.fixture(scope="module")
def engine() -> Iterator[EngineBot]:
    bot = EngineBot(ENGINE, start_limit=DEADLINE, move_limit=DEADLINE)
    yield bot
    bot.close()


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_the_engine_plays_whole_games(name: str, seat: int, engine: EngineBot) -> None:
    """One process plays all games; the naive judge replays every move."""
    for game in (make(name), make(name, 3, 5)):
        other = make_player("random", seed=seat)
        match = Match(game)
        play_out(match, (engine, other) if seat == 1 else (other, engine))
        judge = judge_of(game)
        state = judge.start()
        for move in match.moves:
            assert move in judge.legal(state)
            state = judge.play(state, move)
        assert match.outcome is not None
        assert match.outcome.winner == judge.winner(state)
        assert match.record().ending is Ending.STUCK
