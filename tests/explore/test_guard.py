"""Who asks under a name that is not the server's own gets no answer."""

import asyncio

import pytest

from cases import cases
from mangonel.explore.serving import LOOPBACK, Guard, known_hosts

CASES = cases(__file__)


def asked(guard, host, origin=None, kind="http"):
    """Return what comes back: the status of an answer, or the kind of the first message. Of several hosts each is said."""
    said = {b"host": host, b"origin": origin}
    headers = [(name, one.encode()) for name, every in said.items() if every is not None for one in every.split("|")]
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request"}

    asyncio.run(guard({"type": kind, "headers": headers}, receive, send))
    return sent[0].get("status", sent[0]["type"]), sent


async def answers(scope, _receive, send):
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"page"})


LOCAL = Guard(answers, known_hosts("127.0.0.1"), addresses=False)
OPEN = Guard(answers, known_hosts("0.0.0.0"), addresses=True)


@pytest.mark.parametrize("host", ["127.0.0.1:80", "localhost", "LOCALHOST:8000", "[::1]:9"])
def test_the_own_names_are_answered(host):
    assert asked(LOCAL, host)[0] == 200
    assert asked(LOCAL, host, f"http://{host}", "websocket")[0] == "websocket.accept"


@pytest.mark.parametrize(
    "host",
    [
        *CASES["test_foreign_names_are_not"],
        None,
    ],
)
def test_foreign_names_are_not(host):
    status, sent = asked(LOCAL, host)
    assert status == 421
    assert b"page" not in sent[-1]["body"]
    assert asked(LOCAL, host, kind="websocket")[0] == "websocket.close"


def test_a_page_elsewhere_does_not_open_the_line():
    assert asked(LOCAL, "localhost:8000", "http://evil.example", "websocket")[0] == "websocket.close"
    for origins in ("http://localhost:9000", "http://localhost:8000|http://evil.example"):
        assert asked(LOCAL, "localhost:8000", origins, "websocket")[0] == "websocket.close"


def test_who_is_let_in_on_purpose_comes_by_number_and_no_name_passes_for_one():
    assert asked(OPEN, "192.168.1.7:8000")[0] == 200
    assert asked(OPEN, "evil.example")[0] == 421


def test_answers_let_nothing_in_from_outside():
    _, sent = asked(LOCAL, "localhost")
    headers = dict(sent[0]["headers"])
    assert b"default-src 'self'" in headers[b"content-security-policy"]
    assert known_hosts("localhost") == LOOPBACK
