"""What things are worth, what reaches a chance, and sweeps over rules."""

from __future__ import annotations

import pytest

import mangonel as mg
from mangonel.engine.rolls import Roll
from mangonel.errors import DataError
from mangonel.games.filo.combat import CHARGED, Rolls
from mangonel.games.filo.rolls import Rally
from mangonel.games.filo.states import Unit
from mangonel.games.scenario import load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.situation import Shift, Situation
from mangonel.studies.varying import current, varied
from mangonel.studies.worth import outcomes_moved

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
RAM = load_scenario("ram-gate").replaced({"turns": 16, "approach": ["flat_ground x 4"]})
"""A short way, so that a game of it is done in a third of the time."""


def breach(rules=SIEGE, **changes):
    return mg.simulate(RAM, rules, engine="exact", **changes).probability("breach").value


@pytest.fixture(scope="module")
def ram():
    return mg.worth(RAM, of="breach", also=[{"archers.men": 0, "turns": 12}])


def test_why_there_cannot_be_one_more_is_told_in_the_language(ram):
    assert "Runde des Ausfalls: fehlt" in " ".join(ram.summary(lang="de").split())


def test_one_more_is_worth_what_a_run_says(ram):
    changes = {(thing.name, thing.by): thing.change.value for thing in ram.things}
    more, none = {"archers.men": RAM.setup.archers.men + 1}, {"archers.men": 0, "turns": 12}
    assert changes["archers.men", 1] == pytest.approx(breach(**more) - breach(), abs=1e-12)
    assert changes["archers.men=0 turns=12", 0] == pytest.approx(breach(**none) - breach(), abs=1e-12)
    assert list(ram.to_frame()["change"].abs()) == sorted(ram.to_frame()["change"].abs(), reverse=True)


def test_one_on_the_die_is_worth_what_a_table_says_that_is_moved_by_a_row(ram):
    changes = {(thing.name, thing.by): thing.change.value for thing in ram.things if thing.kind == "die"}
    # Of the fire table the ram asks the column for putting out by one roll only.
    _, moved = varied(RAM, SIEGE, {"rules.fire.extinguish": 1})
    assert changes["putting out", 1] == pytest.approx(breach(moved) - breach(), abs=1e-12)
    assert moved.table("fire").cell("3", "extinguish") == "DA"
    assert moved.table("fire").cell("10", "extinguish") == "."


def test_a_number_is_not_added_to_the_die_of_a_table_of_bands():
    with pytest.raises(DataError, match=r"rules.combat-results.defenders: its rows hold several numbers each"):
        varied(load_scenario("engagement-knights"), load_rules("filo-read"), {"rules.combat-results.defenders": 1})


@pytest.mark.parametrize(("name", "by"), [("combat", 1), ("combat", -1), ("beyond", -1), ("rally", 1)])
def test_one_on_a_die_with_modifiers_is_one_modifier_more(name, by):
    made, tests = Rolls(load_rules("filo-read")), True
    # A combat at +2 falls upon rows beyond its die, one at +8 counts +7; a natural 0 rallies with any modifier.
    knights, militia = (Unit("Ch", 8, 6, mounted=True),), (Unit("Mi", 4, 5),)
    roll, other = {
        "combat": (made.fought(2, tests), made.fought(2 + by, tests)),
        "beyond": (made.combat(knights, militia, CHARGED, tests), made.fought(7, tests)),
        "rally": (made.rally(Rally(quality=0)),) * 2,
    }[name]
    assert outcomes_moved(roll, "die", by) == list(other.faces)


def test_a_column_more_is_one_shift_more_and_clamped_with_the_others():
    table = SIEGE.table("melee-foot")
    below = Roll.on(Situation(table, "1-1", shifts=(Shift("far below", -9),)))
    assert outcomes_moved(below, "column", 1) == list(below.faces)
    first, second = (Roll.on(Situation(table, column)) for column in table.columns[:2])
    assert outcomes_moved(first, "column", 1) == list(second.faces)
    assert outcomes_moved(Roll.chance("luck", 1, 3), "die", 1) == ["-", "luck", "luck"]


@pytest.mark.release
def test_dice_of_storms_are_worth_what_a_run_says():
    short = {"turns": 6, "breach.turns": 1}
    study = mg.worth("siege-breach", of="defenders_dead", **short)
    found = next(thing for thing in study.things if (thing.name, thing.by) == ("melee-foot.6-1", 1))
    moved = mg.simulate("siege-breach", **short, **{"rules.melee-foot.6-1": 1}).mean("defenders_dead")
    assert found.change.value == pytest.approx(moved.value - study.value.value, abs=1e-12)
    assert found.change.value < -0.05


@pytest.mark.release
def test_the_ladder_has_the_numbers_of_single_runs():
    study = mg.worth("ladder-one:wall-last", **{"assumptions.ladder-hex-points": "both"})
    assert "numbers with an interval: engine monte-carlo" in " ".join(study.summary().split())
    changes = {(thing.name, thing.by): thing.change.value for thing in study.things}
    for name, by, points in (("besiegers.men", 1, 13.54), ("shortbow", 1, 24.37), ("topple", -1, -1.32)):
        assert 100 * changes[name, by] == pytest.approx(points, abs=0.005)


def test_a_sampled_game_is_weighed_on_common_random_numbers():
    exact = {(thing.name, thing.by): thing.change.value for thing in mg.worth("panic-one", of="broken").things}
    study = mg.worth("panic-one", of="broken", engine="monte-carlo", trials=20_000, seed=2)
    numbers = [thing for thing in study.things if thing.kind == "number"]
    assert numbers
    assert all(not thing.change.exact for thing in study.things)
    for thing in numbers:
        assert abs(thing.change.value - exact.get((thing.name, 1), 0.0)) <= 5 * max(thing.change.se, 1e-4)


