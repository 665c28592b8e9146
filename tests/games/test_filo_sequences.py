"""Sequences of ¡Al filo de la Espada!: worked odds, decisions by state, and what is refused."""

from dataclasses import replace

import pytest

from cases import cases
from engine.solving import best_value
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.scenario import build, load_scenario, usual_sweep
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import best
from mangonel.studies.tactics import policies_of

CASES = cases(__file__)

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
ENGAGEMENT = load_scenario("engagement-pikes")


def test_units_that_act_as_one_need_a_rule_for_it():
    one, pair = (ENGAGEMENT.replaced({"a.units": units, "turns": 1, "gap": 0}) for units in (1, 2))
    with pytest.raises(DataError, match=r"a\.units: at most one unit act as one"):
        build(pair, READ)
    # 8 against 6 are even strength.
    by_one, by_both = (run(build(made, NAVAS), engine="exact").mean("b_demoralised").value for made in (one, pair))
    assert by_both > by_one


LINE = load_scenario("line-navas")
KNIGHTS, PIKES = {"kind": "knights"}, {"kind": "pikemen"}


def lane(ours=KNIGHTS, theirs=PIKES, gap=0):
    return {"gap": gap, "a": ours, "b": theirs}


def test_who_is_freed_is_with_those_who_free_him_and_not_where_his_replacement_is():
    knights = {**KNIGHTS, "state": "demoralised_fresh", "room": "blocked", "support": 1}
    pikes = {**PIKES, "state": "demoralised_fresh", "room": "blocked"}
    militia = {"kind": "militia"}
    policies = {
        "a": {"demoralised": "hold", "until": "eliminated"},
        "b": {"act": "attack", "demoralised": "attack", "until": "eliminated"},
    }
    lanes = [lane(knights, pikes), lane(militia, militia)]
    process = build(
        LINE.replaced({"lanes": lanes, "a": {"leader": {"bonus": 2}}, "b": {}, "policies": policies, "turns": 2}), READ
    )

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
    duel = build(load_scenario("engagement-crossbows").replaced(changes), READ)
    run(replace(duel, plan={**duel.plan, "a.act": act, "b.act": act}), engine="exact")
    pikes = build(ENGAGEMENT.replaced({"policies.a.act": "hold"}), READ)
    run(replace(pikes, plan={**pikes.plan, "b.act": act}), engine="exact")
    assert {options for side, apart, options in asked if not apart} == {("attack", "hold")}
    assert ("b", True, ("shoot", "hold")) in asked


WING = load_scenario("battle-wing")
STRONG_KNIGHTS, PIKES, LIGHT = {"kind": "knights", "strength": 6}, {"kind": "pikemen"}, {"kind": "light-foot"}


def ours(*stacks, **keys):
    return {"value": 1, "bonus": 0, "stacks": list(stacks), **keys}


def theirs(*stacks, **keys):
    return {"value": 2, "bonus": 0, "stacks": list(stacks), **keys}


def battle(one, other, changes=None):
    return WING.replaced({"turns": 1, "a.banners": one, "b.banners": other, "sectors.1.frontage": 3, **(changes or {})})


def test_exact_and_sampled_agree():
    fought = build(battle([ours(STRONG_KNIGHTS)], [theirs(LIGHT, edge=4)], {"turns": 3}), READ)
    exact, drawn = run(fought, engine="exact"), run(fought, engine="monte-carlo", trials=20_000, seed=2)
    for ending in exact.all_endings:
        one = drawn.probability(ending)
        assert abs(one.value - exact.probability(ending).value) <= 5 * one.se + 1e-12
    points = drawn.mean("a_points")
    assert points.value == pytest.approx(exact.mean("a_points").value, abs=5 * points.se)


def test_a_leader_joins_the_pair_that_decides():
    """With him an 8 eliminates a stack with no way back, and not only a 9; of a 9 he dies once in ten before that."""
    one, other = ours({**PIKES, "number": 2}, bonus=1), theirs({**PIKES, "number": 2}, room="blocked")
    policies = {"policies.a": {}, "policies.b": {"act": "hold"}}
    for pair, chance in ((1, 0.19), (2, 0.099), (6, 0.099)):
        fought = battle([one], [other], {**policies, "policies.a.leader_pair": pair})
        assert run(build(fought, READ), engine="exact").probability("b_leader_lost").value == pytest.approx(chance)
        # Whatever pair he is told to join, the first is the best to choose.
        assert best(fought, READ, "a", choose=["a.leader_pair"]).value == pytest.approx(0.19, abs=1e-12)


LOST, HOLDS = READ.replaced(options={"signs": "unknown"}), {"policies.b": {"act": "hold"}}


def test_a_banner_that_turns_on_a_wing_needs_the_cells_of_those_who_stand_there():
    """Pikes with nobody before them attack foot sergeants in the next sector: the sign of their cell is lost."""
    banners = [ours(PIKES, sector=1)], [theirs({"kind": "foot-sergeants"}, sector=2)]
    wing = battle(*banners, {"sectors": [{"frontage": 1}, {"frontage": 1}], "policies.a": {"exploit": "none"}, **HOLDS})
    build(wing, LOST)
    with pytest.raises(UnknownCellError, match="combat-types, Pi, Ha"):
        build(wing.replaced({"policies.a.exploit": "rear"}), LOST)


