"""Language files: complete, alike in shape, with one clear error for every mistake; and how they write numbers."""

import re
import shutil
import tomllib
from dataclasses import replace
from fractions import Fraction

import pytest

from cases import cases
from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Quantile
from mangonel.errors import DataError
from mangonel.paper.charts.numbers import brief, full, points, short
from mangonel.rules.change import CellChange
from mangonel.rules.difference import Cited
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.words import load_locale, locale_names, speaking
from mangonel.rules.words.phrase_book import cited
from rules.words.marking import said_in
from rules.words.whole import FOLDER, whole_text

CASES = cases(__file__)

SIEGE = load_rules("siege")
in_every_language = pytest.mark.parametrize("name", locale_names())


def content(name):
    return {
        file.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted((FOLDER / name).glob("*.toml"))
    }


def keys(block, path=()):
    for key, value in block.items():
        if isinstance(value, dict):
            yield from keys(value, (*path, key))
        else:
            yield (*path, key), value


@in_every_language
def test_a_shipped_language_is_valid(tmp_path, name):
    """A start reads it without validation; a folder of one's own is validated."""
    shutil.copytree(FOLDER / name, tmp_path / name)
    own, shipped = (replace(load_locale(place), english=None) for place in (tmp_path / name, name))
    assert own == shipped


@pytest.mark.parametrize("name", [name for name in locale_names() if name != "en"])
def test_most_of_a_language_is_not_english(name):
    mine, english = dict(keys(content(name))), dict(keys(content("en")))
    same = [key for key, text in mine.items() if isinstance(text, str) and text == english.get(key, key[-1])]
    # Names of books and games, paragraph numbers, a few words that two languages share.
    assert len(same) < 0.1 * len(mine), same


@pytest.mark.parametrize("name", [name for name in locale_names() if name != "en"])
def test_sources_keep_their_numbers(name):
    load_locale(name)
    rule_sets = [load_rules(one) for one in rule_set_names()]
    sources = {
        Cited(choice.source) for rules in rule_sets for option in rules.options.values() for choice in option.choices
    }
    sources |= {Cited(change.source) for rules in rule_sets for change in rules.changes}
    sources |= {Cited(table=table.source) for rules in rule_sets for table in rules.tables.values()}
    for source in sources:
        said = said_in(name, cited, source)
        numbers = (re.findall(r"\d+(?:\.\d+)*(?: \([a-z]\))?", text) for text in (str(source), said))
        assert len({tuple(found) for found in numbers}) == 1, source


@pytest.mark.parametrize(("name", "number", "percent"), CASES["test_numbers"])
def test_numbers(name, number, percent):
    locale = load_locale(name)
    assert locale.number(Fraction(2469135, 2), 1) == number
    assert locale.percentage(locale.number(Fraction(25, 2), 1)) == percent
    assert locale.number(-3) == "\N{MINUS SIGN}3"
    assert (locale.signed(2), locale.signed(0), locale.signed(-1)) == ("+2", "+0", "\N{MINUS SIGN}1")
    assert locale.number(Fraction(1, 1000), 1).endswith("0")


@pytest.mark.parametrize(("value", "written"), CASES["test_a_half_goes_up_and_all_else_to_the_nearest"])
def test_a_half_goes_up_and_all_else_to_the_nearest(value, written):
    assert load_locale("en").number(Fraction(value), 1) == written


def test_italian_articles_bend_by_how_the_number_is_read():
    italian = load_locale("it")
    often = [italian.text("times.share", chance=f"{number} %") for number in ("0,3", "7", "8,1", "11", "12", "1,5")]
    begun = [text.partition(" %")[0].replace("\u2019", "'") for text in often]
    assert begun == ["nello 0,3", "nel 7", "nell'8,1", "nell'11", "nel 12", "nell'1,5"]
    # Others, and those of notes of sequences, would be wrong before some numbers.
    others = re.compile(r"\b(?:sul|col|i|ai|dai|dei|nei|sui|\w*l[\u2019']) ?\{")
    every = re.compile(rf"{others.pattern}|\b(?:il|al|dal|del|nel) \{{")
    notes = [
        form
        for own in (italian.told, *italian.told_by.values())
        for text in own.values()
        for form in ([text] if isinstance(text, str) else text.values())
    ]
    assert [text for text in italian.phrases.values() if others.search(text)] == []
    assert [text for text in notes if every.search(text)] == []


def test_words_that_nobody_knows_are_shown_as_they_are():
    locale = load_locale("de")
    assert locale.word("weapons", "great_sling") == "great sling"
    assert locale.translated("a result of my own") == "a result of my own"


