"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

DAY = 24 * 60 * 60.0


@dataclass(frozen=True)
class Allowance:
    """Limits per address and for the whole server."""

    requests: int = 600
    """Requests per address and minute."""
    files: int = 3000
    """Requests for the page's files and health checks, per address and minute."""
    moves: int = 240
    """Moves and other actions per address and minute."""
    matches: int = 30
    """New matches per address and minute."""
    searches: int = 60
    """Solver requests per address and minute."""
    sockets: int = 40
    """Open WebSockets per address."""
    all_sockets: int = 5000
    """Open WebSockets in total."""
    frames: int = 3000
    """WebSocket frames per address and minute; every kilobyte counts as a frame, too."""
    connections: int = 100
    """Open connections per address, including WebSockets."""
    all_connections: int = 6000
    """Open connections in total."""
    share: float = 0.02
    """The fraction of the storage that matches from one address may use."""

    def times(self, factor: float) -> Allowance:
        """Multiply the per-address limits, for load tests or where many people share an address."""
        names = ("requests", "files", "moves", "matches", "searches", "sockets", "frames", "connections")
        more = {name: max(1, round(getattr(self, name) * factor)) for name in names}
        return replace(self, **more, share=min(1.0, self.share * factor))


@dataclass(frozen=True)
class ServerSettings:
    """How a server runs. The defaults suit a single machine."""

    database: str = ""
    """The SQLAlchemy URL of the database; if empty, a file in the data folder."""
    keep: float = 90 * DAY
    """Seconds without an event after which an unfinished match is deleted."""
    keep_finished: float = 365 * DAY
    """Seconds after which a finished match is deleted."""
    storage: int = 1 << 30
    """Maximum size of all matches in the database, in bytes."""
    workers: int = 2
    """Worker processes for bots and the solver."""
    queue: int = 32
    """Maximum number of jobs waiting for a worker."""
    memory: int = 256 << 20
    """Bytes for the solver's tables in each worker."""
    base_url: str = ""
    """The public URL, if it differs from the listening address: https://games.example.org"""
    public_hosts: tuple[str, ...] = ()
    """Host names to answer for, besides the base URL's and the machine's own."""
    trusted_proxies: tuple[str, ...] = ()
    """Proxies, as addresses or networks, whose X-Forwarded-For header is trusted."""
    allowance: Allowance = field(default_factory=Allowance)
    """The limits."""
    develop: bool = False
    """Whether to reload the page's files when they change."""
