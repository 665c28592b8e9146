"""What a result does, as the tables of effects say it: the grammar of their cells, and the order of results."""

from dataclasses import replace
from pathlib import Path

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.games.cryhavoc.outcomes import worst_first
from mangonel.games.cryhavoc.rolls import effect_of
from mangonel.rules.change import CellChange
from mangonel.rules.effects import Effect
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")
TABLES = ("melee-foot", "melee-mounted", "missile-foot", "missile-mounted")
CROISADES = {"missile-mounted": {"mounted-missile-croisades": "croisades"}}


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
    for options in ({}, CROISADES.get(table, {})):
        rules = SIEGE.replaced(options=options)
        name = f"effects-{table}" + ("-croisades" if options else "")
        for word in SIEGE.tables[name].words:
            changed = rules.replaced(cells=[CellChange(name, "A", "value", word)])
            assert (effect_of(changed, table, "A") == Effect()) == (word == "nobody")


@pytest.mark.parametrize(
    ("table", "cell", "value"),
    CASES["test_what_no_sequence_can_play_is_refused_with_its_place"],
)
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
@pytest.mark.parametrize(
    ("table", "order"),
    [
        ("melee-foot", "FEDC-BA"),
        ("melee-mounted", "HGFEDC-BA"),
        ("missile-foot", "CBA-"),
        ("missile-mounted", "FEDCBA-"),
    ],
)
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