@in_every_language
def test_the_cells_that_a_meaning_names_are_those_of_the_rule_set(name):
    locale = load_locale(name)
    for rules in (SIEGE, load_rules("navas")):
        filled = {reading.option for table in rules.tables.values() for reading in table.cells_if}
        for option, choice in ((each.id, choice) for each in rules.options.values() for choice in each.choices):
            own = locale.options.get(option, {}).get(choice.value, choice.text)
            assert sorted(re.findall("{[^}]*}", own)) == sorted(re.findall("{[^}]*}", choice.text)), (option, choice)
            assert option in filled or not re.search(r"(?<!\d)[+-]\d", own), (option, choice)
            assert "{" not in locale.meaning(option, choice.value, rules)
    nearer = SIEGE.replaced(cells=[CellChange("high-shooters", "keep_slit", "play-sheet", "9")])
    told = (re.findall(r"\d+", locale.meaning("downward-radius", "play-sheet", rules)) for rules in (SIEGE, nearer))
    assert tuple(told) == (["8", "8", "10", "12"], ["8", "8", "10", "9"])


ENGLISH = load_locale("en")


def test_one_thing_and_more_are_said_apart():
    assert [ENGLISH.counted("hex", number) for number in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    assert ENGLISH.counted("man", 12000) == "12,000 men"
    assert [ENGLISH.counted("watch_of_night", number) for number in (1, 3)] == ["1 watch of night", "3 watch of nights"]
    assert ENGLISH.plural("facts.men_on", 1, terrain="rubble") == "1 man on rubble"


@pytest.mark.parametrize(("name", "said"), CASES["test_a_written_number_takes_the_singular_or_the_plural"])
def test_a_written_number_takes_the_singular_or_the_plural_of_its_language(name, said):
    digits = ["0", "1", "+1.00", "<0.1", "-1.99", "+2"]
    assert [load_locale(name).amount("figures.points", one) for one in digits] == said


def test_french_has_the_singular_for_none_and_so_has_what_stands_on_it(read):
    for french in (load_locale("fr"), read(OWN.replace('base = "de"', 'base = "fr"'))):
        assert [french.counted("turn", number) for number in (0, 1, 2)] == ["0 tour", "1 tour", "2 tours"]


def test_sentences_go_by_what_a_turn_is_called():
    assert [ENGLISH.for_unit("charts.by_end", unit) for unit in ("turn", "day", "watch")] == CASES[
        "test_sentences_go_by_what_a_turn_is_called"
    ]
    filled = {"name": "men", "values": "a 1"}
    assert [ENGLISH.for_unit("charts.values_after", "day", number, **filled) for number in (1, 2)] == [
        "men after 1 day, on average: a 1",
        "men after 2 days, on average: a 1",
    ]
    assert ENGLISH.for_unit("charts.values_after", "watch", 2, **filled) == "men after 2 watchs, on average: a 1"


def test_a_word_of_one_thing_goes_before_the_general_one(read):
    own = read(
        OWN.replace('base = "de"', 'base = "en"')
        + '[words.endings]\n"ram.taken" = "Ramme genommen"\ntaken = "genommen"\n'
    )
    assert own.word("endings", "taken", "ram") == "Ramme genommen"
    assert own.word("endings", "taken", "siege") == own.word("endings", "taken") == "genommen"
    assert own.has_word("endings", "taken", "siege")
    assert not own.has_word("endings", "taken_twice", "siege")


def test_counters_and_places_are_put_together():
    assert ENGLISH.word("tallies", "lost:white tent") == "lost: white tent"
    assert ENGLISH.word("tallies", "lost:first row 2") == "lost: first row 2"
    assert ENGLISH.word("tallies", "sunk:third_boat") == "sunk: third boat"
    assert ENGLISH.word("endings", "foothold+crew_lost", "ram") == "foothold+crew lost"
    assert ENGLISH.place("my own tent 3") == "my own tent 3"
    assert ENGLISH.word("paths", "boats.1.men") == "boats 1 men"


def test_numbers_of_a_scenario_are_said_as_things_where_there_are_words_for_them():
    german = load_locale("de")
    assert [ENGLISH.things("archers.men", number) for number in (1, 2)] == ["one archer", "2 archers"]
    assert ENGLISH.things("besiegers.men", 5, "ram") == "5 men for each ram"
    assert german.things("towers.men", 1) == "ein Turmschütze"
    assert ENGLISH.things("archers.aside", 3) == "3 (distance of the archers to the side)"


ITALIAN = whole_text("it")
OWN = 'schema = 1\nlanguage = "de-club"\nname = "Deutsch im Club"\nbase = "de"\n'


@pytest.fixture
def read(write):
    return lambda text: load_locale(write("club.toml", text))


def test_a_small_file_on_a_shipped_language(read):
    own = read(OWN + '[words.weapons]\ngreat_sling = "Große Schleuder"\n[titles]\npanic = "Alle Mann weg"\n')
    assert own.language == "de-club"
    assert own.word("weapons", "great_sling") == "Große Schleuder"
    assert own.word("weapons", "longbow") == "Langbogen"
    assert own.text("titles.panic") == "Alle Mann weg"
    assert own.text("titles.fire") == load_locale("de").text("titles.fire")
    assert own.number(Fraction(1, 2), 1) == "0,5"


@pytest.mark.parametrize(("name", "old", "new", "parts"), CASES["test_mistakes"])
def test_mistakes(read, name, old, new, parts):
    text = {"it": ITALIAN, "own": OWN}[name]
    assert old in text
    with pytest.raises(DataError) as caught:
        read(text.replace(old, new))
    for part in ("club.toml", *parts):
        assert part in str(caught.value)


def test_unknown_languages():
    with pytest.raises(DataError, match="unknown language: 'dee'; did you mean 'de'"):
        load_locale("dee")
    with pytest.raises(DataError, match="there is no such file"):
        load_locale("./nowhere.toml")


@pytest.mark.parametrize("name", locale_names())
def test_no_effect_is_called_alike_wherever_it_stands(name):
    """In the summary, which counts outcomes, as on the sheets that print the results."""
    words = load_locale(name)
    assert words.word("outcomes", "no effect") == words.text("frame.no_effect") == words.translated("no effect")


@pytest.mark.parametrize("name", [name for name in locale_names() if name != "en"])
def test_a_translation_has_one_apostrophe(name):
    assert [text for _, text in keys(content(name)) if isinstance(text, str) and "'" in text] == []


@pytest.mark.parametrize(("chance", "written"), CASES["test_a_chance_is_never_rounded_to_impossible_or_certain"])
def test_a_chance_is_never_rounded_to_impossible_or_certain(chance, written):
    assert load_locale("en").chance(Fraction(chance)).replace("\u00a0", " ") == written
    assert load_locale("de").chance(Fraction(chance)).replace("\u00a0", " ") == written.replace(".", ",")


WRITTEN = load_locale("en")
OTHER = replace(
    WRITTEN,
    decimal=",",
    thousands=".",
    percent="{}\u00a0v.H.",
    phrases=WRITTEN.phrases
    | {"figures.interval": "{number} ({low} bis {high})", "figures.points_other": "{number} Punkte"},
)  # fmt: skip


def plain(text: str) -> str:
    return text.replace("\xa0", " ")


@pytest.mark.parametrize(("digits", "english", "other"), CASES["test_digits_are_written_as_the_language_does"])
def test_digits_are_written_as_the_language_does(digits, english, other):
    assert WRITTEN.written(digits) == english
    assert OTHER.written(digits) == other


EXACT, RARE, SAMPLED = Estimate.of_exact(0.1234), Estimate.of_exact(0.00001), Estimate.of_normal(0.1234, 0.002)


@speaking(OTHER)
def test_labels_and_numbers_with_their_intervals():
    assert plain(short(EXACT)) == "12,3 v.H."
    assert plain(short(RARE)) == "<0,1 v.H."
    assert short(RARE, unit=False) == "<0,1"
    assert plain(full(SAMPLED)) == "12,3 v.H. (11,9 bis 12,7)"
    assert full(SAMPLED) == "12,3\xa0v.H. (11,9\xa0bis\xa012,7)"
    assert plain(full(Estimate.of_exact(1234.5), percent=False)) == "1.234,50"
    assert plain(points(SAMPLED)) == "+12,3 Punkte (+11,9 bis +12,7)"
    assert plain(points(SAMPLED, percent=False)) == "+0,12 (+0,12 bis +0,13)"
    assert brief(Estimate.of_exact(2.345)) == "2,35"
    assert brief(Estimate.of_exact(1234.0)) == "1.234"
    assert Estimate.of_normal(2.5, 0.1).text() == "2,5 (2,3 bis 2,7)"
    assert Quantile(4, 3, 6).text() == "4 (3 bis 6)"


def test_digits_of_a_sampled_number_come_with_its_interval():
    assert SAMPLED.digits(percent=True) == ("12.3", "11.9", "12.7")
    assert EXACT.digits(percent=True) == ("12.3",)
