"""Panic among men who fight: odds of the test, who runs, who is calm again, and what it does to attacks."""

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario
from oracle.fight_panic import panic_of_side
from oracle.ladder_panic import class_of
from systems.melee_twin import flat_kind
from systems.test_engines_agree import agree
from systems.twins import oracle_rules
from systems.variants import KINDS

SIEGE = load_rules("siege")
# Three men-at-arms on one of three militia: 12-1+, F on 1 to 8. Two of them alone: 9-1, together 10-1: F on 1 to 6.
MELEE = {
    "panic": True,
    "turns": 1,
    "attackers.kind": "man-at-arms",
    "attackers.men": 3,
    "defenders.kind": "militia",
    "defenders.men": 3,
    "policies.defenders.attack_from": "12-1+",
    "break_off": {},
    "panic_of.attackers.followed": True,
    "panic_of.defenders.followed": True,
}
# The test: nothing on 1 to 5, P1, P2, P3 on 6 to 8, R3 on 9, R6 on 10.
KILL, NOTHING, ONE, TWO, THREE, ROUT_THREE, ROUT_SIX = 1, 1, 6, 7, 8, 9, 10
MELEE_FOLLOWED = {"attackers": {"followed": True}, "defenders": {"followed": True}}
MILITIA = load_scenario("melee-line").replaced({"defenders.kind": "militia"}).setup.defenders.kind
SIX = {"attackers.men": 6, "defenders.men": 5}


def sequence(changes=(), base=MELEE, name="melee-line", **options):
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return build(load_scenario(name).replaced(base | dict(changes)), SIEGE.replaced(options=chosen))


def exact(changes=(), **options):
    return run(sequence(changes, **options), engine="exact")


def trace(changes, dice, **options):
    return play_trace(sequence(changes, **options), dice=dice)


def ran(game, side="defenders"):
    return game.measures[f"{side}_panicked"], game.measures[f"{side}_routed"]


# -------------------------------------------------------------------- the test


def test_odds_of_the_test():
    # After the death, by which two are left: one panics on a die of 10, both on two, both rout on two.
    result = exact()
    assert result.tally("panic_tests").value == pytest.approx(0.8, abs=1e-12)
    assert result.mean("defenders_panicked").value == pytest.approx(0.8 * (0.1 + 2 * 0.2), abs=1e-12)
    assert result.mean("defenders_routed").value == pytest.approx(0.8 * 2 * 0.2, abs=1e-12)
    assert result.mean("defenders_dead").value == pytest.approx(0.8, abs=1e-12)
    # Both routed: nobody is left, though two live.
    assert result.probability("attackers_win").value == pytest.approx(0.16, abs=1e-12)


@pytest.mark.parametrize(
    ("die", "panicked", "routed"),
    [(NOTHING, 0, 0), (ONE, 1, 0), (TWO, 2, 0), (THREE, 3, 0), (ROUT_THREE, 0, 3), (ROUT_SIX, 0, 4)],
)
def test_what_each_die_does(die, panicked, routed):
    game = trace({"defenders.men": 5}, [KILL, die])
    assert ran(game) == (panicked, routed)
    assert (game.tallies["panics"], game.tallies["routs"]) == (panicked, routed)


@pytest.mark.parametrize(
    ("changes", "options"),
    [
        ({"panic": False}, {}),
        ({}, {"panic_rule": "none"}),
        ({"panic_of.defenders.class": "knight", "panic_of.attackers.class": "knight"}, {}),
        ({"attackers.kind": "knight", "defenders.kind": "knight-on-foot"}, {}),
    ],
)
def test_who_never_panics(changes, options):
    result = exact(changes, **options)
    assert "panic_tests" not in result.tallies
    assert "defenders_panicked" not in result.measures


def test_knights_may_be_told_to_panic():
    changes = {"attackers.kind": "knight-on-foot", "defenders.kind": "knight-on-foot"}
    assert "attackers_panicked" not in exact(changes | {"panic_of.defenders.class": "peasant"}).measures
    assert "defenders_panicked" in exact(changes | {"panic_of.defenders.class": "peasant"}).measures


