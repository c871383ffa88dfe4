"""This machine's LAN addresses, and a QR code for the terminal."""

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
_SIOCGIFADDR = 0x8915  # Linux ioctl: get an interface's IPv4 address
_QUIET = 2  # modules around a QR code
_LINES_BELOW = 6  # terminal lines for the text printed with the code


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's LAN addresses, starting with the default route's.

    IPv4 if there are any, otherwise IPv6. InvalidChoice if there is no network.
    """
    candidates = list(dict.fromkeys(filter(_is_lan_address, (*_default_routes(), *_all_addresses()))))
    addresses = [address for address in candidates if ":" not in address] or candidates
    if not addresses:
        raise InvalidChoice(
            "This computer isn't connected to a network, so --lan has no address to share. "
            "Connect it first, or leave out --lan to play on this computer."
        )
    return tuple(addresses)


def listen_host(address: str) -> str:
    """Return the wildcard host to listen on for this address's family."""
    return "::" if ":" in address else "0.0.0.0"


def url_of(address: str, port: int) -> str:
    """Return the URL of a server at an address."""
    return f"http://{f'[{address}]' if ':' in address else address}:{port}/"


def terminal_qr(url: str, stream: TextIO) -> str:
    """Return a URL's QR code as text; empty if the stream isn't a terminal that can show it."""
    if not stream.isatty():
        return ""
    output = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(output, border=_QUIET, compact=True)
    lines = output.getvalue().splitlines()
    columns, rows = shutil.get_terminal_size()
    if columns < max(map(len, lines)) or rows < len(lines) + _LINES_BELOW:
        return ""
    try:
        output.getvalue().encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return "\n".join(lines)


def _default_routes() -> Iterator[str]:
    """Yield the source address of the default route, by IPv4 and IPv6. Connecting by UDP sends nothing."""
    for family, outside in _OUTSIDE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            yield probe.getsockname()[0]


def _all_addresses() -> Iterator[str]:
    """Yield the addresses of all network interfaces, as far as the standard library knows them."""
    if sys.platform == "linux":
        yield from _interface_addresses()
    else:
        with suppress(OSError):
            for *_, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
                yield str(address[0])


def _interface_addresses() -> Iterator[str]:
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # no IPv4 address
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])


def _is_lan_address(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:  # an IPv6 address with a zone
        return False
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)
