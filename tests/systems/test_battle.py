"""Banners against banners: pairs, fronts and contact, leaders, points, the special rules, and who wins."""

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError, UnknownCellError
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
BASE = load_scenario("battle-wing")
A_FIRST, B_FIRST = ((6, 6), (1, 2)), ((1, 2), (6, 6))
"""Throws for the initiative that differ by 9, class C4: of several rivals one does not act."""
NOBODY = ((1, 1), (1, 1))
KNIGHTS, PIKES, LIGHT = {"kind": "knights", "strength": 6}, {"kind": "pikemen"}, {"kind": "light-foot"}
HOLD = {"policies.b.act": "hold"}


def ours(*stacks, **keys):
    return {"value": 1, "bonus": 0, "stacks": list(stacks), **keys}


def theirs(*stacks, **keys):
    return {"value": 2, "bonus": 0, "stacks": list(stacks), **keys}


def made(one, other, changes=None, rules=READ):
    changed = {"turns": 1, "a.banners": one, "b.banners": other, "sectors.1.frontage": 3, **(changes or {})}
    return build(BASE.replaced(changed), rules)


def game(dice, *what, **more):
    return play_trace(made(*what, **more), dice=iter(dice))


def lines_of(dice, *what, **more):
    return [event.text for event in game(dice, *what, **more).events]


def told(lines, word):
    return [line for line in lines if word in line]


def test_a_charge_told_to_the_last_die():
    """Ch on Pi, even strength, better quality: 1 + 2 + 1 + 2 = +6; at 9 Dr, and the leader is tested."""
    found = game((*A_FIRST, 9, 6, 9), [ours(KNIGHTS)], [theirs(PIKES)], HOLD)
    assert [event.text for event in found.events][2:] == [
        "banner a1 attacks banner b1",
        "stack 1 of banner a1 charges stack 1 of banner b1",
        (
            "combat, die 9, +1 ratio 1/1, +2 Ch against Pi, +1 better quality, +2 charge = 15, row 14..16"
            " -> defenders: Dr+R (routed), attackers: obligatory advance"
        ),
        "leader a1: leader, die 6, row 6..8 -> the leader is wounded",
        "leader a1 is wounded",
        "stack 1 of banner b1 is routed, fresh (2 hexes back)",
        "stack 1 of banner b1: rally, die 9, +1 routed = 10, row 6 and more -> - (it flees)",
        "stack 1 of banner b1 is routed, fresh (5 hexes back)",
    ]
    assert (found.measures["b_routed"], found.tallies["b_routs"], found.tallies["a_charges"]) == (1, 1, 1)


def test_pairs_go_from_the_left_and_those_left_over_join():
    many = [ours({**KNIGHTS, "number": 3})]
    lines = told(lines_of((*A_FIRST, 0, 0), many, [theirs({**PIKES, "number": 2})], HOLD), "stack")
    assert lines[0] == "stacks 1 and 3 of banner a1 charge stack 1 of banner b1"
    assert told(lines, "stack 2 of banner a1")[0] == "stack 2 of banner a1 charges stack 2 of banner b1"
    # Of three against one the third does nothing.
    lines = told(lines_of((*A_FIRST, 0), many, [theirs(PIKES)], HOLD), "charge")
    assert lines[0] == "stacks 1 and 2 of banner a1 charge stack 1 of banner b1"
    # Strength 12 against 6.
    assert "+2 ratio 2/1" in lines[1]


def test_frontage_and_order_say_who_fights():
    two = {"sectors.1.frontage": 2, **HOLD}
    lines = lines_of((*A_FIRST, 0, 0), [ours({**KNIGHTS, "number": 3})], [theirs({**PIKES, "number": 3})], two)
    assert not told(lines, "stack 3")
    # In the second turn the two who are fatigued by their first attack stand behind the third.
    lines = lines_of(
        (*A_FIRST, 0, 0, *A_FIRST, 4, 4),
        [ours({**LIGHT, "number": 3})],
        [theirs({**PIKES, "number": 3})],
        {**two, "turns": 2},
    )
    assert lines[lines.index("banner a1 attacks banner b1", 9) + 1].startswith("stack 3 of banner a1 attacks stack 1")


