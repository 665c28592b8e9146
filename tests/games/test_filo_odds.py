"""Single rolls of ¡Al filo de la Espada!: examples to the last digit, odds worked by hand, and that every option and cell counts."""

from fractions import Fraction
from functools import lru_cache

import pytest

from cases import cases
from games.filo_asking import FILO, NAVAS, READ, ask, asked_by, combat, told
from mangonel.errors import DataError, NoRollError, UnknownCellError
from mangonel.games.filo.combat import Combat, combat_odds
from mangonel.games.filo.rolls import Rally, rally_situation, usual_order
from mangonel.games.filo.states import Unit
from mangonel.rules.change import CellChange

CASES = cases(__file__)


def test_a_total_below_the_first_row_is_told_as_it_is():
    roll = rally_situation(READ, Rally(quality=5, bonuses=(2,)))
    assert roll.explain(1) == "die 1, -2 leader = -1, row 0..5 and less -> rallies (it is organised)"
    assert roll.explain(9).startswith("die 9, -2 leader = 7, row 6 and more -> -")


@pytest.mark.parametrize(("state", "result", "room", "after", "hexes"), CASES["test_what_results_make_of_units"])
def test_what_results_make_of_units(state, result, room, after, hexes):
    found = ask("states", state=(state,), result=result, room=room)
    assert found.facts["after"] == [{"state": after, "hexes": hexes}]


def test_a_result_names_the_readings_it_came_from():
    assert ask("combat", attacker=("Pi:4:6",), defender=("Ch:4:6",)).facts["readings"] == [
        "signs = minus",
        "result-dashes = none",
    ]
    # From +5 up no damaged cell is reached.
    assert "readings" not in ask("combat", attacker=("Ch:4:6",), defender=("Pi:4:6",), charge=True).facts


def test_a_combat_that_can_come_to_a_lost_result_is_an_error_under_filo():
    charge = {"attacker": ("Ch:4:6",), "defender": ("Pi:4:6",)}
    # +5 comes to rows from 5 up alone; +3 comes to 3 and 4, whose results for the defenders are lost.
    assert ask("combat", FILO, **charge, charge=True).odds == ask("combat", READ, **charge, charge=True).odds
    with pytest.raises(UnknownCellError, match="result-dashes = none"):
        ask("combat", FILO, **charge)


def test_two_units_that_act_as_one():
    answer = ask("combat", NAVAS, attacker=("Mi:3+2:6+4",), defender=("Mi:4:4",))
    assert answer.facts["total"] == 1
    # One of them shoots: 5 points are +1, and 4 are nothing, though they have 8 together.
    assert ask("fire", NAVAS, shooter=("Ab:3+5",), distance=(1,)).facts["total"] == 1
    assert ask("fire", NAVAS, shooter=("Ab:4+4",), distance=(1,)).facts["total"] == 0


@pytest.mark.parametrize(
    ("activation", "values", "begins", "order"), CASES["test_the_usual_order_and_that_of_one_side_after_the_other"]
)
def test_the_usual_order_and_that_of_one_side_after_the_other(activation, values, begins, order):
    rules = READ.replaced(options={"activation-order": activation})
    assert " ".join(f"{side}{value}" for side, value in usual_order(rules, values, begins)) == order


def test_initiative_is_mirrored():
    one, other = (ask("initiative", bonus_a=mine, bonus_b=theirs).named for mine, theirs in ((2, 0), (0, 2)))
    assert one["a has the initiative"] == other["b has the initiative"]
    assert one["a acts first"] == 1 - other["a acts first"]
    assert ask("initiative", leader_a=(2,), leader_b=(3,)).named["a acts first"] == Fraction(1, 2) * (
        1 + Fraction(73, 648)
    )
    # Where a difference of 3 gives it to nobody, either, the usual order holds in 73/648 and 41/72.
    wide = READ.replaced(cells=[CellChange("initiative", "1..3", "class", "C1")])
    named = ask("initiative", wide, leader_a=(2,), leader_b=(3,)).named
    assert named["a acts first"] == Fraction(1, 2) * (1 + Fraction(73, 648) + Fraction(41, 72))


def test_how_far_the_next_total_is():
    facts = ask("combat", attacker=("Mi:4:4",), defender=("Mi:4:5",)).facts
    assert facts["next_total"] == CASES["NEXT_TOTAL"]
    assert facts["one_more_point"]["leader_point"] == pytest.approx(0.1)


@pytest.mark.parametrize(("words", "said", "charge"), CASES["test_combats_that_the_rules_do_not_allow"])
def test_combats_that_the_rules_do_not_allow(words, said, charge):
    with pytest.raises(NoRollError, match=said):
        combat(*words, charge=charge)


def test_artillery_in_the_hex_of_infantry():
    """5.1 and 6.D: its shot before an attack costs 2, and a charge goes against both."""
    assert combat("Ha:5:5:foot:shot:artillery", "Pi:6:5") == combat("Ha:5:3:foot:demoralised", "Pi:6:3")
    with pytest.raises(DataError, match="its shot only"):
        combat("Ha:5:5:foot:artillery", "Pi:6:5")
    # 4 on 8 are 0, the lowest type +2, quality 6 on 4 +1, the charge +2.
    assert combat("Ch:4:6", "Mi:5:3 At:3:4", charge=True) == combat("Ch:4:6", "Pi:8:4", charge=True)


