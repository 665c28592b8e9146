"""Sequences of ¡Al filo de la Espada!: worked odds, decisions by state, and what is refused."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cases import cases
from engine.solving import best_value
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.games.filo.turn import NOBODY, Order
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import best
from pace import slow_after

CASES = cases(__file__)

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
ENGAGEMENT = load_scenario("engagement-pikes")
TWO_OF_KNIGHTS = {"a.kind": "knights", "b.kind": "knights", "b.army_bonus": 1, "b.value": 2, "policies.b.act": "attack"}


def engaged(changes=None, rules=READ, scenario=ENGAGEMENT):
    return build(scenario.replaced(changes or {}), rules)


def exact_engagement(changes=None, rules=READ, scenario=ENGAGEMENT):
    return run(engaged(changes, rules, scenario), engine="exact")


@pytest.mark.parametrize(
    ("changes", "charges"),
    [({"gap": 0}, 0.0), ({"gap": 4}, 1.0), ({"gap": 5}, 0.0), ({"a.movement": 3, "gap": 4}, 0.0),
     ({"a.kind": "foot-sergeants"}, 0.0), ({"a.kind": "light-horse"}, 0.0), ({"policies.a.charge": False}, 0.0)],
)  # fmt: skip
def test_who_may_charge_and_from_where(changes, charges):
    found = exact_engagement({"turns": 1, **changes})
    assert found.tally("a_charges").value == pytest.approx(charges, abs=1e-12)
    reached = changes.get("gap", 2) <= changes.get("a.movement", 6)
    assert found.tally("a_combats").value == pytest.approx(float(reached), abs=1e-12)


@pytest.mark.parametrize("room", ["open", "blocked"])
def test_equal_stacks_are_alike_when_mirrored(room):
    mirrored = {
        **TWO_OF_KNIGHTS,
        "a.army_bonus": 1,
        "turns": 4,
        "a.room": room,
        "b.room": room,
        "policies.b.rest": True,
    }
    swapped = {**mirrored, "policies.b.rest": False, "policies.a.rest": True}
    one, other = exact_engagement(mirrored), exact_engagement(swapped)
    assert one.probability("a_broken").value == pytest.approx(other.probability("b_broken").value, abs=1e-12)
    assert one.mean("a_fatigued").value == pytest.approx(other.mean("b_fatigued").value, abs=1e-12)


def test_units_that_act_as_one_need_a_rule_for_it():
    pair = {"a.units": 2, "turns": 1, "gap": 0}
    with pytest.raises(DataError, match=r"a\.units: at most one unit act as one"):
        exact_engagement(pair)
    # 8 against 6 are even strength.
    assert (
        exact_engagement(pair, NAVAS).mean("b_demoralised").value
        > exact_engagement({**pair, "a.units": 1}, NAVAS).mean("b_demoralised").value
    )


READ = load_rules("filo-read")
LINE = load_scenario("line-navas")
KNIGHTS, PIKES = {"kind": "knights"}, {"kind": "pikemen"}
NONE = {"policies": {"a": {}, "b": {"act": "hold"}}, "a": {}, "b": {}}


def lane(ours=KNIGHTS, theirs=PIKES, gap=0):
    return {"gap": gap, "a": ours, "b": theirs}


def made_line(lanes, changes=None, rules=READ):
    return build(LINE.replaced({"turns": 1, "lanes": lanes, **NONE, **(changes or {})}), rules)


@pytest.mark.slow
def test_a_smaller_radius_costs_lanes():
    """The figure of the list of assumptions, and the chances of the leader's three choices."""
    shipped = load_scenario("line-leader")

    def odds(**changes):
        return run(build(shipped.replaced({key.replace("__", "."): value for key, value in changes.items()}), READ))

    near, far = (odds(a__leader__radius=radius, policies__a__leader_lane=1).mean("a_lanes").value for radius in (1, 2))
    assert far - near == pytest.approx(0.36, abs=0.005)
    chances = [odds(policies__a__leader_lane=lane).by_turn("a_won", 3).value for lane in (1, 2, 3)]
    assert chances == pytest.approx([0.6546, 0.6566, 0.6971], abs=5e-5)


def test_the_army_leader_does_not_move_the_leader_of_the_stacks():
    twice = build(load_scenario("line-leader").replaced({"a.activations": 2}), READ)
    moves = [phase.name for phase in twice.phases if phase.name.endswith(": leader")]
    assert moves == ["side a acts first: leader", "side a acts after it: leader"]


