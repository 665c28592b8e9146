"""Every command that the written pages show is one that the program takes: its words are read, nothing is played."""

import re
import shlex
from pathlib import Path

import click
import pytest

import mangonel
from cases import cases
from mangonel.cli.main import command as program

CASES = cases(__file__)

ROOT = Path(mangonel.__file__).resolve().parents[2]
PAGES = [*CASES["PAGES"], *(f"docs/tutorials/{name}.md" for name in ("designer", "player", "printer"))]


def test_citation_and_changelog_are_those_of_the_version():
    version = mangonel.__version__
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {version}, " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def shown(page):
    """Return the commands of a page: lines that are set in, and those in backticks that take words."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = re.findall(r"^    (mangonel .+?)(?:  +#.*)?$", text, re.MULTILINE)
    return [one.partition(" > ")[0].strip() for one in [*lines, *re.findall(r"`(mangonel [^`]+)`", text)]]


def read(words):
    """Let the command read its words as far as it goes without being called."""
    command = program.get_command(click.Context(program), words[0])
    if command is None:
        raise click.UsageError(words[0])
    while isinstance(command, click.Group):
        words = words[1:]
        if not words:
            # Only named, as in "works in `mangonel odds`".
            return
        found = command.get_command(click.Context(command), words[0])
        if found is None:
            raise click.UsageError(words[0])
        command = found
    command.make_context(words[0], words[1:])


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_a_page_is_taken(page):
    commands = shown(page)
    assert commands
    for command in commands:
        read(shlex.split(command)[1:])


def test_the_page_of_commands_shows_every_command(told):
    commands = set(re.findall(r"^  (\w+)  ", told("--help").partition("Commands:")[2], re.MULTILINE))
    assert "odds" in commands
    assert commands <= {command.split()[1] for command in shown("docs/commands.md")}
