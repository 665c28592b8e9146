"""The program as a process: interrupted, read by nobody, and light where it should be."""

import contextlib
import os
import subprocess
import sys

import pytest

from cli.files import ODDS
from cli.starting import not_at_once, started

pytestmark = pytest.mark.slow


def stopping(*_arguments, **_options):
    def stop(_share):
        raise KeyboardInterrupt

    return contextlib.nullcontext(stop)


def test_ctrl_c_gives_what_was_done_and_130(say, monkeypatch, ram):
    monkeypatch.setattr("mangonel.cli.play_options.progress_bar", stopping)
    code, out, _ = say("simulate", ram, "--engine", "monte-carlo", "--trials", 600_000)
    assert code == 130
    # Said before the first number, which would look like that of a whole run.
    assert out.startswith("Not complete: interrupted after 262,144 of 600,000 trials")
    monkeypatch.setattr("mangonel.cli.play_options.progress_bar", stopping)
    code, out, _ = say("compare", ram, "--engine", "monte-carlo", "--trials", 600_000)
    assert code == 130
    assert "interrupted after 262,144 of 600,000 trials" in out.splitlines()[0]


def test_ctrl_c_before_anything_is_done(say, monkeypatch, ram):
    monkeypatch.setattr("mangonel.cli.play_options.progress_bar", stopping)
    code, out, err = say("simulate", ram, "--engine", "exact")
    assert (code, out, err.strip()) == (130, "", "mangonel: interrupted")


def program(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "mangonel", *words], capture_output=True, text=True, check=False, **options
    )


def test_the_module_is_the_command(say):
    for words in (["odds", "oil"], ["--help"], ["odds", "melee"], ["simulat"], ["simulate", "panic-one"]):
        code, out, err = say(*words)
        done = program(*words)
        assert (done.returncode, done.stdout, done.stderr) == (code, out, err)


@pytest.mark.parametrize("words", [["tables", "melee-foot"], ["simulate", "ram-gate", "--json"]])
def test_a_reader_that_has_gone_is_no_error(words):
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mangonel", *words], stdout=write, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


QUICK = "--help", "--version", "simulate --help", "compare --help", "tables battering", "rules list", "odds oil --json"
PLAIN = [
    *(words.split() for words in (*QUICK, "scenarios ram-gate")),
    *(["odds", *map(str, words)] for words, _ in ODDS),
]


def test_plain_questions_import_nothing_heavy():
    assert not_at_once(*PLAIN) == {}


CHARTS, FRAMES = {"matplotlib"}, {"pandas", "scipy", "matplotlib"}
UNLOADED = {
    "simulate panic-one": FRAMES,
    "compare panic-one siege croisades --shapley": CHARTS,
    "sweep panic-one --x turns=2..3": CHARTS,
    "worth panic-one": CHARTS,
}


def test_numbers_in_a_terminal_load_no_charts():
    for words, (code, *loaded) in started(*map(str.split, UNLOADED)).items():
        assert (code, UNLOADED[words] & set(loaded)) == (0, set()), words