def test_who_is_freed_is_with_those_who_free_him_and_not_where_his_replacement_is():
    knights = {**KNIGHTS, "state": "demoralised_fresh", "room": "blocked", "support": 1}
    pikes = {**PIKES, "state": "demoralised_fresh", "room": "blocked"}
    militia = {"kind": "militia"}
    policies = {
        "a": {"demoralised": "hold", "until": "eliminated"},
        "b": {"act": "attack", "demoralised": "attack", "until": "eliminated"},
    }
    lanes = [lane(knights, pikes), lane(militia, militia)]
    process = made_line(lanes, {"a.leader": {"bonus": 2}, "policies": policies, "turns": 2})

    def sends_the_replacement(s, options, **_):
        return 2 if s.a_leader >= 2 and 2 in options else options[0]

    sent = replace(process, plan={**process.plan, "a.leader_lane": sends_the_replacement})
    # Turn 1: militia in vain (3 + 1), the pikes take him, militia in vain. Turn 2: he is freed by a 0, and the militia
    # attack without his bonus: 4 + 1 is a retreat only.
    faces = iter((6, 6, 1, 1, 3, 9, 3, 6, 6, 1, 1, 0, 4, 3))
    game = play_trace(sent, dice=lambda sides: next(faces) + (sides == 10))
    assert (game.tallies["a_freed"], game.measures["b_fatigued"]) == (1, 0)


@pytest.mark.parametrize(("changes", "said"), CASES["test_a_leader_and_markers_that_are_not_there_are_refused"])
def test_a_leader_and_markers_that_are_not_there_are_refused(changes, said):
    with pytest.raises(DataError, match=said):
        load_scenario("line-leader").replaced(changes)


def test_a_charge_of_a_side_without_riders_is_refused_and_one_of_a_mixed_side_is_not():
    mixed = LINE.replaced({"lanes": [lane(gap=2), lane({"kind": "pikemen"}, gap=2)], "policies.a.charge": True})
    assert run(build(mixed, READ), engine="exact").tally("a_charges").value > 0
    foot = LINE.replaced({"lanes": [lane({"kind": "pikemen"})] * 2, "policies.a.charge": True})
    with pytest.raises(DataError, match=r"policies\.a\.charge: none of these units ever charges"):
        build(foot, READ)


def test_joining_or_waiting_is_decided_by_state():
    """Two stacks on foot before knights: each that waits comes after the other; no plan for the whole game does better."""
    lanes = [lane({"kind": "foot-sergeants", "support": 1}, KNIGHTS)]
    changes = {"policies.b": {"act": "attack", "charge": False}, "turns": 4, "lanes": lanes}
    scenario = load_scenario("line-together").replaced(changes)
    wait, join = (
        run(build(scenario.replaced({"policies.a.exploit": choice}), READ), engine="exact")
        .probability("b_broken")
        .value
        for choice in ("none", "join")
    )
    one = scenario.replaced({"lanes": [lane({"kind": "foot-sergeants"}, KNIGHTS)]})
    unaided = run(build(one, READ), engine="exact")
    assert unaided.probability("b_broken").value < wait < join
    assert join <= best(scenario, READ, "a", choose=["a.exploit"]).value + 1e-12


@pytest.mark.parametrize(
    ("changes", "lost", "won"),
    [
        ({}, 0.610904, 0.046830),
        ({"policies.a.advances": "front"}, 0.616245, 0.047744),
        ({"policies.a.exploit": "none"}, 0.626930, 0.033593),
        ({"policies.a.together": False}, 0.835517, 0.023027),
        ({"policies.b.exploit": "none"}, 0.587918, 0.063596),
        ({"lanes.1.b.artillery": None}, 0.0, 0.604130),
    ],
    ids=["as shipped", "who advances", "waits", "one after another", "one in front", "no bombards"],
)
def test_each_rule_of_an_attack_by_several_moves_a_shipped_line(changes, lost, won):
    """10.2, 10.8, joining or waiting, and 5.1, each by itself."""
    result = run(build(load_scenario("line-bombards").replaced(changes), READ), engine="exact")
    assert result.probability("a_broken").value == pytest.approx(lost, abs=5e-7)
    assert result.probability("b_gives_up").value == pytest.approx(won, abs=5e-7)


def test_giving_up_the_first_lane_asks_for_one_won_by_a_turn():
    """Two lanes that do not touch each other: 1 - (1 - p)², p being the chance of the engagement by that turn."""
    keys = ENGAGEMENT.content
    lane = {"gap": keys["gap"], **{side: {"kind": keys[side]["kind"]} for side in "ab"}}
    two = load_scenario("line-three").replaced(
        {"plans": {}, "lanes": [lane] * 2, "policies": {"a": {}, "b": {"act": "hold", "give_up": 1}}}
    )
    lanes = run(build(two, READ), engine="exact")
    for turn, chance in enumerate((0.1, 0.14, 0.396, 0.6144), start=1):
        assert lanes.by_turn("a_won", turn).value == pytest.approx(1 - (1 - chance) ** 2)


