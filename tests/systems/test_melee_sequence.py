"""The melee of two groups: odds from the printed columns, what each policy does, and what must be monotone."""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.engine.values import solve
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

SIEGE = load_rules("siege")
# Man-at-arms 9/4, wounded 4/2; militia 5/2, wounded 2/1; spearman 8/3, wounded 4/2; knight in the saddle 20/8, wounded 10/4.
ONE_TURN = {
    "turns": 1,
    "attackers.kind": "man-at-arms",
    "attackers.men": 1,
    "defenders.kind": "militia",
    "defenders.men": 1,
    "policies.defenders.attack_from": "12-1+",
    "break_off": {},
}


def sequence(changes=(), **options):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("melee-line").replaced(ONE_TURN | dict(changes)), SIEGE.replaced(options=chosen))


@pytest.mark.parametrize(
    ("name", "riders"),
    [("melee-line", 0), ("melee-knights", 1), ("sortie-battery", 0), ("sortie-knights", 1), ("siege-tower-one", 0)],
)
def test_lost_saddles_are_counted_where_somebody_rides(name, riders):
    assert build(load_scenario(name), load_rules("siege")).tallies.count("unhorsed") == riders


def test_every_man_is_dead_wounded_stunned_or_fit_at_the_end():
    result = run(build(load_scenario("melee-line"), load_rules("siege")), engine="exact")
    frame = result.to_frame()
    attackers = frame[["attackers_dead", "attackers_wounded", "attackers_stunned", "attackers_fit"]]
    assert set(attackers.sum(axis=1)) == {6}
    assert frame["attackers_stunned"].max() > 0
    # They play second and come round before the turn is over.
    assert "defenders_stunned" not in frame
    assert set(frame[["defenders_dead", "defenders_wounded", "defenders_fit"]].sum(axis=1)) == {7}


def exact(changes=(), **options):
    return run(sequence(changes, **options), engine="exact")


def trace(changes, dice, **options):
    return play_trace(sequence(changes, **options), dice=dice)


def counted(result, **wanted):
    for name, chance in wanted.items():
        source = result.mean if name in result.measures else result.tally
        assert source(name).value == pytest.approx(chance, abs=1e-12), name


# -------------------------------------------------------------------- odds of one turn


def test_one_against_one():
    # 9 against 2 is 4-1: E on 1 to 3, D on 4 and 5, C on 6, B on 7, A on 8.
    result = exact()
    counted(result, attackers_attacks=1, defenders_attacks=0)
    counted(result, wounds=0.3, stuns=0.2, driven_back=0.1, repulses=0.1, self_wounds=0.1, kills=0)
    counted(result, attackers_wounded=0.1, defenders_wounded=0.3, defenders_dead=0, retreats=0.2)


def test_a_joint_attack_moves_one_column():
    # 18 against 2 is 9-1, with the bonus 10-1: F on 1 to 6, E on 7 and 8, D on 9 and 10.
    counted(exact({"attackers.men": 2}), attackers_attacks=1, kills=0.6, wounds=0.2, stuns=0.2)
    # Three men: 13-1, read as 12-1+ before the bonus. F on 1 to 8, E on 9 and 10.
    counted(exact({"attackers.men": 3}), kills=0.8, wounds=0.2)
    # 15 against 4 is 3-1; with a column for each further man 5-1: F on 1, E on 2 and 3, D on 4 and 5, C, C, B, A.
    three = {"attackers.kind": "militia", "attackers.men": 3, "defenders.kind": "man-at-arms"}
    counted(exact(three, joint_bonus_number="each"), kills=0.1, wounds=0.2, stuns=0.2, driven_back=0.2, repulses=0.1)
    counted(exact(three), kills=0.0, wounds=0.3, stuns=0.2, driven_back=0.1, repulses=0.1, self_wounds=0.1)