@pytest.mark.parametrize(
    ("words", "charge", "place", "ground"), CASES["test_ground_that_bars_a_combat_names_whose_it_is"]
)
def test_ground_that_bars_a_combat_names_whose_it_is(words, charge, place, ground):
    with pytest.raises(NoRollError, match=f"^{place}: no ") as error:
        combat(*words, charge=charge)
    assert error.value.value == ground


def test_a_charge_onto_a_bridge_is_refused_though_it_would_be_void():
    # Quality 9 always voids the charge, and the terrain of combat counts then, which a bridge allows.
    knights, others = Unit("Ch", 4, 6, mounted=True), Unit("Ch", 4, 9, mounted=True, ground=("bridge",))
    assert combat_odds(READ, Combat((knights,), (others,)))
    with pytest.raises(NoRollError, match="does not allow"):
        combat_odds(READ, Combat((knights,), (others,), charge=True))


def test_points_and_victory_at_las_navas():
    answer = ask("victory", NAVAS, of="muslims", eliminated=("Pi", "Cl"), fled=("Mi",), al_andalus=7, captured=1)
    assert answer.facts["scores"] == {"christians": 3 + 4 + 1 + 15 + 5, "muslims": 0}
    assert set(ask("victory", NAVAS, of="christians", eliminated=("Ch",) * 10).odds) == {"muslims"}
    assert set(ask("victory", NAVAS, of="christians", killed=2, turn=12).odds) == {"drawn"}
    with pytest.raises(DataError, match="other side"):
        ask("victory", NAVAS, of="christians", al_andalus=7)


def test_without_a_time_limit_the_muslims_have_ten_points_after_turn_12():
    rules = NAVAS.replaced(options={"time-limit": "off"})
    won = {
        turn: set(ask("victory", rules, of="christians", eliminated=("Ch",) * 8, turn=turn).odds) for turn in (11, 12)
    }
    assert won == {11: {"nobody yet"}, 12: {"muslims"}}
    assert set(ask("victory", rules, of="muslims", eliminated=("Ch",) * 10, turn=12).odds) == {"christians"}
    # A turn later the Christians have to overcome these, too.
    late = ask("victory", rules, of="muslims", eliminated=("Ch",) * 11, turn=13)
    assert (set(late.odds), late.facts["scores"]) == ({"nobody yet"}, {"christians": 55, "muslims": 10})


ASKED = CASES["ASKED"]  # fmt: skip

# No single roll asks for these: movement, and what stands at the start of the battle.
UNASKED = {
    *(("ground", row, column) for row in NAVAS.table("ground").rows for column in ("infantry_and_leaders", "cavalry_and_artillery")),
    *(("navas-banners", row, column) for row in NAVAS.table("navas-banners").rows for column in NAVAS.table("navas-banners").columns),
    *(("movement", row, "value") for row in NAVAS.table("movement").rows),
    # Artillery has no points, and what it may do is told by what it shoots with.
    ("types", "At", "points"),
    ("types", "At", "charges"),
    # The routed do not rest: it is refused before the cell is asked for.
    *(("states", "rest", column) for column in NAVAS.table("states").columns if column.startswith("routed")),
    # It counts without the time limit only.
    ("victory", "no_christian_win", "value"),
}  # fmt: skip


@lru_cache
def before():
    """Return each question with what it asks the rules of Las Navas for, and its answer."""
    return [(name, said, asked_by(name, NAVAS, **said), told(name, NAVAS, **said)) for name, said in ASKED]


def moved(rules, asks):
    """Tell whether some answer under a rule set is not that under the rules of Las Navas."""
    return any(told(name, rules, **said) != answer for name, said, asked, answer in before() if asks(asked))


# Whether a unit moves or fights is no single roll: tests of the waves show what they change.
PLAYED = {"al-nasir", "mujahids"}


@pytest.mark.parametrize("option", [option for option in NAVAS.options if option not in PLAYED])
def test_every_value_of_every_option_changes_an_answer(option):
    for value in NAVAS.options[option].values:
        if value == NAVAS.choice(option):
            continue
        assert moved(NAVAS.replaced(options={option: value}), lambda asked: option in asked.options), value


def cells():
    for table in NAVAS.tables.values():
        for row in table.rows:
            yield from ((table.id, row, column) for column in table.columns if (table.id, row, column) not in UNASKED)


def others(name, row, column):
    """Return other values for a cell, those first that can hardly be missed."""
    table = NAVAS.table(name)
    cell = table.printed(row, column)
    numbers = ["-9", "9", "+9", "-1", "5", "1", "0", "9/9", "SE", "1/2", "99"]
    words = [*table.results, *table.form.kind.form(column).words]
    return [one for one in (*words, *numbers) if one != cell and table.fault(row, column, one) is None]


@pytest.mark.parametrize("name", NAVAS.tables)
def test_every_cell_that_a_roll_asks_for_changes_an_answer(name):
    for cell in cells():
        if cell[0] == name:
            changes = (NAVAS.replaced(cells=[CellChange(*cell, value)]) for value in others(*cell))
            assert any(moved(rules, lambda asked, cell=cell: cell in asked.cells) for rules in changes), cell
