"""The address of a page, what is wrong in it, and what is answered: in words, and nothing of it is taken for a file."""

import pickle
from functools import partial
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shiny import reactive

from cases import cases
from mangonel.errors import DataError, MangonelError, SpoiltError, StateLimitError, UnknownCellError
from mangonel.explore.address import Address, offer_of
from mangonel.explore.edits import edited
from mangonel.explore.page_state import PageState, kept_of, restored, scenario_as, settled
from mangonel.explore.roll import answers_html, given_in
from mangonel.explore.text_forms import PageError, wrong_html, wrong_of
from mangonel.games.scenario import load_scenario
from mangonel.games.system import system_of, systems
from mangonel.rules.loading import load_rules
from mangonel.rules.words import locale_names
from rules.words.marking import said_in

TEXTS = st.text(max_size=12)
NAMES = st.text("abcdefg-_", min_size=1, max_size=6)
OFFER = offer_of()


@settings(max_examples=40)
@given(lang=TEXTS, scenario=TEXTS, beside=st.lists(TEXTS, unique=True, max_size=3), kept=st.dictionaries(NAMES, TEXTS))
def test_an_address_says_what_it_was_made_from(lang, scenario, beside, kept):
    address = Address(lang=lang, scenario=scenario, beside=tuple(beside)).noting("roll", kept)
    again = Address.read("?" + address.query)
    assert (again.lang, again.scenario, again.beside, again.of("roll")) == (lang, scenario, tuple(beside), kept)
    assert again.query == address.query


def test_what_is_no_part_of_a_page_is_left_out():
    assert Address.read("?x=1&tab=roll&.a=2&b.=3&rules") == Address(tab="roll")


@pytest.mark.parametrize("name", ["/etc/passwd", "../siege.toml", "nothing", "", "data/rules/cryhavoc/siege.toml"])
def test_an_address_opens_no_file(name):
    here = settled(Address(rules=name, scenario=name, lang=name, beside=(name,)), OFFER)
    start = OFFER.start
    assert (here.rules, here.scenario, here.lang) == (start.rules, start.scenario, "en")
    assert set(here.beside) <= set(start.beside)


def test_scenario_and_rule_sets_are_of_one_game():
    for system in systems():
        other = next(one for one in systems() if one is not system)
        address = Address(rules=system.rules, scenario=other.scenarios[0], beside=(other.rules, system.compared))
        here = settled(address, OFFER)
        assert here.scenario in OFFER.scenarios(system)
        assert here.beside == (system.compared,)


def test_files_that_the_server_was_started_with_go_by_their_names(write):
    rules = write("mine.toml", 'schema = 1\nbase = "siege"\nid = "mine"\ntitle = "Mine"\n[options]\n')
    offer = offer_of("ram-gate", (str(rules), "siege"), "de")
    assert (offer.start.rules, offer.start.beside, offer.start.lang) == ("mine", ("siege",), "de")
    assert offer.rules("mine").title == "Mine"
    assert settled(Address(), offer).scenario == "ram-gate"


SIEGE = load_rules("siege")
german = partial(said_in, "de", wrong_of)


def raised(job, *words):
    with pytest.raises(MangonelError) as caught:
        job(*words)
    return caught.value


def test_letters_that_do_not_exist_are_refused_in_every_language():
    error = raised(edited, SIEGE, (), "cell", "melee-foot.1.1-1", "Q")
    texts = {said_in(name, wrong_of, error, lambda _: "here").text for name in locale_names()}
    assert len(texts) == len(locale_names())
    assert german(error, lambda _: "Zelle").text == "Zelle: Q geht hier nicht, nur: A, B, C, D, E, F, -, ."
    assert all("A, B, C, D, E, F" in text for text in texts)


@pytest.mark.parametrize(
    ("path", "value", "instead"),
    [("besiegers.men", 99, "2 bis 20"), ("foothold", 3, "1 bis 2"), ("break_off.losses", 0, "1 bis ")],
)
def test_numbers_out_of_their_limits_are_refused_with_them(path, value, instead):
    error = raised(load_scenario("ladder-one").replaced, {path: value})
    wrong = german(error)
    assert (wrong.field, wrong.original) == (path, "")
    assert wrong.text.startswith(f"{value} geht hier nicht, nur: {instead}")