def test_nobody_is_asked_to_shoot_who_cannot():
    """Nor to attack while he goes back or stands, demoralised: an option says what happens."""
    asked = set()

    def act(s, options, *, stack):
        asked.add((stack.side, int(s.gap) > 0, options))
        return options[0]

    changes = {
        "gap": 1,
        "b.state": "demoralised_fresh",
        "policies.b": {"demoralised": "hold", "until": "gone"},
        "turns": 1,
    }
    duel = engaged(changes, scenario=load_scenario("engagement-crossbows"))
    run(replace(duel, plan={**duel.plan, "a.act": act, "b.act": act}), engine="exact")
    pikes = engaged({"policies.a.act": "hold"})
    run(replace(pikes, plan={**pikes.plan, "b.act": act}), engine="exact")
    assert {options for side, apart, options in asked if not apart} == {("attack", "hold")}
    assert ("b", True, ("shoot", "hold")) in asked


READ, NAVAS = load_rules("filo-read"), load_rules("navas")
WING = load_scenario("battle-wing")
STRONG_KNIGHTS, PIKES, LIGHT = {"kind": "knights", "strength": 6}, {"kind": "pikemen"}, {"kind": "light-foot"}


def ours(*stacks, **keys):
    return {"value": 1, "bonus": 0, "stacks": list(stacks), **keys}


def theirs(*stacks, **keys):
    return {"value": 2, "bonus": 0, "stacks": list(stacks), **keys}


def changed(one, other, changes=None):
    return WING.replaced({"turns": 1, "a.banners": one, "b.banners": other, "sectors.1.frontage": 3, **(changes or {})})


def made_battle(one, other, changes=None, rules=READ):
    return build(changed(one, other, changes), rules)


def told_battle(dice, *what, **more):
    return play_trace(made_battle(*what, **more), dice=iter(dice))


@pytest.mark.slow
def test_sides_that_are_alike_win_alike():
    def sides(name):
        stacks = [{"kind": "sergeants", "number": 2, "quality": 2}, {"kind": name, "number": 2, "quality": 2}]
        return {"value": 3, "bonus": 1, "edge": 3, "stacks": stacks}

    alike = made_battle([sides("light-foot")], [sides("light-foot")], {"turns": 8})
    found = run(alike, engine="monte-carlo", trials=6_000, seed=4)
    for name in ("points", "eliminated", "routed", "demoralised"):
        one, other = found.mean(f"a_{name}"), found.mean(f"b_{name}")
        assert abs(one.value - other.value) <= 5 * (one.se**2 + other.se**2) ** 0.5
    assert found.mean("a_points").value > 0.05


def test_exact_and_sampled_agree():
    told_battle = made_battle([ours(STRONG_KNIGHTS)], [theirs(LIGHT, edge=4)], {"turns": 3})
    exact = run(told_battle, engine="exact")
    drawn = run(told_battle, engine="monte-carlo", trials=20_000, seed=2)
    for ending in exact.all_endings:
        one = drawn.probability(ending)
        assert abs(one.value - exact.probability(ending).value) <= 5 * one.se + 1e-12
    assert drawn.mean("a_points").value == pytest.approx(
        exact.mean("a_points").value, abs=5 * drawn.mean("a_points").se
    )


def test_a_leader_joins_the_pair_that_decides():
    """With him an 8 eliminates a stack with no way back, and not only a 9; of a 9 he dies once in ten before that."""
    one, other = ours({**PIKES, "number": 2}, bonus=1), theirs({**PIKES, "number": 2}, room="blocked")
    policies = {"policies.a": {}, "policies.b": {"act": "hold"}}
    for pair, chance in ((1, 0.19), (2, 0.099), (6, 0.099)):
        found = run(made_battle([one], [other], {**policies, "policies.a.leader_pair": pair}), engine="exact")
        assert found.probability("b_leader_lost").value == pytest.approx(chance, abs=1e-12)
    asked = best(
        changed([one], [other], {**policies, "policies.a.leader_pair": 2}), READ, "a", choose=["a.leader_pair"]
    )
    assert asked.value == pytest.approx(0.19, abs=1e-12)


READ, NAVAS = load_rules("filo-read"), load_rules("navas")
VANGUARD = load_scenario("waves-vanguard")
WAVE, LINES = {"kind": "knights", "value": 2, "gap": 2}, {"kind": "pikemen", "value": 3}
WALL = {"kind": "pikemen", "value": 9, "strength": 40, "quality": 12}
ONE_TURN = {"turns": 1, "depth": 10, "a": {}, "b": {}, "policies": {"a": {}, "b": {"act": "hold"}}}


def made_waves(waves, lines, changes=None, rules=READ):
    return build(VANGUARD.replaced({**ONE_TURN, "waves": waves, "lines": lines, **(changes or {})}), rules)


def exact_waves(*what, **more):
    return run(made_waves(*what, **more), engine="exact")