def test_nobody_is_left_to_panic():
    assert trace({"defenders.men": 1}, [KILL]).tallies["panic_tests"] == 0


def test_stunned_men_and_riders_do_not_run():
    # Stunned by a 9 on 10-1; then the second group kills the other fit man, and nobody can be seized.
    pair = {"attackers.men": 4, "policies.attackers.together": 2, "policies.attackers.target": "fit"}
    game = trace(pair | {"defenders.men": 2}, [9, KILL])
    assert (game.tallies["panic_tests"], game.measures["defenders_dead"]) == (0, 1)
    riders = {"attackers.kind": "knight", "attackers.men": 6, "attackers.mounted": 6, "policies.attackers.together": 6}
    riders |= {"defenders.kind": "knight", "defenders.mounted": 3, "panic_of.defenders.class": "soldier"}
    assert trace(riders, [KILL]).tallies["panic_tests"] == 0


@pytest.mark.parametrize(
    ("second", "reach", "dice", "expected"),
    [
        # Two deaths in one phase; after the first one man panics, and after the second nobody is hit.
        ("automatic", "in-reach", [KILL, ONE, KILL, NOTHING], (0, 1)),
        ("when-hit", "in-reach", [KILL, ONE, KILL, NOTHING], (1, 0)),
        ("automatic", "out-of-reach", [KILL, ONE, KILL, NOTHING], (1, 0)),
        # The second roll hits one man: him who has panicked, if he is concerned, or else a calm one.
        ("automatic", "in-reach", [KILL, ONE, KILL, ONE], (1, 1)),
        ("when-hit", "in-reach", [KILL, ONE, KILL, ONE], (0, 1)),
        ("automatic", "out-of-reach", [KILL, ONE, KILL, ONE], (2, 0)),
        ("when-hit", "out-of-reach", [KILL, ONE, KILL, ONE], (2, 0)),
        ("when-hit", "in-reach", [KILL, ONE, KILL, TWO], (1, 1)),
    ],
)
def test_a_second_death(second, reach, dice, expected):
    game = trace(SIX, dice, second_panic=second, panicked_reach=reach)
    assert ran(game) == expected
    assert game.tallies["panic_tests"] == 2


def test_the_options_move_the_odds():
    base = exact(SIX).mean("defenders_routed").value
    assert exact(SIX, second_panic="when-hit").mean("defenders_routed").value < base
    assert exact(SIX, panicked_reach="out-of-reach").mean("defenders_routed").value < base


@pytest.mark.parametrize(("first", "wounded"), [("wounded", 1), ("fit", 0)])
def test_who_runs_first(first, wounded):
    # A man is wounded by 9 on 12-1+ (E); then one is killed and one routs, of whom it is told whether he was wounded.
    changes = SIX | {"policies.attackers.target": "fit", "defenders.men": 3, "panic_of.defenders.panics_first": first}
    game = trace(changes, [9, KILL, ONE])
    words = [event.text for event in trace(changes | {"turns": 2}, [9, KILL, ONE, 10]).events]
    assert ran(game) == (1, 0)
    left = "a fit man" if wounded else "a wounded man"
    assert any(f"against {left}" in text for text in words[4:])


def test_the_attackers_panic_too():
    # 18 against 6 is 3-1, together 4-1: A on 8. Then 13 against 6 is 2-1, together 3-1: A on 7 kills the wounded man.
    changes = {"turns": 2, "attackers.men": 2, "defenders.kind": "knight-on-foot", "defenders.men": 2}
    game = trace(changes | {"policies.attackers.wound": "wounded-first"}, [8, 7, ONE])
    assert game.measures["attackers_dead"] == 1
    assert ran(game, "attackers") == (1, 0)


# -------------------------------------------------------------------- what follows


