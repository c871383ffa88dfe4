"""One address hogs the solver, while a bystander plays a bot and requests analyses."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx

import gridlock
from gridlock.match import Match
from gridlock.rules import Game
from torture.siege import Ask, Attack, Target, besiege

_SECONDS = 30.0  # how long each attack lasts
_BOT_SECONDS = 2.0  # maximum extra seconds until the bystander's bot moves
_MATCHES = 31
_REVIEWS = 40
_HARD: dict[str, Any] = {"game": "blockade", "size": "8x8"}
_LOOK = 0.1  # seconds between checks whether a bot has moved
_LAZY = 3.0  # the same for the attacker, which has many matches


class _Player:
    """A client that plays one match after another against a bot."""

    def __init__(self, client: httpx.AsyncClient, look: float, **order: Any) -> None:
        self._client = client
        self._look = look
        self._order = order
        self._secret = secrets.token_urlsafe(32)
        self._match = ""
        self._state: dict[str, Any] = {}

    async def turn(self) -> httpx.Response:
        """Make a move, in a new match if necessary, wait for the bot's, and return the last response."""
        if not self._match or self._state["status"] == "over":
            answer = await self._begin()
        elif self._moves():
            answer = await self.act("move", move=self._moves()[0])
        else:
            answer = await self._refresh()
        while answer.is_success and self._state["status"] != "over" and not self._moves():
            await asyncio.sleep(self._look)
            answer = await self._refresh()
        return answer

    async def _refresh(self) -> httpx.Response:
        answer = await self._client.get(f"/api/matches/{self._match}")
        if answer.is_success:
            self._state = answer.json()
        return answer

    async def act(self, kind: str, **more: Any) -> httpx.Response:
        """Do something in the match, and don't wait for the bot."""
        order = {"kind": kind, "after": self._state["number"], "request": secrets.token_hex(8), **more}
        return await self._post(f"/api/matches/{self._match}/actions", order)

    async def change_mind(self) -> httpx.Response:
        """Move, and take the move back while the bot is thinking about it."""
        if not self._match or not self._moves():
            return await self.turn()
        answer = await self.act("move", move=self._moves()[0])
        return await self.act("undo") if answer.is_success else answer

    async def _begin(self) -> httpx.Response:
        order = {"seats": ["perfect", "me"], "request": secrets.token_hex(8), **self._order}
        answer = await self._post("/api/matches", order)
        self._match = answer.json().get("id", "")
        return answer

    async def _post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._secret}"}
        answer = await self._client.post(path, json=body, headers=headers)
        self._state = answer.json().get("state", self._state)
        return answer

    def _moves(self) -> list[str]:
        """The legal moves, if it's ours to move."""
        scene = self._state["scene"]
        return [choice["move"] for choice in scene["moves"]] if scene["turn"] == 2 else []


# The bystander ----------------------------------------------------------------------------------


def play_a_bot() -> Ask:
    """Play trail against a bot that searches and normally replies in a fraction of a second."""
    players: list[_Player] = []

    async def ask(client: httpx.AsyncClient) -> httpx.Response:
        if not players:
            players.append(_Player(client, _LOOK, game="trail"))
        return await players[0].turn()

    return ask


def ask_for_analyses(random: Random) -> Ask:
    """Request analyses of new positions, so that no answer is cached."""

    async def ask(client: httpx.AsyncClient) -> httpx.Response:
        moves = _random_game(random, gridlock.make("spread"), 4).record().moves
        return await client.get(
            "/api/analysis", params={"game": "spread", "moves": " ".join(map(str, moves))}
        )

    return ask


# The attacker -----------------------------------------------------------------------------------


async def play_many_bots(target: Target) -> None:
    """Play many matches against ``perfect`` on a board that it can't solve."""
    async with target.client() as client:
        players = [_Player(client, _LAZY, **_HARD) for _ in range(_MATCHES)]
        await asyncio.gather(*(_again(player.turn) for player in players))


async def ask_for_reviews(target: Target) -> None:
    """Request many reviews of different long matches at once."""
    async with target.client() as client:
        await asyncio.gather(*(_again(partial(_review, client)) for _ in range(_REVIEWS)))


async def _review(client: httpx.AsyncClient) -> httpx.Response:
    match = _random_game(Random(), gridlock.make("blockade", 8, 8), 30)
    return await client.post("/api/review", json={"record": str(match.record())})


async def abandon_searches(target: Target) -> None:
    """Disconnect right after solver requests, and undo while bots are thinking."""
    async with target.client() as client:
        players = [_Player(client, _LAZY, **_HARD) for _ in range(_MATCHES)]
        dropping = [_again(partial(_drop, target)) for _ in range(_REVIEWS)]
        await asyncio.gather(*(_again(player.change_mind) for player in players), *dropping)


async def _drop(target: Target) -> httpx.Response:
    _, writer = await target.connect()
    moves = _random_game(Random(), gridlock.make("blockade", 8, 8), 4).record().moves
    query = httpx.QueryParams({**_HARD, "moves": " ".join(map(str, moves))})
    writer.write(f"GET /api/analysis?{query} HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode())
    await writer.drain()
    await asyncio.sleep(_LOOK)
    writer.close()
    return httpx.Response(429)  # try again later


async def all_at_once(target: Target) -> None:
    """Do all of this at once."""
    await asyncio.gather(play_many_bots(target), ask_for_reviews(target), abandon_searches(target))


async def _again(do: Callable[[], Awaitable[httpx.Response]]) -> None:
    """Repeat a request as quickly as the server allows one address."""
    while True:
        refused = True
        with suppress(httpx.HTTPError, OSError):
            refused = not (await do()).is_success
        if refused:
            await asyncio.sleep(1)


def _random_game(random: Random, game: Game, moves: int) -> Match:
    match = Match(game)
    while match.outcome is None and len(match.positions) <= moves:
        match.play(random.choice(match.position.legal_moves()))
    return match


# Sieges -----------------------------------------------------------------------------------------


def solver_siege(attack: Attack, random: Random, folder: Path) -> None:
    """Run an attack; AssertionError if the bystander is refused, or waits long for a bot."""
    name = attack.__name__.replace("_", " ")
    toll = besiege(folder / "bot", attack, seconds=_SECONDS, ask=play_a_bot(), pause=0.25)
    toll.report(f"{name}, bystander's bot")
    late = toll.attacked.percentile(95) - toll.calm.percentile(95)
    assert late <= _BOT_SECONDS, f"{name} slows a bystander's bot down: {toll}"
    toll = besiege(folder / "analysis", attack, seconds=_SECONDS, ask=ask_for_analyses(random), pause=1.05)
    toll.report(f"{name}, bystander's analyses")


SOLVER_SIEGES = {
    attack.__name__.replace("_", " "): partial(solver_siege, attack)
    for attack in (play_many_bots, ask_for_reviews, abandon_searches, all_at_once)
}
"""The attacks, by name."""
