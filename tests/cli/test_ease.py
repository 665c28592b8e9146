"""What makes the command line easy: names that the shell completes, short forms, help of 80 columns."""

import contextlib
import shlex
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

import mangonel.cli.main as program
from mangonel._version import __version__
from mangonel.cli.main import main
from mangonel.games.scenario import scenario_names
from mangonel.games.system import systems
from mangonel.rules.loading import rule_set_names
from mangonel.rules.words import locale_names

DOCS = Path(__file__).resolve().parents[2] / "docs"
PROGRAM = program.command


def completed(*words):
    return [
        item.value for item in BashComplete(PROGRAM, {}, "mangonel", "_").get_completions(list(words[:-1]), words[-1])
    ]


@pytest.mark.parametrize("command", ["simulate", "trace", "compare", "tactics", "sweep", "report", "scenarios"])
def test_scenarios_are_completed(command):
    assert completed(command, "lad") == [name for name in scenario_names() if name.startswith("lad")] + ["lad"]


def test_other_names_are_completed():
    rules = [name for name in rule_set_names() if name.startswith("siege")] + ["siege"]
    assert completed("compare", "ladder-one", "siege") == rules
    assert completed("compare", "ladder-one", "siege", "siege") == rules
    assert completed("rules", "show", "siege") == rules
    assert completed("simulate", "ladder-one", "--rules", "siege") == rules
    assert set(locale_names()) <= set(completed("simulate", "ladder-one", "--lang", ""))
    assert "ladder_climb" in completed("odds", "melee", "--terrain", "ladder")
    assert completed("odds", "missile", "--weapon", "lon") == ["longbow"]
    assert completed("charts", "melee-f") == ["melee-foot"]
    assert completed("tables", "melee-f") == ["melee-foot"]
    assert "illustrative" in completed("rosters", "show", "ill")


def test_a_melee_is_asked_in_a_word(ask):
    assert ask("odds", "melee", "8:3") == ask("odds", "melee", "--attack", 8, "--defence", 3)
    assert ask("odds", "melee", "8+6:5") == ask("odds", "melee", "--attack", 8, "--attack", 6, "--defence", 5)


def test_the_ground_of_a_target_is_its_ground(ask):
    shot = ("odds", "missile", "--weapon", "longbow", "--distance", 40)
    assert ask(*shot, "--ground", "battlement") == ask(*shot, "--terrain", "battlement")
    assert ask(*shot, "--ground", "battlement") != ask(*shot)


def test_the_version_has_a_letter(say):
    assert say("-V") == say("--version") == (0, f"mangonel, version {__version__}\n", "")


def commands(command, path=()):
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


@pytest.mark.parametrize("path", list(commands(PROGRAM)), ids=" ".join)
def test_help_has_80_columns(path):
    text = CliRunner(env={"COLUMNS": "80"}).invoke(PROGRAM, [*path, "--help"], prog_name="mangonel").output
    assert [line for line in text.splitlines() if len(line) > 80] == []
    # A default that can be repeated is shown as it is written.
    assert "[default: (" not in text


def test_what_help_shows_can_be_typed(say):
    shown = [line for system in systems() for lines in system.typed.values() for line in lines]
    assert len(shown) > 40
    for line in shown:
        command, words = PROGRAM, shlex.split(line.partition(" >")[0])
        while isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words.pop(0))
        # Unknown options and missing words are refused here; nothing is played.
        command.make_context(command.name, words)
    assert all(set(system.typed) <= set(program._COMMANDS) for system in systems())
    assert "mangonel simulate ladder-one" in say("simulate", "--help")[1]
    assert [name for name in ("simulate", "survey") if "--precision" in say(name, "--help")[1]] == ["simulate"]
    assert "{" not in "".join(say(name, "--help")[1] for name in program._COMMANDS)


class Played(BaseException):
    """The example begins to play: all its words have been understood."""


OWN_RULES = 'schema = 1\nid = "{0}"\ntitle = "{0}"\nbase = "siege"\n[[change]]\ntable = "melee-foot"\n{1}'
ELSEWHERE = "explore", "merge", "export --rules"
"""Waits for a browser, for other runs, or takes long: other tests type it."""
SHOWN = [line for system in systems() for lines in system.typed.values() for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line in SHOWN if not line.startswith(ELSEWHERE)])
def test_what_help_shows_is_understood(say, write, line, tmp_path, monkeypatch):
    """Each example is done, or comes as far as to play, in a folder with the files that it names."""

    def play(*_):
        raise Played

    monkeypatch.chdir(tmp_path)
    if not line.startswith("rules new"):
        write("my-rules.toml", OWN_RULES.format("mine", 'row = "6"\ncolumn = "4-1"\nvalue = "D"'))
    write("theirs.toml", OWN_RULES.format("theirs", 'row = "5"\ncolumn = "4-1"\nvalue = "C"'))
    write("my-assault.toml", say("scenarios", "ladder-one")[1])
    (tmp_path / "my-assaults").mkdir()
    write("my-assaults/a.toml", say("scenarios", "ladder-two")[1])
    write("goals.toml", (DOCS / "examples/storm-goals.toml").read_text(encoding="utf-8"))
    say("rosters", "new", "men.csv")
    say("rosters", "import", "men.csv")
    monkeypatch.setattr("mangonel.engine.learning.PhaseTable.find", play)
    with contextlib.suppress(Played):
        code, _, err = say(*shlex.split(line.partition(" >")[0]))
        assert (code, "mangonel:" in err) == (0, False)


def test_help_shows_how_to_begin(say):
    _, out, _ = say("--help")
    assert "mangonel odds melee 8:3" in out
    assert "_MANGONEL_COMPLETE=bash_source" in out
    for line in out.partition("Start with:")[2].partition("Let your")[0].split("\n"):
        if line.strip().startswith("mangonel odds"):
            assert main(line.split()[1:]) == 0


def test_what_is_written_can_be_opened(say, told, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr("click.launch", opened.append)
    say("charts", "healing", "--format", "csv", "--out", tmp_path)
    assert opened == []
    out = told("charts", "healing", "--format", "csv", "--out", tmp_path, "--open")
    assert opened == [out.strip()]
