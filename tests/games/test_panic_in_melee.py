"""Panic among men who fight: odds of the test, who runs, who is calm again, and what it does to attacks."""

import pytest

from cases import cases
from games.registry import flat_kind
from games.twins import oracle_rules
from games.variants import KINDS
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from oracle.fight_panic import panic_of_side
from oracle.ladder_panic import class_of

CASES = cases(__file__)

SIEGE = load_rules("siege")
# Three men-at-arms on one of three militia: 12-1+, F on 1 to 8. Two of them alone: 9-1, together 10-1: F on 1 to 6.
MELEE = CASES["MELEE"]
# The test: nothing on 1 to 5, P1, P2, P3 on 6 to 8, R3 on 9, R6 on 10.
KILL, ONE, TWO = 1, 6, 7
MILITIA = load_scenario("melee-line").replaced({"defenders.kind": "militia"}).setup.defenders.kind


def sequence(changes=(), base=MELEE, name="melee-line", **options):
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return build(load_scenario(name).replaced(base | dict(changes)), SIEGE.replaced(options=chosen))


def exact(changes=(), **options):
    return run(sequence(changes, **options), engine="exact")


def trace(changes, dice, **options):
    return play_trace(sequence(changes, **options), dice=dice)


@pytest.mark.parametrize(("first", "left"), [("wounded", "a fit man"), ("fit", "a wounded man")])
def test_who_runs_first(first, left):
    # A man is wounded by 9 on 12-1+ (E); then one is killed and one routs, of whom it is told whether he was wounded.
    changes = {"attackers.men": 6, "defenders.men": 3, "turns": 2, "policies.attackers.target": "fit"}
    game = trace(changes | {"panic_of.defenders.panics_first": first}, [9, KILL, ONE, 10])
    assert any(f"against {left}" in event.text for event in game.events[4:])


def test_a_trace_says_so_where_men_stand_idle():
    # All panic, and the attackers, who were told to stay near and not to go after them, have nobody to attack.
    told = [event.text for event in trace({"turns": 2}, [KILL, TWO]).events if event.turn == 2]
    assert told == ["none of the defenders is in reach"]
    followed = trace({"turns": 2, "policies.attackers.follow": True}, [KILL, TWO, 10])
    assert "none of the defenders is in reach" not in [event.text for event in followed.events]


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