@pytest.mark.parametrize(
    ("panic_of", "panicked"),
    [({}, 2), ({"rally": 1}, 1), ({"rally": 5}, 0), ({"followed": False}, 0)],
)
def test_calm_again(panic_of, panicked):
    # Two panic in the attackers' turn; the defenders' movement phase comes after it.
    changes = {"defenders.men": 4} | {f"panic_of.defenders.{key}": value for key, value in panic_of.items()}
    assert ran(trace(changes, [KILL, TWO])) == (panicked, 0)


def test_panicked_men_neither_attack_nor_are_attacked():
    changes = {"turns": 2, "policies.defenders.attack_from": "1-1"}
    game = trace(changes, [KILL, TWO])
    assert (game.tallies["attackers_attacks"], game.tallies["defenders_attacks"]) == (1, 0)
    assert game.ending == "undecided"


def test_a_trace_says_so_where_men_stand_idle():
    # All panic, and the attackers, who were told to stay near and not to go after them, have nobody to attack.
    told = [event.text for event in trace({"turns": 2}, [KILL, TWO]).events if event.turn == 2]
    assert told == ["none of the defenders is in reach"]
    followed = trace({"turns": 2, "policies.attackers.follow": True}, [KILL, TWO, 10])
    assert "none of the defenders is in reach" not in [event.text for event in followed.events]


def test_panicked_men_who_are_followed():
    # In turn 2 they are caught and attacked before others, a column to the right, and nothing befalls the attackers.
    lone = {"turns": 2, "attackers.kind": "spearman", "attackers.men": 1, "attackers.terrain": "+"}
    lone |= {"defenders.men": 2, "defenders.terrain": "slope", "policies.attackers.follow": True}
    # 8 against 2 is 4-1, on this ground 6-1: F on 1. Then P1, and the other man is caught: 7-1, B on 10 is void.
    game = trace(lone, [1, ONE, 10])
    words = [event.text for event in game.events if "against" in event.text]
    assert "against a panicked man" in words[1]
    assert "column 7-1" in words[1]
    assert (game.tallies["repulses"], game.measures["defenders_panicked"]) == (0, 1)
    # D on 6 stuns him and he panics no more; E on 4 wounds him, and F on 1 kills him.
    stunned = trace(lone, [1, ONE, 6])
    assert ran(stunned) == (0, 0)
    wounded = trace(lone, [1, ONE, 4])
    assert (ran(wounded), wounded.measures["defenders_wounded"]) == ((1, 0), 1)
    assert trace(lone, [1, ONE, 1]).ending == "attackers_win"
    # C on 8: out of contact again, without a test.
    driven = trace(lone, [1, ONE, 8])
    assert (ran(driven), driven.tallies["panic_tests"]) == ((1, 0), 1)


def test_routed_men_are_no_losses():
    changes = {"defenders.men": 5, "break_off.defenders.losses": 2}
    assert trace(changes, [KILL, ROUT_THREE]).ending == "undecided"
    assert trace(changes | {"break_off.defenders.losses": 1}, [KILL, ROUT_THREE]).ending == "defenders_break_off"


def test_a_test_for_each_death_of_one_result():
    # Four attack in pairs and have no room behind. 18 against 4 is 4-1, together 5-1: B on 8 wounds both of the first
    # pair, the second does nothing on 10. In turn 2 the fit pair does nothing, the wounded pair, on 3-1, draws B on 6.
    changes = {"turns": 2, "attackers.men": 4, "attackers.room": 0, "defenders.kind": "man-at-arms", "defenders.men": 2}
    changes |= {"policies.attackers.together": 2}
    game = trace(changes, [8, 10, 10, 6, NOTHING, ONE])
    assert (game.measures["attackers_dead"], game.tallies["panic_tests"]) == (2, 2)
    assert ran(game, "attackers") == (1, 0)


def test_panic_never_helps_the_side_that_panics():
    base = {"turns": 6, "defenders.men": 4, "policies.defenders": {}, "panic_of.attackers.class": "knight"}
    made = [exact(base | {"panic": False}), exact(base | {"panic_of.defenders.rally": 1}), exact(base)]
    attacks = [result.tally("defenders_attacks").value for result in made]
    harm = [result.mean("attackers_dead").value + result.mean("attackers_wounded").value for result in made]
    assert attacks[0] > attacks[1] > attacks[2]
    assert harm[0] > harm[1] > harm[2]