def test_ground_counts_for_both_sides():
    # 4-1 less one column for the defender's trench: D on 2 and 3, E on 1, C on 4 and 5, B on 6, A on 7.
    counted(exact({"defenders.terrain": "trench"}), wounds=0.1, stuns=0.2, driven_back=0.2, repulses=0.1)
    # Two columns less from a ladder.
    counted(exact({"attackers.terrain": "ladder", "defenders.terrain": "+"}), wounds=0.0, stuns=0.1, driven_back=0.2)
    # Two more from above on a slope: 6-1.
    counted(exact({"attackers.terrain": "+", "defenders.terrain": "slope"}), kills=0.3, wounds=0.1, stuns=0.2)


def test_nowhere_to_go():
    # C on 6 drives back, B on 7 drives the attacker back: without room both are wounds.
    counted(exact({"defenders.room": 0}), defenders_wounded=0.4, driven_back=0.1, retreats=0.1)
    counted(exact({"attackers.room": 0}), attackers_wounded=0.2, repulses=0.1, retreats=0.1)


def test_below_one_to_one():
    weak = {"attackers.kind": "militia", "defenders.kind": "knight-on-foot"}
    counted(exact(weak), attackers_attacks=0)
    counted(exact(weak, sub_one_to_one_odds="one-to-one"), attackers_attacks=1, driven_back=0.1)


def test_left_of_the_first_column():
    # 5 against 4 from a slope against a trench: two columns left of 1-1.
    weak = {"attackers.kind": "militia", "defenders.kind": "man-at-arms", "attackers.terrain": "slope"}
    weak["defenders.terrain"] = "trench"
    counted(exact(weak), attackers_attacks=1)
    counted(exact(weak, column_below_1_1="impossible"), attackers_attacks=0)


def test_men_on_foot_against_a_rider():
    # 24 against 8 is 3-1 on the table for riders, without bonus: D on 1, C on 2 and 3, B on 4, A on 5.
    rider = {"attackers.kind": "spearman", "attackers.men": 3, "defenders.kind": "knight", "defenders.mounted": 1}
    result = exact(rider)
    counted(result, stuns=0.1, driven_back=0.2, repulses=0.1, self_wounds=0.1, unhorsed=0.1, defenders_horses=0.1)
    # 54 against 8 is 6-1: E on 1 and 2, D on 3 and 4.
    strong = rider | {"attackers.kind": "man-at-arms", "attackers.men": 6, "policies.attackers.together": 6}
    result = exact(strong)
    counted(result, wounds=0.2, stuns=0.2, unhorsed=0.2, defenders_wounded=0.2, defenders_horses=0.2)
    # 84 against 8 is 10-1: G, F, E, D and C on two dice each. F and D cost the horse.
    result = exact(strong | {"attackers.kind": "knight-on-foot"})
    counted(result, kills=0.2, wounds=0.4, stuns=0.2, driven_back=0.2, unhorsed=0.4)
    counted(result, defenders_horses=0.4, defenders_dead=0.2, defenders_wounded=0.4)


def test_both_of_a_killed_horse():
    # 120 against 8 is beyond 12-1: H on 1 and 2 kills both, G on 3 and 4 the rider alone.
    riders = {"attackers.kind": "knight", "attackers.men": 6, "attackers.mounted": 6, "policies.attackers.together": 6}
    result = exact(riders | {"defenders.kind": "knight", "defenders.mounted": 1})
    counted(result, kills=0.4, defenders_dead=0.4, wounds=0.4, stuns=0.2, unhorsed=0.4, defenders_horses=0.6)


@pytest.mark.parametrize(
    ("changes", "attacks"),
    [
        ({"policies.attackers.together": 3}, 2),
        ({"policies.attackers.together": 5}, 1),
        ({"policies.attackers.together": 1}, 2),
        ({"policies.attackers.attack": "separate", "policies.attackers.together": 2}, 4),
        ({"policies.attackers.attack": "separate", "policies.attackers.together": 6}, 5),
        ({"policies.attackers.attack": "separate", "attackers.front": 3}, 3),
        ({"policies.attackers.attack_from": "4-1"}, 1),
        ({"policies.attackers.attack_from": "5-1"}, 0),
    ],
)
def test_how_many_attack(changes, attacks):
    # Five militia against two men-at-arms, on whom they have no luck. Three attack on 4-1, the two others on 3-1.
    crowd = {"attackers.kind": "militia", "attackers.men": 5, "defenders.kind": "man-at-arms", "defenders.men": 2}
    game = trace(crowd | changes, [10] * 6)
    assert game.tallies["attackers_attacks"] == attacks


