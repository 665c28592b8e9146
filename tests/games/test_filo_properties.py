"""What holds in every state that a game of ¡Al filo de la Espada! can come to, phase by phase, and the traps that its rules name."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from cases import cases
from games.filo_asking import READ, combat, total
from mangonel.engine.process import Process
from mangonel.engine.run import run
from mangonel.games.filo.states import STATES
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.files import shipped
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
            phase.act(s, dice)
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


def alike_when_fatigued(folder):
    """Return the path of a roster whose units are worth the same on both faces."""
    lines = (
        shipped("rosters", "filo")["banners"]
        .read_text(encoding="utf-8")
        .replace('id = "banners"', 'id = "alike"')
        .split("\n")
    )
    fresh = {}
    for place, line in enumerate(lines):
        name, _, value = line.partition(" = ")
        if name.startswith("fatigued_"):
            lines[place] = f"{name} = {fresh[name.removeprefix('fatigued_')]}"
        fresh[name] = value
    file = folder / "alike.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_fatigue_with_equal_values_costs_only_in_a_rally_and_when_demoralised(tmp_path):
    roster = alike_when_fatigued(tmp_path)

    def played(state, **changes):
        changed = {
            "roster": roster,
            "b.state": f"{state}_{changes.pop('fatigue')}",
            **changes,
        }
        found = run(build(load_scenario("engagement-pikes").replaced(changed), READ), engine="exact")
        return (
            {ending: found.probability(ending).value for ending in found.all_endings}
            | {name: found.mean(name).value for name in ("b_routed", "b_demoralised", "b_eliminated")}
            | {"routs": found.tally("b_routs").value}
        )

    # The one attack of a turn: what it does to order is the same, and so is what a rally needs of the organised: nothing.
    first = {"turns": 1, "gap": 0, "policies.b.until": "eliminated"}
    assert played("organised", fatigue="fresh", **first) == played("organised", fatigue="fatigued", **first)
    # Demoralised, D routs who is fatigued and does not rout who is fresh.
    fresh, tired = (played("demoralised", fatigue=fatigue, **first) for fatigue in ("fresh", "fatigued"))
    # 0 for 4 to 6, +2 for Ch on Pi, +1 for quality, +2 for its disorder: D with 5 to 8, Dr with 9.
    assert (fresh["routs"], tired["routs"]) == pytest.approx((0.1, 0.5), abs=1e-12)
    # Out of contact nothing but the rally is left: 5 and 6 on quality 5.
    apart = {"turns": 1, "gap": 10, "policies.a.act": "hold"}
    rallied = [
        1 - played("demoralised", fatigue=fatigue, **apart)["b_demoralised"] for fatigue in ("fresh", "fatigued")
    ]
    assert rallied == pytest.approx([0.6, 0.5], abs=1e-12)


def test_modifiers_beyond_the_cap_change_nothing():
    best = combat("Ch:9:9:leader=3:rear", "Mi:4:2:demoralised", charge=True)
    assert combat("Ch:40:9:leader=9:rear", "Mi:4:2:demoralised", charge=True) == best
    worst = combat("Mi:1:2:demoralised", "Ch:9:9:leader=3:village")
    assert combat("Mi:1:2:demoralised", "Ch:40:9:leader=9:village") == worst
    # 2 + 1 + 4 is the cap, and -1 - 1 - 5 the other one: these are in the middle of the table.
    assert combat("Mi:9:6:leader=9", "Mi:4:4") == combat("Mi:9:6:leader=4", "Mi:4:4")
    assert combat("Mi:4:4", "Mi:9:6:leader=9") == combat("Mi:4:4", "Mi:9:6:leader=5")


@pytest.mark.parametrize(
    ("mine", "theirs", "value"),
    [(4, 4, 1), (5, 6, 0), (3, 6, 0), (8, 4, 2), (7, 4, 1), (3, 7, -1), (3, 9, -1), (3, 10, -2), (6, 5, 1)],
)
def test_even_strength_is_one_and_five_to_six_is_one_to_two(mine, theirs, value):
    assert total(f"Mi:{mine}:4", f"Mi:{theirs}:4") == value


def test_a_reaction_charge_voids_the_ground_of_the_charge():
    """Even knights in a wood: 1 + 2 - 2 as a charge, and 1 - 1 after the reaction charge, which 7 faces of 10 make."""
    found = combat("Ch:4:6", "Ch:4:6:wood", charge=True)
    # F+R takes 7 to 9: three faces at +1 and at 0, but two at -1, were the wood that of the charge.
    assert found["F+R/avance_obligatorio"] == Fraction(3, 10)
    # D+R needs 10: one face of ten at +1, none at 0.
    assert found["D+R/avance_obligatorio"] == Fraction(3, 10) * Fraction(1, 10)
