"""Forms of sentences by the plural rules of CLDR: a language may have more of them than English, or fewer."""

import re

import pytest

from cases import cases
from mangonel.cli.words import missing
from mangonel.errors import DataError
from mangonel.rules.words import PhraseBook, load_locale, locale_names
from mangonel.rules.words.locale import PLURALS, plural_form
from rules.words.marking import said_in
from rules.words.whole import whole_text

CASES = cases(__file__)


@pytest.mark.parametrize(
    ("language", "numbers"),
    CASES["test_numbers_take_the_forms_of_cldr"]
)  # fmt: skip
def test_numbers_take_the_forms_of_cldr(language, numbers):
    found = {digits: plural_form(language, digits) for digits in " ".join(numbers.values()).split()}
    assert found == {digits: form for form, group in numbers.items() for digits in group.split()}


def test_a_sign_counts_for_nothing_and_what_is_no_number_is_other():
    assert [plural_form("pl", digits) for digits in ("-1", "+2", "<5", "2-1", "")] == CASES["SIGNED"]


def test_shipped_languages_count_by_their_own_rules():
    own = {name: load_locale(name).plurals for name in locale_names()}
    five = ("de", "en", "es", "fr", "it")
    assert [own[name] for name in five] == list(five)
    assert set(own.values()) <= set(PLURALS)


TURY = {"one": "tura", "few": "tury", "many": "tur", "other": "tury"}
POLA = {"one": "pole", "few": "pola", "many": "pól", "other": "pola"}
MEN = '"{n} fit men" = { one = "{n} zdrowy", few = "{n} zdrowi", many = "{n} zdrowych", other = "{n} zdrowego" }'


def polish(leave_out=""):
    """Return English with all forms that Polish has, a few of them Polish."""

    def forms(match):
        key, text = match[1], match[2]
        words = {"turn": TURY, "hex": POLA}.get(key, {})
        return "".join(
            f'{key}_{form} = "{{number}} {words[form]}"\n' if words else f'{key}_{form} = "{text}"\n'
            for form in ("one", "few", "many", "other")
            if f"{key}_{form}" != leave_out
        )

    text = whole_text("en").replace('language = "en"', 'language = "pl"').replace('plurals = "en"', 'plurals = "pl"')
    text = re.sub(r'(?m)^(\w+)_one = "(?:.*)"\n\1_other = "(.*)"\n', forms, text)
    return text.replace('"{n} fit men" = "{n} fit men"', MEN)


@pytest.fixture
def read(write):
    return lambda text: load_locale(write("pl.toml", text))


def test_a_polish_file_has_its_forms(read):
    words = read(polish())
    assert [words.counted("turn", number) for number in (1, 2, 5, 22, 112)] == CASES["TURNS"]
    assert words.amount("counts.turn", "1.5") == "1.5 tury"
    assert words.for_unit("charts.ways_after", "turn", 5, label="x", ways="y") == "x: y after 5 turns, on average"


def test_what_is_told_of_numbers_takes_the_forms_too(read):
    book = said_in(read(polish()), PhraseBook)
    assert [book.told(f"the ram is {text} away") for text in ("1 hex", "3 hexes", "5 hexes")] == CASES["HEXES"]
    assert [book.told(f"{number} fit men") for number in (2, 7, 13)] == ["2 zdrowi", "7 zdrowych", "13 zdrowych"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (polish().replace('plurals = "pl"', 'plurals = "pll"'), ["plurals: unknown value: 'pll'", "did you mean 'pl'"]),
        (polish().replace('plurals = "pl"', 'plurals = "en"'), ["unknown key"]),
        (polish().replace("{n} zdrowych", "{m} zdrowych"), ["phrases.{n} fit men.many", "unknown place", "'m'"]),
        (polish().replace(", few = ", ", fwe = "), ["phrases.{n} fit men.few: is missing, but there is 'fwe'"]),
    ],
)
def test_mistakes_name_the_form(read, text, parts):
    with pytest.raises(DataError) as caught:
        read(text)
    for part in ("pl.toml", *parts):
        assert part in str(caught.value)


def test_a_form_that_is_missing_is_listed_and_replaced_by_the_general_one(tmp_path):
    (tmp_path / "pl.toml").write_text(polish(leave_out="hex_many"), encoding="utf-8")
    assert "counts.hex_many" in missing(str(tmp_path / "pl.toml"))
    words = load_locale(tmp_path / "pl.toml")
    assert words.counted("hex", 5) == words.text("counts.hex_other", number=5)


def test_a_small_file_needs_no_further_forms(read):
    head = 'schema = 1\nlanguage = "pl"\nname = "polski"\nbase = "en"\nplurals = "pl"\n'
    words = read(head + '[counts]\nturn_few = "{number} tury"\n')
    assert [words.counted("turn", number) for number in (1, 2, 5)] == ["1 turn", "2 tury", "5 turns"]
