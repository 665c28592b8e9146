"""No sequence knows what a letter or a cell says: what a rule file changes is played, or refused by name."""

import random
from dataclasses import replace

import pytest

from cases import cases
from games.registry import SEQUENCES, twin_of
from games.variants import some_rules
from mangonel import build, load_rules, load_scenario, play_trace, run
from mangonel.errors import DataError
from mangonel.rules.change import CellChange
from rules.overlays import HEAD, change

CASES = cases(__file__)

SIEGE = load_rules("siege")
EFFECTS = [name for name in SIEGE.tables if name.startswith("effects-")]
BLOODY = HEAD + "".join(
    change(table="effects-melee-foot", row=row, column="value", value="target:killed") for row in "DE"
)


def with_letter(table, letter, *rows):
    """Return siege with a result that its table does not have, as a table file of one's own may have it."""
    printed = SIEGE.tables[table]
    cells = tuple(
        tuple(letter if row in rows else cell for cell in line)
        for row, line in zip(printed.rows, printed.cells, strict=True)
    )
    changed = replace(printed, results={**printed.results, letter: "of my own"}, cells=cells)
    return replace(SIEGE, tables={**SIEGE.tables, table: changed})


def test_an_overlay_that_makes_wounds_kill_moves_the_whole_assault(tmp_path):
    file = tmp_path / "bloody.toml"
    file.write_text(BLOODY, encoding="utf-8")
    # Worked out first for men who neither step on after a fight nor shoot at the wall.
    plain = {"policies.advance": False, "policies.defence_advance": False, "policies.shoot_wall": "never"}
    scenario = load_scenario("ladder-one").replaced({**plain, "assumptions": {"carrier-retreat": "falls-back"}})
    found = run(build(scenario, load_rules(file)), engine="exact")
    assert found.probability("foothold").value == pytest.approx(0.3143, abs=5e-5)
    assert found.probability("repulsed").value == pytest.approx(0.4120, abs=5e-5)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_men_neither_come_nor_vanish_whatever_the_results_do(sequence):
    twin, played = twin_of(sequence), 0
    for seed in range(8):
        draw = random.Random(seed)
        scenario, rules = twin.some(draw), some_rules(draw)
        cells = [
            CellChange(table, row, "value", draw.choice(SIEGE.tables[table].words))
            for table in EFFECTS
            for row in SIEGE.tables[table].rows
        ]
        try:
            made = build(scenario, rules.replaced(cells=cells))
        except DataError:
            # Walls that are down before the first turn, for example.
            continue
        totals = {one.name.rpartition("_")[0]: one.maximum for one in made.measures if one.name.endswith("_dead")}
        for game in range(2):
            # Columns that leave their bounds are an error of the trace.
            found = play_trace(made, seed=game).measures
            for side, men in totals.items():
                states = [found[f"{side}_{state}"] for state in ("dead", "wounded", "fit", "stunned")
                          if f"{side}_{state}" in found]  # fmt: skip
                assert sum(states) <= men
                assert min(states) >= 0
            played += 1
    assert played >= 8


def test_a_letter_of_ones_own_does_what_its_row_says():
    kills = with_letter("melee-foot", "G", "1")
    with pytest.raises(DataError, match="what this result of table melee-foot does: 'G'"):
        build(load_scenario("ladder-one"), kills)
    effects = SIEGE.tables["effects-melee-foot"]
    known = replace(effects, rows=(*effects.rows, "G"), cells=(*effects.cells, ("target:killed",)))
    kills = replace(kills, tables={**kills.tables, effects.id: known})
    same = SIEGE.replaced(
        cells=[CellChange("melee-foot", "1", name, "F") for name in SIEGE.table("melee-foot").columns]
    )
    ours, theirs = (run(build(load_scenario("ladder-one"), rules), engine="exact") for rules in (kills, same))
    assert ours.probability("foothold").value == pytest.approx(theirs.probability("foothold").value, abs=1e-12)


@pytest.mark.parametrize(
    ("keys", "parts"),
    CASES["test_a_result_that_cannot_come_there_is_refused_when_the_file_is_read"],
)
def test_a_result_that_cannot_come_there_is_refused_when_the_file_is_read(tmp_path, keys, parts):
    file = tmp_path / "mine.toml"
    file.write_text(HEAD + change(**keys), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_rules(file)
    assert all(part in str(caught.value) for part in ["mine.toml", *parts])


@pytest.mark.parametrize(
    ("table", "letter", "name"),
    CASES["test_a_letter_of_ones_own_that_nobody_can_carry_out_is_refused_by_name"],
)
def test_a_letter_of_ones_own_that_nobody_can_carry_out_is_refused_by_name(table, letter, name):
    rows = SIEGE.tables[table].rows
    with pytest.raises(DataError) as caught:
        build(load_scenario(name), with_letter(table, letter, *rows))
    error = caught.value
    assert error.value == letter
    assert error.allowed
    assert table in str(error)
