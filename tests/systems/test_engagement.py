"""One stack against one: worked odds, scripted games, what must be so, and what is refused."""

from fractions import Fraction

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.engine.values import solve
from mangonel.errors import DataError, UnknownCellError
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.systems.filo.initiative import first_chance
from mangonel.systems.scenario import build, load_scenario

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
PIKES = load_scenario("engagement-pikes")
KNIGHTS = {"a.kind": "knights", "b.kind": "knights", "b.army_bonus": 1, "b.value": 2, "policies.b.act": "attack"}


def made(changes=None, rules=READ, scenario=PIKES):
    return build(scenario.replaced(changes or {}), rules)


def exact(changes=None, rules=READ, scenario=PIKES):
    return run(made(changes, rules, scenario), engine="exact")


def told(dice, changes=None, rules=READ, turns=1):
    """Return what a game of so many turns tells, without the heads of phases."""
    game = play_trace(made({"turns": turns, **(changes or {})}, rules), dice=iter(dice))
    return [event.text for event in game.events], game


def test_knights_on_pikemen_by_hand():
    found = exact()
    by_turn = [found.probability("b_broken", by_turn=turn).value for turn in (1, 2, 3, 4)]
    assert by_turn == pytest.approx([0.1, 0.14, 0.396, 0.6144], abs=1e-12)


def test_a_charge_that_is_answered_by_hand():
    """Even knights of quality 6: 0.7 react; then +1 (ratio), else +3 (ratio, charge)."""
    found = exact({**KNIGHTS, "turns": 1, "policies.b.act": "hold"})
    assert found.mean("b_demoralised").value == pytest.approx(float(Fraction(16, 100)), abs=1e-12)
    assert found.tally("b_reactions").value == pytest.approx(0.7, abs=1e-12)


CHARGE = """\
side a: initiative, dice 6+6, +1 army leader -> 13
side b: initiative, dice 1+1 -> 2
side a acts first
side a charges
side a: combat, die 9, +2 Ch against Pi, +1 better quality, +2 charge = 14, row 14..16 -> {}
side b is routed, fresh
side b goes back, 2 hexes
side a advances
side b is broken""".format("defenders: Dr+R (routed), attackers: obligatory advance")


def test_a_charge_that_routs_is_told_to_the_end():
    lines, game = told([(6, 6), (1, 1), 9])
    assert lines == CHARGE.splitlines()
    assert (game.ending, game.turn) == ("b_broken", 1)


def test_fire_before_a_combat_comes_in_order_and_can_end_it():
    shooters = {"b.kind": "crossbowmen", "policies.b.until": "eliminated"}
    lines, _ = told([(6, 6), (1, 1), 8, 9], {**shooters, "policies.a.until": "eliminated"})
    assert [line for line in lines if "shot" in line or "combat" in line] == [
        "side b: shot, at 1 hex: die 8, row 8 and more -> Dr (routed)"
    ]
    lines, _ = told([(6, 6), (1, 1), 6, 0, 9], shooters)
    assert any("attackers demoralised" in line for line in lines)


def test_offensive_fire_costs_two():
    light = {"a.kind": "light-horse", "policies.a.offensive_fire": True}
    lines, _ = told([(6, 6), (1, 1), 9, 5], light)
    assert (
        "side a: shot, at 1 hex: die 9, -1 strength under 4, -1 moved, -1 mounted = 6, row 0..6 -> - (no effect)"
        in lines
    )
    assert any(", -2 offensive fire" in line for line in lines)


@pytest.mark.parametrize(
    ("changes", "charges"),
    [({"gap": 0}, 0.0), ({"gap": 4}, 1.0), ({"gap": 5}, 0.0), ({"a.movement": 3, "gap": 4}, 0.0),
     ({"a.kind": "foot-sergeants"}, 0.0), ({"a.kind": "light-horse"}, 0.0), ({"policies.a.charge": False}, 0.0)],
)  # fmt: skip
def test_who_may_charge_and_from_where(changes, charges):
    found = exact({"turns": 1, **changes})
    assert found.tally("a_charges").value == pytest.approx(charges, abs=1e-12)
    reached = changes.get("gap", 2) <= changes.get("a.movement", 6)
    assert found.tally("a_combats").value == pytest.approx(float(reached), abs=1e-12)


def test_a_charge_may_come_from_farther_if_the_rules_say_so():
    free = READ.replaced(options={"charge-movement": "free"})
    assert exact({"turns": 1, "gap": 6}, free).tally("a_charges").value == pytest.approx(1.0)
    assert exact({"turns": 1, "gap": 7}, free).tally("a_charges").value == 0.0


