"""The review command: its output, and unreadable files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from boards import KINDS, make
from gridlock.match import Help, Match
from gridlock.records import Record
from gridlock.review import review
from reviews import random_record
from terminal import gridlock


def written(tmp_path: Path, record: Record) -> str:
    path = tmp_path / "match.txt"
    path.write_text(str(record))
    return str(path)


GOLDEN = """\
Crossfire 4x4, diagonals main (GridLock): Ann against Bob

  1. 1,4  Player 1  Player 2 wins in 5
  2. 2,1  Player 2  Player 1 wins in 3   ! gave the win away
  3. 3,4  Player 1  Player 1 wins in 2
  4. 2,2  Player 2  Player 1 wins in 1
  5. 1,3  Player 1  Player 2 wins in 1   ! gave the win away
  6. 4,2  Player 2  Player 2 has won

Move 2: Player 2 played 2,1. 2,2 would have won, and so would 1 other move.

     1    2    3    4
  1  .    .    .    X
  2 -L4  +W5   .    .
  3 -L4   .   +W5   .
  4  .   -L4  -L4   .

+W wins and -L loses, in this many moves of both sides, counting this one.

Every winning cell is off the edge.
Player 1 plays 3,2. Then Player 1 copies every move by the half turn about the
centre: if Player 2 plays 4,3, Player 1 answers 1,2.
Lesson: Look for a turn or flip of the board that gives every move an answer:
if you can copy, you always have the last move.
Watch how: --watch 2 (3 moves).

Move 5: Player 1 played 1,3. 4,3 would have won at once.

     1    2    3    4
  1  .    .   -L2   X
  2  O    O    .    .
  3  .    .    .    X
  4  .    .   +W1   .

After 4,3, Player 2 has no open cell left.
The reply 4,2 closes Player 1's last open cell (4,3).
Lesson: Before you move, check which cells stay open to you, and whether one
reply closes them all.
Watch how: --watch 5 (1 move).

The win was given away twice: by Player 2 in move 2, by Player 1 in move 5.
Player 2 (Bob) won the match. Help used: 1 hint.

"""


def test_review_output(tmp_path: Path) -> None:
    match = Match(make("crossfire", 4, 4), ("Ann", "Bob"))
    match.use_help(Help.HINT)
    for move in ("1,4", "2,1", "3,4", "2,2", "1,3", "4,2"):
        match.play(move)
    ran = gridlock("review", written(tmp_path, match.record()))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == GOLDEN


@pytest.mark.parametrize("kind", KINDS)
def test_review_lists_every_mistake(kind: str, tmp_path: Path) -> None:
    record = random_record(make(kind, 4, 4), Random(f"command for {kind}"))
    path, expected = written(tmp_path, record), review(record)
    ran = gridlock("review", path)
    assert ran.status == 0
    spoken = " ".join(ran.out.split())
    for mistake in expected.mistakes:
        assert all(" ".join(line.split()) in spoken for line in mistake.sentences)
    assert ("Neither player gave a win away." in spoken) == (not expected.mistakes)
    assert max(map(len, ran.out.splitlines())) <= 79
    (payload,) = json.loads(gridlock("review", path, "--json").out)
    assert payload["start"] == {"winner": expected.start.winner, "remoteness": expected.start.moves}  # type: ignore[union-attr]
    assert [judged["number"] for judged in payload["moves"]] == [judged.number for judged in expected.judged]
    assert [mistake["sentences"] for mistake in payload["mistakes"]] == [
        list(mistake.sentences) for mistake in expected.mistakes
    ]
    assert (payload["lostFromStart"] is None) == bool(expected.mistakes)
    assert payload["complete"] is True


LOST = """\
Player 1 was lost from the start: whatever Player 1 plays, Player 2 can win
within 6 moves.
Player 2 goes to the paired cell every time: if Player 1 plays 1,1, Player 2
answers 1,2; if Player 1 plays 1,3, Player 2 answers 2,3.
Lesson: Pair the free cells with their neighbours: with a partner to go to, you
never get stuck.
Move 1: Player 1 could have lasted 2 moves longer with 1,1.
Watch how: --watch 0 (6 moves).