def test_results_of_an_attack_hit_both_who_made_it_or_one():
    what = [ours({**LIGHT, "number": 2})], [theirs(PIKES)], HOLD
    assert len(told(lines_of((*A_FIRST, 0), *what), "of banner a1 is organised, fatigued")) == 2
    one = READ.replaced(options={"results-on-all": "one"})
    tired = told(lines_of((*A_FIRST, 0), *what, rules=one), "organised, fatigued")
    assert tired == ["stack 1 of banner a1 is organised, fatigued"]


def test_a_charge_needs_a_sector_without_contact():
    turns = {"turns": 4, **HOLD, "policies.a.rest": False}
    lines = lines_of((*A_FIRST, 5) * 4, [ours(KNIGHTS)], [theirs({**PIKES, "quality": 12})], turns)
    assert [line.split(" stack 1 of banner b1")[0].split()[-1] for line in told(lines, "stack 1 of banner a1")][:3] == [
        "charges", "attacks", "attacks",
    ]  # fmt: skip
    # Foot that attacks first leaves no room for it.
    lines = lines_of((*B_FIRST, 4, 4), [ours(KNIGHTS)], [theirs(PIKES)])
    assert told(lines, "of banner a1 attacks stack")
    assert not told(lines, "charges")


def test_a_reaction_charge_voids_it():
    lines = lines_of((*A_FIRST, 5, 4), [ours(KNIGHTS)], [theirs(KNIGHTS)], HOLD)
    assert lines[4].startswith("banner b1: reaction charge, die 5")
    assert "charge" not in lines[5]
    assert game((*A_FIRST, 5, 4), [ours(KNIGHTS)], [theirs(KNIGHTS)], HOLD).tallies["b_reactions"] == 1


def test_the_next_banner_comes_when_the_first_is_spent_or_relieved():
    both = [theirs(PIKES), theirs(LIGHT, value=3)]
    lines = lines_of((*A_FIRST, 8, 9), [ours(KNIGHTS)], both, HOLD)
    assert "banner b2 is in front" in lines
    two = [theirs({**PIKES, "number": 2}), theirs(LIGHT, value=3)]
    dice = (*A_FIRST, 8, 8)
    assert not told(lines_of((*dice, 9), [ours(KNIGHTS)], two, {**HOLD, "sectors.1.frontage": 1}), "front")
    changes = {**HOLD, "sectors.1.frontage": 1, "policies.b.commit": 1}
    assert told(lines_of((*dice, 9), [ours(KNIGHTS)], two, changes), "front") == ["banner b2 is in front"]
    # Mujahids are not relieved, where that rule is in force.
    two[0]["mujahids"] = True
    assert told(lines_of((*dice, 9), [ours(KNIGHTS)], two, changes), "front")
    assert not told(lines_of((*dice, 9), [ours(KNIGHTS)], two, changes, rules=NAVAS), "front")


def test_who_was_relieved_rests_and_rallies_behind():
    two = [theirs(PIKES, edge=30), theirs(LIGHT, value=3)]
    # Routed, rallies, in the next turn again; the second banner fights meanwhile.
    lines = lines_of((*A_FIRST, 8, 3, *A_FIRST, 4, 3), [ours(KNIGHTS)], two, {**HOLD, "turns": 2})
    rallies = [line for line in lines if "stack 1 of banner b1 is" in line]
    assert rallies[1:] == ["stack 1 of banner b1 is demoralised, fresh", "stack 1 of banner b1 is organised, fresh"]
    assert "banner a1 attacks banner b2" in lines


def test_al_nasir_sleeps_until_he_is_attacked():
    asleep = [theirs(PIKES, al_nasir=True)]
    dice = (*B_FIRST, 4, *B_FIRST, 4)
    lines = lines_of((*B_FIRST, 4, *B_FIRST, 4, 4), [ours(LIGHT)], asleep, {"turns": 2}, rules=NAVAS)
    attacks = [line for line in lines if "banner" in line and " attacks banner " in line]
    assert attacks == ["banner a1 attacks banner b1", "banner b1 attacks banner a1", "banner a1 attacks banner b1"]
    assert "banner b1 wakes" in lines
    assert "banner b1 attacks banner a1" in lines_of((*dice[:2], 4, 4), [ours(LIGHT)], asleep, rules=READ)


