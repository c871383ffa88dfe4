"""The page about the opponents: it is what was measured, and what was measured is good enough."""

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
def kept(monkeypatch: pytest.MonkeyPatch) -> Measured:
    """What has been measured; a test that asks for more fails."""

    def refuse(*anything: object) -> None:
        raise AssertionError("run: python scripts/opponents.py")

    for name in ("play_pairs", "_from_lost", "with_a_win"):
        monkeypatch.setattr(opponents, name, refuse)
    return Measured(Counts(), RESULTS)


def test_a_score_has_an_interval() -> None:
    """Half the pairs won, half lost: a standard deviation of 1/2, which 400 pieces bring down to 1/40."""
    score = Score.of([0.0, 1.0] * 200)
    assert score.part == 0.5
    assert score.margin == pytest.approx(1.96 / 40, rel=0.01)
    assert str(score) == "50 ± 5"
    assert Score.of([0.5] * 10) == (0.5, 0.0)  # one game each: nothing depends on the players


def test_what_has_been_measured_is_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "results.json"
    first = Measured(QUICK, results).match("trail", "level:2", "random", 2)
    monkeypatch.setattr(opponents, "play_pairs", lambda *anything: [0.5, 0.5, 0.5])
    again = Measured(QUICK, results)
    assert sorted(again.match("trail", "level:2", "random", 2)) == sorted(first)
    assert again.match("trail", "level:2", "random", 3) == [0.5, 0.5, 0.5]
    changed = LEVELS[1]._replace(waver=9.0)
    monkeypatch.setattr(opponents, "LEVELS", (LEVELS[0], changed, *LEVELS[2:]))
    assert Measured(QUICK, results).match("trail", "level:2", "random", 2) == [0.5, 0.5, 0.5]


def test_the_page_is_what_was_measured(kept: Measured) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(kept), "run: python scripts/opponents.py"


# What the figures have to be --------------------------------------------------------------------


def test_level_one_plays_as_well_as_random_and_not_much_better(kept: Measured) -> None:
    for name in FIVE:
        score = Score.of(kept.match(name, LADDER[0], "random", kept.counts.ladder))
        assert 0.45 <= score.part <= 0.60, name


def test_each_level_beats_the_one_below(kept: Measured) -> None:
    for lower, upper in pairwise(LADDER):
        found = [part for name in FIVE for part in kept.match(name, upper, lower, kept.counts.ladder)]
        score = Score.of(found)
        assert score.part - score.margin > 0.5, upper


def test_greedy_lies_in_the_middle_third(kept: Measured) -> None:
    scores = [Score.of(opponents_page.together(kept, level, "greedy")).part for level in LADDER]
    below = sum(score < 0.5 for score in scores)
    assert len(LADDER) / 3 < below + 0.5 < 2 * len(LADDER) / 3


def test_wins_in_one_move_are_taken(kept: Measured) -> None:
    for level in LADDER[1:]:
        for name in FIVE:
            assert Score.of(kept.wins_taken(name, level)).part >= 0.9, (name, level)


@pytest.mark.parametrize("rival", RIVALS)
def test_the_order_is_the_same_on_small_and_large_boards(kept: Measured, rival: str) -> None:
    """A level may fall behind the one below only by as much as chance explains."""
    for asked in (opponents_page.together, opponents_page.together_on_large):
        scores = [Score.of(asked(kept, level, rival)) for level in LADDER]
        for lower, upper in pairwise(scores):
            assert upper.part + upper.margin >= lower.part - lower.margin


@pytest.mark.parametrize("victim", VICTIMS)
def test_perfect_does_at_least_as_well_as_the_tree_search_where_it_has_lost(
    kept: Measured, victim: str
) -> None:
    assert LOSERS[1:] == ("mcts:800", "perfect")
    for name in FIVE:
        for asked in (kept.from_lost, kept.from_start):
            tree, perfect = (Score.of(asked(name, loser, victim)).part for loser in LOSERS[1:])
            assert perfect >= tree, (name, victim)