def test_a_sampled_game_of_days_is_weighed_by_its_length():
    study = mg.worth("bombardment-curtain", of="turns", engine="monte-carlo", trials=100, turns=2)
    assert next(thing.change.value for thing in study.things if thing.name == "turns") == pytest.approx(1)


def test_by_state_the_worth_at_the_start_is_that_of_a_run():
    study = mg.worth_by_state(RAM, of="breach")
    frame = study.to_frame()
    first = frame[(frame["turn"] == 1) & frame["left"].isna()].set_index("thing")
    for path in ("oil.barrels", "besiegers.rams"):
        more = current(RAM, SIEGE, path) + 1
        assert first["change"][path] == pytest.approx(breach(**{path: more}) - breach(), abs=1e-12)
        # All games of a turn together are those of what is left, by their shares.
        mine = frame[(frame["thing"] == path) & (frame["turn"] == 9)]
        parts = mine[mine["left"].notna()]
        whole = mine[mine["left"].isna()].iloc[0]
        assert (parts["share"] * parts["value"]).sum() == pytest.approx(whole["share"] * whole["value"], abs=1e-3)
    assert "archers.men" in study.fixed
    assert "points at the start of turn" in study.summary()
    with pytest.raises(DataError, match="positions are valued exactly"):
        mg.worth_by_state(RAM, engine="monte-carlo")


def test_by_state_a_man_on_the_ladder_is_worth_known_from_hand_made_tables():
    frame = mg.worth_by_state("ladder-one:wall-last", **{"assumptions.ladder-hex-points": "both"}).to_frame()
    men = frame[(frame["thing"] == "besiegers.men") & frame["left"].isna()].set_index("turn")["change"]
    assert 100 * men[1] == pytest.approx(13.54, abs=0.005)
    assert 100 * men[10] == pytest.approx(18.4, abs=0.05)


def test_rules_that_vary_are_called_by_their_words():
    assert "added to the die: Fire: putting out" in mg.sweep(RAM, x=("rules.fire.extinguish", (0, 1))).summary()


def test_the_nearest_value_that_reaches_a_chance():
    found = mg.reach(RAM, by="archers.men", chance=0.9, of="breach + crew lost")
    assert found.sweep.ending == "breach+crew_lost"
    assert found.value is not None
    assert found.at(found.value).value >= 0.9
    assert all(found.at(x).value < 0.9 for x in found.sweep.xs if x > found.value)
    assert found.to_frame()["reached"].sum() == 1


@pytest.mark.parametrize(("by", "chance", "value"), [("a.strength", 0.65, 7), ("a.quality", 0.714, 4)])
def test_a_chance_is_reached_where_nothing_moves_at_first_and_as_it_is_but_for_rounding(by, chance, value):
    assert mg.reach("engagement-hill", "filo-read", by=by, chance=chance).value == value


def test_a_chance_that_cannot_be_reached_is_said_with_the_nearest():
    found = mg.reach(RAM, by="rules.fire.extinguish", chance=0.9999, of="breach")
    assert found.value is None
    assert "\nAdded to the die: Fire: putting out cannot reach 99.99 %" in found.summary()
    nearer = mg.reach(RAM, by="rules.fire.extinguish", chance=0.2, of="breach")
    assert "It takes 3 (added to the die: Fire: putting out) to reach " in nearer.summary()
    assert found.at(found.nearest).value == max(cell.value for cell in found.sweep.estimates[0])


@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("archer.men", "no such number in the scenario: 'archer.men'; did you mean 'archers.men'?"),
        ("rules.fir.extinguish", "no such option or table: 'fir'; did you mean 'fire'?"),
        ("rules.fire.extinguis", "name a column of table fire, or ROW.COLUMN: 'extinguis'; did you mean 'extinguish'?"),
        ("rules.healing-table", "rules.healing-table: is not a whole number: 'd10'"),
    ],
)
def test_a_wrong_path_says_what_is_allowed(path, error):
    with pytest.raises(DataError, match=error.replace("?", "[?]")):
        mg.reach(RAM, by=path, chance=0.5)


def test_rules_are_swept_like_numbers():
    swept = mg.sweep(RAM, x=("rules.fire.extinguish", (-1, 0, 1)), y=("archers.men", (1, 2)), ending="breach")
    for row, men in enumerate((1, 2)):
        for column, by in enumerate((-1, 0, 1)):
            _, moved = varied(RAM, SIEGE, {"rules.fire.extinguish": by})
            chance = breach(moved, **{"archers.men": men})
            assert swept.estimates[row][column].value == pytest.approx(chance, abs=1e-12)


def test_cells_and_options_are_set_by_their_paths():
    scenario = load_scenario("ladder-one")
    assert current(scenario, SIEGE, "rules.joint-attack.foot") == 1
    knights, path = load_scenario("engagement-knights"), "rules.combat-modifiers.quality_better"
    assert current(knights, load_rules("filo-read"), path) == 1
    _, rules = varied(scenario, SIEGE, {"rules.joint-attack.foot": 2, "rules.melee-foot.3.3-1": "C"})
    assert rules.table("joint-attack").cell("foot", "value") == "2"
    assert rules.table("melee-foot").cell("3", "3-1") == "C"
    _, rules = varied(scenario, SIEGE, {"rules.healing-table": "croisades"})
    assert rules.choice("healing-table") == "croisades"
