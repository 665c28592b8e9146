"""The shipped editions: what each changes against its base, typed from the sources and not from the overlays."""

import pytest

from cases import cases
from mangonel.rules.difference import differences
from mangonel.rules.loading import load_rules, rule_set_names

CASES = cases(__file__)

EDITIONS = CASES["EDITIONS"]


def test_all_editions_are_here():
    assert set(rule_set_names("cryhavoc")) == {"siege", *EDITIONS}


@pytest.mark.parametrize("name", EDITIONS)
def test_what_an_edition_changes(name):
    base, expected = EDITIONS[name]
    rules = load_rules(name)
    assert rules.chain[-2:] == (base, name)
    found = {entry.where: [entry.left, entry.right] for entry in differences(load_rules(base), rules)}
    assert found == expected


@pytest.mark.parametrize("name", EDITIONS)
def test_every_change_names_its_source(name):
    base, _ = EDITIONS[name]
    for entry in differences(load_rules(base), load_rules(name)):
        assert entry.kind == "option"
        assert str(entry.source_left)
        assert str(entry.source_right)
        assert entry.source_left != entry.source_right


LANGUAGES = {"siege-en": ("English", "Spanish play sheet, note 1"), "siege-it": ("Italian",), "siege-de": ("German",)}


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_source_is_the_one_the_edition_is_named_for(name):
    _, expected = EDITIONS[name]
    rules = load_rules(name)
    for option in expected:
        source = rules.options[option].choice(rules.choice(option)).source
        assert any(word in source for word in LANGUAGES[name]), (option, source)


def test_editions_have_digests_of_their_own():
    digests = {name: load_rules(name).digest for name in rule_set_names("cryhavoc")}
    assert len(set(digests.values())) == len(digests)
