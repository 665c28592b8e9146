"""Leaders over a battle. Steps in brackets are those of `docs/sequences/command.md`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from mangonel.engine.process import Column, Dice, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.games.fields import POLICY, Keys, Usual, block, blocks, flag, one_of, whole
from mangonel.games.filo.combat import Rolls, chance_roll
from mangonel.games.filo.keys import LEADER_VALUES, PEOPLES, LeaderKeys, policies_of
from mangonel.games.filo.rolls import SIDES, faces_of_test, vetoes
from mangonel.games.filo.states import BONUSES
from mangonel.games.filo.turn import NOBODY, Initiative
from mangonel.games.filo.units import CAPTURED, DEAD, Army, decide, leaders_in, owners
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {"b_leader_lost": "side b has lost its army leader", "a_leader_lost": "side a has lost its army leader"}
_CLASSES = {"C2": "one", "C3": "names", "C4": "silences"}
"""Counters of the side that has the initiative, by its class."""
_COUNTED = ("first", *_CLASSES.values(), "tests", "points")
_SAFE, _TESTED, _STANDS, _DESTROYED = "he is not tested", "he is tested", "his unit holds", "his unit is destroyed"
_HELD, _FREED = "his captor stands", "his captor is eliminated"
_MOST = 6
_MOST_RISKS = 6


class RiskKeys(LeaderKeys):
    """A leader, and his risks in a turn."""

    value: int = whole(*LEADER_VALUES, "by which he is activated")
    replacement_value: int = whole(
        *LEADER_VALUES, "of who replaces him", Usual(lambda leader: leader["value"], "his `value`")
    )
    attacks: int = whole(0, _MOST_RISKS, "attacks of his unit in a turn", 0)
    shots: int = whole(0, _MOST_RISKS, "shots at his unit in a turn", 0)
    destroyed: int = whole(0, 10, "of ten, how often his unit is destroyed in combat in a turn", 0)
    freed: int = whole(0, 10, "of ten, how often in a turn an attack eliminates the unit that holds him prisoner", 0)

    @property
    def values(self) -> tuple[int, ...]:
        return self.value, self.value, self.replacement_value


class ArmyKeys(Keys):
    """The leaders of a side, the army leader first."""

    leaders: tuple[RiskKeys, ...] = blocks(RiskKeys, "leaders, the army leader first", least=1, most=_MOST)
    called: str = one_of(PEOPLES, "the name of the side; units: that of most of its units")


class ArmyPolicies(Keys):
    """Decisions of a side."""

    silences: str = one_of(("army", "strongest", "busiest"), "which rival does not act at class C4", told=POLICY)


class CommandSetup(Keys):
    """Two armies."""

    turns: int = whole(1, 60, "the most turns that are played")
    decisive: bool = flag("the loss of the first army leader ends the battle", usual=True)
    a: ArmyKeys = block(ArmyKeys, at="a")
    b: ArmyKeys = block(ArmyKeys, at="b")
    policies_a: ArmyPolicies = policies_of(ArmyPolicies, "a")
    policies_b: ArmyPolicies = policies_of(ArmyPolicies, "b")


def command(setup: CommandSetup, rules: RuleSet) -> Process:
    """Return the command of a battle under a rule set."""
    rolls = Rolls(rules)
    armies = Army(rolls, "a", setup.a.leaders), Army(rolls, "b", setup.b.leaders)
    most = max(len(army.leaders) for army in armies)
    pairs = armies, armies[::-1]
    return Process(
        name="command",
        columns=[
            *(column for army in armies for column in army.columns),
            *(Column(f"{army.side}_silent", most) for army in armies),
        ],
        phases=[
            Phase("initiative", partial(_throw, Initiative(rules), armies)),
            *(phase for army in armies for place in range(len(army.leaders)) for phase in _risks(setup, army, place)),
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=tuple(measure for army in armies for measure in leaders_in(army.side, army.leaders)[::-1]),
        tallies=(
            "nobody",
            *(
                f"{army.side}_{counted}"
                for army in armies
                for counted in ("first", *_CLASSES.values(), "tests", "points")
            ),
            *(f"{army.side}_freed" for army in armies if army.frees),
        ),
        series=tuple(Measure(f"{army.side}_bonus", BONUSES[1], army.army_bonus) for army in armies),
        plan={
            f"{army.side}.silences": partial(_silences, policies.silences, other)
            for (army, other), policies in zip(pairs, (setup.policies_a, setup.policies_b), strict=True)
        },
        sides=owners(
            {army.side: [f"{other.side}_leader_lost"] for army, other in pairs},
            ("captured", "dead", "wounded"),
            "lost_leaders",
            called={"a": setup.a.called, "b": setup.b.called},
        ),
    )


def _throw(initiative: Initiative, armies: tuple[Army, Army], s: Any, dice: Dice) -> None:
    """Throw for the initiative; see the side that acts first, and the rival silenced (one game turn, 1)."""
    bonuses = [army.army_bonus(s) for army in armies]
    ahead, letter = initiative.throw(dice, bonuses)
    leads = ahead
    if ahead == NOBODY:
        dice.count("nobody")
        lowest = [min(army.value(s, place) for place in range(len(army.leaders))) for army in armies]
        equal = lowest[0] == lowest[1]
        leads = initiative.begins(dice, bonuses) if equal else int(lowest[1] < lowest[0])
    first = armies[leads]
    dice.note(f"side {first.side} acts first")
    dice.count(f"{first.side}_first")
    for army in armies:
        setattr(s, f"{army.side}_silent", 0)
    if ahead != NOBODY:
        dice.count(f"{first.side}_{_CLASSES[letter]}")
        rival = armies[1 - ahead]
        if vetoes(initiative.rules, letter, len(rival.leaders)):
            silent = decide(dice, first.side, "silences", range(1, len(rival.leaders) + 1))
            dice.note(f"{rival.leaders[silent - 1].who} does not act")
            setattr(s, f"{rival.side}_silent", silent)


def _silences(policy: str, rivals: Army, s: Any, options: Sequence[int]) -> int:
    if policy == "army":
        return int(rivals.army(s)) + 1
    if policy == "busiest":
        return max(options, key=lambda number: int(rivals.keys[number - 1].attacks))
    return max(options, key=lambda number: rivals.leaders[number - 1].bonus(s))


def _risks(setup: CommandSetup, army: Army, place: int) -> list[Phase]:
    """Return the risks of a leader in a turn, attacks first (one game turn, 2)."""
    keys: RiskKeys = army.keys[place]
    leader, silent = army.leaders[place], f"{army.side}_silent"
    who, prison = leader.who, chance_roll("prison", _FREED, _HELD, range(keys.freed))
    risk = chance_roll("risk", _TESTED, _SAFE, faces_of_test(army.rolls.rules))
    unit = chance_roll("unit", _DESTROYED, _STANDS, range(keys.destroyed))
    number = army.rolls.rules.table("victory").number
    worth = {_TESTED: number("leader_killed"), _DESTROYED: number("leader_captured")}

    def free(s: Any, dice: Dice) -> None:
        """Throw whether an attack eliminates his captor (one game turn, 2)."""
        if leader.leader(s) == CAPTURED and dice.roll(prison, who=who) == _FREED:
            leader.be_freed(s, dice, who)

    def attack(s: Any, dice: Dice) -> None:
        """Risk an attack, unless he is silenced (one game turn, 2)."""
        if getattr(s, silent) != place + 1:
            throw(risk, s, dice)

    def throw(roll: Roll, s: Any, dice: Dice) -> None:
        """Throw whether he, or his replacement, is tested or captured; look for an ending (one game turn, 2 and 3)."""
        outcome = dice.roll(roll, who=who)
        if outcome == _TESTED:
            dice.count(f"{army.side}_tests")
        if outcome == _DESTROYED or (outcome == _TESTED and leader.dies(s, dice)):
            if army.lose(s, dice, place, DEAD if outcome == _TESTED else CAPTURED):
                dice.count(f"{SIDES[army.side == SIDES[0]]}_points", worth[outcome])
            if setup.decisive and army.lost(s):
                end(s, dice, ENDINGS, f"{army.side}_leader_lost")

    return [
        *([Phase(f"{who}: prison", free)] if keys.freed else []),
        *(Phase(f"{who}: attack {number}", attack) for number in range(1, keys.attacks + 1)),
        *(Phase(f"{who}: shot {number}", partial(throw, risk)) for number in range(1, keys.shots + 1)),
        *([Phase(f"{who}: combat", partial(throw, unit))] if keys.destroyed else []),
    ]


def _facts(setup: CommandSetup) -> Facts:
    return (
        (say("facts.side_a"), words().with_semicolons(_leader(leader) for leader in setup.a.leaders)),
        (say("facts.side_b"), words().with_semicolons(_leader(leader) for leader in setup.b.leaders)),
        (say("facts.decisive"), say("facts.yes" if setup.decisive else "facts.no")),
    )


def _leader(leader: RiskKeys) -> str:
    parts = [say("facts.leader_of", value=leader.value, bonus=leader.bonus)]
    parts += [words().plural("facts.attacks_a_turn", leader.attacks)] if leader.attacks else []
    parts += [words().plural("facts.shots_a_turn", leader.shots)] if leader.shots else []
    parts += [say("facts.destroyed_of_ten", chance=leader.destroyed)] if leader.destroyed else []
    parts += [say("facts.freed_of_ten", chance=leader.freed)] if leader.freed else []
    return words().with_commas(parts)


def _sweep(setup: CommandSetup) -> tuple[Axis, Axis]:
    return ("a.leaders.1.bonus", (0, 1, 2, 3)), ("a.leaders.1.attacks", (0, 1, 2, 3))


PLAYABLE = Playable(name="command", keys=CommandSetup, make=command, facts=_facts, sweep=_sweep)
