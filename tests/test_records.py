"""Records: writing, parsing, replaying, and error messages."""

from __future__ import annotations

import errno
import os
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import KINDS, make, random_board, random_game
from gridlock import files
from gridlock.match import Match
from gridlock.records import Ending, InvalidRecord, Record, parse_records, read_records, record_file
from gridlock.rules import Game

SAMPLE = """\
[Game "spread"]
[Size "5x5"]
[Variant "standard"]
[Player1 "Ann"]
[Player2 "Bob"]
[Date "2026-01-31"]
[Result "0-1"]
[Ending "resignation"]

{The middle is no bad start.}
1. 3,3 2. 2,2 3. 1,5 0-1
"""


def random_record(game: Game, random: Random) -> Record:
    """A match of random moves, finished, resigned or unfinished."""
    match = Match(game, ("Ann", "Bob"))
    length = random.choice([5, 1000])
    while match.outcome is None and len(match.moves) < length:
        match.play(random.choice(match.position.legal_moves()))
    if match.outcome is None and random.random() < 0.5:
        match.resign()
    return match.record()


def test_the_sample() -> None:
    (record,) = parse_records(SAMPLE)
    assert record.players == ("Ann", "Bob")
    assert [str(move) for move in record.moves] == ["3,3", "2,2", "1,5"]
    assert (record.winner, record.ending) == (2, Ending.RESIGNATION)
    assert record.comments == ((0, "The middle is no bad start."),)
    assert str(record) == SAMPLE
    assert [*record.positions()][-1].text == "....X/.O.../..X../...../..... 2"


@pytest.mark.parametrize("kind", KINDS)
def test_any_legal_game_survives_writing_and_parsing(kind: str) -> None:
    random = Random(f"records of {kind}")
    records = [random_record(random_board(kind, random), random) for _ in range(150)]
    assert [parse_records(str(record)) for record in records] == [[record] for record in records]
    assert parse_records("\n".join(map(str, records))) == records
    for record in records:
        outcome = [*record.positions()][-1].outcome()
        assert (outcome is not None) == (record.ending == Ending.STUCK)
        assert all(len(line) <= 80 for line in str(record).splitlines())


@given(
    players=st.tuples(st.text(), st.text()),
    date=st.text(),
    remarks=st.lists(st.tuples(st.integers(0, 2), st.text()), max_size=4),
    tags=st.dictionaries(st.from_regex(r"[A-Z][a-z]{1,8}x", fullmatch=True), st.text(), max_size=3),
)
def test_any_text_in_a_tag_or_a_comment_survives(
    players: tuple[str, str], date: str, remarks: list[tuple[int, str]], tags: dict[str, str]
) -> None:
    start = make("trail").start()
    moves = (start.parse_move("1,1"), start.play("1,1").parse_move("1,2"))
    comments = tuple(sorted(remarks, key=lambda remark: remark[0]))
    record = Record(make("trail"), moves, players=players, date=date, comments=comments, tags=tags)
    assert parse_records(str(record)) == [record]


def test_a_match_may_start_from_any_position() -> None:
    start = make("blockade").position("1..../...../..#../...../....2 2")
    record = Record(make("blockade"), (start.parse_move("up:4,4"),), start=start)
    assert parse_records(str(record)) == [record]


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.replace("\n", "\r\n"),
        "\ufeff" + SAMPLE,
        SAMPLE.replace("1. 3,3 2. 2,2 3. 1,5", "\n3,3\t2,2\n\n7... (1,5)"),
        SAMPLE.replace("1. 3,3", "1.3,3"),
        SAMPLE.replace('[Size "5x5"]\n[Variant "standard"]\n', ""),
        SAMPLE.replace('[Result "0-1"]\n', ""),
        SAMPLE.replace("1,5 0-1", "1,5"),
        SAMPLE.replace('[Game "spread"]\n', '  [ Game   "spread" ]  '),
    ],
)
def test_the_layout_is_free(text: str) -> None:
    assert parse_records(text) == parse_records(SAMPLE)


def test_comments_of_both_kinds() -> None:
    text = '[Game "trail"]\n1. 1,1 {first} ; second\n2. 1,2 ; third\n{fourth} *'
    (record,) = parse_records(text)
    assert record.comments == ((1, "first"), (1, "second"), (2, "third"), (2, "fourth"))


