"""The server: where it listens, which requests it answers, when it ends."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable, Collection, MutableMapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, TypeAlias
from urllib.parse import urlsplit, urlunsplit

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketClose

from mangonel.errors import MangonelError
from mangonel.explore.address import Offer
from mangonel.explore.app import app_of
from mangonel.explore.pools import Pools

# As the interface of asynchronous servers has them.
Scope: TypeAlias = MutableMapping[str, Any]
App: TypeAlias = Callable[..., Any]

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_REFUSED = "This server answers under its own address only.\n"


def known_hosts(host: str) -> frozenset[str]:
    """Return under which names a server may be asked that listens there.

    A page elsewhere may let its own name point here; under that name it gets no answer.
    """
    if host in LOOPBACK:
        return LOOPBACK
    return LOOPBACK | {host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}


class Guard:
    """An application that answers only requests to one of its own names, or with `addresses` to any number."""

    def __init__(self, app: App, hosts: Collection[str], *, addresses: bool) -> None:
        self._app, self._hosts, self._addresses = app, frozenset(hosts), addresses

    async def __call__(self, scope: Scope, receive: App, send: App) -> None:
        """Answer, or refuse."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not self._may(scope):
            refusal = WebSocketClose(1008) if scope["type"] == "websocket" else PlainTextResponse(_REFUSED, 421)
            await refusal(scope, receive, send)
            return

        async def sent(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, receive, sent)

    def _may(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_mine(hosts[0]):
            return False
        # A page elsewhere may not open the line that a page of this server is served by.
        return all(urlsplit(origin).netloc.lower() == hosts[0].lower() for origin in headers.getlist("origin"))

    def _is_mine(self, authority: str) -> bool:
        with suppress(ValueError):
            name = (urlsplit(f"//{authority}").hostname or "").lower()
            return name in self._hosts or (self._addresses and ip_address(name).version > 0)
        return False


_ANY = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - compared with, not bound to


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 is any that is free. It is a MangonelError if it cannot listen there."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise MangonelError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None


def serve(offer: Offer, bound: socket.socket, host: str, *, show: bool, say: Callable[[str], None]) -> None:
    """Serve until it is interrupted; `show` opens a browser, `say` is called with the address."""
    name, port = "localhost" if host in _ANY else host, bound.getsockname()[1]
    address = urlunsplit(("http", f"[{name}]:{port}" if ":" in name else f"{name}:{port}", "/", "", ""))
    guard = Guard(app_of(offer, Pools()), known_hosts(host), addresses=host not in LOOPBACK)

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