@pytest.mark.parametrize("follow", [False, True])
def test_engines_agree(follow):
    changes = {"turns": 4, "policies.attackers.follow": follow, "policies.defenders": {}, "defenders.men": 4}
    made = sequence(changes)
    result = run(made, engine="exact")
    assert result.weights.sum() == pytest.approx(1.0, abs=1e-12)
    agree(result, run(made, engine="monte-carlo", trials=60_000, seed=3))


def test_joint_groups_attack_him_again_who_stood_when_all_others_have_run():
    # Four groups of one on 4-1: nothing, wounded; 9-1 on the wounded man: killed. Two run, and the first is left.
    changes = {
        "attackers.men": 4,
        "defenders.men": 4,
        "policies.attackers": {"attack": "joint", "together": 1, "target": "wounded"},
    }
    game = trace(changes, [9, 1, KILL, TWO, 9])
    assert (game.tallies["attackers_attacks"], ran(game)) == (4, (2, 0))


# -------------------------------------------------------------------- sortie

SORTIE = {
    "panic": True,
    "turns": 2,
    "first": "defenders",
    "approach": ["flat_ground"],
    "engines": 1,
    "sortie.kind": "spearman",
    "sortie.men": 4,
    "besiegers": {"kind": "spearman", "men": 2},
    "relief": {},
    "archers": {},
    "policies": {"sortie": {"attack_from": "12-1+"}, "besiegers": {"fire_policy": "fight"}},
    "break_off": {},
    "panic_of": {"sortie": {"followed": True}, "besiegers": {"followed": True}},
}


def raid(changes, dice, **options):
    return play_trace(sequence(changes, SORTIE, "sortie-battery", **options), dice=dice)


def test_panic_in_a_sortie():
    # 16 against 3 is 5-1, together 6-1: F on 1. In turn 2 two men are left beside the engine, and one lights it.
    game = raid({}, [1, ONE, 10])
    assert ran(game) == (1, 0)
    assert (game.tallies["fires"], game.tallies["panic_tests"]) == (1, 1)
    # All rout: nobody is left. All panic: they are left, out there, but nobody lights it.
    assert raid({}, [1, ROUT_THREE]).ending == "sortie_lost"
    gone = raid({}, [1, THREE])
    assert "none of the sortie is in reach" in [event.text for event in gone.events if event.turn == 2]
    assert (gone.ending, gone.tallies["fires"]) == ("undecided", 0)
    rallied = raid({"panic_of.sortie.rally": 3, "turns": 3}, [1, THREE, 10, 10])
    assert (rallied.tallies["fires"], ran(rallied)) == (1, (0, 0))


def test_arrows_that_kill_cause_panic():
    way = {
        "approach": ["flat_ground x 20"],
        "turns": 1,
        "besiegers": {},
        "archers.men": 1,
        "archers.weapon": "crossbow",
    }
    game = raid(way, [1, TWO])
    assert (game.measures["defenders_dead"], ran(game), game.ending) == (1, (2, 0), "undecided")


def test_besiegers_panic():
    # 32 against 3, together: three of four attack one man, 8-1 and 9-1: F on 1.
    changes = {
        "policies.sortie": {},
        "policies.besiegers": {"attack_from": "12-1+", "fire_policy": "fight"},
        "turns": 1,
    }
    game = raid(changes, [1, ONE])
    assert ran(game, "besiegers") == (1, 0)


def test_men_in_panic_do_not_go_home_with_the_party():
    game = raid({"break_off.losses": 1, "sortie.men": 3}, [1, ONE])
    assert (game.ending, game.turn, ran(game)) == ("sortie_back", 2, (1, 0))


