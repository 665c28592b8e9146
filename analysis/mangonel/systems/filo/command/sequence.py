"""The command of a battle as a sequence; `docs/sequences/command.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.endings import Endings
from mangonel.systems.filo.command.setup import ArmyKeys, CommandSetup
from mangonel.systems.filo.phases.army import Army
from mangonel.systems.filo.phases.initiative import even_roll, totals_roll
from mangonel.systems.filo.rolls.tests import leader_roll
from mangonel.systems.filo.situations.initiative import class_of, vetoes
from mangonel.systems.filo.situations.leaders import faces_of_test
from mangonel.systems.filo.situations.scales import BONUSES
from mangonel.systems.filo.stacks.stack import CAPTURED, DEAD, WOUNDED
from mangonel.tables.dice import Die

__all__ = ["ENDINGS", "command"]

ENDINGS = Endings(
    {"b_leader_lost": "side b has lost its army leader", "a_leader_lost": "side a has lost its army leader"}
)
_D10 = Die(10, zero=True)
_CLASSES = {"C2": "one", "C3": "names", "C4": "silences"}
"""What is counted for the side that has the initiative, by its class."""
_COUNTS = ("first", *_CLASSES.values(), "tests")
_SAFE, _TESTED, _STANDS, _DESTROYED = "he is not tested", "he is tested", "his unit holds", "his unit is destroyed"
Armies = tuple[Army, Army]


def command(setup: CommandSetup, rules: RuleSet) -> PlaySequence:
    """Build the command of a battle under a rule set."""
    armies = Army("a", setup.a.leaders), Army("b", setup.b.leaders)
    number = rules.table("victory").number
    points = number("leader_killed"), number("leader_captured")
    most = max(len(army.names) for army in armies)
    silent = [Column(f"{army.side}_silent", most) for army in armies]
    risks = [_risks(setup, rules, armies, army, place) for army in armies for place in range(len(army.names))]
    pairs = armies, armies[::-1]
    return PlaySequence(
        name="command",
        columns=[*(column for army in armies for column in army.columns), *silent],
        phases=[Phase("initiative", _initiative(setup, rules, armies)), *(phase for risk in risks for phase in risk)],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(measure for army, other in pairs for measure in _measures(army, other, points)),
        tallies=(
            "nobody",
            *(f"{army.side}_{counted}" for army in armies for counted in ("first", *_CLASSES.values(), "tests")),
        ),
        sides=tuple(_side(army.side, other.side) for army, other in pairs),
        series=tuple(Measure(f"{army.side}_bonus", BONUSES[1], army.bonus) for army in armies),
    )


def _side(side: str, other: str) -> Side:
    losses = tuple(f"{side}_{fate}" for fate in ("captured", "dead", "wounded"))
    return Side(side, (f"{other}_leader_lost",), losses=losses, kinds="lost_leaders")


def _measures(army: Army, other: Army, points: tuple[int, int]) -> list[Measure]:
    count = len(army.names)
    states = {"captured": CAPTURED, "dead": DEAD, "wounded": WOUNDED}
    measures = [Measure(f"{army.side}_{name}", count, _number(army, state)) for name, state in states.items()]
    return [
        *measures,
        Measure(f"{army.side}_points", max(points) * len(other.names), lambda s: other.points(s, *points)),
    ]


def _number(army: Army, state: int) -> Callable[[State], NDArray[Any]]:
    return lambda s: army.number(s, state)


def _initiative(setup: CommandSetup, rules: RuleSet, armies: Armies) -> Callable[[State, Dice], None]:
    """Return both throws, who acts first and who is silenced (one game turn, 1)."""
    thrown = rules.table("initiative").thrown
    roll, even = totals_roll(thrown, range(BONUSES[1] + 1)), even_roll()
    span = max(thrown.totals) + BONUSES[1]
    letters = [class_of(rules, gained) for gained in range(span + 1)]
    of_class = {letter: np.array([mine == letter for mine in letters]) for letter in _CLASSES}
    nothing = ~np.logical_or.reduce(list(of_class.values()))
    vetoed = [np.array([vetoes(rules, letter, len(army.names)) for letter in letters]) for army in armies]

    policies = setup.policies_a.silences, setup.policies_b.silences

    def throw(s: State, dice: Dice) -> None:
        everywhere = np.ones(s.size, dtype=np.bool_)
        bonuses = [army.bonus(s) for army in armies]
        totals = [
            dice.roll(roll, everywhere, bonus, who=f"side {army.side}").astype(np.int16) + bonus
            for army, bonus in zip(armies, bonuses, strict=True)
        ]
        gained = totals[0] - totals[1]
        values = [army.lowest(s) for army in armies]
        sooner = np.select(
            [gained != 0, values[0] != values[1], bonuses[0] != bonuses[1]],
            [gained < 0, values[1] < values[0], bonuses[1] < bonuses[0]],
            -1,
        )
        begins = np.where(sooner < 0, dice.roll(even, sooner < 0), sooner)
        nobody = (gained == 0) | nothing[np.abs(gained)]
        dice.note("nobody has the initiative", nobody)
        s.nobody += nobody
        for number, (army, other) in enumerate((armies, armies[::-1])):
            ahead = gained > 0 if number == 0 else gained < 0
            dice.note(f"side {army.side} acts first", begins == number)
            _add(s, army, "first", begins == number)
            for letter, title in _CLASSES.items():
                _add(s, army, title, ahead & of_class[letter][np.abs(gained)])
            silenced = _silenced(other, _keys(setup, other), policies[number], s)
            silent = np.where(ahead & vetoed[1 - number][np.abs(gained)], silenced, 0)
            for place, name in enumerate(other.names, start=1):
                dice.note(f"{name} does not act", silent == place)
            setattr(s, f"{other.side}_silent", silent)

    return throw


def _keys(setup: CommandSetup, army: Army) -> ArmyKeys:
    return setup.a if army.side == "a" else setup.b


def _silenced(army: Army, keys: ArmyKeys, policy: str, s: State) -> NDArray[Any]:
    """Return the number of the leader of a side whom the other one silences by a policy. Shape (rows,)."""
    if policy == "army":
        return army.army(s) + 1
    if policy == "busiest":
        attacks = [leader.attacks for leader in keys.leaders]
        return np.full(s.size, attacks.index(max(attacks)) + 1)
    return army.bonuses(s).argmax(axis=0) + 1


def _add(s: State, army: Army, what: str, where: NDArray[Any]) -> None:
    counter = getattr(s, f"{army.side}_{what}")
    counter += where


def _risks(setup: CommandSetup, rules: RuleSet, armies: Armies, army: Army, place: int) -> list[Phase]:
    """Return what a leader risks in a turn (one game turn, 2 and 3)."""
    keys, name = _keys(setup, army).leaders[place], army.names[place]
    faces = [_TESTED if die in faces_of_test(rules) else _SAFE for die in range(10)]
    risk = Roll.of("risk", (_SAFE, _TESTED), [faces], lambda _, die: f"die {die} -> {faces[int(die)]}", _D10)
    test = leader_roll(rules)

    def look(kind: str) -> Callable[[State, Dice], None]:
        def act(s: State, dice: Dice) -> None:
            here, led = army.state(s)[place] < DEAD, army.led(s)
            if kind == "attack":
                here &= getattr(s, f"{army.side}_silent") != place + 1
            tested = dice.roll(risk, here, who=name) > 0
            _add(s, army, "tests", tested)
            army.test(s, dice, place, tested, test)
            _decide(setup, armies, s, dice)
            army.succeed(s, dice, led)

        return act

    kinds = [
        *(("attack", number) for number in range(keys.attacks)),
        *(("shot", number) for number in range(keys.shots)),
    ]
    risks = [Phase(f"{name}: {kind} {number + 1}", look(kind)) for kind, number in kinds]
    return [*risks, Phase(f"{name}: combat", _capture(setup, armies, army, place))] if keys.destroyed else risks


def _capture(setup: CommandSetup, armies: Armies, army: Army, place: int) -> Callable[[State, Dice], None]:
    """Return whether the unit that a leader is with is eliminated, and he is captured (one game turn, 2)."""
    chance = _keys(setup, army).leaders[place].destroyed
    faces = [_DESTROYED] * chance + [_STANDS] * (10 - chance)
    roll = Roll.of("unit", (_STANDS, _DESTROYED), [faces], lambda _, die: f"die {die} -> {faces[int(die)]}", _D10)

    def capture(s: State, dice: Dice) -> None:
        led = army.led(s)
        taken = dice.roll(roll, army.state(s)[place] < DEAD, who=army.names[place]) > 0
        army.hurt(s, dice, place, taken, np.full(s.size, CAPTURED))
        _decide(setup, armies, s, dice)
        army.succeed(s, dice, led)

    return capture


def _decide(setup: CommandSetup, armies: Armies, s: State, dice: Dice) -> None:
    """Look for what ends (endings)."""
    if setup.decisive:
        ENDINGS.decide(s, dice, a_leader_lost=armies[0].lost(s), b_leader_lost=armies[1].lost(s))
