"""Matches between people who do all that people do, at servers that may vanish at any moment."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

from people import PAUSE, Connected, Fact, Person, Refused, Web


class Table:
    """One match, played until told to stop."""

    def __init__(self, web: Web, order: dict[str, Any], kinds: Sequence[type[Person]], seed: str) -> None:
        self.web, self.order, self.kinds = web, order, kinds
        self.random = Random(seed)
        self.people: dict[int, Person] = {}
        self.id = ""

    async def open(self) -> None:
        """Make the match, and let the second person join."""
        mine, theirs = (secrets.token_urlsafe(32) for _ in range(2))
        body = self.order | {"request": secrets.token_hex(8)}
        made = await self.web.ask("POST", "/api/matches", mine, **body)
        self.id = made["id"]
        self._sit(self.kinds[0], made, mine)
        if "open" in self.order["seats"]:
            joined = await self.web.ask(
                "POST", f"/api/matches/{self.id}/join", theirs, request=secrets.token_hex(8), name="Bob"
            )
            self._sit(self.kinds[1], joined, theirs)

    def _sit(self, kind: type[Person], entered: dict[str, Any], secret: str) -> None:
        person = kind(self.web, self.id, entered["side"], secret)
        person.learn(entered["state"])
        self.people[person.side] = person

    @property
    def state(self) -> dict[str, Any]:
        """What the people here know of the match."""
        return max((person.state for person in self.people.values()), key=lambda state: state["number"])

    async def play(self, stop: asyncio.Event, pause: Callable[[], float]) -> None:
        """Play until the match or the time is over."""
        while not stop.is_set() and self.state["status"] != "over":
            await self.turn()
            await asyncio.sleep(pause())
        await self.finish_waiting()

    async def turn(self) -> None:
        """Let whoever is to move do something."""
        state = self.state
        actor = self.people.get(state["scene"]["turn"])
        if actor is None:  # a bot thinks
            await next(iter(self.people.values())).look()
            return
        try:
            chance = self.random.random()
            if chance < 0.05 and len(self.people) == 2:
                await self._take_back(actor, state)
            elif chance < 0.2:
                await self._race(actor, state)
            else:
                await self._move(actor, state, self.random.choice(state["scene"]["moves"])["move"])
        except Refused as refused:
            self.web.notebook.counts[refused.kind] += 1
            if refused.kind not in ("out-of-date", "not-your-turn", "over"):
                self.web.notebook.faults.append(f"{self.id}: {refused.problem}")
            await actor.look() if type(actor) is Person else await asyncio.sleep(PAUSE)

    async def _move(self, actor: Person, state: dict[str, Any], move: str) -> None:
        number = await actor.act("move", state["number"], move=move)
        self.web.notebook.note_answer(self.id, number, Fact("move", actor.side, move))
        for person in self.people.values():
            if isinstance(person, Connected):
                await person.wait_for(number)

    async def _race(self, actor: Person, state: dict[str, Any]) -> None:
        """The same person at two devices: at most one of two moves can be the next."""
        device = Person(self.web, self.id, actor.side, actor.secret)
        moves = [self.random.choice(state["scene"]["moves"])["move"] for _ in range(2)]
        tries: list[Awaitable[None]] = [
            self._move(hand, state, move) for hand, move in zip((actor, device), moves, strict=True)
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        refusals = [result for result in results if isinstance(result, BaseException)]
        actor.learn(device.state)
        if len(refusals) != 1:
            self.web.notebook.faults.append(f"{self.id}: two moves at once: {results}")
        raise refusals[0] if refusals else AssertionError("both moves were played")

    async def _take_back(self, actor: Person, state: dict[str, Any]) -> None:
        other = self.people[3 - actor.side]
        if other.side not in state["canUndo"]:
            return
        number = await other.act("ask-undo", state["number"])
        self.web.notebook.note_answer(self.id, number, Fact("undo-asked", other.side, ""))
        await self._caught_up(number)
        number = await actor.act("refuse-undo", number)
        self.web.notebook.note_answer(self.id, number, Fact("undo-refused", actor.side, ""))
        await self._caught_up(number)

    async def _caught_up(self, number: int) -> None:
        for person in self.people.values():
            await (person.wait_for(number) if isinstance(person, Connected) else person.look())

    async def finish_waiting(self) -> None:
        """Let everybody know all that has happened."""
        person = next(iter(self.people.values()))
        await Person.look(person)
        await self._caught_up(person.state["number"])

    async def close(self) -> None:
        for person in self.people.values():
            await person.close()
