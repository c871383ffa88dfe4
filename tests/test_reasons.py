"""The reasons and facts of reviews, checked without the search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from boards import KINDS, every_reachable, judge_of, make, random_game, state_of
from gridlock import Game, Limits, Move, OutOfTime, Position, best_line
from gridlock.board import cells
from gridlock.review import Reason, reasons, review
from judge import State
from reviews import prefix, random_record, winner


def play_text(game: Game, moves: str) -> Position:
    position = game.start()
    for move in moves.split():
        position = position.play(move)
    return position


def replies(position: Position, side: int, answer: Callable[[Position, int], int], random: Random) -> int:
    """Play a side by a rule against random moves; return the winner. The rule's moves must be legal."""
    while position.legal:
        move = random.choice(position.legal_moves())
        after = position.play(move)
        if after.turn != side or not after.legal:
            return 3 - side  # there is no answer
        position = after.play(answer(position, int(move)))
        if position.turn == side:
            return side  # the other has to pass
    return 3 - position.turn


def sampled(kind: str, rows: int, cols: int, name: str, count: int) -> Iterator[tuple[Position, Reason]]:
    """Yield positions of random games that a reason of this name explains directly."""
    random, hits = Random(f"{kind} {rows} {cols} {name}"), 0
    game = make(kind, rows, cols)
    for _ in range(300):
        for position in random_game(game, random):
            if not position.legal:
                continue
            try:
                reason = reasons(position, Limits(seconds=0))[0]
            except OutOfTime:
                continue
            if reason.name == name and not reason.text.startswith("After"):
                yield position, reason
                hits += 1
        if hits >= count:
            return
    assert hits, "no position shows this reason"


# Reasons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rows", "cols"),
    [
        ("spread", 4, 4),
        ("spread", 3, 4),
        ("spread", 8, 8),
        ("crossfire", 5, 5),
        ("crossfire", 4, 4),
        ("crossfire all", 5, 5),
        ("lightcycle", 4, 4),
        ("lightcycle", 5, 6),
        ("lightcycle", 8, 8),
        ("lightcycle", 5, 5),
        ("lightcycle", 4, 7),
        ("crossfire", 4, 8),
        ("crossfire all", 4, 5),
    ],
)
def test_copying_by_the_pairs_of_the_mirror_wins(kind: str, rows: int, cols: int) -> None:
    random = Random(f"mirror of {kind}")
    for position, reason in sampled(kind, rows, cols, "mirror", 3):
        partner = {a: b for pair in reason.pairs for a, b in (pair, pair[::-1])}
        assert all(cell != partner[cell] for cell in partner)
        assert len({cell for pair in reason.pairs for cell in pair}) == 2 * len(reason.pairs)
        first = re.match(r"Player [12] plays (\S+)\. Then ", reason.text)
        position = position.play(first[1]) if first else position
        copier = 3 - position.turn
        assert reason.text.startswith(f"Player {copier} ")

        def copy(before: Position, move: int, partner: dict[int, int] = partner) -> int:
            (cell,) = before.game.parts(before, move)
            after = before.play(move)
            return next(m for m in after.legal_moves() if after.game.parts(after, int(m))[0] == partner[cell])

        for _ in range(50):
            assert replies(position, copier, copy, random) == copier


def test_symmetries_have_plain_names() -> None:
    (reason,) = reasons(make("spread", 4, 4).start())
    assert reason.text == (
        "Player 2 copies every move by the flip left to right: if Player 1 plays 1,1, Player 2 answers 1,4; "
        "if Player 1 plays 1,2, Player 2 answers 1,3."
    )
    (reason,) = reasons(make("spread", 4, 3).start())
    assert "by the flip top to bottom: if Player 1 plays 1,1, Player 2 answers 4,1;" in reason.text
    (reason,) = reasons(make("crossfire").start())
    assert reason.text == (
        "Player 1 plays 3,3. Then Player 1 copies every move by the half turn about the centre: "
        "if Player 2 plays 1,2, Player 1 answers 5,4; if Player 2 plays 1,4, Player 1 answers 5,2."
    )
    (reason,) = reasons(play_text(make("crossfire"), "3,3 1,2"))
    assert (
        "by the flip across the diagonal from top left to bottom right: if Player 2 plays 1,4, "
        in reason.text
    )


