"""The command that serves the games to browsers."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.options import tell
from gridlock.errors import InvalidChoice, excerpt

if TYPE_CHECKING:
    from gridlock.web.settings import ServerSettings

EXAMPLES = (
    "gridlock serve",
    "gridlock serve --lan",
    "gridlock serve --host 0.0.0.0 --port 8080",
    "gridlock serve --database postgresql+asyncpg://gridlock@localhost/gridlock",
)
"""For the end of the help text."""

_INSTALL = 'Serving needs some more packages, which this installs: pip install "gridlock-games[web]"'
_LEAST_STORAGE = 10 << 20
_SECONDS = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}


def serve(
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Where to listen: 127.0.0.1 if left out; 0.0.0.0 is for everybody.",
        ),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help="Listen on your network, and print the address that others there can open."
        ),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, metavar="N", help="At which port; 8000, or the next free one."
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            envvar="GRIDLOCK_DATABASE",  # where a password in it is not seen by everybody on the machine
            metavar="URL",
            help="Where to keep matches; a file if left out.",
        ),
    ] = "",
    keep: Annotated[
        str,
        typer.Option(
            "--keep", metavar="TIME", help="Remove unfinished matches that nobody touched for so long."
        ),
    ] = "90d",
    keep_finished: Annotated[
        str,
        typer.Option("--keep-finished", metavar="TIME", help="Remove finished matches after this long."),
    ] = "365d",
    storage: Annotated[
        str,
        typer.Option(
            "--storage",
            metavar="SIZE",
            help="Room for all matches; when it is full, the oldest finished ones are removed.",
        ),
    ] = "1G",
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=256, metavar="N", help="Processes for bots and the solver.")
    ] = 2,
    queue: Annotated[
        int,
        typer.Option(
            "--queue", min=1, max=10_000, metavar="N", help="Questions that may wait for the solver."
        ),
    ] = 32,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="For the solver's tables in each process.")
    ] = "256M",
    base_url: Annotated[
        str,
        typer.Option(
            "--base-url", metavar="URL", help="The address that people use, if a proxy stands before this."
        ),
    ] = "",
    public_host: Annotated[
        list[str] | None,
        typer.Option(
            "--public-host",
            metavar="NAME",
            help="A name by which people reach the server, if it isn't this machine's own.",
        ),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trust-proxy",
            metavar="ADDRESS",
            help="A proxy, or network of proxies, to believe whose request it is.",
        ),
    ] = None,
    allow: Annotated[
        float,
        typer.Option(
            "--allow", min=0.01, max=1e6, metavar="FACTOR", help="Allow each address so many times as much."
        ),
    ] = 1.0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser, if this is a terminal.")
    ] = False,
) -> int:
    """Serve the games to browsers: play by link, learn, solve and review, on one machine or for everybody."""
    try:
        from gridlock.web.memory import check_memory
        from gridlock.web.network import lan_addresses, listen_host, url_of
        from gridlock.web.ports import listen_at, local_url
        from gridlock.web.server import serve as serve_here
        from gridlock.web.settings import Allowance, ServerSettings
    except ImportError as error:
        if (error.name or "").startswith("gridlock"):
            raise
        tell(_INSTALL)
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
        raise InvalidChoice("--lan chooses where to listen by itself: leave out --host, or leave out --lan.")
    addresses = lan_addresses() if lan else ()
    _log_what_goes_wrong()
    with listen_at(listen_host(addresses[0]) if lan else host or "127.0.0.1", port) as listener:
        here = [url_of(address, listener.getsockname()[1]) for address in addresses] or [local_url(listener)]
        serve_here(settings, listener, _Teller(settings, here, lan=lan, opens=open_browser))
    return 0


class _Teller:
    """Tells people what the server has come to."""

    def __init__(self, settings: ServerSettings, urls: list[str], *, lan: bool, opens: bool) -> None:
        self._settings = settings
        self._url, *self._more = urls
        self._lan = lan
        self._opens = opens

    def __call__(self, what: str) -> None:
        if what == "ready":
            print("The solver is ready.", flush=True)
            return
        base = self._settings.base_url
        print(f"Gridlock is at {f'{base}/, and here at ' if base else ''}{self._url}", flush=True)
        if self._lan:
            self._tell_others()
        if sys.stdout.isatty():
            print("Press Ctrl-C to stop.", flush=True)
            if self._opens and _has_screen():
                _open(self._url)

    def _tell_others(self) -> None:
        """Print how other devices on the network get here."""
        from gridlock.web.network import terminal_qr

        code = terminal_qr(self._url, sys.stdout)
        if code:
            print(f"Scan this with a phone on the same network:\n\n{code}\n")
        if self._more:
            print(f"This computer has other addresses too: {', '.join(self._more)}")
        port = self._url.rstrip("/").rpartition(":")[2]
        print(f"If other devices can't open it, allow port {port} in this computer's firewall.", flush=True)


def _log_what_goes_wrong() -> None:
    """Have it told with the time, on the stream for errors."""
    import logging

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")


def _open(address: str) -> None:
    """Open a page in a browser, which may take its time."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser would open in a window, and not in this very terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _seconds(option: str, text: str) -> float:
    """The seconds that a text such as ``90d`` names."""
    found = re.fullmatch(r"([0-9]{1,5})\s*([mhdw])", text.strip().lower())
    if found is None or not int(found[1]):
        raise InvalidChoice(
            f"{option} is a number of minutes, hours, days or weeks, such as 12h or 90d, not {excerpt(text)}."
        )
    return int(found[1]) * _SECONDS[found[2]]


def _storage(text: str) -> int:
    size = _bytes(text)
    if size < _LEAST_STORAGE:
        raise InvalidChoice(f"--storage is at least {_LEAST_STORAGE >> 20}M, not {excerpt(text)}.")
    return size


def _bytes(text: str) -> int:
    from gridlock.cli.solve import limits_from

    return limits_from(None, text, None).memory


def _site(text: str) -> str:
    """The address of a site, without a slash at its end."""
    from urllib.parse import urlsplit

    parts = urlsplit(text.rstrip("/"))
    usual = (
        parts.scheme in ("http", "https")
        and parts.netloc
        and not (parts.path or parts.query or parts.fragment)
    )
    if text and not usual:
        raise InvalidChoice(
            f"--base-url is a site's address, such as https://games.example.org, not {excerpt(text, 80)}."
        )
    return text.rstrip("/")


def _networks(texts: list[str]) -> tuple[str, ...]:
    """The proxies that are named, each by an option of its own or divided by commas."""
    from gridlock.web.guard.addresses import read_networks

    return tuple(map(str, read_networks(part for text in texts for part in text.split(",") if part.strip())))


def _hosts(host: str | None, public: list[str]) -> tuple[str, ...]:
    """The hosts that are named, and the one to listen at."""
    from gridlock.web.guard.hosts import read_hosts

    return read_hosts([host, *public] if host else public)
