"""Every command that the written pages show is one that the program takes: its words are read, nothing is played."""

import re
import shlex
from contextlib import suppress
from pathlib import Path

import click
import pytest

import mangonel
from mangonel.cli.main import command as program

ROOT = Path(mangonel.__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), ROOT / "data/ASSUMPTIONS.md", ROOT / "reports/README.md", *ROOT.glob("docs/**/*.md")]
# What earlier versions had.
PAGES.remove(ROOT / "CHANGELOG.md")


def test_citation_and_changelog_are_those_of_the_version():
    version = mangonel.__version__
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {version}, " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def shown(page):
    """Return the commands of a page: lines that are set in, and those in backticks, which may leave words out."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = re.findall(r"^    (mangonel .+?)(?: +#.*)?$", text, re.MULTILINE)
    named = re.findall(r"`(mangonel [^`]+)`", text)
    return [[one.partition(" > ")[0].strip() for one in commands] for commands in (lines, named)]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_on_a_page_is_taken(page):
    lines, named = shown(page)
    for command in lines:
        read(shlex.split(command)[1:])
    for command in named:
        with suppress(click.MissingParameter, click.BadOptionUsage):
            read(shlex.split(command)[1:])


def test_the_page_of_commands_shows_every_command(told):
    commands = set(re.findall(r"^  (\w+)  ", told("--help").partition("Commands:")[2], re.MULTILINE))
    assert "odds" in commands
    assert commands <= {command.split()[1] for command in shown("docs/commands.md")[0]}