def neighbours(game: Game, one: int, two: int) -> bool:
    (r, c), (s, d) = divmod(one, game.cols), divmod(two, game.cols)
    return abs(r - s) + abs(c - d) == 1


def paired_side(position: Position, reason: Reason) -> int:
    """Return the side that uses the pairs: the first one in the sentence."""
    return int(reason.text.removeprefix("Player ")[0])


def always_answers(position: Position, side: int, partner: dict[int, int]) -> bool:
    """Return whether always going to the last cell's partner wins against every play."""
    if position.turn != side:
        return all(always_answers(position.play(move), side, partner) for move in position.legal_moves())
    last = partner.get(position.extra.bit_length() - 1, -1)
    return bool(position.legal >> last & 1) and always_answers(position.play(last), side, partner)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (2, 3), (3, 3), (3, 4)])
def test_pairs_of_trail_answer_every_play(rows: int, cols: int) -> None:
    game = make("trail", rows, cols)
    for position in every_reachable(game):
        if not position.legal:
            continue
        (reason,) = reasons(position)
        partner = check_pairs(position, reason)
        side = paired_side(position, reason)
        if position.extra or side != position.turn:
            assert always_answers(position, side, partner), position.text
        else:
            assert always_answers(position.play(reason.cells[0]), side, partner)


def check_pairs(position: Position, reason: Reason) -> dict[int, int]:
    """Check that pairs are disjoint neighbours, and free except for the last marker's cell."""
    assert reason.name == "pairs"
    named = [cell for pair in reason.pairs for cell in pair]
    assert len(set(named)) == len(named)
    assert all(neighbours(position.game, *pair) for pair in reason.pairs)
    assert not any((position.own | position.opp) & ~position.extra & 1 << cell for cell in named)
    return {a: b for pair in reason.pairs for a, b in (pair, pair[::-1])}


def test_pairs_of_a_large_trail_win_against_random_play() -> None:
    random = Random("pairs")
    for position, reason in sampled("trail", 8, 8, "pairs", 40):
        partner, side = check_pairs(position, reason), paired_side(position, reason)
        if not position.extra:
            continue
        while position.legal:
            if position.turn == side:
                move: int = partner[position.extra.bit_length() - 1]
            else:
                move = random.choice(position.legal_moves())
            position = position.play(move)
        assert position.turn == 3 - side


def longest_walk(state: State, rows: int, cols: int, side: int) -> tuple[int, set[tuple[int, int]]]:
    """Try every walk; return the greatest length, and the cells that walks reach."""
    taken = state.one | state.two | state.blocked
    seen: set[tuple[int, int]] = set()

    def walk(place: tuple[int, int], done: frozenset[tuple[int, int]]) -> int:
        best = 0
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            step = place[0] + down, place[1] + right
            if 0 <= step[0] < rows and 0 <= step[1] < cols and step not in taken | done:
                seen.add(step)
                best = max(best, 1 + walk(step, done | {step}))
        return best

    (place,) = state.one if side == 1 else state.two
    return walk(place, frozenset()), seen


def test_walled_off_sides_have_the_walks_in_the_text() -> None:
    for position, reason in sampled("lightcycle", 5, 5, "apart", 30):
        state, turn = state_of(position), position.turn
        own, own_seen = longest_walk(state, 5, 5, turn)
        opp, opp_seen = longest_walk(state, 5, 5, 3 - turn)
        assert not own_seen & opp_seen
        winner, more, less = (turn, own, opp) if own > opp else (3 - turn, opp, own)
        end = f", with Player {turn} to move" if own == opp else ""
        assert reason.text == (
            f"Walled off, Player {winner} can make {more} more step{'s' * (more != 1)} "
            f"and Player {3 - winner} {less}{end}."
        )


def walks_so_far(state: State, rows: int, cols: int, side: int, length: int) -> bool:
    """Return whether a side can walk this many steps."""
    (place,) = state.one if side == 1 else state.two
    todo = [(place, state.one | state.two | state.blocked, 0)]
    while todo:
        (r, c), taken, steps = todo.pop()
        if steps == length:
            return True
        for step in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= step[0] < rows and 0 <= step[1] < cols and step not in taken:
                todo.append((step, taken | {step}, steps + 1))
    return False