# -------------------------------------------------------------------- games played out


def lines(game):
    return [event.text for event in game.events]


def test_who_stood_it_is_left_alone_until_all_have():
    pair = {"attackers.men": 3, "defenders.men": 2, "policies.attackers.attack": "separate"}
    # Nothing, nothing, and the third man has both before him again; the first man is wounded then.
    game = trace(pair, [10, 10, 1])
    assert game.tallies["attackers_attacks"] == 3
    assert game.measures["defenders_wounded"] == 1
    # A wound, and the wounded man can be attacked again, but the fit one comes first.
    game = trace(pair, [1, 10, 1])
    assert [text.split(":")[1] for text in lines(game) if "against" in text] == [
        " melee, a fit man against a fit man, 9 against 2",
        " melee, a fit man against a fit man, 9 against 2",
        " melee, a fit man against a wounded man, 9 against 1",
    ]
    assert game.measures == {
        "attackers_dead": 0,
        "attackers_wounded": 0,
        "attackers_stunned": 0,
        "attackers_fit": 3,
        "defenders_dead": 1,
        "defenders_wounded": 0,
        "defenders_fit": 1,
    }


@pytest.mark.parametrize(
    ("target", "die", "second"),
    [
        ("stunned", 4, "stunned"),
        ("fit", 4, "fit"),
        ("wounded", 4, "stunned"),
        ("mounted", 4, "stunned"),
        ("stunned", 1, "fit"),
        ("fit", 1, "fit"),
        ("wounded", 1, "wounded"),
        ("mounted", 1, "fit"),
    ],
)
def test_whom_to_attack_first(target, die, second):
    # On 4-1 a 4 stuns the first man and a 1 wounds him: whom does the next one fall on?
    crowd = {"attackers.men": 2, "defenders.men": 3, "policies.attackers.attack": "separate"}
    game = trace(crowd | {"policies.attackers.target": target}, [die, 10])
    assert f"a fit man against a {second} man" in lines(game)[1]


def test_riders_first_where_riders_are_looked_for():
    mixed = {"attackers.men": 3, "defenders.kind": "knight", "defenders.men": 2, "defenders.mounted": 1}
    assert "against a rider" in lines(trace(mixed | {"policies.attackers.target": "mounted"}, [10]))[0]
    assert "against a fit man" in lines(trace(mixed, [10]))[0]


def test_a_rider_attacks_before_men_on_foot():
    mixed = {"attackers.kind": "knight", "attackers.men": 3, "attackers.mounted": 1, "policies.attackers.together": 2}
    assert "a rider and a fit man against a fit man" in lines(trace(mixed, [1]))[0]


def test_who_takes_the_wound():
    # 18 against 4 is 4-1, together 5-1: A on 9. Then 9 and 4 against 4 are 3-1, together 4-1: A on 8.
    pair = {"turns": 2, "attackers.men": 2, "defenders.kind": "man-at-arms", "defenders.men": 2}
    first = trace(pair, [9, 8])
    assert (first.measures["attackers_wounded"], first.measures["attackers_dead"]) == (2, 0)
    other = trace(pair | {"policies.attackers.wound": "wounded-first"}, [9, 8])
    assert (other.measures["attackers_wounded"], other.measures["attackers_dead"]) == (0, 1)


