"""A language is a file for the program and one for each game; a game may bring its own."""

import shutil
from dataclasses import replace

import pytest

from cases import cases, text_of
from mangonel.engine.trace import Event, play_trace, told_in_lines
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.words import PhraseBook, load_locale, locale_names
from rules.words.marking import said_in
from rules.words.whole import FOLDER, whole_text

CASES = cases(__file__)

DICE = {language: text_of(__file__, f"games_dice_{language}.toml") for language in ("en", "de")}


@pytest.fixture
def game(tmp_path, monkeypatch):
    """Put a game of another package where it is found, with nothing but its words; return its folder."""
    folder = tmp_path / "site" / "mangonel_games" / "dice"
    for language, text in DICE.items():
        (folder / "data" / "locales" / language).mkdir(parents=True)
        (folder / "data" / "locales" / language / "dice.toml").write_text(text, encoding="utf-8")
    (folder / "system.py").touch()
    monkeypatch.syspath_prepend(tmp_path / "site")
    return folder


@pytest.fixture
def folder(tmp_path):
    """Return a folder of one's own with Italian as shipped."""
    return shutil.copytree(FOLDER / "it", tmp_path / "nap")


def rewritten(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("name", locale_names())
def test_a_language_in_one_file_says_the_same_as_in_several(tmp_path, name):
    (tmp_path / "mine.toml").write_text(whole_text(name), encoding="utf-8")
    mine, shipped = load_locale(tmp_path / "mine.toml"), load_locale(name)
    for said in ("phrases", "words", "options", "texts"):
        assert getattr(mine, said) == getattr(shipped, said)
    assert mine.told == {
        text: told for block in reversed((shipped.told, *shipped.told_by.values())) for text, told in block.items()
    }


@pytest.mark.usefixtures("game")
def test_a_game_brings_its_words():
    english, german = (load_locale(name) for name in ("en", "de"))
    assert (english.text("dice.thrown", number=2), german.text("dice.thrown", number=2)) == (
        "2 dice thrown",
        "2 Würfel geworfen",
    )
    assert said_in(german, PhraseBook).told("red banner moves") == "Rote Fahne rückt vor"
    assert german.word("weapons", "longbow") == "Langbogen"


def test_two_games_may_tell_the_same_each_in_its_own_words(game):
    rewritten(game / "data/locales/de/dice.toml", "[phrases]", '[phrases]\n"nobody shoots" = "kein Würfel fliegt"')
    german = load_locale("de")
    told = {of: said_in(german, PhraseBook, of).told("nobody shoots") for of in ("dice", "cryhavoc")}
    assert told == {"dice": "kein Würfel fliegt", "cryhavoc": "niemand schießt"}
    # A sequence of one's own, and a game, may tell what only another one has words for.
    assert len({said_in(german, PhraseBook, of).told("red banner moves") for of in ("", "filo")}) == 1
    events = [Event(1, "", "nobody shoots")]
    assert [[line.text for line in said_in(german, told_in_lines, events, "turn", of)][1] for of in told] == [
        "    kein Würfel fliegt",
        "    niemand schießt",
    ]


def test_a_game_is_told_in_the_words_of_its_own():
    game, german = play_trace(build(load_scenario("volley-wall"), load_rules("siege")), seed=1), load_locale("de")
    others = dict.fromkeys(german.told_by["cryhavoc"], "something else")
    mixed = replace(german, told_by=german.told_by | {"other": others})
    assert said_in(mixed, game.lines) == said_in(german, game.lines)
    assert said_in(mixed, replace(game, game="other").lines) != said_in(german, game.lines)


@pytest.mark.usefixtures("game")
def test_a_game_without_words_in_a_language_speaks_english():
    french = load_locale("fr")
    assert french.text("dice.thrown", number=2) == "2 dice thrown"
    assert said_in(french, PhraseBook).told("red banner moves") == "red banner moves"
    assert french.word("weapons", "longbow") == load_locale("fr").word("weapons", "longbow")


def test_a_folder_of_ones_own_is_a_language(folder):
    rewritten(folder / "program.toml", 'language = "it"', 'language = "nap"')
    rewritten(folder / "cryhavoc.toml", 'longbow = "', 'longbow = "o ')
    own, italian = load_locale(folder), load_locale("it")
    assert own.language == "nap"
    assert own.word("weapons", "longbow") == f"o {italian.word('weapons', 'longbow')}"
    assert own.phrases == italian.phrases


def test_a_folder_with_the_program_alone_speaks_english_of_the_games(folder):
    (folder / "cryhavoc.toml").unlink()
    own = load_locale(folder)
    assert own.text("report.item") == load_locale("it").text("report.item")
    assert own.text("titles.panic") == load_locale("en").text("titles.panic")


def test_a_folder_may_stand_on_a_shipped_language(tmp_path):
    (tmp_path / "program.toml").write_text(
        'schema = 1\nlanguage = "de-club"\nname = "Club"\nbase = "de"\n[report]\nitem = "Ding"\n', encoding="utf-8"
    )
    (tmp_path / "cryhavoc.toml").write_text('schema = 1\n[titles]\npanic = "Alle weg"\n', encoding="utf-8")
    own = load_locale(tmp_path)
    assert (own.text("report.item"), own.text("titles.panic")) == ("Ding", "Alle weg")
    assert own.text("titles.fire") == load_locale("de").text("titles.fire")


@pytest.mark.parametrize(
    ("file", "old", "new", "parts"),
    CASES["test_errors_name_the_file"]
)  # fmt: skip
def test_errors_name_the_file(folder, file, old, new, parts):
    rewritten(folder / file, old, new)
    with pytest.raises(DataError) as caught:
        load_locale(folder)
    for part in (str(folder / file), *parts):
        assert part in str(caught.value)


def test_a_folder_without_the_program_is_no_language(folder):
    (folder / "program.toml").unlink()
    with pytest.raises(DataError, match=r"program\.toml: there is no such file"):
        load_locale(folder)


def test_two_files_for_one_game_are_refused(game):
    shutil.copytree(game, game.with_name("dice-too"))
    with pytest.raises(DataError, match="there are two files for this game"):
        load_locale("en")
