"""The server: where it listens, what it says, when it ends."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from urllib.parse import urlunsplit

import uvicorn

from mangonel.errors import MangonelError
from mangonel.explore.app import app_of
from mangonel.explore.guard import LOOPBACK, Guard, known_hosts
from mangonel.explore.offer import Offer
from mangonel.explore.players import Players

__all__ = ["listening", "serve"]

_ANY = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - what is asked for is named, not bound to


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 is any that is free.

    Raises
    ------
    MangonelError
        If it cannot listen there.
    """
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, socket.SOCK_STREAM)
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(place)
        except OSError:
            bound.close()
            raise
    except OSError as error:
        raise MangonelError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    return bound


def _address(host: str, port: int) -> str:
    name = "localhost" if host in _ANY else host
    return urlunsplit(("http", f"[{name}]:{port}" if ":" in name else f"{name}:{port}", "/", "", ""))


def serve(offer: Offer, bound: socket.socket, host: str, *, show: bool, say: Callable[[str], None]) -> None:
    """Serve until it is interrupted.

    Parameters
    ----------
    offer
        What there is to show.
    bound, host
        Where it listens.
    show
        Whether the page is opened in a browser.
    say
        Is told the address.
    """
    # What the first page shows is read while the server starts.
    threading.Thread(target=offer.read_all, daemon=True).start()
    address = _address(host, bound.getsockname()[1])
    guard = Guard(app_of(offer, Players()), known_hosts(host), addresses=host not in LOOPBACK)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            say(address)
            if show:
                webbrowser.open(address)

    config = uvicorn.Config(
        guard, log_level="warning", access_log=False, lifespan="on", proxy_headers=False, timeout_graceful_shutdown=1
    )
    Server(config).run(sockets=[bound])
