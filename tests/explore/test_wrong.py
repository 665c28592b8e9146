"""What is wrong is said in the language of the page; what is held comes back out of an address."""

import pickle

import pytest

from mangonel.errors import DataError, MangonelError, SpoiltError
from mangonel.explore.desk import kept_of, scenario_as, standing_for
from mangonel.explore.edits import edited
from mangonel.explore.offer import offer_of
from mangonel.explore.text_forms import PageError, wrong_html, wrong_of
from mangonel.games.scenario import load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale, locale_names

SIEGE = load_rules("siege")
GERMAN = load_locale("de")


def raised(job, *words):
    with pytest.raises(MangonelError) as caught:
        job(*words)
    return caught.value


def test_letters_that_do_not_exist_are_refused_in_every_language():
    error = raised(edited, SIEGE, (), "cell", "melee-foot.1.1-1", "Q")
    texts = {wrong_of(error, load_locale(name), lambda _: "here").text for name in locale_names()}
    assert len(texts) == len(locale_names())
    assert wrong_of(error, GERMAN, lambda _: "Zelle").text == "Zelle: Q geht hier nicht, nur: A, B, C, D, E, F, -, ."
    assert all("A, B, C, D, E, F" in text for text in texts)


@pytest.mark.parametrize(
    ("path", "value", "instead"),
    [("besiegers.men", 99, "2 bis 20"), ("foothold", 3, "1 bis 2"), ("break_off.losses", 0, "1 bis ")],
)
def test_numbers_out_of_their_limits_are_refused_with_them(path, value, instead):
    error = raised(load_scenario("ladder-one").replaced, {path: value})
    wrong = wrong_of(error, GERMAN)
    assert (wrong.field, wrong.original) == (path, "")
    assert wrong.text.startswith(f"{value} geht hier nicht, nur: {instead}")


@pytest.mark.parametrize(
    ("limits", "instead"),
    [((1, 1), "nur: 1"), ((2, None), "nur: 2 und mehr"), ((None, 3), "nur: höchstens 3"), ((None, None), "ganze Zahl")],
)
def test_limits_may_be_open(limits, instead):
    assert instead in wrong_of(DataError("is wrong", path="--men", value="x", limits=limits), GERMAN).text


def test_other_errors_stand_in_english_below_a_sentence_of_the_page_and_name_no_file():
    error = DataError("nothing is there", file="/home/somebody/a.toml", path="men.2", value="<b>")
    wrong = wrong_of(error, GERMAN, lambda name: {"men.2": "Männer"}[name])
    assert (wrong.text, wrong.original) == ("Männer: So geht es nicht.", "men.2: nothing is there: '<b>'")
    shown = str(wrong_html(wrong))
    assert 'lang="en"' in shown
    assert "<b>" not in shown
    english = wrong_of(error, load_locale("en"), lambda _: "Men")
    assert (english.text, english.original) == ("Men: nothing is there: '<b>'", "")
    assert wrong_of(PageError("Eine Karte braucht zwei."), GERMAN).text == "Eine Karte braucht zwei."
    assert wrong_of(MangonelError("it died"), GERMAN).original == "it died"


def test_errors_travel_from_one_process_to_another():
    inner = DataError("is wrong", path="men", value=3, limits=(1, 2))
    error = pickle.loads(pickle.dumps(SpoiltError(inner, "spoils it", path="change.1")))
    assert (str(error), error.inner.limits) == ("change.1: spoils it", (1, 2))
    assert wrong_of(error, GERMAN).text == "3 geht hier nicht, nur: 1 bis 2"


def test_what_is_held_comes_back_out_of_the_address():
    offer = offer_of("ladder-one", ("siege",))
    changes = edited(SIEGE, (), "cell", "melee-foot.1.1-1", "F")
    kept = kept_of("ladder-one", {"besiegers.men": "9", "approach": "flat_ground~3"}, "siege", changes)
    scenario, rules = standing_for(kept, offer, GERMAN)
    wanted = load_scenario("ladder-one").replaced({"besiegers.men": 9, "approach": ["flat_ground x 3"]})
    assert scenario.digest == wanted.digest
    assert rules.table("melee-foot").printed("1", "1-1") == "F"
    assert scenario_as(load_scenario("ladder-one"), {}).digest == load_scenario("ladder-one").digest
    for spoilt in ({"scenario": "/etc/passwd"}, {"rules": "navas"}, {"value.besiegers.men": "99"}):
        assert standing_for(kept | spoilt, offer, GERMAN) is None
