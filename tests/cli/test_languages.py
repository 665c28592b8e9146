"""Whatever prints words takes --lang, and what it prints is said by the file of that language."""

import re

import click
import pytest

from cases import cases
from mangonel.cli.main import command as program
from mangonel.games.roster import columns, men_of
from mangonel.games.scenario import scenario_names
from mangonel.games.system import systems
from mangonel.paper.wanted import VIEWS
from mangonel.rules.files import shipped
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.words import locale_names
from rules.words.marking import left_over, marked

CASES = cases(__file__)

WITHOUT = {"rules schema": "what it prints is read by editors", "words": "what it prints is to be translated"}
RULES = tuple(load_rules(name) for name in rule_set_names())
OWN = 'schema = 1\nid = "mine"\ntitle = "Siege, German rules"\nbase = "siege"\n[options]\nram-rate = "every-second-turn"\n'
LISTS = CASES["LISTS"]


def commands(group, context, path=()):
    """Yield the words and the command of everything that can be called."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, click.Context(command, info_name=name, parent=context), (*path, name))
        else:
            yield " ".join((*path, name)), command


def test_every_command_takes_a_language_or_says_why_not():
    context = click.Context(program)
    without = {
        words
        for words, command in commands(program, context)
        if not any("--lang" in option.opts for option in command.params)
    }
    assert without == set(WITHOUT)


def typed():
    """Return what stays as it is in every language: ids, and what is typed after the name of the program."""
    names = {"true", "false", *scenario_names(), *rule_set_names(), *shipped("rosters"), *VIEWS, "variants", "mangonel"}
    for system in systems():
        names |= {*system.names(), *system.sheets().entries, *(columns(system) if system.man else ())}
        if system.usual_roster:
            names |= {
                str(value) for man in men_of(system.usual_roster)[1] for key, value in man.items() if key != "title"
            }
    for rules in RULES:
        for option in rules.options.values():
            names |= {option.id, *option.values}
        for table in rules.tables.values():
            names |= {
                table.id,
                *table.rows,
                *table.columns,
                *table.row_offset,
                *(cell for row in table.cells for cell in row),
            }
    for system in systems():
        for kind in system.names().values():
            names |= set(kind.listed(load_rules(system.rules)))
    whole = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if re.search("[A-Za-z]", name))
    return re.compile(rf"(?<![\w-])(?:{whole})(?![\w-])")


TYPED = typed()
OF_EVERY_KIND = ("scenarios", "rules", "tables", "options", "sheets", "views", "languages")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "mine.toml").write_text(OWN, encoding="utf-8")
    (tmp_path / "men.csv").write_text(
        "Title;Attack;Defence;Movement;Wounded attack;Wounded defence;Wounded movement;"
        "Armour\nSpearman;9;3;6;4;2;3;unarmoured\n",
        encoding="utf-8",
    )
    roster = next(file for name, file in shipped("rosters").items() if name == "illustrative")
    (tmp_path / "own.toml").write_text(roster.read_text(encoding="utf-8"), encoding="utf-8")
    return {"mine": tmp_path / "mine.toml", "sheet": tmp_path / "men.csv", "roster": tmp_path / "own.toml"}


@pytest.mark.parametrize("words", LISTS, ids=" ".join)
def test_lists_are_said_by_the_file_of_the_language(say, files, monkeypatch, words):
    monkeypatch.setattr("mangonel.rules.words.load_locale", lambda _name: marked())
    code, out, _ = say(*(word.format(**files) for word in words), "--lang", "marked")
    assert code == 0
    own = "|".join(
        re.escape(str(name)) for file in files.values() for name in (file, file.name, file.with_suffix(".toml").name)
    )
    out = re.sub(rf"{own}|\b(?:{'|'.join(OF_EVERY_KIND)})\b|(?<!\w)--[a-z-]+|roster = |\b[0-9a-f]{{12}}\b", " ", out)
    assert left_over(TYPED.sub(" ", out)) == []


@pytest.mark.parametrize("words", [["rules", "new"], ["rosters", "new"]], ids=" ".join)
def test_files_to_start_from_are_commented_in_the_language(say, tmp_path, words):
    texts = {}
    for name in locale_names():
        file = tmp_path / f"{name}.toml"
        assert say(*words, file, "--lang", name)[0] == 0
        assert say(words[0], "check", file)[0] == 0
        texts[name] = file.read_text(encoding="utf-8")
    english = {line for line in texts["en"].splitlines() if line.startswith("# ")}
    for name, text in texts.items():
        same = [line for line in text.splitlines() if line in english and " = " not in line and "[[" not in line]
        assert name == "en" or len(same) < 0.1 * len(english)


@pytest.mark.parametrize("words", [["scenarios", "ladder-one"], ["scenarios", "--schema", "roster"]])
def test_a_file_is_printed_as_it_stands(refused, words):
    assert "--lang goes with the list" in refused(*words, "--lang", "de")


@pytest.mark.parametrize(
    "words", [["tables"], ["names"], ["rules", "list"], ["rosters", "show", "banners"]], ids=" ".join
)
def test_what_programs_read_is_in_english(refused, words):
    assert "--lang and --json" in refused(*words, "--lang", "de", "--json")
