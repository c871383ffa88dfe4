"""Compare gg-bench's environments of the five rule sheets with the rules: ``gg_bench.py PATH [GAMES]``.

PATH is your copy of gg-bench. The script plays random games and reads what its environments say in every
position: which moves are legal, the reward of a legal move, and whether the observation tells positions
apart. It needs gymnasium, which the environments import, and copies nothing.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import gridlock
from gridlock import Position

ENVIRONMENTS = {190: "spread", 202: "crossfire", 465: "lightcycle", 686: "trail", 889: "blockade"}
"""The number of each environment, and its game."""

_GAMES = 2000


class Findings(NamedTuple):
    """What an environment says, compared with the rules, over many positions."""

    positions: int
    wrong: int
    """Positions in which its list of legal moves is wrong."""
    moves: int
    """Legal moves, by the rules."""
    missing: int
    """Legal moves that it leaves out."""
    illegal: int
    """Illegal moves that it lists."""
    ended: int
    """Legal moves after which it ends the game too early."""
    rewards: Counter[float]
    """The rewards of legal moves that don't end the game."""
    last_rewards: Counter[float]
    """The rewards of legal moves that do."""
    hidden: int
    """Positions that look like another one with different legal moves."""


def environment(path: Path, number: int) -> Any:
    """Load an environment from a copy of gg-bench."""
    file = path / "gg_bench" / "data" / "envs" / f"env_{number}.py"
    spec = spec_from_file_location(f"env_{number}", file)
    if spec is None or spec.loader is None or not file.is_file():
        sys.exit(f"There is no {file}: give the folder of your copy of gg-bench.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CustomEnv()


class Step(NamedTuple):
    """A position, what the environment shows and lists there, and its answer to the move that follows."""

    position: Position
    observation: bytes
    listed: set[int]
    reward: float
    ended: bool
    after: Position


def play(env: Any, position: Position, random: Random) -> Iterator[Step]:
    """Play one random game by the rules, with the same moves in the environment."""
    observation, _ = env.reset()
    while position.legal:
        seen, listed = observation.tobytes(), set(map(int, env.valid_moves()))
        move = random.choice(position.legal_moves())
        after = position.play(move)
        observation, reward, ended, _, _ = env.step(int(move))
        yield Step(position, seen, listed, float(reward), bool(ended), after)
        if ended:
            return
        if after.turn == position.turn and after.legal:  # a pass is a step of its own there
            observation, _, _, _, _ = env.step(0)
        position = after


def compare(env: Any, game: gridlock.Game, games: int = _GAMES) -> Findings:
    """Compare an environment with the rules."""
    random = Random(1)
    counts: Counter[str] = Counter()
    rewards: Counter[float] = Counter()
    last_rewards: Counter[float] = Counter()
    looks: dict[bytes, dict[Position, int]] = defaultdict(dict)
    for _ in range(games):
        for position, observation, listed, reward, ended, after in play(env, game.start(), random):
            legal = set(map(int, position.legal_moves()))
            counts["positions"] += 1
            counts["wrong"] += legal != listed
            counts["moves"] += len(legal)
            counts["missing"] += len(legal - listed)
            counts["illegal"] += len(listed - legal)
            counts["ended"] += ended and bool(after.legal)
            (rewards if after.legal else last_rewards)[reward] += 1
            seen = looks[observation]
            seen[position] = seen.get(position, 0) + 1
    hidden = sum(
        sum(seen.values()) for seen in looks.values() if len({position.legal for position in seen}) > 1
    )
    return Findings(
        counts["positions"], counts["wrong"], counts["moves"], counts["missing"], counts["illegal"],
        counts["ended"], rewards, last_rewards, hidden,
    )  # fmt: skip


def report(number: int, findings: Findings) -> Iterator[str]:
    """Describe what was found, a line each."""
    positions = findings.positions
    yield f"{number} ({ENVIRONMENTS[number]}), {positions:,} positions"
    yield f"  wrong list of legal moves: {findings.wrong / positions:.1%} of positions"
    yield f"  legal moves left out: {findings.missing / findings.moves:.1%}"
    yield f"  illegal moves listed: {findings.illegal:,}"
    yield f"  legal moves that end the game too early: {findings.ended:,}"
    yield f"  reward of a legal move: {_rewards(findings.rewards)}"
    yield f"  reward of the last move: {_rewards(findings.last_rewards)}"
    yield f"  positions that look like another with different legal moves: {findings.hidden / positions:.1%}"


def _rewards(rewards: Counter[float]) -> str:
    whole = max(1, sum(rewards.values()))
    return (
        ", ".join(f"{reward:g} ({count / whole:.1%})" for reward, count in sorted(rewards.items())) or "none"
    )


def main(arguments: list[str]) -> None:
    """Print the report of every environment."""
    if not 1 <= len(arguments) <= 2 or not Path(arguments[0]).is_dir():
        sys.exit(str(__doc__).partition("\n")[0])
    games = int(arguments[1]) if len(arguments) == 2 else _GAMES
    for number, name in ENVIRONMENTS.items():
        findings = compare(environment(Path(arguments[0]), number), gridlock.make(name), games)
        print("\n".join(report(number, findings)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