def test_men_who_are_calm_again_are_with_the_party_at_home_too():
    changes = {"break_off.losses": 1, "sortie.men": 3, "panic_of.sortie.rally": 1}
    game = raid(changes, [1, ONE])
    assert (game.ending, game.turn, ran(game)) == ("sortie_back", 2, (0, 0))


def test_a_party_in_panic_is_told_to_go_home():
    # All panic in turn 1 and are told; one is calm in turn 2, is attacked on 6-1 (A), and goes home in turn 3.
    changes = {"break_off.losses": 1, "sortie.men": 2, "panic_of.sortie.rally": 1, "turns": 4}
    game = raid(changes, [KILL, ONE, 10])
    assert (game.ending, game.turn, game.tallies["fires"]) == ("sortie_back", 3, 0)


def test_sorties_with_panic_by_all_engines():
    changes = {"turns": 4, "policies.besiegers.follow": True, "policies.sortie": {}, "panic_of.sortie.rally": 1}
    changes |= {"archers.men": 1, "archers.weapon": "longbow", "approach": ["flat_ground x 7"], "sortie.men": 3}
    made = sequence(changes, SORTIE, "sortie-battery")
    result = run(made, engine="exact")
    agree(result, run(made, engine="monte-carlo", trials=60_000, seed=5))


# -------------------------------------------------------------------- files


@pytest.mark.parametrize("kind", [*KINDS, "knight"])
def test_what_counts_if_the_file_says_nothing(kind):
    # The twins hand the oracles what was read, so that what is read is compared here.
    side = load_scenario("melee-line").replaced({"panic": True, "attackers.kind": kind}).setup.attackers
    assert (side.panic.rank, side.panic.rally, side.panic.panics_first) == (
        class_of(flat_kind(side.kind)),
        0,
        "wounded",
    )


@pytest.mark.parametrize("follows", [(), ("attackers",), ("defenders",), ("attackers", "defenders")])
@pytest.mark.parametrize("said", [{}, {"attackers": True}, {"attackers": False, "defenders": True}])
@pytest.mark.parametrize(
    ("name", "sides"), [("melee-line", "attackers defenders"), ("sortie-battery", "sortie besiegers")]
)
def test_who_is_followed_if_the_file_says_nothing(name, sides, said, follows):
    # As the oracle reads it, which is handed a setup as a file has it.
    called = dict(zip(("attackers", "defenders"), sides.split(), strict=True))
    policies = {block: {"follow": side in follows} for side, block in called.items()}
    blocks = {called[side]: {"followed": value} for side, value in said.items()}
    setup = load_scenario(name).replaced({"panic": True, "policies": policies, "panic_of": blocks}).setup
    read = (
        [setup.attackers.panic, setup.defenders.panic] if name == "melee-line" else [setup.panic, setup.besiegers_panic]
    )
    asked = {"panic": True, "panic_of": blocks, "policies": policies}
    for block, panic in zip(sides.split(), read, strict=True):
        expected = panic_of_side(asked, oracle_rules(load_rules("siege")), block, flat_kind(MILITIA), list).followed
        assert panic.followed == expected


def test_a_line_in_panic_comes_back_when_nobody_goes_after_it():
    # Silent files were at odds with themselves: nobody went after men in panic, and nobody of them was calm again.
    silent = {"panic_of": {}, "turns": 20, "policies.defenders": {}}
    undecided = [
        exact(silent | changes).probability("undecided").value for changes in ({}, {"panic_of": MELEE_FOLLOWED})
    ]
    assert undecided[0] < undecided[1] / 4


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"panic": 1}, "panic", "1"),
        ({"panic_of.defenders.class": "serf"}, "panic_of.defenders.class", "peasant"),
        ({"panic_of.defenders.rallly": 1}, "panic_of.defenders.rallly", "rally"),
        ({"panic_of.besiegers.rally": 1}, "panic_of.besiegers", "unknown"),
    ],
)
def test_bad_files(changes, where, words):
    with pytest.raises(DataError) as error:
        load_scenario("melee-line").replaced(MELEE | changes)
    assert error.value.path == where
    assert words in str(error.value)
