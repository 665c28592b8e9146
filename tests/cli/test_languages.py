"""Whatever prints words takes --lang, what it prints is said by the file of that language, and what a language lacks is listed."""

import json
import re
import shutil

import click
import pytest

from cases import cases
from mangonel.cli.main import command as program
from mangonel.cli.words import data_texts, missing
from mangonel.games.roster import columns, men_of
from mangonel.games.scenario import scenario_names
from mangonel.games.system import systems
from mangonel.paper.wanted import VIEWS
from mangonel.rules.files import shipped
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.words import load_locale, loading, locale_names
from mangonel.rules.words.loading import own_texts
from mangonel.rules.words.locale import NAMED_SIDES
from rules.words.marking import left_over, marked
from rules.words.whole import FOLDER

CASES = cases(__file__)

WITHOUT = {"rules schema": "what it prints is read by editors", "words": "what it prints is to be translated"}
RULES = tuple(load_rules(name) for name in rule_set_names())
OWN_RULES = 'schema = 1\nid = "mine"\ntitle = "Siege, German rules"\nbase = "siege"\n[options]\nram-rate = "every-second-turn"\n'


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
        sheets = system.sheets()
        names |= {*system.names(), *sheets.entries, *sheets.sides, *(columns(system) if system.man else ())}
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
    (tmp_path / "mine.toml").write_text(OWN_RULES, encoding="utf-8")
    (tmp_path / "men.csv").write_text(
        "Title;Attack;Defence;Movement;Wounded attack;Wounded defence;Wounded movement;"
        "Armour\nSpearman;9;3;6;4;2;3;unarmoured\n",
        encoding="utf-8",
    )
    roster = next(file for name, file in shipped("rosters").items() if name == "illustrative")
    (tmp_path / "own.toml").write_text(roster.read_text(encoding="utf-8"), encoding="utf-8")
    return {"mine": tmp_path / "mine.toml", "sheet": tmp_path / "men.csv", "roster": tmp_path / "own.toml"}


@pytest.mark.parametrize("words", CASES["LISTS"], ids=" ".join)
def test_lists_are_said_by_the_file_of_the_language(told, files, monkeypatch, words):
    monkeypatch.setattr(loading, "load_locale", lambda name: marked() if name == "marked" else load_locale(name))
    out = told(*(word.format(**files) for word in words), "--lang", "marked")
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
    assert "--lang gehört zur Liste" in refused(*words, "--lang", "de")


@pytest.mark.parametrize(
    "words", [["tables"], ["names"], ["rules", "list"], ["rosters", "show", "banners"]], ids=" ".join
)
def test_what_programs_read_is_in_english(refused, words):
    assert "--lang und --json" in refused(*words, "--lang", "de", "--json")


MISSING = cases(__file__)["MISSING"]

OTHERS = [name for name in locale_names() if name != "en"]
HEAD = 'schema = 1\nlanguage = "{name}"\nname = "x"\ncapital_nouns = false\nplurals = "{plurals}"\n[numbers]\ndecimal = ","\npercent = "{{}} %"\n'


@pytest.fixture
def folder(tmp_path):
    """Return a folder of one's own with German as shipped."""
    return shutil.copytree(FOLDER / "de", tmp_path / "mine")


def without(file, line):
    text = file.read_text(encoding="utf-8")
    assert len(re.findall(line, text, flags=re.MULTILINE)) == 1
    file.write_text(re.sub(line, "", text, flags=re.MULTILINE), encoding="utf-8")


@pytest.mark.release
@pytest.mark.parametrize("name", OTHERS)
def test_no_language_lacks_a_text(name):
    assert missing(name) == {}


@pytest.mark.parametrize("name", OTHERS)
def test_no_language_has_a_text_that_nothing_shows(tmp_path, name):
    bare = tmp_path / "bare.toml"
    bare.write_text(HEAD.format(name="bare", plurals=load_locale(name).plurals), encoding="utf-8")
    wanted = {*missing(str(bare)), *(f"texts.{text}" for text in data_texts())}
    shown = (where for where in own_texts(name).paths() if not where.startswith(f"words.{NAMED_SIDES}."))
    assert [where for where in shown if where not in wanted] == []


def test_texts_that_are_missing_are_listed(told, folder):
    for line, _ in MISSING:
        without(folder / "cryhavoc.toml", line)
    places = {where for _, where in MISSING}
    assert missing(str(folder)).keys() - missing("de").keys() == places
    out = told("words", "--missing", folder)
    assert [where for where in places if where not in out] == []


def test_a_text_that_is_missing_is_shown_in_english(folder):
    for line in (r"^panic = \"Panik und.*\n", r"^longbow = .*\n", r"^ram-rate = .*\n", r"^every-second-turn = .*\n"):
        without(folder / "cryhavoc.toml", line)
    own, english, option = load_locale(folder), load_locale("en"), load_rules("siege").options["ram-rate"]
    assert own.text("titles.panic") == english.text("titles.panic")
    assert own.word("weapons", "longbow") == "Longbow"
    assert own.titled("options", option.id, option.title) == option.title
    told = own.meaning(option.id, "every-second-turn", load_rules("siege"))
    assert told == option.choice("every-second-turn").text
    assert own.word("weapons", "shortbow") == load_locale("de").word("weapons", "shortbow")


def test_the_languages_are_listed_with_the_number_of_their_missing_texts(told):
    out = told("words", "--json")
    assert set(json.loads(out)) == set(locale_names())
    assert json.loads(out)["en"] == {"name": "English", "missing": 0}


def test_a_small_language_lacks_what_its_base_lacks(tmp_path):
    (tmp_path / "club.toml").write_text('schema = 1\nlanguage = "club"\nname = "Club"\nbase = "de"\n', encoding="utf-8")
    assert missing(str(tmp_path / "club.toml")) == missing("de")


def test_results_that_are_words_are_said_in_the_language(told):
    spoken = told("odds", "heal", "--rules", "siege", "--rules", "croisades", "--lang", "de")
    assert "6 noch" in spoken
    assert "9-10 nie " in spoken
    assert "1-2 stirbt, 3-6 5" in spoken
    assert not re.search(r"\b(never|dies|reroll)\b", spoken)
