"""What holds in every state that a game of ¡Al filo de la Espada! can come to, phase by phase, and the traps that its rules name."""

from dataclasses import replace

import numpy as np
import pytest

from cases import cases
from mangonel.engine.learning import play_phase
from mangonel.engine.process import Process
from mangonel.engine.run import run
from mangonel.games.filo.states import STATES
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from pace import slow_after

CASES = cases(__file__)

NAVAS = load_rules("navas")
ROUTED, GONE = STATES.index("routed_fresh"), STATES.index("eliminated")
EVERYTHING = CASES["EVERYTHING"]
GAMES = {
    "engagement-crossbows": {"turns": 3, "gap": 1, "policies.a.until": "eliminated", "policies.b.act": "attack"},
    "engagement-pikes": EVERYTHING,
    "recovery-vanguard": {"turns": 2},
    "waves-vanguard": {"turns": 2, "policies.b.act": "attack", "policies.b.rest": True},
    "engagement-knights": {"turns": 2, "policies.b.rest": True, "policies.a.demoralised": "attack"},
    # Routed within reach of an enemy, with the order to attack in any disorder.
    "engagement-pikes routed": EVERYTHING | {"a.state": "routed_fresh", "a.quality": 3, "gap": 1},
}


def watched(name, look):
    """Play a game exactly, and show each phase with the states before and after it."""
    sequence = build(load_scenario(name.partition(" ")[0]).replaced(GAMES[name]), NAVAS)

    def wrapped(phase):
        def act(s, dice):
            before = shown(s, dice)
            play_phase(phase, s, dice)
            look(phase.name, before, shown(s, dice))

        return replace(phase, act=act)

    def shown(s, dice):
        if isinstance(sequence, Process):
            values = dict(zip(cells, s.values(), strict=True)) | {name: dice.counts.get(name, 0) for name in tallies}
            return {name: np.array([value]) for name, value in values.items()}
        return {column: np.array(getattr(s, column)) for column in (*sequence.layout.places, *tallies)}

    tallies = sequence.tallies
    cells = (
        [sequence.layout.label(cell) for cell in range(sequence.layout.cells)] if isinstance(sequence, Process) else []
    )
    return run(replace(sequence, phases=tuple(map(wrapped, sequence.phases))), engine="exact")


def scales(states):
    """Return order and fatigue; who is eliminated is as bad as can be in both."""
    return states // 2, np.where(states == GONE, 1, states % 2)


@pytest.mark.parametrize("name", slow_after(4, GAMES))
def test_nobody_gets_better_but_by_rest_rally_or_de_rada_and_nobody_routed_attacks(name):
    better, attackers, rallies = set(), set(), set()

    def look(phase, before, after):
        for column in (column for column in before if column.endswith("_state")):
            for then, now in zip(scales(before[column]), scales(after[column]), strict=True):
                better.update([phase] if (now < then).any() else [])
        if "gap" not in before:
            return
        for side in "ab":
            fought = sum(after[f"{side}_{what}"] - before[f"{side}_{what}"] for what in ("combats", "charges", "shots"))
            attackers.update(before[f"{side}_state"][fought > 0].tolist())
            if phase.startswith(f"side {side}") and phase.endswith("movement"):
                attackers.update(before[f"{side}_state"][after["gap"] < before["gap"]].tolist())
            rallied = after[f"{side}_rallies"] > before[f"{side}_rallies"]
            rallies.update(before["gap"][rallied].tolist())

    watched(name, look)
    assert better
    assert all("rest" in phase or "rally" in phase or phase == "De Rada" for phase in better)
    if name.startswith("engagement"):
        assert attackers
        assert max(attackers) < ROUTED
        # Nobody rallies beside an enemy.
        assert min(rallies) > 0