def test_an_empty_text_has_no_records() -> None:
    assert parse_records("") == parse_records(" \n\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. 3,3", 'Line 1: a record starts with its tags; [Game "..."] comes first.'),
        ("\n\nhello", 'Line 3: a record starts with its tags; [Game "..."] comes first.'),
        ('[Size "5x5"]', 'Line 1: a record starts with its tags; [Game "..."] comes first.'),
        (
            '[Game "spread"]\n\n1. 3,3\n2. 2,2\n3. 4,4',
            "Line 5: move 3, '4,4': (4,4) touches your own token at (3,3).",
        ),
        (
            '[Game "spread"] 1. 3,3 2. x',
            "Line 1: move 2, 'x': 'x' is not a row and a column, such as 1 1.",
        ),
        (
            '[Game "crossfire"]\n[Size "1x1"]\n1,1 1,1',
            "Line 3: move 2, '1,1': The game is over: Player 1 has won.",
        ),
        (
            '[Game "chess"]\n*',
            "Line 2: There is no game 'chess': choose one of spread, crossfire, lightcycle, trail, blockade.",
        ),
        ('[Game "spread"]\n[Size "big"] *', "Line 2: A size is rows x columns, such as 5x5, not 'big'."),
        ('[Game "spread"]\n[Size "9x9"] *', "Line 2: A board has at most 64 cells; 9x9 would have 81."),
        ('[Game "trail"][Variant "odd"] *', "Line 1: trail has no option 'odd'; it has none."),
        ('[Game "spread"]\n[Game "trail"]', "Line 2: the tag Game appears a second time."),
        (
            '[Game "spread"] 3,3 1-0 2,2',
            "Line 1: the match ends here, but what follows is not a tag of a new one.",
        ),
        (
            '[Game "spread"][Result "0-1"] 3,3 1-0',
            "Line 1: the tag Result says 0-1, but the moves end in 1-0.",
        ),
        ('[Game "spread"][Result "won"] 3,3', "Line 1: a result is 1-0, 0-1 or *, not 'won'."),
        (
            '[Game "crossfire"][Size "1x1"] 1,1 0-1',
            "Line 1: after the last move Player 2 is stuck, so the result is 1-0 "
            'and the tag Ending is "stuck".',
        ),
        (
            '[Game "spread"][Ending "stuck"] 3,3 1-0',
            'Line 1: the tag Ending says "stuck", but Player 2 can still move.',
        ),
        (
            '[Game "spread"][Ending "resignation"] 3,3 *',
            "Line 1: the result * does not go with the ending 'resignation'.",
        ),
        ('[Game "spread"', "Line 1: '[Game \"spread\"' cannot be read."),
        ('[Game "trail"]\n1,1 {open', "Line 2: '{open' cannot be read."),
        ('[Game "trail"]\n1,1 ] 1,2', "Line 2: '] 1,2' cannot be read."),
    ],
)
def test_errors_name_the_line_the_move_and_the_reason(text: str, message: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        parse_records(text)
    assert str(caught.value) == message


PIECES = [
    '[Game "trail"]',
    '[Game "',
    '[Size "2x2"]',
    "{",
    "}",
    ";",
    "1.",
    "1,1",
    "up",
    "1-0",
    "*",
    '"',
    "\\",
    "\n",
]


@given(st.text() | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_any_text_is_records_or_an_error(text: str) -> None:
    try:
        records = parse_records(text)
    except InvalidRecord as error:
        assert str(error).startswith("Line ")
        assert "\n" not in str(error)
    else:
        assert parse_records("\n".join(map(str, records))) == records


@given(st.binary())
def test_any_bytes_in_a_file_are_records_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("bytes") / "file"
    path.write_bytes(data)
    try:
        read_records(path)
    except InvalidRecord as error:
        assert str(path) in str(error)


def test_saving_appends_or_replaces_the_own_record(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(SAMPLE)
    match = Match(make("trail"))
    for move in ("1,1", "1,2", "1,3"):
        match.play(move)
        record_file(path).save(match, match.record())
    first, second = read_records(path)
    assert str(first) == SAMPLE
    assert len(second.moves) == 3


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_file_is_never_left_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "match.txt"
    path.write_text(SAMPLE)

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space left"):
        record_file(path).save(1, parse_records(SAMPLE)[0])
    assert path.read_text() == SAMPLE
    assert os.listdir(tmp_path) == ["match.txt"]


def test_a_written_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real = tmp_path / "real.txt"
    real.write_text("")
    real.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(real)
    files.write_whole(link, "new\n")
    assert link.is_symlink()
    assert real.read_text() == "new\n"
    assert real.stat().st_mode & 0o777 == 0o640


def test_positions_of_a_random_game_are_those_played() -> None:
    random = Random("positions")
    game = make("spread")
    positions = list(random_game(game, random))
    match = Match(game)
    for before, after in pairwise(positions):
        match.play(next(move for move in before.legal_moves() if before.play(move) == after))
    assert list(match.record().positions()) == positions