@pytest.mark.parametrize(("room", "wounded"), [(None, 0), (3, 0), (2, 1), (0, 3)])
def test_part_of_a_group_finds_room(room, wounded):
    # 27 against 4 is 6-1, together 7-1: B on 10.
    trio = {"attackers.men": 3, "defenders.kind": "man-at-arms"}
    game = trace(trio if room is None else trio | {"attackers.room": room}, [10])
    assert game.measures["attackers_wounded"] == wounded
    assert game.tallies["retreats"] == 3 - wounded


def test_a_stunned_man_driven_back_dies():
    # Stunned by a 4 on 4-1; then C on 6.
    pair = {"attackers.men": 2, "policies.attackers.attack": "separate", "policies.attackers.together": 2}
    game = trace(pair, [4, 6])
    assert game.measures["defenders_dead"] == 1
    assert game.tallies["retreats"] == 0


@pytest.mark.parametrize(("follow", "attacks"), [(False, 0), (True, 1)])
def test_who_fell_back_is_out_of_reach_unless_he_is_followed(follow, attacks):
    # 5 against 2 is 2-1: B on 4.
    pair = {"attackers.kind": "militia", "policies.defenders.attack_from": "1-1", "policies.defenders.follow": follow}
    pair |= {"policies.defenders.advance": False}
    assert trace(pair, [4, 10]).tallies["defenders_attacks"] == attacks


@pytest.mark.parametrize(
    ("ours", "theirs", "attacks"), [(True, True, 0.5), (True, False, 0.4), (False, True, 0.5), (False, False, 0.4)]
)
def test_who_gives_ground_is_followed(ours, theirs, attacks):
    # 9 against 2, 4-1: the militia cannot strike back after E on 1 to 3 and D on 4 and 5. After B on 7 it can if it has
    # stepped after the attacker; after C on 6 it is back by itself, followed or not.
    follow_up = {"policies.attackers.advance": ours, "policies.defenders.advance": theirs}
    result = exact(follow_up | {"policies.defenders.attack_from": "1-1"})
    # Beside one another its own attack, 5 against 4 (against 2 who wounded himself on 8), may drive a man back too.
    counted(result, defenders_attacks=attacks, driven_back=0.1 + chance_of_c(attacks))


def chance_of_c(attacks):
    """Return how often C follows in the second attack: on 1-1 and on 2-1 on as many dice as the table prints."""
    table = SIEGE.table("melee-foot")
    one, two = ([table.cell(str(row), column) for row in range(1, 11)].count("C") / 10 for column in ("1-1", "2-1"))
    return 0.1 * two + (attacks - 0.1) * one


FOLLOWED = {"policies.attackers.together": 1, "policies.attackers.attack": "separate", "attackers.men": 2}


@pytest.mark.parametrize(("advance", "retreats", "wounded"), [(True, 2, 0), (False, 1, 1)])
def test_who_is_followed_takes_no_room(advance, retreats, wounded):
    # 9 against 2 twice, C on 6: behind them is room for one.
    pair = FOLLOWED | {"defenders.men": 2, "defenders.room": 1, "policies.attackers.advance": advance}
    game = trace(pair, [6, 6])
    assert (game.tallies["retreats"], game.measures["defenders_wounded"]) == (retreats, wounded)
    told = [line for line in lines(game) if "steps after" in line]
    assert told == ["a man of the attackers steps after him"] * 2 * advance


def test_who_finds_no_room_is_wounded_and_nobody_steps_after_him():
    game = trace({"defenders.room": 0}, [6])
    assert (game.tallies["retreats"], game.measures["defenders_wounded"]) == (0, 1)
    assert not any("steps after" in line for line in lines(game))


@pytest.mark.parametrize(("advance", "attacks"), [(True, 2), (False, 1)])
def test_who_was_followed_may_be_attacked_again_once_all_are_passed(advance, attacks):
    # Two attack one man one by one, C on 6: not followed he is out of reach of the second.
    pair = FOLLOWED | {"policies.attackers.together": 2, "policies.attackers.advance": advance}
    assert trace(pair, [6, 10]).tallies["attackers_attacks"] == attacks