def test_a_stack_that_helps_a_lane_needs_the_cells_of_those_who_stand_there():
    mine, others = [{"kind": "knights"}, PIKES], [{"kind": "foot-sergeants"}, {"kind": "militia"}]
    lanes = [{"gap": 1, "a": one, "b": other} for one, other in zip(mine, others, strict=True)]
    line = load_scenario("line-joint").replaced({"lanes": lanes, "policies.a": {"exploit": "none"}, **HOLDS})
    build(line, LOST)
    with pytest.raises(UnknownCellError, match="combat-types, Pi, Ha"):
        build(line.replaced({"policies.a.exploit": "join"}), LOST)


def test_whoever_never_charges_needs_no_cell_of_charges():
    """The effect of a stream on a charge is lost with the signs: knights who only attack never need it."""
    knights = ENGAGEMENT.replaced({"b.ground": ["stream"]})
    with pytest.raises(UnknownCellError, match="ground, stream, charge"):
        build(knights, LOST)
    wing = battle([ours(STRONG_KNIGHTS)], [theirs(PIKES, ground=["stream"])], HOLDS)
    for made in (build(each.replaced({"policies.a.charge": False}), LOST) for each in (knights, wing)):
        assert run(made, engine="exact").tally("a_combats").value > 0
        assert play_trace(made, seed=1).events


LEADER = {"value": 3, "bonus": 1}


def made_command(ours, theirs):
    armies = {"turns": 2, "a.leaders": ours, "b.leaders": theirs, "decisive": True}
    return build(load_scenario("command-duel").replaced(armies), READ)


def test_the_best_leader_to_silence_is_chosen_by_state():
    """The army leader of the rivals is at risk only if he attacks: another one is silenced."""
    rivals = [{**LEADER, "attacks": 6}, LEADER]
    process = made_command([{"value": 3, "bonus": 9}], rivals)
    found = best_value(process, ["a.silences"], {"a": 1}, "b_leader_lost")
    never = made_command([{"value": 3, "bonus": 0}], [{"value": 3, "bonus": 9, "attacks": 6}, LEADER])
    assert found == pytest.approx(run(never, engine="exact").probability("b_leader_lost").value, abs=1e-12)
    assert run(process, engine="exact").probability("b_leader_lost").value < found


def recovery(shots, rules):
    units = [{"kind": "pikemen", "edge": 30}]
    return build(load_scenario("recovery-vanguard").replaced({"turns": 1, "units": units, "shots": shots}), rules)


def test_a_distance_that_a_changed_table_leaves_out_is_not_shot_over():
    farther = READ.replaced(cells=[CellChange("shots", "crossbowmen", "6", "9")])
    found = run(recovery({"kind": "crossbowmen", "distance": 5}, farther), engine="exact")
    assert found.tally("units_shots").value == 0


def test_enemies_whose_type_has_no_weapon_by_a_changed_cell_are_refused():
    unarmed = READ.replaced(cells=[CellChange("types", "Ab", "fires", "-")])
    with pytest.raises(DataError, match=r"shots\.kind: such units do not shoot: 'crossbowmen'"):
        recovery({"kind": "crossbowmen", "distance": 2}, unarmed)


@pytest.mark.parametrize("name", ["engagement-pikes", "line-three", "waves-kings"])
def test_a_side_without_weapons_that_is_told_to_shoot_stands(name):
    def chances(act):
        result = run(build(load_scenario(name).replaced({"policies.b.act": act, "turns": 2}), READ), engine="exact")
        return {end: result.probability(end).value for end in result.endings}

    assert chances("shoot") == chances("hold")


def test_the_usual_sweep_of_waves_is_around_the_quality_of_the_first_line():
    waves = load_scenario("waves-banner")
    assert waves.setup.lines[0].both("quality")[0] in dict(usual_sweep(waves))["lines.1.quality"]


@pytest.mark.parametrize(
    ("name", "path", "changes", "offered"), CASES["test_only_who_has_a_weapon_is_offered_to_shoot"]
)
def test_only_who_has_a_weapon_is_offered_to_shoot(name, path, changes, offered):
    assert policies_of(load_scenario(name).replaced(changes))[path] == tuple(offered)


def test_types_that_are_offered_to_shoot_are_those_that_the_table_lets_shoot():
    types, kind = READ.table("types"), ENGAGEMENT.roster.kinds[0]
    armed = [row for row in types.rows if replace(kind, type=row, shoots=True).armed]
    assert armed == [row for row in types.rows if types.cell(row, "fires") != "-"]


@pytest.mark.parametrize(
    ("name", "changes", "options", "note"), CASES["test_a_result_tells_that_a_decision_was_never_possible"]
)
def test_a_result_tells_that_a_decision_was_never_possible(name, changes, options, note):
    asked = {"policies.a.charge": True} if "turns" in changes else {}
    result = run(build(load_scenario(name).replaced(changes | asked), READ.replaced(options=options)), engine="exact")
    notes = [str(each) for each in result.provenance.notes]
    assert len(notes) == bool(note)
    assert all(each.startswith(note) for each in notes)


def test_two_kinds_of_one_type_shoot_together():
    """Crossbowmen on foot and in the saddle: 9 points are +2, and -1 as one is mounted: 6 to 9 demoralise (9.3)."""
    changes = {"gap": 1, "turns": 1, "a.groups": [{"kind": "crossbowmen"}], "b.groups": [{"kind": "pikemen"}]}
    fight = load_scenario("fire-fight-crossbows").replaced(changes)
    foot = fight.setup.a.groups[0]
    riders = replace(foot, kind=replace(foot.kind, id="riders", mounted=True), strength=5)
    mixed = replace(fight, setup=replace(fight.setup, a=replace(fight.setup.a, groups=(foot, riders))))
    result = run(build(mixed, READ), engine="exact")
    assert [result.tally(f"a_{counted}").value for counted in ("shots", "hits")] == pytest.approx([1, 0.4])
