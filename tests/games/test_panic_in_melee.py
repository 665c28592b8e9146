"""Panic among men who fight: odds of the test, who runs, who is calm again, and what it does to attacks."""

import pytest

from games.melee_twin import flat_kind
from games.test_engines_agree import agree
from games.twins import oracle_rules
from games.variants import KINDS
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from oracle.fight_panic import panic_of_side
from oracle.ladder_panic import class_of

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


def test_knights_may_be_told_to_panic():
    changes = {"attackers.kind": "knight-on-foot", "defenders.kind": "knight-on-foot"}
    assert "attackers_panicked" not in exact(changes | {"panic_of.defenders.class": "peasant"}).measures
    assert "defenders_panicked" in exact(changes | {"panic_of.defenders.class": "peasant"}).measures


def test_stunned_men_and_riders_do_not_run():
    # Stunned by a 9 on 10-1; then the second group kills the other fit man, and nobody can be seized.
    pair = {"attackers.men": 4, "policies.attackers.together": 2, "policies.attackers.target": "fit"}
    game = trace(pair | {"defenders.men": 2}, [9, KILL])
    assert (game.tallies["panic_tests"], game.measures["defenders_dead"]) == (0, 1)
    riders = {"attackers.kind": "knight", "attackers.men": 6, "attackers.mounted": 6, "policies.attackers.together": 6}
    riders |= {"defenders.kind": "knight", "defenders.mounted": 3, "panic_of.defenders.class": "soldier"}
    assert trace(riders, [KILL]).tallies["panic_tests"] == 0


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


# -------------------------------------------------------------------- what follows


@pytest.mark.parametrize(
    ("panic_of", "panicked"),
    [({}, 2), ({"rally": 1}, 1), ({"rally": 5}, 0), ({"followed": False}, 0)],
)
def test_calm_again(panic_of, panicked):
    # Two panic in the attackers' turn; the defenders' movement phase comes after it.
    changes = {"defenders.men": 4} | {f"panic_of.defenders.{key}": value for key, value in panic_of.items()}
    assert ran(trace(changes, [KILL, TWO])) == (panicked, 0)


def test_a_trace_says_so_where_men_stand_idle():
    # All panic, and the attackers, who were told to stay near and not to go after them, have nobody to attack.
    told = [event.text for event in trace({"turns": 2}, [KILL, TWO]).events if event.turn == 2]
    assert told == ["none of the defenders is in reach"]
    followed = trace({"turns": 2, "policies.attackers.follow": True}, [KILL, TWO, 10])
    assert "none of the defenders is in reach" not in [event.text for event in followed.events]


def test_routed_men_are_no_losses():
    changes = {"defenders.men": 5, "break_off.defenders.losses": 2}
    assert trace(changes, [KILL, ROUT_THREE]).ending == "undecided"
    assert trace(changes | {"break_off.defenders.losses": 1}, [KILL, ROUT_THREE]).ending == "defenders_break_off"


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