def test_who_was_followed_is_passed():
    # One by one: E on 1 wounds the first, C on 6 drives the second back, who is followed. The third leaves him alone.
    trio = {"attackers.men": 3, "defenders.men": 2, "policies.attackers.attack": "separate"}
    game = trace(trio | {"policies.attackers.target": "fit", "policies.attackers.together": 2}, [1, 6, 10])
    told = [line for line in lines(game) if " against a " in line]
    assert ["against a wounded man" in line for line in told] == [False, False, True]


@pytest.mark.parametrize(("advance", "back"), [(True, 1), (False, 2)])
def test_one_of_a_group_that_gives_ground_is_followed(advance, back):
    # 27 against 4 is 6-1, together 7-1: B on 10. Two find room, and the defender steps after one of them.
    trio = {"attackers.men": 3, "defenders.kind": "man-at-arms", "attackers.room": 2, "turns": 2}
    told = lines(trace(trio | {"policies.defenders.advance": advance}, [10, 9]))
    assert "driven back: 2" in told
    assert "wounded because there is no room behind: 1" in told
    assert ("a man of the defenders steps after one of them" in told) == advance
    assert f"back in the fight: {back} of the attackers" in told


def test_a_stunned_man_steps_after_nobody():
    # Stunned by a 4 on 4-1; then B on 7.
    pair = {"attackers.men": 2, "policies.attackers.attack": "separate", "policies.attackers.together": 2}
    game = trace(pair, [4, 7])
    assert game.tallies["retreats"] == 1
    assert not any("steps after" in line for line in lines(game))


def test_the_other_side_first():
    both = {"first": "defenders", "policies.defenders.attack_from": "1-1"}
    assert lines(trace(both, [10, 10]))[0].startswith("defenders")
    assert lines(trace(both | {"first": "attackers"}, [10, 10]))[0].startswith("attackers")


def test_the_stunned_lose_a_player_turn():
    # The man stunned in the attackers' turn does not attack in his own, and does in the next.
    pair = {"turns": 2, "policies.defenders.attack_from": "1-1"}
    game = trace(pair, [4, 10, 10])
    assert game.tallies["defenders_attacks"] == 1


@pytest.mark.parametrize(
    ("limits", "ending", "turn"),
    [
        ({"break_off.defenders.losses": 1}, "defenders_break_off", 1),
        ({"break_off.defenders.losses": 2}, "undecided", 3),
        ({"break_off.attackers.turn": 2}, "attackers_break_off", 2),
        ({"break_off.attackers.turn": 1, "break_off.defenders.losses": 1}, "attackers_break_off", 1),
    ],
)
def test_breaking_off(limits, ending, turn):
    # A wound on the first of two men, and nothing after it.
    game = trace({"turns": 3, "defenders.men": 2} | limits, [1, 10, 10])
    assert (game.ending, game.turn) == (ending, turn)


def test_nobody_left():
    game = trace({"attackers.men": 3}, [1])
    assert game.ending == "attackers_win"
    # 30 against 4 is 7-1, together 8-1.
    many = {"defenders.men": 6, "policies.defenders": {"together": 6}}
    lost = trace({"first": "defenders"} | many, [1])
    assert lost.ending == "defenders_win"


# -------------------------------------------------------------------- what must be monotone


def win(changes):
    base = {"policies.defenders": {}, "turns": 20, "attackers.men": 3, "defenders.men": 4}
    return exact(base | changes).probability("attackers_win").value


def test_better_ground_never_helps_the_other_side():
    assert np.all(np.diff([win({"attackers.terrain": sign}) for sign in ("-", "0", "+")]) > 0)
    assert np.all(np.diff([win({"defenders.terrain": sign}) for sign in ("-", "0", "+")]) < 0)


def test_room_behind_never_hurts():
    assert np.all(np.diff([win({"attackers.room": room}) for room in range(4)]) >= 0)


