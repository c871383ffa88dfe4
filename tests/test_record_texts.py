"""Records can hold any text: writing and parsing are inverse."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridlock
from gridlock.records import InvalidRecord, Record, parse_records
from torture.rubbish import record_text

ODD = (
    *("\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\n", "\r", "\r\n", "\t"),
    *("\xa0", "\u3000", "\ufeff", "\u200b", "\u0301", "\u202e", "\x00", "\x1b", " ", "", "²", "٣"),
    *(
        "\ud800",
        "\udfff",
        "\ud83d\ude00",
        "\U0001f600",
        "]",
        "[",
        '"',
        "\\",
        "{",
        "}",
        ";",
        "\\n",
        "\\}",
        '"]',
    ),
    *("1-0", "*", "1.", "...", "1,1", "up", '[Game "trail"]', "{a}", "; b\n", '[Event "x"]'),
)
"""Line ends, spaces, marks, surrogates, and everything with a meaning in a record."""

odd_text = st.lists(st.sampled_from(ODD) | st.text(max_size=3)).map("".join)
any_letters = st.text(st.characters(exclude_categories=()))
texts = odd_text | any_letters


def as_in_a_file(text: str) -> str:
    """The text as UTF-8 can hold it: lone surrogates become replacement characters."""
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)


@given(
    players=st.tuples(texts, texts),
    date=texts,
    remarks=st.lists(st.tuples(st.integers(0, 2), texts), max_size=4),
    tags=st.dictionaries(st.sampled_from(["Event", "Seat1", "Été", "x_1"]), texts),
)
def test_any_name_date_comment_and_tag_survives(
    players: tuple[str, str], date: str, remarks: list[tuple[int, str]], tags: dict[str, str]
) -> None:
    game = gridlock.make("spread")
    moves = tuple(game.start().legal_moves()[::24])
    remarks = sorted(remarks, key=lambda remark: remark[0])
    record = Record(game, moves, players=players, date=date, comments=tuple(remarks), tags=tags)
    one, two = map(as_in_a_file, players)
    expected = Record(
        game,
        moves,
        players=(one, two),
        date=as_in_a_file(date),
        comments=tuple((number, as_in_a_file(text)) for number, text in remarks),
        tags={name: as_in_a_file(text) for name, text in tags.items()},
    )
    assert parse_records(str(record)) == [expected]
    assert str(expected) == str(record)
    str(record).encode()


@given(
    seed=st.integers(0, 10**6),
    changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5), texts), min_size=1, max_size=4),
)
def test_parsing_and_writing_are_inverse(seed: int, changes: list[tuple[float, int, str]]) -> None:
    text = record_text(Random(seed))
    for where, lost, added in changes:
        at = round(where * len(text))
        text = text[:at] + added + text[at + lost :]
    try:
        records = parse_records(text)
    except InvalidRecord as error:
        assert str(error).isprintable()
        return
    written = "\n".join(map(str, records))
    written.encode()
    assert parse_records(written) == records
    assert "\n".join(map(str, parse_records(written))) == written


@given(tag=st.sampled_from(["Game", "Size", "Variant", "Position", "Result", "Ending"]), value=texts)
def test_messages_about_tags_are_one_printable_line(tag: str, value: str) -> None:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    tags = {"Game": "trail", "Result": "1-0"} | {tag: escaped}
    text = "".join(f'[{name} "{each}"]\n' for name, each in tags.items()) + "\n1. 1,1 1-0\n"
    try:
        parse_records(text)
    except InvalidRecord as error:
        assert str(error).isprintable()
        assert len(str(error)) < 500


@pytest.mark.parametrize("value", ["1\xa00", "*\u2028", "\ud800", "1-0\x1b[2J"])
def test_an_invalid_result_is_quoted_printably(value: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        parse_records(f'[Game "trail"]\n[Result "{value}"]\n\n1. 1,1 1-0\n')
    assert str(caught.value).startswith("Line 4: the tag Result says ")
    assert str(caught.value).isprintable()
