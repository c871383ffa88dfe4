"""Time controls and clocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock import InvalidChoice
from gridlock.clock import Clock, TimeControl, read_time, time_text


@pytest.mark.parametrize(
    ("text", "seconds", "increment"),
    [
        ("5+3", 300, 3),
        ("5", 300, 0),
        ("90", 5400, 0),
        ("0:30", 30, 0),
        ("5:00+3", 300, 3),
        ("5:00", 300, 0),
        (" 0:05 + 0.5 ", 5, 0.5),
        ("1:5", 65, 0),
    ],
)
def test_parsing_a_time(text: str, seconds: float, increment: float) -> None:
    assert read_time(text) == TimeControl(seconds, increment)


@pytest.mark.parametrize(
    "text", ["", "soon", "5:60", "-1", "0", "0:00+3", "5:00+", "1:2:3", "5m", "٣", "1000", "99999"]
)
def test_an_invalid_time_gets_a_sentence(text: str) -> None:
    with pytest.raises(InvalidChoice, match=r"^A (time|clock) .*\.$"):
        read_time(text)


@given(seconds=st.integers(1, 59_999), tenths=st.integers(0, 99))
def test_a_time_control_parses_back(seconds: int, tenths: int) -> None:
    control = TimeControl(seconds, tenths / 10)
    assert read_time(str(control)) == control


def test_clock_format() -> None:
    examples = {
        300: "5:00",
        61.9: "1:02",
        10: "0:10",
        9.96: "0:10",
        299.999: "5:00",
        0.91: "0:01",
        7.5: "0:07.5",
        7.41: "0:07.5",
        5: "0:05",
        0: "0:00",
        -1: "0:00",
    }
    assert {seconds: time_text(seconds) for seconds in examples} == examples


class Hands:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_only_the_side_to_move_spends_time() -> None:
    hands = Hands()
    clock = Clock(TimeControl(10, 2), now=hands)
    hands.now += 50
    assert (clock.left(1), clock.left(2)) == (10, 10)  # not started
    clock.start(1)
    hands.now += 3
    assert (clock.left(1), clock.left(2)) == (7, 10)
    clock.add_increment(1)
    clock.start(2)
    hands.now += 4
    assert (clock.left(1), clock.left(2)) == (9, 6)
    clock.stop()
    hands.now += 100
    assert (clock.left(1), clock.left(2)) == (9, 6)
    clock.start(2)
    hands.now += 100
    assert clock.left(2) == 0
    clock.set_left(2, 5)
    assert clock.left(2) == 5


def test_a_copy_of_a_clock_is_independent() -> None:
    now = 0.0
    clock = Clock(TimeControl(60), now=lambda: now)
    clock.start(1)
    twin = clock.copy()
    now = 10.0
    twin.stop()
    twin.add_increment(2)
    assert [twin.left(1), clock.left(1)] == [50, 50]
    now = 20.0
    assert [twin.left(1), clock.left(1)] == [50, 40]