def test_a_captured_army_leader_loses_the_battle():
    """Who cannot go back and routs is eliminated, and the leader with the first stack is taken."""
    found = game((*A_FIRST, 8), [ours(KNIGHTS)], [theirs(PIKES, room="blocked")], HOLD)
    assert found.ending == "b_leader_lost"
    assert found.tallies["b_leaders_lost"] == 1
    # One who stands behind is not with it; nobody but the army leader is left to lead.
    behind = {**HOLD, "policies.b.leader": "behind"}
    assert game((*A_FIRST, 8), [ours(KNIGHTS)], [theirs(PIKES, room="blocked")], behind).ending == "undecided"


def test_a_leader_whose_banner_is_gone_is_taken_or_dies():
    gone = [theirs(PIKES, room="blocked"), theirs(LIGHT, value=3)]
    army = {**HOLD, "policies.b.leader": "behind", "b.army": 2}
    for die, end, points in ((2, "captured", 3 + 5), (3, "dead", 3 + 3)):
        found = game((*A_FIRST, 8, die), [ours(KNIGHTS)], gone, army)
        assert told([event.text for event in found.events], f"leader b1 is {end}")
        assert found.measures["a_points"] == points


def test_points_of_who_has_fled_and_of_who_is_eliminated():
    fled = game((*A_FIRST, 8, 9), [ours(KNIGHTS)], [theirs(PIKES, edge=4)], HOLD)
    assert (fled.measures["a_points"], fled.tallies["b_fled"], fled.tallies["b_lost_Pi"]) == (1, 1, 1)
    both = READ.replaced(options={"fled-points": "both"})
    assert game((*A_FIRST, 8, 9), [ours(KNIGHTS)], [theirs(PIKES, edge=4)], HOLD, rules=both).measures["a_points"] == 4


def test_al_andalus_leaves_at_seven_units():
    stacks = {**LIGHT, "number": 4, "units": 2, "quality": 1, "strength": 1}
    andalus = [theirs(stacks, al_andalus=True), theirs(PIKES, value=3)]
    changes = {**HOLD, "sectors.1.frontage": 4}
    knights = [ours({**KNIGHTS, "number": 4})]
    found = game((*A_FIRST, 8, 8, 8, 8, 0), knights, andalus, changes, rules=NAVAS)
    assert found.measures["al_andalus_left"] == 1
    assert (found.measures["a_points"], found.measures["b_eliminated"], found.tallies["b_lost_Il"]) == (15, 8, 8)
    stays = NAVAS.replaced(options={"al-andalus-leaves": "never"})
    there = game((*A_FIRST, 8, 8, 8, 8, 9, 9, 9, 9), knights, andalus, changes, rules=stays)
    # It is counted all the same: rule sets are compared by what both count.
    assert there.measures["al_andalus_left"] == 0


def test_the_last_banner_before_the_camp_decides():
    camp = {**HOLD, "sectors.1.camp": True}
    what = (*A_FIRST, 8, 9), [ours(KNIGHTS)], [theirs(PIKES)], camp
    assert game(*what, rules=NAVAS).ending == "a_reaches_camp"
    assert game(*what, rules=READ).ending == "undecided"


def test_twelve_turns_and_seven_points():
    # Six pikes that have fled are 6 points, seven are 7: nobody else can win.
    changes = {**HOLD, "turns": 12, "policies.a.act": "hold"}
    peace = NOBODY * 12
    found = game(peace, [ours(KNIGHTS)], [theirs(PIKES)], changes, rules=NAVAS)
    assert (found.ending, found.turn) == ("drawn", 12)
    assert game(peace, [ours(KNIGHTS)], [theirs(PIKES)], changes, rules=READ).ending == "undecided"


