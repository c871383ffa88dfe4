"""Fair sharing of the workers: turns, slices, places and charges."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from gridlock.web.problems import Problem
from gridlock.web.workers.messages import Job
from gridlock.web.workers.queue import Queue
from gridlock.web.workers.shares import SLICE, Shares
from hosts import ANN, Host, hosting, in_folder
from virtual_workers import Clock, Workshop, added, anything, ask, refused


@pytest.fixture
def clock() -> Clock:
    return Clock()


def take_next(queue: Queue) -> Job:
    """Take the next job for a worker."""
    job = queue.next(anything)
    assert job is not None
    queue.take(job)
    return job


def run(queue: Queue, clock: Clock, job: Job, seconds: float) -> None:
    """Let a worker run a job for this long."""
    queue.take(job)
    clock.now += seconds
    queue.done(job)
    queue.remove(job)


# Turns ------------------------------------------------------------------------------------------


async def test_the_address_that_has_used_less_is_next(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    heavy = [added(queue, "heavy") for _ in range(5)]
    light = added(queue, "light")
    assert take_next(queue) is heavy[0]
    clock.now += 3
    queue.done(heavy[0])
    assert take_next(queue) is light, "though it came last"


async def test_turns_depend_on_time_used_not_on_the_number_of_jobs(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    for _ in range(40):
        added(queue, "slow", bot=True)
        added(queue, "quick", bot=True)
    order = []
    for _ in range(40):
        job = take_next(queue)
        order.append(job.address)
        clock.now += 2.0 if job.address == "slow" else 0.5
        queue.done(job)
    assert order.count("slow") == 8
    assert order.count("quick") == 32


async def test_bots_come_first_within_an_address_then_the_oldest_job(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    first, second = added(queue, "a"), added(queue, "a")
    bot = added(queue, "a", bot=True)
    assert [take_next(queue) for _ in range(3)] == [bot, first, second]


async def test_idle_jobs_come_last_whoever_pays_for_them(clock: Clock) -> None:
    queue = Queue(8, 1, clock)
    run(queue, clock, added(queue, "busy"), 5.0)
    idle, other = added(queue, "new", idle=True), added(queue, "busy")
    assert queue.next(anything) is other
    queue.take(other)
    assert queue.next(anything) is idle


async def test_idle_jobs_make_way_at_once_and_interrupt_nothing(clock: Clock) -> None:
    queue = Queue(8, 1, clock)
    idle = added(queue, "one", idle=True)
    queue.take(idle)
    other = added(queue, "one")
    assert queue.to_interrupt([idle], anything) == [idle]
    queue.done(idle)
    queue.take(other)
    clock.now += 5
    added(queue, "two", idle=True)
    assert queue.to_interrupt([other], anything) == []


async def test_a_newcomer_is_not_preferred_for_long(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    run(queue, clock, added(queue, "old"), 3600)
    for _ in range(20):
        added(queue, "old", bot=True)
        added(queue, "new", bot=True)
    order = []
    for _ in range(20):
        job = take_next(queue)
        order.append(job.address)
        clock.now += 1
        queue.done(job)
    assert 9 <= order.count("old") <= 11, "they share from now on"


async def test_idle_addresses_save_nothing_up(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    run(queue, clock, added(queue, "away"), 1)
    run(queue, clock, added(queue, "here"), 3600)
    for _ in range(20):
        added(queue, "here", bot=True)
        added(queue, "away", bot=True)
    order = []
    for _ in range(20):
        job = take_next(queue)
        order.append(job.address)
        clock.now += 1
        queue.done(job)
    assert 9 <= order.count("away") <= 11


# Slices -----------------------------------------------------------------------------------------


async def test_a_search_can_be_interrupted_after_its_slice(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    running = added(queue, "heavy")
    queue.take(running)
    clock.now += 0.2
    added(queue, "light")
    assert queue.to_interrupt([running], anything) == []
    clock.now += SLICE
    assert queue.to_interrupt([running], anything) == [running]


async def test_a_search_is_not_interrupted_for_its_own_or_an_equal_address(
    clock: Clock,
) -> None:
    queue = Queue(32, 2, clock)
    mine, theirs = added(queue, "a"), added(queue, "b")
    queue.take(mine)
    queue.take(theirs)
    clock.now += 3
    added(queue, "a")
    added(queue, "b")
    assert queue.to_interrupt([mine, theirs], anything) == []


async def test_a_search_that_is_about_to_end_is_not_interrupted(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    running = added(queue, "heavy", seconds=2)
    queue.take(running)
    clock.now += 2 - SLICE / 4
    added(queue, "light")
    assert queue.to_interrupt([running], anything) == []


async def test_only_one_search_of_the_greediest_address_is_interrupted(clock: Clock) -> None:
    queue = Queue(32, 3, clock)
    running = [added(queue, "greedy"), added(queue, "greedy"), added(queue, "modest")]
    for job in running:
        queue.take(job)
    clock.now += 2
    for _ in range(4):
        added(queue, "light")
    chosen = queue.to_interrupt(running, anything)
    assert [job.address for job in chosen] == ["greedy"]
    chosen[0].interrupted = True
    assert queue.to_interrupt(running, anything) == [], "its worker is free in a moment"


async def test_a_search_is_interrupted_only_for_jobs_its_worker_can_run(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    running = added(queue, "heavy")
    queue.take(running)
    clock.now += 2
    added(queue, "light")
    assert queue.to_interrupt([running], lambda *_: False) == []


async def test_an_interrupted_job_continues_first_with_its_remaining_time(clock: Clock) -> None:
    queue = Queue(32, 1, clock)
    job = added(queue, "heavy", seconds=10)
    assert queue.take(job) == 10
    later = added(queue, "heavy", seconds=10)
    clock.now += 4
    queue.done(job)
    queue.put_back(job)
    queue.remove(later)
    assert queue.next(anything) is job
    assert queue.take(job) == 6
    clock.now += 7
    queue.done(job)
    queue.put_back(job)
    assert queue.take(job) == SLICE, "enough to say what it knows"


async def test_time_limits_shrink_with_waiting_addresses(
    clock: Clock,
) -> None:
    queue = Queue(64, 1, clock)
    crowd = [added(queue, "crowd", seconds=10) for _ in range(40)]
    light = added(queue, "light", seconds=10)
    assert queue.take(light) == 5
    assert queue.take(crowd[0]) == 1, "never less than a second"
    alone = Queue(64, 1, clock)
    assert alone.take(added(alone, "a", seconds=9)) == 9


# Places -----------------------------------------------------------------------------------------


async def test_a_full_queue_refuses_only_the_address_that_fills_it(clock: Clock) -> None:
    queue = Queue(4, 1, clock)
    greedy = [added(queue, "greedy") for _ in range(4)]
    with pytest.raises(Problem) as problem:
        queue.add(ask("greedy"))
    assert (problem.value.status, problem.value.kind) == (429, "busy")
    assert problem.value.retry_after
    others = [added(queue, address) for address in ("b", "c")]
    assert [refused(job) for job in greedy] == [False, False, True, True], "the newest ones"
    assert not any(map(refused, others))
    assert len(queue) == 4
    with pytest.raises(Problem):
        queue.add(ask("b"))


async def test_bots_have_places_of_their_own(clock: Clock) -> None:
    queue = Queue(2, 1, clock)
    for _ in range(2):
        added(queue, "greedy")
    bots = [added(queue, "greedy", bot=True) for _ in range(32)]
    with pytest.raises(Problem):
        queue.add(ask("greedy", bot=True))
    added(queue, "light", bot=True)
    assert [bot for bot in bots if refused(bot)] == bots[-1:]


# Charges ----------------------------------------------------------------------------------------


async def test_an_abandoned_search_is_charged_until_it_stops(clock: Clock) -> None:
    shares = Shares(clock)
    job = ask("a")
    shares.enter("a")
    shares.begin(job, 10)
    clock.now += 1
    shares.leave("a")
    clock.now += 2
    assert shares.used("a") == 3
    assert shares.end(job) == 3
    assert shares.used("a") == 3


async def test_irrelevant_addresses_are_dropped(clock: Clock) -> None:
    shares = Shares(clock)
    for number in range(5000):
        address = f"address {number}"
        shares.enter(address)
        job = ask(address)
        shares.begin(job, 10)
        clock.now += 2
        shares.end(job)
        shares.leave(address)
    assert len(shares) < 1100


async def test_a_heavy_user_is_remembered_among_many(clock: Clock) -> None:
    shares = Shares(clock)
    jobs = {address: ask(address) for address in ("greedy", "light")}
    for address in jobs:
        shares.enter(address)
    shares.begin(jobs["greedy"], 100)
    clock.now += 50
    shares.end(jobs["greedy"])
    shares.leave("greedy")
    for number in range(3000):
        shares.enter(f"{number}")
        shares.leave(f"{number}")
    shares.enter("greedy")
    assert shares.used("greedy") - shares.used("light") == 50


async def test_the_creator_of_a_match_pays_for_its_bot_even_after_a_restart(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.make(ANN, "me", "level:1", address="198.51.100.7")
        creator = host.matches.store.hash_address("198.51.100.7")
        await host.move(live, ANN)
        await moved(host, live.id, 3)
        assert host.pool.charged == [creator]
    async with hosting(in_folder(tmp_path)) as host:
        await host.move(await host.matches.get(live.id), ANN)
        await moved(host, live.id, 5)
        assert host.pool.charged == [creator]


async def moved(host: Host, match: str, number: int) -> None:
    """Wait until a match has this many events."""
    async with asyncio.timeout(60):
        while (await host.matches.get(match)).number < number:
            await asyncio.sleep(0.01)


# An attack, in virtual time ---------------------------------------------------------------------


def bystander_waits(workshop: Workshop, attack: Callable[[], None], needed: float) -> list[float]:
    """Return how long a bystander waits for each of its searches during two minutes of an attack."""
    waits, job, pending, idle_until = [], None, 0.0, workshop.clock.now + 5
    while workshop.clock.now < 1120:
        attack()
        if job is None and workshop.clock.now >= idle_until:
            job, pending = workshop.ask("bystander", needed), workshop.clock.now
            assert job is not None, "a bystander is never refused"
        if job in workshop.tick():
            waits.append(workshop.clock.now - pending)
            job, idle_until = None, workshop.clock.now + 0.3
        assert job is None or not job.answer.done() or not refused(job)
    return waits


@pytest.mark.parametrize("workers", [1, 2, 4])
async def test_a_bystander_waits_at_most_a_slice_during_a_flood(clock: Clock, workers: int) -> None:
    workshop = Workshop(clock, workers)

    for _ in range(31):
        workshop.ask("attacker", 1000.0, seconds=1000, bot=True)

    def attack() -> None:
        while workshop.ask("attacker", 1000.0, seconds=25):
            pass

    waits = bystander_waits(workshop, attack, 0.2)
    assert len(waits) > 80
    assert max(waits) < 0.2 + SLICE + 0.3, "its own search, a slice, and what it takes to notice and to stop"


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_bystander_waits_no_longer_if_jobs_are_abandoned(clock: Clock, workers: int) -> None:
    workshop = Workshop(clock, workers)
    pending: list[Job] = []

    def attack() -> None:
        while pending:
            workshop.abandon(pending.pop())
        while len(pending) < 10 and (job := workshop.ask("attacker", 1000.0)):
            pending.append(job)

    assert max(bystander_waits(workshop, attack, 0.2)) < 0.2 + SLICE + 0.3


async def test_a_long_search_gets_its_share_during_a_flood(clock: Clock) -> None:
    workshop = Workshop(clock, 1)

    def attack() -> None:
        while workshop.ask("attacker", 1000.0, seconds=25):
            pass

    waits = bystander_waits(workshop, attack, 4.0)
    assert max(waits) < 2 * 4.0 + 2, "half of the worker is its own"
