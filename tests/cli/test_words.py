"""Texts that a language lacks: shown in English, and listed."""

import json
import re
import shutil

import pytest

from cases import cases
from mangonel.cli.words import data_texts, missing
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale, locale_names
from mangonel.rules.words.loading import own_texts
from mangonel.rules.words.locale import NAMED_SIDES
from rules.words.whole import FOLDER

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


def test_texts_that_are_missing_are_listed(say, folder):
    for line, _ in MISSING:
        without(folder / "cryhavoc.toml", line)
    places = {where for _, where in MISSING}
    assert missing(str(folder)).keys() - missing("de").keys() == places
    code, out, _ = say("words", "--missing", folder)
    assert code == 0
    assert [where for where in places if where not in out] == []


def test_a_text_that_is_missing_is_shown_in_english(folder):
    for line in (r"^panic = \"Panik und.*\n", r"^longbow = .*\n", r"^ram-rate = .*\n", r"^every-second-turn = .*\n"):
        without(folder / "cryhavoc.toml", line)
    own, english, option = load_locale(folder), load_locale("en"), load_rules("siege").options["ram-rate"]
    assert own.text("titles.panic") == english.text("titles.panic")
    assert own.word("weapons", "longbow") == "Longbow"
    assert own.titled("options", option.id, option.title) == option.title
    choice = option.choice("every-second-turn")
    assert own.meaning(option.id, choice.value, choice.text) == choice.text
    assert own.word("weapons", "shortbow") == load_locale("de").word("weapons", "shortbow")


def test_the_languages_are_listed_with_the_number_of_their_missing_texts(say):
    code, out, _ = say("words", "--json")
    assert code == 0
    assert set(json.loads(out)) == set(locale_names())
    assert json.loads(out)["en"] == {"name": "English", "missing": 0}


def test_a_small_language_lacks_what_its_base_lacks(tmp_path):
    (tmp_path / "club.toml").write_text('schema = 1\nlanguage = "club"\nname = "Club"\nbase = "de"\n', encoding="utf-8")
    assert missing(str(tmp_path / "club.toml")) == missing("de")
