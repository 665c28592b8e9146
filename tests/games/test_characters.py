"""States of men, what results do to them, and the order of results."""

from dataclasses import replace
from pathlib import Path

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.games.cryhavoc.men import FIT, HURT_RIDER, RIDER, STUNNED, WOUNDED, Kind, Saddle, strength
from mangonel.games.cryhavoc.missiles import missile_situation
from mangonel.games.cryhavoc.outcomes import NAMED_OUTCOMES, after_roll, named_outcome, suffer, worst_first
from mangonel.games.cryhavoc.rolls import effect_of, melee_situation
from mangonel.games.roster import load_roster
from mangonel.rules.change import CellChange
from mangonel.rules.effects import Effect
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")
CROISADES = load_rules("croisades")
# Invented counters, but for the strengths of the published example: 24 against 7 on foot.
STRONG = Kind("strong", "strong", 24, 9, 6, 12, 5, 3, "armoured")
TARGET = Kind("target", "target", 10, 7, 6, 5, 4, 3, "unarmoured", Saddle(30, 12, 10, 15, 8, 5))
OUT = "out of action"
OF_MELEE = {"A": "attacker wounded", "B": "attacker driven back", "C": "driven back", "D": OUT}


def states(odds, side=1):
    found = {}
    for pair, chance in odds.items():
        found[pair[side]] = found.get(pair[side], 0) + round(100 * chance)
    return found


def test_the_published_example():
    situation = melee_situation(SIEGE, attack=strength(STRONG, FIT)[0], defence=strength(TARGET, FIT)[1])
    assert situation.final_column == "3-1"
    assert situation.outcome(2) == "D"
    assert suffer(FIT, effect_of(SIEGE, "melee-foot", "D"), SIEGE) == STUNNED
    assert situation.outcome(7) == "A"
    effect = effect_of(SIEGE, "melee-foot", "A")
    assert effect.side == "attacker"
    assert suffer(FIT, effect, SIEGE) == WOUNDED


def test_values_of_each_state():
    assert [strength(STRONG, state) for state in (FIT, STUNNED, WOUNDED)] == [(24, 9), (0, 9), (12, 5)]
    assert [strength(TARGET, state) for state in (RIDER, HURT_RIDER)] == [(30, 12), (15, 8)]
    assert [STRONG.allowance(SIEGE, wounded=wounded) for wounded in (False, True)] == [6, 3]
    assert [TARGET.allowance(rules, wounded=False, mounted=True) for rules in (SIEGE, CROISADES)] == [10, 10]
    assert TARGET.allowance(CROISADES, wounded=False) == 8
    # Since Croisades mounted knights have 12, other riders what is on their counters.
    knight = replace(TARGET, armour="dismounted-knight")
    assert knight.allowance(CROISADES, wounded=False, mounted=True) == 12
    with pytest.raises(DataError, match="mounted counter"):
        strength(STRONG, RIDER)


@pytest.mark.parametrize(("state", "befalls", "way_back", "expected"), CASES["test_hurt_again_and_driven_back"])
def test_hurt_again_and_driven_back(state, befalls, way_back, expected):
    assert (suffer(state, Effect("target", **befalls), SIEGE, way_back=way_back) or "dead") == expected


@pytest.mark.parametrize(("harm", "state"), [("stunned", STUNNED), ("wounded", HURT_RIDER)])
def test_nobody_is_stunned_in_the_saddle(harm, state):
    assert suffer(RIDER, Effect("target", harm), SIEGE) == state


def test_missiles_at_a_rider_since_croisades():
    # Longbow, short range, no cover: C B B A. Base: B unhorses the stunned, C the wounded man; since Croisades C does not.
    found = {}
    for rules in (SIEGE, CROISADES):
        situation = missile_situation(rules, weapon="longbow", distance=10, cover="none", mounted=True)
        found[rules.id] = states(after_roll(rules, situation, FIT, RIDER))
    assert found["siege"] == {RIDER: 70, STUNNED: 20, WOUNDED: 10}
    assert found["croisades"] == {RIDER: 70, STUNNED: 20, HURT_RIDER: 10}
    assert effect_of(SIEGE, "missile-mounted", "B").horse_killed
    assert not effect_of(CROISADES, "missile-mounted", "B").horse_killed


def test_a_retreat_over_the_edge_of_a_moat():
    # 1-1: C on a 1 only.
    situation = melee_situation(SIEGE, attack=7, defence=7)
    unharmed = SIEGE.replaced(options={"moat-retreat-fall": "unharmed"})

    def fate(rules, state="fit"):
        return states(after_roll(rules, situation, FIT, state, over_moat=True))

    assert fate(SIEGE) == {FIT: 90, STUNNED: 10}
    assert fate(unharmed) == {FIT: 100}
    assert fate(SIEGE, WOUNDED) == {WOUNDED: 90, None: 10}
    # Horses enter no moat: a rider has no way back, and is wounded.
    assert fate(SIEGE, RIDER) == fate(unharmed, RIDER) == {RIDER: 90, HURT_RIDER: 10}


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("missile-foot", {"A": "driven back", "B": "wounded", "C": OUT}),
        ("missile-mounted", {"A": "driven back", "B": OUT, "C": "wounded", "D": "wounded", "E": OUT, "F": OUT}),
        ("melee-foot", {**OF_MELEE, "E": "wounded", "F": OUT}),
        ("melee-mounted", {**OF_MELEE, "E": "wounded", "F": "wounded", "G": OUT, "H": OUT}),
    ],
)
def test_named_outcomes(table, names):
    assert {letter: named_outcome(SIEGE, table, letter) for letter in (*names, "-")} == names | {"-": "no effect"}
    assert set(names.values()) <= set(NAMED_OUTCOMES)