def test_who_routs_with_no_way_back_is_eliminated_and_who_routs_with_one_is_not():
    crossbows = {"a.kind": "crossbowmen", "policies.a.act": "shoot", "gap": 1, "turns": 1}
    for room, state in (("blocked", "b_eliminated"), ("open", "b_routed")):
        assert exact({**crossbows, "b.room": room}).mean(state).value == pytest.approx(0.1, abs=1e-12)


def test_a_blocked_retreat_is_a_level_of_disorder():
    # 2 of 10 retreat only, 3 are fatigued as well; 4 are demoralised, and routed on top of it: eliminated.
    found = exact({"turns": 1, "b.room": "blocked", "policies.b.until": "eliminated"})
    assert found.mean("b_demoralised").value == pytest.approx(0.5, abs=1e-12)
    assert found.mean("b_eliminated").value == pytest.approx(0.5, abs=1e-12)


def test_whoever_runs_over_the_edge_is_gone():
    gone = {"turns": 1, "policies.b.until": "gone"}
    assert exact({**gone, "b.edge": 1}).probability("b_broken").value == pytest.approx(0.1, abs=1e-12)
    # 5 of 10 only retreat, some of them fatigued: at the edge they stay, and are demoralised.
    found = exact({**gone, "b.edge": 0})
    assert found.probability("b_broken").value == pytest.approx(0.5, abs=1e-12)
    assert found.mean("b_demoralised").value == pytest.approx(0.5, abs=1e-12)
    # It routs two hexes and flees three: with five behind it, it is just on the map.
    assert exact({**gone, "b.edge": 5}).probability("b_broken").value == 0.0
    assert exact({**gone, "b.edge": 4}).probability("b_broken").value == pytest.approx(0.1 * 0.5, abs=1e-12)


def test_rest_makes_fresh_unless_somebody_shoots():
    tired = {"turns": 1, "gap": 3, "a.kind": "pikemen", "a.state": "organised_fatigued", "policies.a.rest": True}
    assert exact(tired).mean("a_fatigued").value == 0.0
    assert exact({**tired, "policies.a.rest": False}).mean("a_fatigued").value == pytest.approx(1.0)
    shot_at = {**tired, "b.kind": "crossbowmen", "policies.b.act": "shoot", "policies.a.until": "eliminated"}
    assert exact(shot_at).mean("a_fatigued").value == pytest.approx(1.0)
    # Out of reach nobody shoots.
    assert exact({**shot_at, "gap": 4}).mean("a_fatigued").value == 0.0
    stays = READ.replaced(options={"rest-outcome": "fatigued"})
    assert exact(tired, stays).mean("a_fatigued").value == pytest.approx(1.0)


def test_a_demoralised_stack_does_what_its_policy_says():
    shaken = {"turns": 1, "gap": 0, "a.state": "demoralised_fresh"}
    assert exact(shaken).tally("a_combats").value == 0.0
    assert exact({**shaken, "policies.a.demoralised": "attack"}).tally("a_combats").value == pytest.approx(1.0)
    # Who has gone back can rally: 0 to 6 of quality 6; in contact nobody can.
    assert exact(shaken).tally("a_rallies").value == pytest.approx(0.7, abs=1e-12)
    assert exact({**shaken, "policies.a.demoralised": "hold"}).tally("a_rallies").value == 0.0
    assert exact({**shaken, "a.room": "blocked"}).tally("a_rallies").value == 0.0


def test_a_routed_stack_flees_unless_it_rallies():
    routed = {"turns": 1, "gap": 5, "b.state": "routed_fresh", "policies.b.until": "gone", "policies.a.act": "hold"}
    # Quality 5 and +1 for the rout: 0 to 4 rally; the others flee three hexes, of which two are on the map.
    assert exact({**routed, "b.edge": 2}).probability("b_broken").value == pytest.approx(0.5, abs=1e-12)
    assert exact({**routed, "b.edge": 3}).probability("b_broken").value == 0.0
    horse = {**routed, "b.kind": "knights", "b.edge": 3}
    assert exact(horse).probability("b_broken").value == pytest.approx(0.4, abs=1e-12)
    assert exact(horse, READ.replaced(options={"cavalry-flight": "half"})).probability("b_broken").value == 0.0