@pytest.mark.parametrize(
    "policy",
    [
        {"attack": "separate"},
        {"together": 2},
        {"attack_from": "6-1"},
        {"target": "fit"},
        {"wound": "wounded-first"},
        {"follow": True},
    ],
)
def test_every_policy_moves_something(policy):
    base = {"policies.defenders": {}, "turns": 6, "attackers.men": 4, "attackers.kind": "spearman", "defenders.men": 4}
    base["defenders.kind"] = "man-at-arms"
    changed = {f"policies.attackers.{key}": value for key, value in policy.items()}
    assert win(base | changed) != pytest.approx(win(base), abs=1e-9)


def test_riders_are_a_policy_of_their_own():
    base = {"attackers.men": 6, "defenders.kind": "knight", "defenders.men": 3, "defenders.mounted": 2, "turns": 4}
    assert win(base | {"policies.attackers.target": "mounted"}) != pytest.approx(win(base), abs=1e-9)


def test_strength_is_watched_turn_by_turn():
    result = run(build(load_scenario("melee-line"), SIEGE))
    men = [result.by_turn("attackers_living", turn).value for turn in range(5)]
    assert men[0] == 6
    assert np.all(np.diff(men) < 0)


# -------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"attackers.mounted": 1}, "attackers.mounted", "no horses"),
        ({"attackers.kind": "knight", "attackers.mounted": 7}, "attackers.mounted", "7"),
        ({"attackers.men": 0}, "attackers.men", "0"),
        ({"policies.attackers.target": "mountd"}, "policies.attackers.target", "mounted"),
        ({"policies.attackers.charge": True}, "policies.attackers.charge", "unknown"),
        ({"break_off.attackers.loses": 3}, "break_off.attackers.loses", "losses"),
        ({"first": "besiegers"}, "first", "attackers"),
    ],
)
def test_bad_files(changes, where, words):
    with pytest.raises(DataError) as error:
        load_scenario("melee-line").replaced(changes)
    assert error.value.path == where
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"attackers.terrain": "slop"}, "attackers.terrain", "slope"),
        ({"defenders.terrain": "window"}, "defenders.terrain", "no melee"),
        ({"defenders.terrain": "spiral_stair/+"}, "defenders.terrain", "unknown terrain"),
        ({"attackers.kind": "knight", "attackers.mounted": 1, "attackers.terrain": "tent"}, "attackers.terrain", "horse"),
        ({"attackers.kind": "knight", "attackers.mounted": 1, "attackers.terrain": "ladder"}, "attackers.terrain", "horse"),
        ({"attackers.kind": "knight", "attackers.mounted": 1, "attackers.terrain": "battlement"}, "attackers.terrain", "horse"),
    ],
)  # fmt: skip
def test_ground_on_which_they_cannot_fight(changes, where, words):
    with pytest.raises(DataError) as error:
        sequence(changes)
    assert error.value.path == where
    assert words in str(error.value)


def test_through_a_window_where_the_rules_have_it():
    counted(exact({"defenders.terrain": "window"}, window_combat="defence-plus"), wounds=0.1, stuns=0.2)


# -------------------------------------------------------------------- decisions


@pytest.mark.parametrize(("side", "wants"), [("attackers", 1), ("defenders", -1)])
def test_best_decisions_are_no_worse_than_the_policies_of_the_scenario(side, wants):
    changes = {"attackers.men": 3, "defenders.men": 3, "turns": 3, "break_off": {}}
    process = build(load_scenario("melee-line").replaced(changes), SIEGE)

    def won(chain, level, states):
        return (level.layout.cell_values(level.states.words[:, states], 0) == 1).astype(float)

    free = [name for name in process.plan if name.startswith(f"{side}.")]
    chain, solution = solve(process, free, won, {side: wants})
    asked = {decision.name for table in chain.tables for decision, _ in table.asked}
    assert asked == {f"{side}.{name}" for name in ("attack", "target", "attack_from", "wound", "advance", "follow")}
    shipped = run(process, engine="exact").probability("attackers_win").value
    assert wants * (solution.values[0][0, 0] - shipped) > 0.01
