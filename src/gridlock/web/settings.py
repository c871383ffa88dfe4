"""What can be chosen about a server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

DAY = 24 * 60 * 60.0


@dataclass(frozen=True)
class Allowance:
    """What one address may do, and what the server does in all, before it says that this is too much."""

    requests: int = 600
    """Requests per address and minute."""
    files: int = 3000
    """Requests for the page's files and for the server's health, per address and minute."""
    moves: int = 240
    """Moves and other actions per address and minute."""
    matches: int = 30
    """New matches per address and minute."""
    searches: int = 60
    """Questions to the solver per address and minute."""
    sockets: int = 40
    """Open sockets per address."""
    all_sockets: int = 5000
    """Open sockets in all."""
    frames: int = 3000
    """WebSocket frames per address and minute; each kilobyte counts as one, too."""
    connections: int = 100
    """Open connections per address, sockets among them."""
    all_connections: int = 6000
    """Open connections in total."""
    share: float = 0.02
    """The part of the storage that the matches of one address may take."""

    def times(self, factor: float) -> Allowance:
        """So many times as much for one address; for a load test, or where many people share an address."""
        names = ("requests", "files", "moves", "matches", "searches", "sockets", "frames", "connections")
        more = {name: max(1, round(getattr(self, name) * factor)) for name in names}
        return replace(self, **more, share=min(1.0, self.share * factor))


@dataclass(frozen=True)
class ServerSettings:
    """How a server works; what is left out has a value that suits one machine."""

    database: str = ""
    """Where matches are kept, as SQLAlchemy names databases; a file in the data folder if empty."""
    keep: float = 90 * DAY
    """After so many seconds, an unfinished match that nobody has touched is removed."""
    keep_finished: float = 365 * DAY
    """Seconds after which a finished match is removed."""
    storage: int = 1 << 30
    """Bytes that all matches may take in the database."""
    workers: int = 2
    """How many processes choose the bots' moves and answer questions."""
    queue: int = 32
    """How many questions may wait for a process; beyond that, the address with the most is refused."""
    memory: int = 256 << 20
    """Bytes for the solver's table in each of these processes."""
    base_url: str = ""
    """The address that people use, if it is not the one that the server listens at: https://games.example.org"""
    public_hosts: tuple[str, ...] = ()
    """Host names by which people reach the server, besides that of the base URL and the machine's own."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose word is taken for whom they speak for (X-Forwarded-For)."""
    allowance: Allowance = field(default_factory=Allowance)
    """How much is too much."""
    develop: bool = False
    """Whether the page's files are read again whenever they change, for whoever works on them."""
