"""Options that move a whole sequence: by how much in a case that can be worked by hand, else in which direction."""

import pytest

from mangonel.engine.run import run
from mangonel.games.cryhavoc.ladder import FIT_MAN, ON_GROUND, TOWER, Assault
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
RAM = {"approach": [], "archers.men": 0, "oil.barrels": 0}
LADDER = {
    "approach": [],
    "width": 1,
    "foothold": 1,
    "turns": 1,
    "towers.men": 0,
    "defenders.on_wall": 1,
    "defenders.reserve": 0,
    "defenders.oil": 0,
    "besiegers.men": 3,
    "policies.attack_from": "12-1+",
}


def played(name, option, value, changes, **options):
    rules = SIEGE.replaced(options={option: value, **{key.replace("_", "-"): entry for key, entry in options.items()}})
    return run(build(load_scenario(name).replaced(changes), rules), engine="exact")


@pytest.mark.parametrize(("value", "wanted"), [("every-turn", 0.710208), ("every-second-turn", 0.1296)])
def test_ram_rate(value, wanted):
    # Four D in 7 rolls, or in the 4 rolls of turns 1, 3, 5 and 7.
    result = played("ram-gate", "ram-rate", value, RAM | {"turns": 7})
    assert result.probability("breach", by_turn=7).value == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("approach", [[], ["flat_ground x 2"]])
@pytest.mark.parametrize(("value", "rolls", "wanted"), [("first-turn", 4, 0.1296), ("second-turn", 3, 0.0)])
def test_where_a_ram_begins_to_count(value, rolls, wanted, approach):
    # In 7 turns at the wall rolls in turns 1, 3, 5 and 7, or in 2, 4 and 6; it comes up in the move of the first.
    changes = RAM | {"turns": 7, "approach": approach}
    result = played("ram-gate", "ram-every-second-turn-start", value, changes, ram_rate="every-second-turn")
    assert result.tally("battering_rolls").value == rolls
    assert result.probability("breach", by_turn=7).value == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(("value", "dead"), [("killed", 0.18), ("comes-round", 0.3 * (0.4 + 0.2 * 0.4))])
def test_a_man_stunned_by_oil_in_a_ram(value, dead):
    # Column 8-1: F 1 to 4 kills, D 7 and 8 stuns; of the stunned 4 in 10 do not come round.
    changes = RAM | {"oil.barrels": 1, "turns": 1}
    attacked = {"oil_occupants_of_burning_machine": "attacked"}
    result = played("ram-gate", "oil-retreat", value, changes, **attacked)
    assert result.mean("besiegers_dead").value == pytest.approx(dead, abs=1e-12)
    assert result.mean("besiegers_wounded").value == pytest.approx(0.06, abs=1e-12)


@pytest.mark.parametrize(("value", "dead", "wounded"), [("retreat", 0.0, 0.0), ("attacked", 0.18, 0.06)])
def test_oil_on_the_men_in_a_ram(value, dead, wounded):
    # It catches on 8 to 10; on 8-1 a man who must leave dies of D and F (6 in 10) and is wounded by E (2 in 10).
    changes = RAM | {"oil.barrels": 1, "turns": 1}
    result = played("ram-gate", "oil-occupants-of-burning-machine", value, changes)
    assert result.mean("besiegers_dead").value == pytest.approx(dead, abs=1e-12)
    assert result.mean("besiegers_wounded").value == pytest.approx(wounded, abs=1e-12)


@pytest.mark.parametrize(("value", "over"), [("croisades", 1), ("base", 0)])
def test_movement_allowances(value, over):
    # 8 points: 3 to climb and 4 to cross; 6 do not reach.
    changes = LADDER | {"defenders.on_wall": 0, "width": 2, "foothold": 2}
    result = played("ladder-one", "movement-allowances", value, changes)
    assert result.tally("crossings").value == over


@pytest.mark.parametrize(("value", "over"), [("by-allowance", 1), ("forbidden", 0)])
def test_up_and_over_in_one_move(value, over):
    changes = LADDER | {"defenders.on_wall": 0, "width": 2, "foothold": 2}
    result = played("ladder-one", "ladder-climb-and-cross", value, changes, movement_allowances="croisades")
    assert result.tally("crossings").value == over


@pytest.mark.parametrize(("value", "wounded"), [("allowed", 0.6), ("forbidden", 0.0)])
def test_climbing_in_the_raising_move(value, wounded):
    # Toppled on 1 to 6 with a man on it, or with nobody.
    result = played("ladder-one", "climb-in-raising-move", value, LADDER)
    assert result.mean("besiegers_wounded").value == pytest.approx(wounded, abs=1e-12)


