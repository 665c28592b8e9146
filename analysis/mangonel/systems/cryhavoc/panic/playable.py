"""What a panic says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.panic.setup import read_panic_setup
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import policy_words

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.panic.setup import PanicSetup

__all__ = ["PANIC"]


def _make(setup: PanicSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.panic.turns import panic

    return panic(setup, rules)


def _facts(setup: PanicSetup) -> Facts:
    deaths = f"a {setup.first} in turn 1"
    if setup.more:
        often = "" if setup.risk == 10 else f" on {setup.risk} or less of ten"
        deaths += f", then in {counted(setup.more, 'turn')} another man{often}, a {setup.next_class} if there is one"
    there = {"knight": setup.knights, "soldier": setup.soldiers, "peasant": setup.peasants}
    leaders = f"{setup.leaders} from turn {setup.leaders_from} on" if setup.leaders else ""
    return (
        ("Men in reach", ", ".join(counted(number, one) for one, number in there.items() if number)),
        ("Deaths", deaths),
        ("Leaders besides the knights", leaders),
        ("Men whom a leader calms in a turn", str(setup.rally_each)),
        ("Enemy", "follows who panics" if setup.enemy_follows else "does not follow"),
        ("Edge of the map", f"reached with run {setup.edge}" if setup.edge else "not in reach"),
        ("Men out of hand who break the group", str(setup.broken)),
    )


def _policies(setup: PanicSetup) -> Facts:
    return policy_words({key: getattr(setup, key) for key in ("panics_first", "hit_first", "rally", "dies_first")})


def _sweep(setup: PanicSetup) -> tuple[Axis, Axis]:
    del setup
    return ("knights", (0, 1, 2, 3)), ("rally_each", (0, 1, 2, 3))


PANIC = Playable(
    name="panic",
    read=read_panic_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=("second-panic", "panicked-reach"),
    sweep=_sweep,
)