@pytest.mark.parametrize(
    ("text", "walks"),
    [
        (
            ".#.###../#....#../.....#../.....#../.#...#../.1...#../.....#.2/...#.##. 1",
            "Player 1 can make at least 14 more steps and Player 2 13.",
        ),
        (
            ".....#../...1.##./..#..#../....##../.....#../.....#../.....#2#/...#.#.. 2",
            "Player 1 can make at least 10 more steps and Player 2 10, with Player 2 to move.",
        ),
    ],
)
def test_a_walk_that_is_slow_to_find_is_described_as_far_as_needed(text: str, walks: str) -> None:
    """Player 1 has a large area; once a walk is long enough, the search for a longer one stops."""
    position = make("lightcycle", 8, 8).position(text)
    (reason,) = reasons(position)
    assert reason.text == f"Walled off, {walks}"
    numbers = {1: int(walks.split("at least ")[1].split()[0])}
    numbers[2], _ = longest_walk(state_of(position), 8, 8, 2)
    assert f" {numbers[2]}" in walks
    assert walks_so_far(state_of(position), 8, 8, 1, numbers[1])


NUMBERS = re.compile(
    r"Player (?P<winner>[12]) has (?P<kept>\d+) moves? nothing can take away(?: \((?P<cells>.*?)\))?; "
    r"Player (?P<loser>[12]) "
    r"(?:can place at most (?P<most>\d+) more tokens?|has only (?P<open>\d+) open cells?)"
    r"(?:, with Player (?P<turn>[12]) to move)?\.$"
)


CELL = r"\d+,\d+"


def names(position: Position, numbers: set[int]) -> set[str]:
    """Return cells as they are written in sentences, rows and columns from 1."""
    return {f"{cell // position.game.cols + 1},{cell % position.game.cols + 1}" for cell in numbers}


def open_to(position: Position, side: int) -> set[int]:
    """Return the cells open to a side, by the judge."""
    return set(judge_of(position.game).legal(state_of(position)._replace(turn=side)))


def most_tokens(position: Position, side: int) -> int:
    """Return how many tokens a side of spread could place if the other side never moved again."""
    judge, best = judge_of(position.game), 0
    todo = [state_of(position)._replace(turn=side)]
    seen = set(todo)
    before = len(todo[0].mine)
    while todo:
        state = todo.pop()
        best = max(best, len(state.mine) - before)
        for action in judge.legal(state):
            after = judge.play(state, action)._replace(turn=side, last=None)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return best


@pytest.mark.parametrize(
    ("kind", "rows", "cols", "name"),
    [
        ("spread", 3, 4, "count"),
        ("spread", 4, 4, "count"),
        ("crossfire", 4, 4, "safe"),
        ("crossfire all", 4, 4, "safe"),
    ],
)
def test_reserve_moves_cannot_be_taken_away(kind: str, rows: int, cols: int, name: str) -> None:
    checked = 0
    for position, reason in sampled(kind, rows, cols, name, 60):
        match = NUMBERS.match(reason.text)
        if match is None:
            check_nothing_left(position, reason)
            continue
        checked += 1
        side, loser = int(match["winner"]), int(match["loser"])
        safe = set(reason.cells)
        assert len(safe) == int(match["kept"])
        assert not match["cells"] or set(re.findall(CELL, match["cells"])) == names(position, safe)
        assert safe <= open_to(position, side)
        assert winner(position) == side
        assert always_available(position, side, safe)
        if name == "count":
            most = int(match["most"])
            assert most_tokens(position, loser) <= most
        else:
            most = int(match["open"])
            assert len(open_to(position, loser)) == most
        assert len(safe) > most if position.turn == side else len(safe) >= most
        assert (match["turn"] is not None) == (len(safe) == most)
        assert match["turn"] in (None, str(position.turn))
    assert checked


def check_nothing_left(position: Position, reason: Reason) -> None:
    match = re.match(
        r"Player ([12]) has no open cell left, and Player ([12]) can still place\.$", reason.text
    )
    assert match
    assert not open_to(position, int(match[1]))
    assert open_to(position, int(match[2]))