@pytest.mark.parametrize(("effect", "name"), CASES["test_names_of_other_effects"])
def test_names_of_other_effects(effect, name):
    rules = SIEGE.replaced(cells=[CellChange("effects-melee-mounted", "C", "value", effect)])
    assert named_outcome(rules, "melee-mounted", "C") == name


def test_results_of_other_tables_keep_their_text():
    assert named_outcome(SIEGE, "ladder-topple", "T") == "ladder toppled"
    assert named_outcome(SIEGE, "battering", "-") == "no effect"
    with pytest.raises(DataError, match="what this result of table melee-foot does: 'X'"):
        named_outcome(SIEGE, "melee-foot", "X")


def test_a_mounted_counter_is_whole_or_not_there(tmp_path, write):
    text = (data_root() / "rosters" / "cryhavoc" / "illustrative.toml").read_text(encoding="utf-8")
    write("mine.toml", text.replace("mounted_movement = 12\n", ""))
    with pytest.raises(DataError, match="mounted_movement"):
        load_roster("mine.toml", tmp_path, "cryhavoc", Kind)
    kinds = {kind.id: kind for kind in load_roster("illustrative", tmp_path, "cryhavoc", Kind).kinds}
    assert kinds["knight"].values(mounted=True).attack == 20
    assert kinds["knight"].values(mounted=False).attack == 14
    assert kinds["knight"].allowance(CROISADES, wounded=True, mounted=True) == 8
    with pytest.raises(DataError, match="mounted counter"):
        kinds["spearman"].values(mounted=True)


TABLES = ("melee-foot", "melee-mounted", "missile-foot", "missile-mounted")
OF_CROISADES = {"missile-mounted": {"mounted-missile-croisades": "croisades"}}


def says(cell, table="melee-mounted", letter="C", *, words=True):
    """Return siege with another effect of a letter; one that its table does not list goes around the check."""
    if words:
        return SIEGE.replaced(cells=[CellChange(f"effects-{table}", letter, "value", cell)])
    effects = SIEGE.tables[f"effects-{table}"]
    rows = [(cell,) if row == letter else cells for row, cells in zip(effects.rows, effects.cells, strict=True)]
    return replace(SIEGE, tables={**SIEGE.tables, effects.id: replace(effects, cells=tuple(rows))})


@pytest.mark.parametrize(
    ("cell", "effect"),
    [
        ("nobody", Effect()),
        ("attacker:killed", Effect("attacker", "killed")),
        ("attacker:wounded+retreat-1", Effect("attacker", "wounded", retreat=1)),
        ("target:retreat-4", Effect("target", retreat=4)),
        ("target:wounded+retreat-2", Effect("target", "wounded", retreat=2)),
        ("target:unhorsed+retreat-1", Effect("target", unhorsed=True, retreat=1)),
        ("target:horse-killed+stunned+unhorsed", Effect("target", "stunned", horse_killed=True, unhorsed=True)),
    ],
)
def test_what_a_cell_says(cell, effect):
    assert effect_of(says(cell), "melee-mounted", "C") == effect


@pytest.mark.parametrize("table", TABLES)
def test_every_word_that_an_overlay_may_say_is_understood(table):
    for options in ({}, OF_CROISADES.get(table, {})):
        rules = SIEGE.replaced(options=options)
        name = f"effects-{table}" + ("-croisades" if options else "")
        for word in SIEGE.tables[name].words:
            changed = rules.replaced(cells=[CellChange(name, "A", "value", word)])
            assert (effect_of(changed, table, "A") == Effect()) == (word == "nobody")


@pytest.mark.parametrize(("table", "cell", "value"), CASES["test_what_no_sequence_can_play_is_refused_with_its_place"])
def test_what_no_sequence_can_play_is_refused_with_its_place(table, cell, value):
    rules = says(cell, table, words=False)
    with pytest.raises(DataError) as caught:
        effect_of(rules, table, "C")
    error = caught.value
    assert (error.path, error.value, Path(error.file).name) == ("cells.C", value, f"effects-{table}.toml")
    assert f"effects-{table}" in str(error)


def test_a_result_without_effects_is_refused():
    with pytest.raises(DataError, match="table melee-foot does: 'G'"):
        effect_of(SIEGE, "melee-foot", "G")


@pytest.mark.parametrize("rules", ["siege", "croisades"])
@pytest.mark.parametrize(("table", "order"), CASES["test_the_worst_for_the_target_comes_first_1"])
def test_the_worst_for_the_target_comes_first(rules, table, order):
    rules = load_rules(rules)
    assert "".join(worst_first(rules, table, rules.tables[f"effects-{table}"].rows)) == order


def test_the_order_is_that_of_what_the_results_do():
    # C kills, so that it is as bad as F, which is printed after it.
    rules = says("target:killed", "melee-foot")
    assert "".join(worst_first(rules, "melee-foot", "ABCDEF-")) == "FCED-BA"
    assert "".join(worst_first(says("attacker:killed", "melee-foot"), "melee-foot", "ABCDEF-")) == "FED-BAC"
    assert worst_first(SIEGE, "battering", ("1C", "D/2C", "4C", "-", "D", "D/1C")) == (
        "D", "D/1C", "D/2C", "-", "1C", "4C",
    )  # fmt: skip
    assert worst_first(SIEGE, "panic", ("-", "P1", "R3", "P3", "R6")) == ("R6", "R3", "P3", "P1", "-")
