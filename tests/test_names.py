"""Sentences for the person who reads them: you, and your opponent by a letter."""

from __future__ import annotations

import re
from random import Random

import pytest

from boards import KINDS, make
from gridlock.review import review
from gridlock.text.names import for_reader, player_names, reader_of, texts_for
from reviews import random_record
from terminal import gridlock, spawn


def test_names_of_both_players() -> None:
    assert player_names(make("spread"), 1) == ("You", "O")
    assert player_names(make("trail"), 2) == ("X", "You")
    assert player_names(make("blockade"), 2) == ("Your opponent", "You")
    assert player_names(make("spread"), None) == ("Player 1", "Player 2")
    assert (reader_of(("You", "level:2")), reader_of(("Ann", "You"))) == (1, 2)
    assert reader_of(("Ann", "Bob")) is reader_of(("You", "You")) is None


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Player 2 has 3. Player 1 has 2.", "You have 3. X has 2."),
        ("Move 2: Player 2 played 4,4. 1,1 would have won.", "Move 2: you played 4,4. 1,1 would have won."),
        ("2,2 left Player 2 with 5 to Player 1's 6.", "2,2 left you with 5 to X's 6."),
        ("if Player 1 plays 1,1, Player 2 answers 1,2", "if X plays 1,1, you answer 1,2"),
        ("Each of Player 2's moves loses.", "Each of your moves loses."),
        ("Player 2 is shut in, with Player 2 to move.", "You are shut in, with you to move."),
        ("Player 21 is nobody.", "Player 21 is nobody."),
    ],
)
def test_sentences_for_a_reader(sentence: str, expected: str) -> None:
    assert for_reader(sentence, make("spread"), 2) == expected


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence_of_a_review_speaks_to_the_reader(kind: str) -> None:
    random, game, seen = Random(f"names in {kind}"), make(kind, 4, 4), 0
    for _ in range(12):
        result = review(random_record(game, random))
        sentences = [text for mistake in result.mistakes for text in mistake.sentences]
        sentences += [text for mistake in result.mistakes for text in mistake.watch.captions]
        if result.lost is not None:
            sentences += [*result.lost.sentences, *result.lost.slip_sentences, *result.lost.watch.captions]
        for sentence in sentences:
            neutral, *told = texts_for(sentence, game)
            assert neutral == sentence
            for text in told:
                seen += 1
                assert "Player" not in text
                assert not re.search(r"\b[Yy]ou (has|is|was|\w+es|\w*[^aeious]s)\b", text), text
                assert not re.search(r"(^|[.!?] )[a-z]", text), text
                assert not re.search(r"(up|down|left|right):\d", text), text
    assert seen > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "note"),
    [
        (("spread", "--p2", "level:1"), "You are Player 1, and Player 2 wins this board with best play. "
         "To take the other seat, add --begins 2."),
        (("crossfire", "--p1", "level:1"), "You are Player 2, and Player 1 wins this board with best play. "
         "To take the other seat, add --begins 2."),
    ],
)  # fmt: skip
def test_a_lost_seat_is_announced_at_a_terminal(arguments: tuple[str, ...], note: str) -> None:
    child = spawn("play", *arguments, columns=200)
    child.expect_exact(note)
    child.expect(r"\): ")
    child.sendline("quit")
    child.expect_exact("unfinished")
    child.close()


@pytest.mark.slow
def test_the_review_is_announced_at_a_terminal() -> None:
    child = spawn("play", "trail", "--size", "2x2", columns=200)
    for move in ("1 1", "1 2", "2 2", "2 1"):
        child.expect(r"\): ")
        child.sendline(move)
    child.expect_exact("To see which moves decided it, type: gridlock review last")
    child.close()
    assert "Player 1 was lost from the start" in gridlock("review", "last").out
    ran = gridlock("play", "trail", "--size", "2x2", typed=["1 1", "1 2", "2 2", "2 1"])
    assert ran.err == ""


@pytest.mark.slow
def test_a_seat_that_can_win_and_piped_input_get_no_note() -> None:
    child = spawn("play", "spread", "--p2", "level:1", "--begins", "2", "--seed", "1", columns=200)
    child.expect_exact("enter your move (row column): ")
    assert "best play" not in (child.before or "")
    child.sendline("quit")
    child.expect_exact("unfinished")
    child.close()
    ran = gridlock("play", "spread", "--p2", "level:1", typed="quit\n")
    assert "best play" not in ran.out + ran.err
