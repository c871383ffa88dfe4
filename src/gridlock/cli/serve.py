"""The command ``serve``."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.options import warn
from gridlock.errors import InvalidChoice, excerpt

if TYPE_CHECKING:
    from gridlock.web.settings import ServerSettings

EXAMPLES = (
    "gridlock serve",
    "gridlock serve --lan",
    "gridlock serve --host 0.0.0.0 --port 8080",
    "gridlock serve --database postgresql://gridlock@localhost/gridlock",
)
"""For the end of the help text."""

_MIN_STORAGE = 10 << 20
_SECONDS = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}


def serve(
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Address to listen on: 127.0.0.1 if left out, 0.0.0.0 for all interfaces.",
        ),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Listen on your network, and print the address for other devices."),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=0,
            max=65535,
            metavar="N",
            help="Port to listen on; 8000 or the next free one if left out.",
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            envvar="GRIDLOCK_DATABASE",  # keeps a password off the process list
            metavar="URL",
            help="Database for the matches; a SQLite file if left out.",
        ),
    ] = "",
    keep: Annotated[
        str,
        typer.Option(
            "--keep", metavar="TIME", help="Delete unfinished matches after this long without a move."
        ),
    ] = "90d",
    keep_finished: Annotated[
        str,
        typer.Option("--keep-finished", metavar="TIME", help="Delete finished matches after this long."),
    ] = "365d",
    storage: Annotated[
        str,
        typer.Option(
            "--storage",
            metavar="SIZE",
            help="Space for all matches; when it's full, the oldest finished ones are deleted.",
        ),
    ] = "1G",
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=256, metavar="N", help="Processes for bots and the solver.")
    ] = 2,
    queue: Annotated[
        int,
        typer.Option(
            "--queue", min=1, max=10_000, metavar="N", help="Requests that may wait for the solver."
        ),
    ] = 32,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="Solver memory for each process.")
    ] = "256M",
    base_url: Annotated[
        str,
        typer.Option(
            "--base-url", metavar="URL", help="The server's public address, if it runs behind a proxy."
        ),
    ] = "",
    public_host: Annotated[
        list[str] | None,
        typer.Option(
            "--public-host",
            metavar="NAME",
            help="A host name for the server, if it isn't this machine's own.",
        ),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trust-proxy",
            metavar="ADDRESS",
            help="Trust X-Forwarded-For from this address or network.",
        ),
    ] = None,
    allow: Annotated[
        float,
        typer.Option(
            "--allow", min=0.01, max=1e6, metavar="FACTOR", help="Multiply every per-address limit by this."
        ),
    ] = 1.0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser; only at a terminal.")
    ] = False,
) -> int:
    """Serve the games to browsers: play by link, learn, solve and review, on your own machine or publicly."""
    try:
        from gridlock.web.memory import check_memory
        from gridlock.web.network import lan_addresses, listen_host, url_of
        from gridlock.web.ports import listen_at, local_url
        from gridlock.web.server import serve as serve_here
        from gridlock.web.settings import Allowance, ServerSettings
    except ImportError as error:
        if (error.name or "").startswith("gridlock"):
            raise
        from gridlock.installation import missing_extra

        warn(str(missing_extra("Serving", "web")))
        return 1
    settings = ServerSettings(
        database=database,
        keep=_seconds("--keep", keep),
        keep_finished=_seconds("--keep-finished", keep_finished),
        storage=_storage(storage),
        workers=workers,
        queue=queue,
        memory=check_memory(_bytes(memory), workers),
        base_url=_site(base_url),
        public_hosts=_hosts(host, public_host or []),
        trusted_proxies=_networks(trust_proxy or []),
        allowance=Allowance().times(allow),
        develop="GRIDLOCK_DEVELOP" in os.environ,
    )
    if lan and host is not None:
        raise InvalidChoice("--lan chooses the address to listen on. Use either --lan or --host.")
    addresses = lan_addresses() if lan else ()
    _set_up_logging()
    with listen_at(listen_host(addresses[0]) if lan else host or "127.0.0.1", port) as listener:
        here = [url_of(address, listener.getsockname()[1]) for address in addresses] or [local_url(listener)]
        serve_here(settings, listener, _Announcer(settings, here, lan=lan, opens=open_browser))
    return 0


class _Announcer:
    """Prints the server's address once it listens, and when the solver is ready."""

    def __init__(self, settings: ServerSettings, urls: list[str], *, lan: bool, opens: bool) -> None:
        self._settings = settings
        self._url, *self._more = urls
        self._lan = lan
        self._opens = opens

    def __call__(self, state: str) -> None:
        if state == "ready":
            print("The solver is ready.", flush=True)
            return
        base = self._settings.base_url
        print(f"Gridlock is at {f'{base}/, and here at ' if base else ''}{self._url}", flush=True)
        if self._lan:
            self._print_lan_help()
        if sys.stdout.isatty():
            print("Press Ctrl-C to stop.", flush=True)
            if self._opens and _has_screen():
                _open(self._url)

    def _print_lan_help(self) -> None:
        """Print how other devices on the network can connect."""
        from gridlock.web.network import terminal_qr

        code = terminal_qr(self._url, sys.stdout)
        if code:
            print(f"Scan this with a phone on the same network:\n\n{code}\n")
        if self._more:
            print(f"Other addresses of this computer: {', '.join(self._more)}")
        port = self._url.rstrip("/").rpartition(":")[2]
        print(f"If other devices can't open it, allow port {port} in this computer's firewall.", flush=True)


def _set_up_logging() -> None:
    """Log warnings and errors with the time, to standard error."""
    import logging

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")


def _open(address: str) -> None:
    """Open a page in a browser, in the background: that can be slow."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser would open in a window rather than in this terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _seconds(option: str, text: str) -> float:
    """Parse a duration such as ``90d`` to seconds."""
    match = re.fullmatch(r"([0-9]{1,5})\s*([mhdw])", text.strip().lower())
    if match is None or not int(match[1]):
        raise InvalidChoice(
            f"{option} takes minutes, hours, days or weeks, such as 30m, 12h, 90d or 2w, not {excerpt(text)}."
        )
    return int(match[1]) * _SECONDS[match[2]]


def _storage(text: str) -> int:
    size = _bytes(text)
    if size < _MIN_STORAGE:
        raise InvalidChoice(f"--storage must be at least {_MIN_STORAGE >> 20}M, not {excerpt(text)}.")
    return size


def _bytes(text: str) -> int:
    from gridlock.cli.solve import limits_from

    return limits_from(None, text, None).memory


def _site(text: str) -> str:
    """Check a site's address, and strip the trailing slash."""
    from urllib.parse import urlsplit

    parts = urlsplit(text.rstrip("/"))
    valid = (
        parts.scheme in ("http", "https")
        and parts.netloc
        and not (parts.path or parts.query or parts.fragment)
    )
    if text and not valid:
        raise InvalidChoice(
            f"--base-url takes a site's address, such as https://games.example.org, not {excerpt(text, 80)}."
        )
    return text.rstrip("/")


def _networks(texts: list[str]) -> tuple[str, ...]:
    """Parse proxy networks, given one per option or separated by commas."""
    from gridlock.web.guard.addresses import read_networks

    return tuple(map(str, read_networks(part for text in texts for part in text.split(",") if part.strip())))


def _hosts(host: str | None, public: list[str]) -> tuple[str, ...]:
    """Parse the public host names, and add the one to listen on."""
    from gridlock.web.guard.hosts import read_hosts

    return read_hosts([host, *public] if host else public)