def test_a_leader_counts_in_combat_and_in_rallies_and_is_at_risk():
    led = {"turns": 1, "gap": 0, "policies.b.until": "eliminated"}
    plain, with_leader = exact(led), exact({**led, "a.leader.bonus": 2})
    assert plain.tally("b_routs").value == 0.0
    # +3 and +2: a 9 routs them, and tests him.
    assert with_leader.tally("b_routs").value == pytest.approx(0.1, abs=1e-12)
    assert with_leader.mean("a_leader_wounded").value == pytest.approx(0.03, abs=1e-12)
    assert with_leader.mean("a_leader_dead").value == pytest.approx(0.01, abs=1e-12)
    shaken = {"turns": 1, "gap": 3, "policies.b.act": "hold", "policies.a.act": "hold", "b.state": "demoralised_fresh"}
    assert exact(shaken).tally("b_rallies").value == pytest.approx(0.6, abs=1e-12)
    assert exact({**shaken, "b.leader.bonus": 2}).tally("b_rallies").value == pytest.approx(0.8, abs=1e-12)


def test_a_leader_goes_with_a_stack_that_is_eliminated_in_combat():
    found = exact({"turns": 1, "b.room": "blocked", "b.leader.bonus": 0})
    assert found.mean("b_leader_captured").value == found.mean("b_eliminated").value > 0


def test_ground_counts_until_it_is_left():
    wood = {"b.ground": ["wood"], "policies.b.until": "eliminated"}
    lines, _ = told([(6, 6), (1, 1), 5, (6, 6), (1, 1), 5], wood, turns=2)
    combats = [line for line in lines if ": combat" in line]
    assert ", -2 terrain" in combats[0]
    assert "terrain" not in combats[1]
    stream = {"b.ground": ["stream", "wood"], "gap": 0}
    assert ", -2 terrain" in next(line for line in told([(6, 6), (1, 1), 5], stream)[0] if ": combat" in line)


def test_nobody_charges_a_bridge_but_fights_for_it():
    found = exact({"turns": 1, "b.ground": ["bridge"]})
    assert (found.tally("a_charges").value, found.tally("a_combats").value) == (0.0, pytest.approx(1.0))


@pytest.mark.parametrize(("bonus", "value"), [(0, 2), (1, 2), (2, 3), (0, 1)])
def test_who_acts_first_is_as_the_initiative_says(bonus, value):
    """Where every shot routs, the one who acts first wins."""
    sure = READ.replaced(cells=[CellChange("shots", "crossbowmen", "2", "0/0")])
    duel = {"turns": 1, "gap": 1, "a.kind": "crossbowmen", "b.kind": "crossbowmen", "policies.b.act": "shoot"}
    found = exact({**duel, "a.army_bonus": bonus, "b.army_bonus": 0, "a.value": value, "b.value": 2}, sure)
    first = first_chance(READ, ((value,), (2,)), bonus_a=bonus, bonus_b=0)
    assert found.probability("b_broken").value == pytest.approx(float(first), abs=1e-12)
    assert found.probability("a_broken").value == pytest.approx(1 - float(first), abs=1e-12)


def test_a_second_activation_is_silenced_by_class_four_alone():
    often = {"turns": 1, "gap": 0, "a.activations": 2, "policies.b.until": "eliminated", "b.army_bonus": 1}
    lines, _ = told([(1, 1), (6, 4), 4], often)
    assert "side a acts only once" in lines
    assert len([line for line in lines if "a: combat" in line]) == 1
    lines, _ = told([(1, 1), (6, 3), 4, 4], often)
    assert "side a acts only once" not in lines
    veto = READ.replaced(options={"veto-alone": "veto"})
    assert "side a does not act" in told([(1, 1), (6, 4)], {**often, "a.activations": 1}, veto)[0]
    assert "side a does not act" not in told([(1, 1), (6, 4), 4], {**often, "a.activations": 1})[0]


@pytest.mark.parametrize("room", ["open", "blocked"])
def test_equal_stacks_are_alike_when_mirrored(room):
    mirrored = {**KNIGHTS, "a.army_bonus": 1, "turns": 4, "a.room": room, "b.room": room, "policies.b.rest": True}
    swapped = {**mirrored, "policies.b.rest": False, "policies.a.rest": True}
    one, other = exact(mirrored), exact(swapped)
    assert one.probability("a_broken").value == pytest.approx(other.probability("b_broken").value, abs=1e-12)
    assert one.mean("a_fatigued").value == pytest.approx(other.mean("b_fatigued").value, abs=1e-12)


def test_units_that_act_as_one_need_a_rule_for_it():
    pair = {"a.units": 2, "turns": 1, "gap": 0}
    with pytest.raises(DataError, match=r"a\.units: at most one unit act as one"):
        exact(pair)
    # 8 against 6 are even strength.
    assert (
        exact(pair, NAVAS).mean("b_demoralised").value
        > exact({**pair, "a.units": 1}, NAVAS).mean("b_demoralised").value
    )