Neither player gave a win away. Player 2 won the match.
"""


def test_review_of_a_seat_lost_from_the_start(tmp_path: Path) -> None:
    """On 2x3, a first move in the middle loses to the opposite cell: both directions are dead ends."""
    match = Match(make("trail", 2, 3))
    for move in ("1,2", "2,2", "2,1", "1,1"):
        match.play(move)
    path = written(tmp_path, match.record())
    assert gridlock("review", path).out.partition("has won\n\n")[2].strip() == LOST.strip()
    (payload,) = json.loads(gridlock("review", path, "--json").out)
    seat = payload["lostFromStart"]
    assert (seat["side"], seat["position"], len(seat["line"])) == (1, ".../... 1", 6)
    (slip,) = seat["slips"]
    assert slip == {
        "number": 1,
        "move": "1,2",
        "better": "1,1",
        "cost": 2,
        "easy": False,
        "replies": {"winning": 3, "among": 3},
        "betterReplies": {"winning": 2, "among": 2},
        "text": "Move 1: Player 1 could have lasted 2 moves longer with 1,1.",
        "texts": [
            "Move 1: Player 1 could have lasted 2 moves longer with 1,1.",
            "Move 1: you could have lasted 2 moves longer with 1,1.",
            "Move 1: X could have lasted 2 moves longer with 1,1.",
        ],
    }


RESIGNED = """\
Player 1 resigned. Player 1 could have won with 3,3, in 5 moves.
"""


def test_review_of_a_resignation(tmp_path: Path) -> None:
    match = Match(make("crossfire"))
    match.resign()
    path = written(tmp_path, match.record())
    ran = gridlock("review", path)
    assert RESIGNED in ran.out
    assert "The win was given away once: by Player 1 at the end. Player 2 won the match.\n" in ran.out
    (payload,) = json.loads(gridlock("review", path, "--json").out)
    (mistake,) = payload["mistakes"]
    assert (mistake["move"], mistake["givenUp"], mistake["side"]) == (None, "resigned", 1)
    (reason,) = mistake["reasons"]
    assert reason["pairs"][0] == ["1,2", "5,4"]
    assert reason["at"] == 0
    assert f"Lesson: {reason['lesson']}" in " ".join(ran.out.split())


def test_a_review_speaks_to_you(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(
        '[Game "crossfire"] [Size "4x4"] [Player1 "level:4"] [Player2 "You"]\n1,4 2,1 3,4 2,2 1,3 4,2 0-1'
    )
    spoken = " ".join(gridlock("review", str(path)).out.split())
    assert "Move 2: you played 2,1. 2,2 would have won, and so would 1 other move." in spoken
    assert "X plays 3,2. Then X copies every move" in spoken
    assert "if you play 4,3, X answers 1,2." in spoken
    assert "by you in move 2, by X in move 5. You won the match." in spoken
    assert "Player" not in spoken


def test_a_line_can_be_watched_board_by_board(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text('[Game "trail"] [Size "2x3"] [Player1 "You"] [Player2 "level:4"]\n1,2 2,2 2,1 1,1 0-1')
    ran = gridlock("review", str(path), "--watch", "0")
    steps = ran.out.strip().split("\n\n")
    assert ran.status == 0
    assert steps[0].startswith("O goes to the paired cell every time: if you play 1,1, O answers 1,2; if")
    assert steps[1] == "1. You play 1,1.\n[X][ ][ ]\n[ ][ ][ ]"
    assert steps[2] == "2. O plays 1,2. O goes to the paired cell every time.\n[X][O][ ]\n[ ][ ][ ]"
    assert steps[6] == (
        "6. O plays 2,1. You have no free cell next to the last marker at 2,1.\n[X][O][X]\n[O][X][O]"
    )
    assert len(steps) == 7
    assert gridlock("review", str(path), "--watch", "4").out == (
        "No line begins at move 4. Try --watch 0.\n\n"
    )


def test_one_record_of_several(tmp_path: Path) -> None:
    records = [Record(make("trail", 2, 2), ()), Record(make("trail", 2, 3), ())]
    path = tmp_path / "two.txt"
    path.write_text("\n".join(map(str, records)))
    assert len(json.loads(gridlock("review", str(path), "--json").out)) == 2
    (payload,) = json.loads(gridlock("review", str(path), "--game", "2", "--json").out)
    assert payload["size"] == "2x3"
    ran = gridlock("review", str(path), "--game", "3")
    assert (ran.status, ran.err) == (2, f"gridlock: {path} has only 2 matches.\n")


def test_review_out_of_time(tmp_path: Path) -> None:
    record = random_record(make("spread", 8, 8), Random("large"))
    ran = gridlock("review", written(tmp_path, record), "--time", "0.2", "--memory", "20M")
    assert ran.status == 3
    assert re.search(rf"The first \d+ of {len(record.moves)}\smoves\swere\snot\sjudged\sin\stime\.", ran.out)


def test_invalid_record_files(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    (tmp_path / "rubbish").write_text("]]]")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name, sentence in (
        ("empty", "has no matches."),
        ("rubbish", "cannot be read."),
        ("bytes", "is not a text file."),
        ("missing", "No such file or directory."),
    ):
        ran = gridlock("review", str(tmp_path / name))
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert sentence in ran.err