@pytest.mark.parametrize(
    ("pikes", "option", "ending"),
    [(7, "win", "a_ahead"), (7, "draw", "drawn"), (6, "win", "drawn"), (8, "draw", "a_ahead")],
)
def test_seven_points_ahead(pikes, option, ending):
    rules = NAVAS.replaced(options={"victory-seven": option})
    fleeing = [theirs({**PIKES, "number": pikes, "strength": 1}, edge=1), theirs(LIGHT, value=9)]
    changes = {**HOLD, "turns": 12, "sectors.1.frontage": 6, "policies.a.leader": "behind", "sectors.1.contact": 11}
    knights = [ours({**KNIGHTS, "number": 6})]
    rest = pikes - 6
    after = (4,) if rest < 1 else (9,) * rest
    # In turn 11 six rout over the edge, in turn 12 what is left of them; one against the light foot changes nothing.
    dice = (*NOBODY * 10, *NOBODY, *(8,) * 6, *NOBODY, *after)
    assert game(dice, knights, fleeing, changes, rules=rules).ending == ending


def test_fifty_points_end_it_at_once():
    rules = NAVAS
    heavy = {**KNIGHTS, "strength": 1, "quality": 0, "units": 2}
    weak = [theirs({**heavy, "number": 6}, room="blocked"), theirs(LIGHT, value=9)]
    changes = {**HOLD, "turns": 3, "sectors.1.frontage": 6, "b.army": 2, "policies.b.leader": "behind"}
    strong = [ours({**KNIGHTS, "number": 6, "strength": 20})]
    # Each is charged and cannot react (quality 0, die 1), routs at 8 and has nowhere to go: 10 points; then the leader.
    found = game((*A_FIRST, *(1, 8) * 6, 2), strong, weak, changes, rules=rules)
    assert (found.ending, found.turn, found.measures["a_points"]) == ("a_far_ahead", 1, 65)


def test_de_rada_and_ruy_diaz():
    de_rada = {**HOLD, "policies.a.de_rada": 1, "policies.a.ruy_diaz": 1, "turns": 1, "policies.b.act": "attack"}
    lines = lines_of((*B_FIRST, 9, 0, 4), [ours({**LIGHT, "quality": 2})], [theirs(KNIGHTS)], de_rada, rules=NAVAS)
    assert told(lines, "Ruy Díaz defends")
    assert "De Rada is with stack 1 of banner a1" in lines
    assert "stack 1 of banner a1 is demoralised, fresh" in lines
    off = NAVAS.replaced(options={"de-rada": "off", "ruy-diaz": "off"})
    lines = lines_of((*B_FIRST, 9, 0, 9), [ours({**LIGHT, "quality": 2})], [theirs(KNIGHTS)], de_rada, rules=off)
    assert not told(lines, "Ruy")
    assert not told(lines, "Rada")


def test_de_rada_with_a_stack_that_stays_routed_spares_it_the_die():
    """As no printed cell has it: it routs at 2 - 1, and a rally leaves it routed."""
    cells = [
        CellChange("combat-results", "1..3", "attackers", "Dr+R"),
        CellChange("states", "rally", "routed_fresh", "routed_fresh"),
    ]
    routs = [ours(LIGHT)], [theirs(PIKES)], {**HOLD, "policies.a.de_rada": 1}
    lines = lines_of((*A_FIRST, 2), *routs, rules=NAVAS.replaced(cells=cells))
    # 2 hexes at once, and no die before it flees on by its 5.
    assert lines[-2:] == [
        "De Rada is with stack 1 of banner a1",
        "stack 1 of banner a1 is routed, fresh (7 hexes back)",
    ]


def test_initiative_of_class_four_names_one_and_silences_another():
    sectors = {"sectors": [{"frontage": 1}, {"frontage": 1}], "policies.a.act": "hold"}
    one = [ours(LIGHT), ours(LIGHT, sector=2, value=4)]
    other = [theirs(PIKES), theirs(PIKES, sector=2, value=3)]
    lines = lines_of((*A_FIRST, 4), one, other, sectors)
    assert "banner b2 does not act" in lines
    assert "banner b1 attacks banner a1" in lines
    lines = lines_of((*A_FIRST, 4), one, other, {**sectors, "policies.a.lead": "highest"})
    assert "banner b1 does not act" in lines
    assert "banner b2 attacks banner a2" in lines


