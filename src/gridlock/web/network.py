"""This machine's addresses for other devices on its network, and their QR code for a terminal."""

from __future__ import annotations

import io
import ipaddress
import shutil
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

import segno

from gridlock.errors import InvalidChoice

_OUTSIDE = {socket.AF_INET: "203.0.113.1", socket.AF_INET6: "2001:db8::1"}  # reserved; nothing is sent there
_SIOCGIFADDR = 0x8915  # asks Linux for an interface's IPv4 address
_QUIET = 2  # modules around a QR code
_LINES_BELOW = 6  # of a terminal, for what is printed with the code


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's addresses on its networks, the one of the default route first.

    They are IPv4 addresses if it has any, and IPv6 addresses otherwise. InvalidChoice if there is no network.
    """
    found = list(dict.fromkeys(filter(_is_on_a_network, (*_default_routes(), *_all_addresses()))))
    addresses = [address for address in found if ":" not in address] or found
    if not addresses:
        raise InvalidChoice(
            "This computer is not connected to a network, so --lan has no address for other devices. "
            "Connect it first, or leave out --lan to play on this computer."
        )
    return tuple(addresses)


def listen_host(address: str) -> str:
    """Return where to listen so that this address and this computer's own can be used."""
    return "::" if ":" in address else "0.0.0.0"


def url_of(address: str, port: int) -> str:
    """Return the URL of a server at an address."""
    return f"http://{f'[{address}]' if ':' in address else address}:{port}/"


def terminal_qr(url: str, stream: TextIO) -> str:
    """Return a URL's QR code as text; empty if the stream is not a terminal, or one that cannot show it."""
    if not stream.isatty():
        return ""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=_QUIET, compact=True)
    lines = drawn.getvalue().splitlines()
    columns, rows = shutil.get_terminal_size()
    if columns < max(map(len, lines)) or rows < len(lines) + _LINES_BELOW:
        return ""
    try:
        drawn.getvalue().encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return "\n".join(lines)


def _default_routes() -> Iterator[str]:
    """The address that this machine would send from, by IPv4 and by IPv6: connecting by UDP sends nothing."""
    for family, outside in _OUTSIDE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((outside, 9))
            yield asking.getsockname()[0]


def _all_addresses() -> Iterator[str]:
    """The addresses of all network interfaces, as far as the standard library can tell them."""
    if sys.platform == "linux":
        yield from _interface_addresses()
    else:
        with suppress(OSError):
            for *_, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
                yield str(address[0])


def _interface_addresses() -> Iterator[str]:
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                answer = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])


def _is_on_a_network(address: str) -> bool:
    try:
        place = ipaddress.ip_address(address)
    except ValueError:  # an IPv6 address with the name of an interface
        return False
    return not (place.is_loopback or place.is_link_local or place.is_unspecified or place.is_multicast)