def always_available(position: Position, side: int, safe: set[int]) -> bool:
    """Return whether the side can take all these cells, wherever the other side plays in between."""
    judge = judge_of(position.game)
    todo = [(state_of(position), frozenset(safe))]
    seen = set(todo)
    while todo:
        state, left = todo.pop()
        mine = set(judge.legal(state._replace(turn=side)))
        if not left <= mine:
            return False
        children = [(judge.play(state._replace(turn=side), cell), left - {cell}) for cell in left]
        theirs = state._replace(turn=3 - side)
        children += [(judge.play(theirs, cell), left) for cell in judge.legal(theirs)]
        for after, rest in children:
            child = after._replace(turn=1, last=None), rest
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return True


# Facts about a mistake --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["spread", "crossfire", "crossfire all"])
def test_last_cells_are_the_last_by_the_judge(kind: str) -> None:
    random, checked = Random(f"last cells of {kind}"), 0
    for _ in range(25):
        for mistake in review(random_record(make(kind, 4, 4), random)).mistakes:
            loser = mistake.before.turn
            for reason in mistake.reasons:
                if reason.name == "last cells":
                    checked += 1
                    check_last_cells(mistake.before, mistake.position, mistake.line, loser, reason)
    assert checked


def check_last_cells(
    before: Position, after: Position, line: tuple[Move, ...], loser: int, reason: Reason
) -> None:
    number = re.search(r"last (?:(\d+) )?open cells?", reason.text)
    assert number
    assert int(number[1] or 1) == len(reason.cells)
    cells = re.search(r"\((.*)\)", reason.text)
    assert not cells or set(re.findall(CELL, cells[1])) == names(before, set(reason.cells))
    if " closed " in reason.text:
        assert f" closed Player {loser}'s own last " in reason.text
        assert not open_to(after, loser)
        played = before.game.parts(before, next(m for m in before.legal_moves() if before.play(m) == after))
        assert set(reason.cells) == open_to(before, loser) - {*played}
    elif " closes " in reason.text:
        assert reason.text.startswith(f"The reply {line[0]} closes Player {loser}'s last ")
        assert set(reason.cells) == open_to(after, loser)
        assert not open_to(after.play(line[0]), loser)
    else:
        pytest.fail(f"no reason of this kind begins so: {reason.text}")


def spoken(move: Move) -> str:
    """Return a move in words."""
    return re.sub(r"(\w+):(.+)", r"\1 (block \2)", str(move))


@pytest.mark.parametrize(("kind", "size"), [("lightcycle", 5), ("blockade", 4)])
def test_a_side_said_to_be_stuck_is_stuck(kind: str, size: int) -> None:
    random, checked = Random(f"stuck in {kind}"), 0
    for _ in range(60):
        for mistake in review(random_record(make(kind, size, size), random)).mistakes:
            if mistake.reasons[0].name == "stuck" and len(mistake.line) == 1:
                checked += 1
                end = mistake.position.play(mistake.line[0])
                assert not judge_of(end.game).legal(state_of(end))
                place = end.game.cell_text(next(cells(end.own)))
                assert mistake.reasons[0].text == (
                    f"After the reply {spoken(mistake.line[0])}, Player {end.turn} "
                    f"has no empty cell to step to from {place}."
                )
    assert checked


def test_a_finished_position_is_explained_by_the_stuck_side() -> None:
    (reason,) = reasons(make("trail", 3, 3).position("xO./X../... 2"))
    assert reason.text == "Player 2 has no free cell next to the last marker at 1,1."
    (reason,) = reasons(make("blockade", 1, 2).start())
    assert reason.text == "Player 1 has no empty cell to step to from 0,0."
    (reason,) = reasons(make("crossfire", 1, 1).start().play("1,1"))
    assert reason.text == "Player 2 has no open cell left."


def test_a_position_without_a_theorem_is_explained_later_in_the_line() -> None:
    start = make("blockade", 4, 4).start()
    (reason,) = reasons(start)
    moves, line = prefix(reason), best_line(start)
    assert reason.at == len(moves) > 0
    assert moves == [str(move) for move in line[: len(moves)]]


def test_a_sentence_continues_in_lower_case_after_its_moves() -> None:
    """In the middle of a sentence only "Player" keeps its capital."""
    for kind in KINDS:
        random = Random(f"capitals of {kind}")
        for _ in range(6):
            for mistake in review(random_record(make(kind, 4, 4), random)).mistakes:
                for reason in mistake.reasons:
                    assert not re.search(r"(, |Then )(?!Player)[A-Z]", reason.text), reason.text