def test_of_equal_values_the_lowest_number_acts_at_once():
    sectors = {"sectors": [{"frontage": 1}, {"frontage": 1}], "policies.a.act": "hold"}
    one, other = [ours(LIGHT), ours(LIGHT, sector=2)], [theirs(PIKES), theirs(PIKES, sector=2)]
    lines = lines_of((*A_FIRST, 4), one, other, sectors)
    assert "banner b1 attacks banner a1" in lines
    assert "banner b2 does not act" in lines


def test_veto_against_a_banner_that_is_alone():
    veto = READ.replaced(options={"veto-alone": "veto"})
    hold = {"policies.a.act": "hold"}
    assert told(lines_of((*A_FIRST, 4), [ours(LIGHT)], [theirs(PIKES)], hold), "attacks")
    assert not told(lines_of(A_FIRST, [ours(LIGHT)], [theirs(PIKES)], hold, rules=veto), "attacks")


def test_sides_that_are_alike_win_alike():
    def sides(name):
        stacks = [{"kind": "sergeants", "number": 2, "quality": 2}, {"kind": name, "number": 2, "quality": 2}]
        return {"value": 3, "bonus": 1, "edge": 3, "stacks": stacks}

    alike = made([sides("light-foot")], [sides("light-foot")], {"turns": 8})
    found = run(alike, engine="monte-carlo", trials=20_000, seed=4)
    for name in ("points", "eliminated", "routed", "demoralised"):
        one, other = found.mean(f"a_{name}"), found.mean(f"b_{name}")
        assert abs(one.value - other.value) <= 5 * (one.se**2 + other.se**2) ** 0.5
    assert found.mean("a_points").value > 0.05


def test_exact_and_sampled_agree():
    game = made([ours(KNIGHTS)], [theirs(LIGHT, edge=4)], {"turns": 3})
    exact = run(game, engine="exact")
    drawn = run(game, engine="monte-carlo", trials=20_000, seed=2)
    for ending in exact.all_endings:
        one = drawn.probability(ending)
        assert abs(one.value - exact.probability(ending).value) <= 5 * one.se + 1e-12
    assert drawn.mean("a_points").value == pytest.approx(
        exact.mean("a_points").value, abs=5 * drawn.mean("a_points").se
    )


def test_nothing_runs_over_in_small_numbers():
    found = run(build(load_scenario("battle-navas").replaced({"turns": 3}), NAVAS), engine="monte-carlo", trials=40)
    assert found.provenance.trials == 40


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"a.army": 2}, "a.army"),
        ({"a.banners.1.sector": 2}, "a.banners.1.sector"),
        ({"a.banners.1.al_andalus": True}, "a.banners.1.al_andalus"),
        ({"a.banners.1.stacks.1.number": 13}, "a.banners.1.stacks.1.number"),
        ({"a.banners.1.stacks": [KNIGHTS] * 12 + [PIKES]}, "a.banners.1.stacks"),
        ({"policies.a.de_rada": 2}, "policies.a.de_rada"),
        ({"b.banners.1.ground": ["moor"]}, "b.banners.1.ground"),
        ({"b.banners.1.ground": ["river_pond"]}, "b.banners.1.ground"),
        ({"b.banners.1.stacks.1.units": 2}, "b.banners.1.stacks.1.units"),
        ({"sectors": []}, "sectors"),
        ({"a.banners.1.stacks": [PIKES], "policies.a.charge": True}, "policies.a.charge: none of these units"),
        ({"policies.b.ruy_diaz": 1}, "policies.b.ruy_diaz"),
    ],
)
def test_what_is_not_allowed_is_named(changes, path):
    with pytest.raises(DataError) as refused:
        build(BASE.replaced(changes), READ)
    assert path in str(refused.value)


def test_a_lost_cell_is_named_before_anything_is_played():
    with pytest.raises(UnknownCellError):
        build(BASE, load_rules("filo"))