def test_a_wave_on_a_line_is_an_engagement():
    """The knights and pikes of the worked engagement; the next line is too far, and too strong to break."""
    commands = {"a.army_bonus": 1}
    broken = [
        exact_waves([WAVE], [LINES, WALL], {**commands, "turns": turns}).mean("lines_broken").value
        for turns in (1, 2, 3, 4)
    ]
    assert broken == pytest.approx([0.1, 0.14, 0.396, 0.6144], abs=1e-12)


@pytest.mark.parametrize(("radius", "reached"), slow_after(1, [(None, 0.7389), (1, 0.7930), (3, 0.8198)]))
def test_the_radius_of_the_army_leader_is_seen_to_matter(radius, reached):
    result = run(build(load_scenario("waves-banner").replaced({"a.radius": radius}), NAVAS), engine="exact")
    assert result.probability("last_line_reached").value == pytest.approx(reached, abs=5e-5)


DUEL = load_scenario("command-duel")
LEADER = {"value": 3, "bonus": 1}


def made_command(ours, theirs, changes=None, rules=READ):
    armies = {"turns": 1, "a.leaders": ours, "b.leaders": theirs, "decisive": True, **(changes or {})}
    return build(DUEL.replaced(armies), rules)


def exact_command(*what, **more):
    return run(made_command(*what, **more), engine="exact")


def test_the_best_leader_to_silence_is_chosen_by_state():
    """The army leader of the rivals is at risk only if he attacks: another one is silenced."""
    rivals = [{**LEADER, "attacks": 6}, LEADER]
    process = made_command([{"value": 3, "bonus": 9}], rivals, {"turns": 2})
    found = best_value(process, ["a.silences"], {"a": 1}, "b_leader_lost")
    never = exact_command([{"value": 3, "bonus": 0}], [{"value": 3, "bonus": 9, "attacks": 6}, LEADER], {"turns": 2})
    assert found == pytest.approx(never.probability("b_leader_lost").value, abs=1e-12)
    assert run(process, engine="exact").probability("b_leader_lost").value < found


READ, NAVAS = load_rules("filo-read"), load_rules("navas")
RECOVERY = load_scenario("recovery-vanguard")
ROUTED_PIKES = {"kind": "pikemen", "edge": 30}


def made_recovery(units, changes=None, rules=READ):
    return build(RECOVERY.replaced({"turns": 1, "units": units, **(changes or {})}), rules)


def exact_recovery(*what, **more):
    return run(made_recovery(*what, **more), engine="exact")


def test_a_distance_that_a_changed_table_leaves_out_is_not_shot_over():
    farther = READ.replaced(cells=[CellChange("shots", "crossbowmen", "6", "9")])
    shots = {"shots": {"kind": "crossbowmen", "distance": 5}}
    assert exact_recovery([ROUTED_PIKES], shots, rules=farther).tally("units_shots").value == 0


def test_enemies_whose_type_has_no_weapon_by_a_changed_cell_are_refused():
    unarmed = READ.replaced(cells=[CellChange("types", "Ab", "fires", "-")])
    with pytest.raises(DataError, match=r"shots\.kind: such units do not shoot: 'crossbowmen'"):
        made_recovery([ROUTED_PIKES], {"shots": {"kind": "crossbowmen", "distance": 2}}, unarmed)


VETO = READ.replaced(options={"veto-alone": "veto"})


class Chosen:
    """Leads with the first leader of a side, names the last of the rivals, and silences the first of them."""

    def __init__(self, order, alone=0):
        self.order, self.alone = order, alone

    def lead(self, s, dice, side):
        return self.order.numbers[side][0]

    def named(self, s, dice, side, lead):
        return self.order.numbers[1 - side][-1]

    def silenced(self, s, dice, side, named):
        return self.order.numbers[1 - side][0]

    def only(self, s, side):
        return self.alone


@pytest.mark.parametrize(
    ("ahead", "letter", "alone", "rules", "found"),
    [
        (NOBODY, "C1", 0, READ, (0, 0, 0)),
        (0, "C1", 0, READ, (0, 0, 0)),
        (0, "C2", 0, READ, (1, 0, 0)),
        (0, "C3", 0, READ, (1, 4, 0)),
        (0, "C4", 0, READ, (1, 4, 3)),
        (1, "C4", 0, READ, (3, 2, 1)),
        # A rival who is alone is silenced by one reading only; then nobody is named.
        (1, "C4", 2, READ, (3, 2, 0)),
        (1, "C4", 2, VETO, (3, 0, 2)),
    ],
)
def test_classes_of_initiative(ahead, letter, alone, rules, found):
    order, s = Order(rules, ((1, 4), (2, 4))), SimpleNamespace()
    order.settle(s, None, ahead, letter, Chosen(order, alone))
    assert (s.lead, s.named, s.silent) == found
