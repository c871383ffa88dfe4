"""The page about the opponents: it agrees with the results, and the results are good enough."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import opponents
import opponents_page
from arena import Score
from gridlock.players.level import LEVELS
from gridlock.rules import FIVE
from opponents import PAGE, QUICK, RESULTS, Counts, Measured
from opponents_page import LADDER, LOSERS, RIVALS, VICTIMS, page


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> Measured:
    """The stored results; a test that needs others fails."""

    def refuse(*anything: object) -> None:
        raise AssertionError("run: python scripts/opponents.py")

    for name in ("play_pairs", "_from_lost", "with_a_win"):
        monkeypatch.setattr(opponents, name, refuse)
    return Measured(Counts(), RESULTS)


def test_a_score_has_an_interval() -> None:
    """Half the pairs won, half lost: a standard deviation of 1/2, which 400 pieces reduce to 1/40."""
    score = Score.of([0.0, 1.0] * 200)
    assert score.part == 0.5
    assert score.margin == pytest.approx(1.96 / 40, rel=0.01)
    assert str(score) == "50 ± 5"
    assert Score.of([0.5] * 10) == (0.5, 0.0)  # one game each: the players make no difference


def test_results_are_not_measured_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "results.json"
    first = Measured(QUICK, results).match("trail", "level:2", "random", 2)
    monkeypatch.setattr(opponents, "play_pairs", lambda *anything: [0.5, 0.5, 0.5])
    again = Measured(QUICK, results)
    assert sorted(again.match("trail", "level:2", "random", 2)) == sorted(first)
    assert again.match("trail", "level:2", "random", 3) == [0.5, 0.5, 0.5]
    changed = LEVELS[1]._replace(noise=9.0)
    monkeypatch.setattr(opponents, "LEVELS", (LEVELS[0], changed, *LEVELS[2:]))
    assert Measured(QUICK, results).match("trail", "level:2", "random", 2) == [0.5, 0.5, 0.5]


def test_the_page_agrees_with_the_results(results: Measured) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(results), "run: python scripts/opponents.py"


# Requirements for the figures ----------------------------------------------------------------------


def test_level_one_plays_as_well_as_random_and_not_much_better(results: Measured) -> None:
    for name in FIVE:
        score = Score.of(results.match(name, LADDER[0], "random", results.counts.ladder))
        assert 0.45 <= score.part <= 0.60, name


def test_each_level_beats_the_one_below(results: Measured) -> None:
    for lower, upper in pairwise(LADDER):
        scores = [part for name in FIVE for part in results.match(name, upper, lower, results.counts.ladder)]
        score = Score.of(scores)
        assert score.part - score.margin > 0.5, upper


def test_greedy_lies_in_the_middle_third(results: Measured) -> None:
    scores = [Score.of(opponents_page.together(results, level, "greedy")).part for level in LADDER]
    below = sum(score < 0.5 for score in scores)
    assert len(LADDER) / 3 < below + 0.5 < 2 * len(LADDER) / 3


def test_wins_in_one_move_are_taken(results: Measured) -> None:
    for level in LADDER[1:]:
        for name in FIVE:
            assert Score.of(results.wins_taken(name, level)).part >= 0.9, (name, level)


@pytest.mark.parametrize("rival", RIVALS)
def test_the_order_is_the_same_on_small_and_large_boards(results: Measured, rival: str) -> None:
    """A level may fall behind the one below only by as much as chance explains."""
    for measure in (opponents_page.together, opponents_page.together_on_large):
        scores = [Score.of(measure(results, level, rival)) for level in LADDER]
        for lower, upper in pairwise(scores):
            assert upper.part + upper.margin >= lower.part - lower.margin


@pytest.mark.parametrize("victim", VICTIMS)
def test_perfect_does_at_least_as_well_as_the_tree_search_where_it_has_lost(
    results: Measured, victim: str
) -> None:
    assert LOSERS[1:] == ("mcts:800", "perfect")
    for name in FIVE:
        for measure in (results.from_lost, results.from_start):
            tree, perfect = (Score.of(measure(name, loser, victim)).part for loser in LOSERS[1:])
            assert perfect >= tree, (name, victim)
