"""``mangonel odds duel``, ``animal`` and ``animal-shot``: the printed column read by hand."""

import json

import pytest

from cases import cases

CASES = cases(__file__)


def fractions(said, *words):
    code, out, _ = said("odds", *words, "--json")
    assert code == 0
    return json.loads(out)["fractions"]


# Knight 24 against spearman: column 4-1, whose ten faces are E E E D D C - - B A.
DUEL = ("duel", "--attacker", "knight", "--target", "spearman")


@pytest.mark.parametrize(("words", "wanted"), CASES["DUELS"])
def test_a_duel_on_foot(say, words, wanted):
    assert fractions(say, *DUEL, *words) == wanted


def test_at_least_counts_what_befalls_each_of_them_by_itself(say):
    _, out, _ = say("odds", *DUEL, "--over-moat", "--json")
    found = json.loads(out)["at_least"]
    assert found == pytest.approx(CASES["test_at_least_counts_what_befalls_each_of_them_by_itself"])


def test_who_is_wounded_already_dies_of_a_wound_and_of_a_stun(say):
    found = fractions(say, *DUEL, "--target-state", "wounded")
    assert not any("stunned" in name or name.endswith("target fit") for name in found)
    assert any("target dead" in name for name in found)


def test_a_moat_may_stun_nobody(say, write):
    file = write(
        "moat.toml",
        'schema = 1\nid = "dry"\ntitle = "Dry"\nbase = "siege"\n[options]\nmoat-retreat-fall = "unharmed"\n',
    )
    assert fractions(say, *DUEL, "--over-moat", "--rules", file) == fractions(say, *DUEL)


def test_riders_fight_with_their_mounted_values_and_may_lose_their_horses(say):
    # 20 against 8 is 2-1, and 3-1 down a slope, where F and E do not come and D throws the rider.
    riders = ("--attacker", "knight", "--attacker-mounted", "--target", "knight", "--mounted")
    words = ("duel", *riders, "--against", "slope")
    code, out, _ = say("odds", *words, "--json")
    found = json.loads(out)
    assert (code, found["table"], found["column"]) == (0, "melee-mounted", "3-1")
    assert found["fractions"] == CASES["DOWN_A_SLOPE"]
    on_foot = json.loads(say("odds", *words[:3], *words[4:], "--json")[1])
    assert on_foot["column"] == "2-1"


def test_a_wounded_shooter_has_his_modifier(say):
    assert "+1 wounded shooter" in say("odds", "animal-shot", "--weapon", "longbow", "--distance", 20, "--wounded")[1]


def test_animals_have_no_rider_to_wound(say, told):
    out = told("odds", "animal", "--attack", 8)
    assert "horse killed" in out
    assert "in short" not in out
    # Bowmen at 20 hexes: of the three columns of a longbow only death and flight of the horse are left.
    assert fractions(say, "animal-shot", "--weapon", "longbow", "--distance", 20) == CASES["ANIMAL_SHOT"]


@pytest.mark.parametrize(("words", "parts"), CASES["test_mistakes"])
def test_mistakes(refused, words, parts):
    err = refused("odds", "duel", *words)
    assert all(part in err for part in parts), err
