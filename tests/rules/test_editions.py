"""The shipped editions: what each changes against its base, typed from the sources and not from the overlays."""

import pytest

from mangonel.rules.difference import differences
from mangonel.rules.loading import load_rules, rule_set_names

EDITIONS = {
    # English retranslation, notes to 1.7 and 1.93; play sheet, note 1 on terrain.
    "siege-en": (
        "siege",
        {
            "sub-one-to-one-odds": ("impossible", "one-to-one"),
            "window-combat": ("impossible", "plus"),
            "ladder-shooting": ("faced-battlement", "unregulated"),
        },
    ),
    # Italian supplement 2.7, 2.11.1, 2.11.3, 2.11.5, 2.14, 2.22, 2.81 to 2.83, 2.11 on the moat. By 2.11.4 the object is destroyed, as in the base.
    "siege-it": (
        "siege",
        {
            "mantlet-cover": ("heavy", "infinite"),
            "fire-arrow-to-hit": ("none", "six-in-ten"),
            "fire-arrow-weapons": ("bows", "bows-and-crossbows"),
            "fire-arrow-target-classes": ("play-sheet", "italian"),
            "hand-ignition": ("not-from-battlement", "anywhere"),
            "oil-targets": ("lower", "any-adjacent"),
            "stunned-in-fire": ("rolls", "killed"),
            "elevation-levels": ("base", "italian"),
            "ladder-topple-wounded": ("0", "1"),
            "siege-tower-shooter-cover": ("radius", "void"),
            "friend-adjacent-height": ("whole-level", "never-from-siege-tower"),
            "siege-tower-levels": ("two", "three"),
            "siege-tower-exit": ("2", "1"),
            "moat-cost": ("entering", "slope"),
        },
    ),
    # German rules 1.1, 1.44, 1.94, 2.3, 2.4, 2.43, 3.23, 3.52, 3.54, 4.2.1, 4.3.2, 5.32.
    "siege-de": (
        "siege",
        {
            "tower-door-sign": ("+", "-"),
            "siege-tower-top-sign": ("-", "0"),
            "rubble-sign": ("-", "0"),
            "downward-radius": ("play-sheet", "german"),
            "friend-adjacent-height": ("whole-level", "any-difference"),
            "slope-cover": ("medium", "light-across-edge"),
            "ladder-topple-condition": ("no-shot", "no-move"),
            "fire-spread-timing": ("oil-from-next-turn", "end-of-opponents-turn"),
            "burning-hex-occupants": ("retreat", "wounded-then-dead"),
            "oil-occupants-of-burning-machine": ("retreat", "attacked"),
            "ram-rate": ("every-turn", "every-second-turn"),
            "ram-bombarded-wall-minus-one": ("0", "-1"),
            "ram-against-keep": ("allowed", "forbidden"),
            "oil-after-fight": ("allowed", "forbidden"),
            "tower-top-fire": ("hexes", "all"),
        },
    ),
    # Play sheet, notes on the extension; English 1.6 and 1.94, notes.
    "siege-extension": (
        "siege",
        {
            "elevation-levels": ("base", "extension"),
            "inner-wall-d-count": ("4", "1"),
            "ladder-topple-from-below": ("forbidden", "allowed"),
            "movement-allowances": ("base", "croisades"),
        },
    ),
    # Play sheet: revised ranges, missile note 2, revised healing, note 1 on terrain; English 1.6 and 1.93, notes.
    "croisades": (
        "siege",
        {
            "missile-ranges": ("base", "croisades"),
            "mounted-missile-croisades": ("base", "croisades"),
            "movement-allowances": ("base", "croisades"),
            "ladder-climb-and-cross": ("by-allowance", "forbidden"),
            "healing-table": ("d10", "croisades"),
            "window-combat": ("impossible", "defence-plus"),
        },
    ),
    # Play sheet: revised ranges, Vikings / Dragon Noir.
    "vikings": ("croisades", {"missile-ranges": ("croisades", "vikings")}),
}


def test_all_editions_are_here():
    assert set(rule_set_names("cryhavoc")) == {"siege", *EDITIONS}


@pytest.mark.parametrize("name", EDITIONS)
def test_what_an_edition_changes(name):
    base, expected = EDITIONS[name]
    rules = load_rules(name)
    assert rules.chain[-2:] == (base, name)
    found = {entry.where: (entry.left, entry.right) for entry in differences(load_rules(base), rules)}
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
