"""The address of a page holds what it is about, and nothing in it is taken for a file."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mangonel.explore.desk import settled
from mangonel.explore.offer import Address, offer_of
from mangonel.games.system import systems

TEXTS = st.text(max_size=12)
NAMES = st.text("abcdefg-_", min_size=1, max_size=6)
OFFER = offer_of()


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
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


def test_files_that_the_server_was_started_with_go_by_their_names(tmp_path):
    rules = tmp_path / "mine.toml"
    rules.write_text('schema = 1\nbase = "siege"\nid = "mine"\ntitle = "Mine"\n[options]\n')
    offer = offer_of("ram-gate", (str(rules), "siege"), "de")
    assert (offer.start.rules, offer.start.beside, offer.start.lang) == ("mine", ("siege",), "de")
    assert offer.rules("mine").title == "Mine"
    assert settled(Address(), offer).scenario == "ram-gate"