@pytest.mark.parametrize(
    ("limits", "instead"),
    [((1, 1), "nur: 1"), ((2, None), "nur: 2 und mehr"), ((None, 3), "nur: höchstens 3"), ((None, None), "ganze Zahl")],
)
def test_limits_may_be_open(limits, instead):
    assert instead in german(DataError("is wrong", path="--men", value="x", limits=limits)).text


def test_other_errors_stand_in_english_below_a_sentence_of_the_page_and_name_no_file():
    error = DataError("nothing is there", file="/home/somebody/a.toml", path="men.2", value="<b>")
    wrong = german(error, lambda name: {"men.2": "Männer"}[name])
    assert (wrong.text, wrong.original) == ("Männer: So geht es nicht.", "men.2: nothing is there: '<b>'")
    shown = str(wrong_html(wrong))
    assert 'lang="en"' in shown
    assert "<b>" not in shown
    english = wrong_of(error, lambda _: "Men")
    assert (english.text, english.original) == ("Men: nothing is there: '<b>'", "")
    assert german(PageError("Eine Karte braucht zwei.")).text == "Eine Karte braucht zwei."
    assert german(MangonelError("it died")).original == "it died"
    with pytest.raises(UnknownCellError) as lost:
        answered("filo", "combat")
    assert german(lost.value).text.startswith("Tabelle combat-")
    crowded = {said_in(name, wrong_of, StateLimitError("ram: 5 states (--set)")).text for name in locale_names()}
    assert len(crowded) == len(locale_names())
    assert not any("ram:" in text or "--" in text for text in crowded)


def test_errors_travel_from_one_process_to_another():
    inner = DataError("is wrong", path="men", value=3, limits=(1, 2))
    error = pickle.loads(pickle.dumps(SpoiltError(inner, "spoils it", path="change.1")))
    assert (str(error), error.inner.limits) == ("change.1: spoils it", (1, 2))
    assert german(error).text == "3 geht hier nicht, nur: 1 bis 2"


def test_what_is_held_comes_back_out_of_the_address():
    offer = offer_of("ladder-one", ("siege",))
    changes = edited(SIEGE, (), "cell", "melee-foot.1.1-1", "F")
    kept = kept_of("ladder-one", {"besiegers.men": "9", "approach": "flat_ground~3"}, "siege", changes)
    scenario, rules = restored(kept, offer)
    wanted = load_scenario("ladder-one").replaced({"besiegers.men": 9, "approach": ["flat_ground x 3"]})
    assert scenario.digest == wanted.digest
    assert rules.table("melee-foot").printed("1", "1-1") == "F"
    assert scenario_as(load_scenario("ladder-one"), {}).digest == load_scenario("ladder-one").digest
    for spoilt in ({"scenario": "/etc/passwd"}, {"rules": "navas"}, {"value.besiegers.men": "99"}):
        assert restored(kept | spoilt, offer) is None


def test_changes_that_another_rule_set_has_anyway_are_no_longer_listed():
    with reactive.isolate():
        state = PageState(OFFER, None, Address(), SimpleNamespace(on_ended=lambda _: None))
        window = edited(SIEGE, (), "option", "window-combat", "defence-plus")
        state.changes.set(edited(SIEGE, window, "option", "moat-cost", "slope"))
        state.choose("croisades", ("siege",))
        assert [change.where for change in state.changes()] == ["moat-cost"]


CASES = cases(__file__)


def answered(rules, question, lang="de", **said):
    rule_set = load_rules(rules)
    asked = next(one for one in system_of(rule_set).questions() if one.name == question)
    return str(said_in(lang, answers_html, asked, given_in(asked, said), (rule_set,)))


@pytest.mark.parametrize(
    ("rules", "question", "words", "ids"), CASES["test_table_column_and_readings_are_told_in_words"]
)
def test_table_column_and_readings_are_told_in_words(rules, question, words, ids):
    html = answered(rules, question)
    assert [each for each in words if each not in html] == []
    assert [each for each in ids if each in html] == []


def test_what_cannot_be_asked_with_one_more_is_no_line():
    # Movement points before a charge cannot be asked of who does not charge.
    alone = answered("filo-read", "combat", "en")
    assert "movement points before the charge" not in alone
    assert "What one more would do" not in alone
    assert "+1 movement points before the charge" in answered("filo-read", "combat", "en", charge="true")
