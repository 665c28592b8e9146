"""The command: what it says before it serves, and what it refuses."""

import socket
import subprocess
import sys

import pytest

from mangonel.cli import explore
from mangonel.cli.main import main
from mangonel.errors import MangonelError
from mangonel.explore import serving
from mangonel.explore.serving import listening


def test_without_its_extra_it_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr(explore, "find_spec", lambda _name: None)
    assert main(["explore"]) == 2
    assert (
        capsys.readouterr().err
        == "mangonel: the explorer needs the extra packages explore: pip install 'mangonel[explore]'\n"
    )


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["nowhere"], "no such scenario or file"),
        (["--rules", "seige"], "unknown rule set"),
        (["ladder-one", "--rules", "filo"], "this is a scenario of"),
        (["--rules", "siege", "--rules", "filo"], "of one game"),
        (["--lang", "xx"], "unknown language"),
        (["--host", "no.such.host.invalid"], "cannot listen"),
    ],
)
def test_what_cannot_be_shown_is_said_before_anything_is_served(capsys, words, wrong):
    assert main(["explore", "--no-open", *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith("mangonel: ")
    assert wrong in said


@pytest.mark.parametrize(("host", "warned"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_who_opens_it_to_others_is_warned(capsys, monkeypatch, host, warned):
    served = []

    def instead(_offer, bound, *_words, **_others):
        with bound:
            served.append(bound.getsockname()[0])

    monkeypatch.setattr(serving, "serve", instead)
    assert main(["explore", "--no-open", "--port", "0", "--host", host]) == 0
    assert served == [host]
    said = capsys.readouterr().err
    assert (said == f"warning: whoever reaches {host} can use this page, without a password\n") is warned
    assert bool(said) is warned


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
