"""``mangonel odds filo``: what is printed, rule sets side by side, dice, and mistakes."""

import json

import pytest

from cases import cases
from mangonel.rules.words import locale_names

CASES = cases(__file__)

OTHERS = [name for name in locale_names() if name != "en"]
FIGHT = ("combat", "--attacker", "Ch:4:6", "--defender")


@pytest.fixture
def say(say):
    """Run ``mangonel odds`` and return its code, output and errors."""
    return lambda *words: say("odds", *words, "--all")


def test_what_both_games_have_is_asked_of_the_usual_one(say):
    assert say("fire", "--cause", "spread") == say("cryhavoc", "fire", "--cause", "spread")
    code, out, _ = say("filo", "fire", "--shooter", "Ab:4", "--distance", 2, "--json")
    assert code == 0
    assert json.loads(out)["outcomes"] == {"Dr": 0.1, "D": 0.2, "-": 0.7}
    code, _, err = say("fire", "--cause", "spread", "--rules", "filo")
    assert code == 2
    assert "the rule set is one of ¡Al filo de la Espada!" in err


def test_dice_are_rolled_besides(say):
    _, out, _ = say("filo", "reaction-charge", "--quality", 6, "--trials", 1000, "--json")
    assert json.loads(out)["rolled"] == "1,000 dice, seed 0"
    code, _, err = say("filo", "rout", "--quality", 6, "--quality", 5, "--trials", 10)
    assert (code, "takes one --quality" in err) == (2, True)


MISTAKES = CASES["MISTAKES"]


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_mistakes_are_told(say, words, said):
    code, out, err = say("filo", *words)
    assert (code, out) != (0, "")
    assert said in " ".join(err.split())
    assert "Traceback" not in err


CLICKS_OWN = ("is not in the range", "this is asked of", "its points are not given")
"""Not of this game: what the library for commands says, and what is said of all games."""


@pytest.mark.slow
def test_mistakes_are_told_in_every_language(say):
    game = [words for words, said in MISTAKES if not any(part in said for part in CLICKS_OWN)]
    assert len(game) > 45
    for words in game:
        english = say("filo", *words)[2]
        assert [language for language in OTHERS if say("filo", *words, "--lang", language)[2] == english] == [], words


def test_a_mistake_keeps_what_was_typed_in_every_language(say):
    _, _, err = say("filo", *FIGHT, "Pi:4:6:demoralized", "--lang", "es")
    assert "nada que se diga del defensor: 'demoralized'; ¿querías decir 'demoralised'?" in err
    _, _, err = say("filo", "fire", "--shooter", "Ch:4", "--distance", 1, "--lang=de")
    assert err == (
        "mangonel: --shooter: kein Schuss: eine solche Einheit schießt nicht: 'Ch' (erlaubt: Cl, Il, Ar, Ab, At)\n"
    )


def test_ground_is_said_of_the_defender_as_in_scenarios(say):
    def odds(attacker, defender):
        _, out, _ = say("filo", "combat", "--attacker", attacker, "--defender", defender, "--rules", "navas", "--json")
        return json.loads(out)["outcomes"]

    assert odds("Ha:4:6", "Pi:4:6:stream:wood") == odds("Ha:4:6:stream", "Pi:4:6:wood") != odds("Ha:4:6", "Pi:4:6:wood")


def test_names_of_tables_and_options_are_words_and_ids_in_other_languages(say):
    _, out, _ = say("filo", *FIGHT, "Pi:4:6", "--lang", "es")
    text = " ".join(out.split())
    assert "tabla Resultados de combate (combat-results)" in text
    assert "Casillas dañadas de los defensores de -3 a 4: sin efecto (result-dashes = none)" in text
    assert "table combat-results" in " ".join(say("filo", *FIGHT, "Pi:4:6")[1].split())


def test_several_shots_by_hand(say):
    # Crossbows at 2 hexes: 7 demoralised, 9 routed, so 0.2 and 0.1. Two shots at an organised, fresh unit:
    # it runs by the first (0.1), or by the second (0.7 * 0.1 + 0.2 * 0.1); demoralised twice it is fatigued (12.1).
    words = ("filo", "fire", "--shooter", "Ab:4", "--distance", 2, "--shots", 2)
    _, out, _ = say(*words, "--json")
    assert {name: round(chance, 12) for name, chance in json.loads(out)["outcomes"].items()} == CASES["SHOT_BEFORE"]
    # A second D routs one that is demoralised and fatigued: 0.3 with each shot, then it is out of them.
    _, out, _ = say(*words, "--state", "demoralised_fatigued", "--json")
    assert round(json.loads(out)["outcomes"]["routed_fatigued"], 12) == 0.51
    # Only the second rout eliminates.
    _, out, _ = say(*words, "--state", "routed_fresh", "--json")
    assert round(json.loads(out)["outcomes"]["eliminated"], 12) == round(0.1 + 0.7 * 0.1, 12)


@pytest.mark.parametrize(("words", "said"), CASES["test_the_cap_and_a_combat_that_cannot_be_dropped_are_shown"])
def test_the_cap_and_a_combat_that_cannot_be_dropped_are_shown(say, words, said):
    assert said in say("filo", "combat", "--attacker", *words)[1]
