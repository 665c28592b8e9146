"""The command: what it says before it serves, what it refuses, and whom it answers."""

import asyncio
import socket
import subprocess
import sys

import pytest

from cases import cases
from mangonel.cli import explore
from mangonel.errors import MangonelError
from mangonel.explore import serving
from mangonel.explore.address import Address
from mangonel.explore.page_state import settled
from mangonel.explore.serving import LOOPBACK, Guard, known_hosts, listening

CASES = cases(__file__)


def test_without_its_extra_it_says_what_to_install(refused, monkeypatch):
    monkeypatch.setattr(explore, "find_spec", lambda _name: None)
    said = "the explorer needs the extra packages explore: pip install 'mangonel[explore]'"
    assert refused("explore") == f"mangonel: {said}\n"


@pytest.mark.parametrize(("words", "wrong"), CASES["test_what_cannot_be_shown_is_said_before_anything_is_served"])
def test_what_cannot_be_shown_is_said_before_anything_is_served(refused, words, wrong):
    said = refused("explore", "--no-open", *words)
    assert said.startswith("mangonel: ")
    assert wrong in said


@pytest.mark.parametrize(("host", "warned"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_who_opens_it_to_others_is_warned(say, monkeypatch, host, warned):
    served = []

    def instead(_offer, bound, *_words, **_others):
        with bound:
            served.append(bound.getsockname()[0])

    monkeypatch.setattr(serving, "serve", instead)
    code, _, said = say("explore", "--no-open", "--port", 0, "--host", host)
    assert code == 0
    assert served == [host]
    assert (said == f"warning: whoever reaches {host} can use this page, without a password\n") is warned
    assert bool(said) is warned


def test_the_page_opens_with_what_is_set(monkeypatch, told):
    opened = []

    def instead(offer, bound, *_words, **_others):
        with bound:
            # A page without an address of its own, and one that has another scenario.
            opened.extend(settled(Address.read(query), offer) for query in ("", "lang=de", "scenario=ram-gate"))

    monkeypatch.setattr(serving, "serve", instead)
    words = ("--set", "turns=8", "--set", "rules.ladder-topple-wounded=1", "--set", "rules.melee-foot.6.4-1=D")
    told("explore", "ladder-one", "--no-open", *words)
    rules = {"cell.melee-foot.6.4-1": "D", "option.ladder-topple-wounded": "1"}
    changes = [(dict(page.of("sequence")), dict(page.of("rules"))) for page in opened]
    assert changes == [({"turns": "8"}, rules), ({"turns": "8"}, rules), ({}, {})]


def test_a_port_that_is_taken_is_one_clear_error():
    with listening("127.0.0.1", 0) as taken:
        taken.listen()
        with pytest.raises(MangonelError, match="cannot listen at"):
            listening("127.0.0.1", taken.getsockname()[1])


def test_it_listens_to_this_machine_only():
    with listening("127.0.0.1", 0) as bound:
        assert bound.family is socket.AF_INET
        assert bound.getsockname()[0] == "127.0.0.1"


def test_no_other_command_brings_in_what_serves_pages():
    code = "import sys; from mangonel.cli.main import main; main(['odds', 'melee', '8:3']); print([name for name in sys.modules if name.split('.')[0] in {'shiny', 'uvicorn', 'starlette', 'numpy'}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


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


@pytest.mark.parametrize("host", [*CASES["test_foreign_names_are_not"], None])
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
