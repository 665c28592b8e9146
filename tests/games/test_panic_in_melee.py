"""Panic among men who fight, as it is read where the file says nothing; odds are held by the oracles (`test_twins.py`)."""

import pytest

from games.registry import flat_kind
from games.twins import oracle_rules
from games.variants import KINDS
from mangonel.games.scenario import load_scenario
from mangonel.rules.loading import load_rules
from oracle.fight_panic import panic_of_side
from oracle.ladder_panic import class_of

MILITIA = load_scenario("melee-line").replaced({"defenders.kind": "militia"}).setup.defenders.kind


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