def test_ruy_diaz_and_al_andalus_count_where_the_rules_know_them():
    with_him = {"turns": 1, "gap": 0, "a.ruy_diaz": True}
    assert exact(with_him).to_dict()["endings"] == exact({"turns": 1, "gap": 0}).to_dict()["endings"]
    better = exact(with_him, NAVAS).mean("b_demoralised").value - exact(with_him).mean("b_demoralised").value
    assert better == pytest.approx(0.1, abs=1e-12)
    rally = {"turns": 1, "gap": 3, "policies.a.act": "hold", "b.state": "demoralised_fresh", "b.al_andalus": True}
    assert exact(rally, NAVAS).tally("b_rallies").value == pytest.approx(0.5, abs=1e-12)
    assert exact(rally).tally("b_rallies").value == pytest.approx(0.6, abs=1e-12)


def test_archers_shoot_in_phase_b_the_defenders_first():
    bows = {"a.kind": "archers", "b.kind": "archers", "policies.b.act": "shoot", "gap": 1}
    game = play_trace(made({"turns": 1, **bows}), dice=iter([0, 0, (6, 6), (1, 1), 0, 0]))
    assert [event.phase for event in game.events if ": shot" in event.text][:2] == [
        "phase B: archers of side b",
        "phase B: archers of side a",
    ]
    assert game.tallies["a_shots"] == 2
    assert game.tallies["b_shots"] == 2


CHARGE_BARRED = (
    r"policies\.a\.charge: none of these units ever charges, only those of Ch and Ha on horseback do: True "
    r"\(allowed: false\)"
)
REFUSED = [
    ({"a.kind": "bombards", "policies.a.act": "attack"}, "policies.a.act: artillery does not attack"),
    ({"a.kind": "lancers"}, "a.kind"),
    ({"a.quality": 13}, "a.quality"),
    ({"a.strength": 0}, "a.strength"),
    ({"a.units": 0}, "a.units"),
    ({"b.state": "routed_fresh"}, "b.state: it is broken as it begins"),
    ({"gap": 11}, "gap"),
    ({"policies.b.until": "gone"}, "policies.b.until: who can be gone needs an edge"),
    ({"b.edge": 3}, "b.edge"),
    ({"b.ground": ["woods"]}, "b.ground: no such ground.*did you mean 'wood'"),
    ({"b.ground": ["wood", "wood"]}, "b.ground: named twice"),
    ({"b.ground": ["river_pond"]}, "b.ground: no combat"),
    ({"a.kind": "light-horse", "policies.a.charge": True}, CHARGE_BARRED),
    ({"a.kind": "foot-sergeants", "policies.a.charge": True}, CHARGE_BARRED),
    ({"policies.b.charge": True}, "policies.b.charge: none of these units ever charges"),
    ({"assumptions.ram-rate": "every-turn"}, "ram-rate"),
    ({"a.leader.bonos": 1}, "a.leader"),
]


@pytest.mark.parametrize(("changes", "said"), REFUSED)
def test_what_cannot_be_played_is_refused_by_its_place(changes, said):
    with pytest.raises(DataError, match=said) as error:
        made(changes)
    assert "engagement-pikes.toml" in str(error.value)


@pytest.mark.parametrize("changes", [{}, {"policies.a.charge": False}, {"policies.b.charge": False}], ids=str)
def test_who_cannot_charge_attacks_where_no_charge_is_asked_for(changes):
    found = exact({"a.kind": "light-horse", **changes})
    assert found.tally("a_charges").value == 0
    assert found.tally("a_combats").value > 0


def test_a_lost_cell_is_refused_with_the_option_that_fills_it():
    with pytest.raises(UnknownCellError, match="archer-row"):
        made({"a.kind": "archers"}, load_rules("filo"))


def test_rules_of_another_game_are_refused():
    with pytest.raises(DataError, match="this is a scenario of ¡Al filo"):
        build(PIKES, load_rules("siege"))


POLICIES = [{}, {"policies.a.rest": False}, {"policies.a.demoralised": "attack"}, {"policies.a.charge": False}]


def test_the_best_decisions_by_state_win_more_often_than_policies():
    knights = load_scenario("engagement-knights").replaced({"turns": 6})
    process = made(scenario=knights)
    ending = process.endings.index("b_broken") + 1

    def won(chain, level, states):
        return ((level.states.words[0, states] & chain.layout.mask[0]) == ending).astype(float)

    chain, solution = solve(process, [name for name in process.plan if name.startswith("a.")], won, {"a": 1})
    first = int(chain.first.states.add(process.layout.pack(process.layout.start))[0])
    followed = [exact(changes, scenario=knights).probability("b_broken").value for changes in POLICIES]
    assert solution.values[0][first, 0] > max(followed)
    assert len(set(followed)) == len(POLICIES)
