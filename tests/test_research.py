"""The research pages are fresh, the notebook runs, and the comparison with gg-bench finds what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gg_bench
import gridlock
from boards import judge_of
from gridlock.rules import FIVE
from gridlock.rules.variant import variants
from minimax import Minimax
from research_pages import EXTRA, FOLDER, NUMBERING, page, state_space

# Pages ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("id", FIVE)
def test_a_game_page_is_what_the_program_says(id: str) -> None:
    assert (FOLDER / f"{id}.md").read_text() == page(id), "run: make docs"


def test_every_game_has_its_page_and_no_other() -> None:
    assert set(EXTRA) == set(NUMBERING) == set(FIVE)
    index = (FOLDER / "index.md").read_text()
    assert all(f"({path.name})" in index for path in FOLDER.iterdir() if path.name != "index.md")


@pytest.mark.parametrize(
    "variant", [v for v in variants() if v.game in FIVE], ids=lambda variant: variant.stem
)
def test_the_tables_agree_with_minimax(variant: Any) -> None:
    """Positions and value on 3x3, counted and solved by the judge."""
    game = variant.on(3, 3)
    judge = judge_of(game)
    minimax = Minimax(judge)
    winner, moves = minimax.value(judge.start())
    seen = frontier = {judge.start()}
    while frontier:
        frontier = {judge.play(state, move) for state in frontier for move in judge.legal(state)} - seen
        seen = seen | frontier
    last_matters = variant.game == "trail"
    positions = {state if last_matters else state._replace(last=None) for state in seen}
    text = (FOLDER / f"{variant.game}.md").read_text()
    row = f"| 3x3{'' if variant.standard else f', {variant.values}'} | {len(positions):,} |"
    assert row in text
    assert text.partition(row)[2].partition("\n")[0].endswith(f"| Player {winner} in {moves} |")
    assert state_space(game).positions == len(positions)


# The notebook ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((FOLDER / "first-steps.ipynb").read_text())
    assert (notebook["nbformat"], len({cell["id"] for cell in notebook["cells"]})) == (
        4,
        len(notebook["cells"]),
    )
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert names["counts"].positions == 13_717
    assert names["accuracies"]["level:5"] > names["blind"]
    assert 0 < names["accuracies"]["random"] < 1


# gg-bench -------------------------------------------------------------------------------------------


class Environment:
    """An environment with gg-bench's interface that follows the rules, to be made wrong on purpose."""

    def reset(self) -> tuple[Any, dict[str, Any]]:
        self.position = gridlock.make("trail").start()
        return self.observation(), {}

    def observation(self) -> Any:
        return np.array(self.position.words, dtype=np.uint64)

    def valid_moves(self) -> list[int]:
        return [int(move) for move in self.position.legal_moves()]

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.position = self.position.play(action)
        return self.observation(), self.reward(), self.over(), False, {}

    def reward(self) -> float:
        return float(self.over())

    def over(self) -> bool:
        return not self.position.legal


class Punishing(Environment):
    def reward(self) -> float:
        return -10.0


class Forgetful(Environment):
    def valid_moves(self) -> list[int]:
        return super().valid_moves()[1:]


class Generous(Environment):
    def valid_moves(self) -> list[int]:
        return [*super().valid_moves(), 99]


class Hiding(Environment):
    def observation(self) -> Any:
        return np.array(self.position.sides, dtype=np.uint64)


class Hasty(Environment):
    def over(self) -> bool:
        return super().over() or self.position.legal.bit_count() == 1


def test_a_right_environment_passes_and_wrong_ones_do_not() -> None:
    game = gridlock.make("trail")
    right, punishing, forgetful, generous, hiding, hasty = (
        gg_bench.compare(kind(), game, 200)
        for kind in (Environment, Punishing, Forgetful, Generous, Hiding, Hasty)
    )
    assert right[1:2] + right[3:6] + right[8:] == (0, 0, 0, 0, 0)
    assert (set(right.rewards), set(right.last_rewards)) == ({0.0}, {1.0})
    assert set(punishing.rewards) == {-10.0}
    assert forgetful.missing == forgetful.wrong == forgetful.positions
    assert generous.illegal == generous.wrong == generous.positions
    assert hiding.hidden > hiding.positions / 10
    assert hasty.ended > 0
    assert "legal moves left out: " in "\n".join(gg_bench.report(686, forgetful))


def test_the_script_loads_environments_from_a_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gg_bench" / "data" / "envs"
    folder.mkdir(parents=True)
    for number in gg_bench.ENVIRONMENTS:
        (folder / f"env_{number}.py").write_text(
            f"""
import gridlock, numpy as np

class CustomEnv:
    def reset(self):
        self.position, self.passing = gridlock.make({gg_bench.ENVIRONMENTS[number]!r}).start(), False
        return np.array(self.position.words, dtype=np.uint64), {{}}

    def valid_moves(self):
        return [int(move) for move in self.position.legal_moves()]

    def step(self, action):
        if not self.passing:
            before, self.position = self.position, self.position.play(action)
        self.passing = not self.passing and self.position.turn == before.turn and self.position.legal
        words = np.array(self.position.words, dtype=np.uint64)
        return words, 0.0, not self.position.legal, False, {{}}
"""
        )
    gg_bench.main([str(tmp_path), "3"])
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines() if line[0] != " "] == [
        "190",
        "202",
        "465",
        "686",
        "889",
    ]


@pytest.mark.parametrize("arguments", [[], ["no-such-folder"]])
def test_the_script_needs_a_copy(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"gg_bench\.py PATH"):
        gg_bench.main(arguments)


def test_the_script_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"There is no .*env_190\.py: give the folder of your copy"):
        gg_bench.main([str(tmp_path)])