@pytest.mark.parametrize(("value", "wounded"), [("foot", 0.2), ("wounded", 0.4)])
def test_retreat_from_a_ladder(value, wounded):
    # Oil, column 8-1: E on 5 and 6 wounds, C on 9 and 10 drives back.
    result = played("ladder-one", "retreat-from-ladder", value, LADDER | {"defenders.oil": 1})
    assert result.mean("besiegers_wounded").value == pytest.approx(wounded, abs=1e-12)


@pytest.mark.parametrize(("value", "wounded"), [("reserve", 0.1), ("wounded", 0.3)])
def test_retreat_from_the_wall(value, wounded):
    # 8 against 2 from a ladder, column 3-1: E on a 1 wounds, C on 4 and 5 drives back.
    result = played("ladder-one", "wall-retreat", value, LADDER | {"policies.attack_from": "1-1"})
    assert result.mean("defenders_wounded").value == pytest.approx(wounded, abs=1e-12)


@pytest.mark.parametrize(("value", "toppled"), [("no-shot", 0.6), ("no-move", 0.0)])
def test_toppling_after_a_move(value, toppled):
    # The only defender comes from the reserve and finds a man on the ladder.
    changes = LADDER | {"defenders.on_wall": 0, "defenders.reserve": 1}
    result = played("ladder-one", "ladder-topple-condition", value, changes)
    assert result.tally("topples").value == pytest.approx(toppled, abs=1e-12)


@pytest.mark.parametrize(("value", "last"), [("laid", 3), ("turn-after", 4)])
def test_when_a_fire_has_burnt_for_three_turns(value, last):
    # One barrel in the first turn, and nobody who puts out: it catches on 8 to 10 and is never put out.
    changes = RAM | {"oil.barrels": 1, "turns": 6, "policies.fire_fighters": 0}
    result = played("ram-gate", "fire-three-turns", value, changes)
    assert [result.probability("destroyed", by_turn=turn).value for turn in (last - 1, last)] == pytest.approx([0, 0.3])
    # A tent alone, set on fire for certain in the first turn.
    tent = {"name": "tent", "kind": "tent", "hexes": [[0, 0]]}
    camp = {"objects": [tent], "fires": [{"hex": "tent", "cause": "hand", "tries": 0}], "turns": 6, "fighters.men": 0}
    result = played("fire-camp", "fire-three-turns", value, camp)
    assert [result.probability("all_lost", by_turn=turn).value for turn in (last - 1, last)] == [0, 1]


FIRES = {"approach": [], "archers.men": 2, "oil.barrels": 0, "turns": 12}


def breach(option, value, changes):
    return played("ram-gate", option, value, changes).probability("breach").value


def test_spread_fire_that_counts_as_arrow_fire_is_put_out_more_easily():
    found = [breach("da-and-spread-fire", value, FIRES) for value in ("arrows", "other")]
    assert found[0] > found[1]


def test_the_timing_of_spread_moves_the_odds():
    # At the end of the defenders' turn a new fire spreads before anybody can put it out.
    found = [breach("fire-spread-timing", value, FIRES) for value in ("end-of-turn", "end-of-opponents-turn")]
    assert found[0] < found[1]


def test_a_crew_that_may_stay_in_the_fire_breaches_more_often():
    changes = FIRES | {"policies.fire_policy": "ram-on"}
    found = [breach("burning-hex-occupants", value, changes) for value in ("retreat", "wounded-then-dead")]
    assert found[1] > found[0]


FIGHT = LADDER | {"turns": 6, "policies.attack_from": "1-1", "defenders.reserve": 2, "besiegers.men": 4}


def test_a_party_that_falls_back_is_shot_at_longer():
    changes = FIGHT | {"approach": ["flat_ground x 8"], "towers.men": 2}
    found = [
        played("ladder-one", "carrier-retreat", value, changes).tally("shots").value
        for value in ("falls-back", "holds")
    ]
    assert found[0] > found[1]


def test_a_man_hit_by_a_falling_one_is_missed():
    changes = FIGHT | {"turns": 3}
    found = [
        played("ladder-one", "fall-on-man", value, changes).tally("crossings").value for value in ("never", "always")
    ]
    assert found[0] > found[1]


@pytest.mark.parametrize(("value", "hit"), [("play-sheet", 0.6), ("german", 0.5)])
def test_scrub_below_a_tower(value, hit):
    # A longbow 5 hexes away at men in scrub: no cover within the radius, else light.
    changes = LADDER | {"approach": ["scrub x 12"], "towers.men": 1, "towers.weapon": "longbow", "towers.aside": 1}
    setup = load_scenario("ladder-one").replaced(changes).setup
    game = Assault(setup, SIEGE.replaced(options={"downward-radius": value}))
    letters = game.shot(TOWER, FIT_MAN, ON_GROUND, 3).roll.faces
    assert sum(letter != "-" for letter in letters) / 10 == pytest.approx(hit)
