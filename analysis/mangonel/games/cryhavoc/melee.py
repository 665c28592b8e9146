"""A melee of two groups, and the melee phase of one side in any sequence; see `docs/sequences/melee.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from mangonel.engine.board import Counter
from mangonel.engine.process import Act, Column, Decision, Measure, Phase, Process, Rule
from mangonel.engine.rolls import cached
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.ground import check_standing, ground_shift, horses_enter
from mangonel.games.cryhavoc.men import ABLE, ABLE_ON_FOOT, FIT, MOUNTED, ON_FOOT, RIDER, RIDERS, RUNNING, Kind, up_to
from mangonel.games.cryhavoc.panic import PANIC_TALLIES, Nerves, PanicOf, PanicRules, calm, panic_of, panic_words
from mangonel.games.cryhavoc.rolls import Blow, Fighter, fight
from mangonel.games.cryhavoc.sides import Force, Men, WayBack, as_said, columns_of, first_of, in_turn, men_side
from mangonel.games.fields import POLICY, Keys, Told, block, one_of, text, whole
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.effects import ATTACKER, TARGET, Effect
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

_LETTER_TALLIES = ("self_wounds", "repulses", "driven_back", "stuns", "wounds", "kills")
_HARM_TALLIES = {"": "driven_back", "stunned": "stuns", "wounded": "wounds", "killed": "kills"}


class Decisions:
    """The decisions of a side in a fight, and the scenario's answers; `block` is the side as scenarios call it."""

    def __init__(self, block: str, side: str, policies: keys.MeleePolicies) -> None:
        self.block, self.policies = block, policies
        names = ("attack", "target", "attack_from", "wound", "advance", "follow")
        self.attack, self.target, self.attack_from, self.wound, self.advance, self.follow = decisions = tuple(
            Decision(f"{block}.{name}", side) for name in names
        )

        def attack_from(_s: Any, _options: Any, attack: Blow) -> bool:
            return attack.is_from(policies.attack_from)

        self.plan: dict[str, Rule] = as_said(policies, *decisions) | {
            self.attack_from.name: attack_from,
            self.wound.name: first_of(keys.WOUNDS[policies.wound]),
        }


@dataclass(frozen=True)
class Side:
    """One side of a fight: its name in traces, its men in contact, and their way when they are driven back.

    Its attacks are counted as ``besiegers_attacks``. Its `nerves` are None if its men never panic.
    """

    name: str
    men: Men
    kind: Kind
    terrain: str
    decides: Decisions
    back: WayBack
    nerves: Nerves | None = None

    @property
    def together(self) -> int:
        """The most of its men attacking one man together."""
        return self.decides.policies.together

    def follows_up(self, dice: Any) -> bool:
        return bool(dice.choose(self.decides.advance, (True, False)))


@dataclass(frozen=True)
class Group(Side):
    """A side that is all in one place: in contact, driven back, or running.

    Groups of its men are those driven back (`away`), those out of contact in panic (`fled`), and those running for
    good (`routed`).
    """

    away: Men = Men("", 0, ())
    fled: Men = Men("", 0, ())
    routed: Men = Men("", 0, ())

    @classmethod
    def of(
        cls,
        rules: RuleSet,
        name: str,
        men: int,
        kind: Kind,
        terrain: str,
        policies: keys.MeleePolicies,
        mounted: int,
        room: int | None,
        panic: PanicOf | None,
        block: str = "",
        later: int = 0,
    ) -> Group:
        """Return a side of up to so many men, with columns of its own; the scenario calls it `block`, if otherwise.

        So many are `mounted`, and so many come `later`; without `room` all can be driven back at once.
        """
        block = block or name
        seized = panic is not None and panic.seizes(rules)
        states = (MOUNTED if mounted else ON_FOOT) + (RUNNING if seized else ())
        here = Men(f"{name}_", men, states, mounted > 0, seized, start={FIT: men - mounted - later, RIDER: mounted})
        away = Men(f"{name}_back_", men, here.only(ABLE).states)
        fled = Men(f"{name}_fled_", men, RUNNING if seized else ())
        routed = Men(f"{name}_routed_", men, ABLE_ON_FOOT if seized else ())
        nerves = None
        if panic is not None and seized:
            nerves = Nerves(name, block, name, panic, PanicRules(rules), here, away, fled, routed)
        back = WayBack(away, None if room is None else lambda s: (room or 0) - away.living(s), fled)
        return cls(name, here, kind, terrain, Decisions(block, name, policies), back, nerves, away, fled, routed)

    @property
    def columns(self) -> list[Column]:
        return columns_of(*self.groups, self.routed)

    @property
    def plan(self) -> dict[str, Rule]:
        return self.decides.plan if self.nerves is None else {**self.decides.plan, **self.nerves.plan}

    @property
    def groups(self) -> tuple[Men, ...]:
        """Its men but those routed."""
        return self.men, self.away, self.fled

    def counters(self, s: Any) -> tuple[Counter, ...]:
        return tuple(counter for men in (*self.groups, self.routed) for counter in men.counters(s, self.name))

    def horses(self, s: Any) -> Any:
        return self.men.of(s)["horses"]

    def here(self, s: Any) -> Any:
        return self.men.living(s) + self.away.living(s)

    def left(self, s: Any) -> Any:
        return self.here(s) + self.fled.living(s)

    def out_of_reach(self, s: Any) -> bool:
        """Return whether some of its men are left, but none in contact."""
        return bool(self.men.living(s) == 0 and self.left(s) > 0)

    def force(self, limits: keys.BreakOff, missing: str = "", *others: Men) -> Force:
        """Return all its men, with others of the side; parameters as of `Force`."""
        leaves = f"{self.decides.block}.break_off"
        return Force(self.name, self.men.most, (*self.groups, *others), self.routed, limits, missing, leaves)

    @property
    def measures(self) -> list[Measure]:
        return [] if self.nerves is None else self.nerves.measures(self.men.most)

    def follow(self, s: Any, dice: Any, other: Group, note: str) -> None:
        """Go after men of the other side driven back or in panic, by choice; `note` tells how many."""
        if other.away.living(s) + other.fled.living(s) > 0 and dice.choose(self.decides.follow, (True, False)):
            other.rejoin(s, dice, note)
            if (number := other.fled.living(s)) > 0:
                dice.note(f"caught in panic: {{}} of the {other.name}", number)
                other.fled.move(s, other.men)

    def rejoin(self, s: Any, dice: Any, note: str) -> None:
        """Bring the men driven back into contact; `note` tells how many."""
        if (number := self.away.living(s)) > 0:
            dice.note(note, number)
            self.away.move(s, self.men)


@dataclass(eq=False)
class Melee:
    """The melee phase of one side against another, in which there has to be a melee (else a DataError).

    A sequence declares the columns of all its melee phases, those of the men, the counters `melee_tallies`, and the
    plan of each side; then it takes over `phases`. Two melee phases can use the same columns, since nobody is ready or
    passed when one is over.

    Allowed to attack are the men of the `front`, a number or a function of the state, all by default; of the able men
    those told off before (`chosen_from`), and none with another task (`busy`): both are forgotten with the first
    attack. There is a melee phase `where` a state says so. With `follow_up` men giving ground may be followed at once:
    they stay in contact, and take no place on their way back.

    `advance` is called when the place of the man attacked becomes empty, with state, dice and the group that attacked
    him, which is unhurt then; `counter` when a man of the group has left his place and the man attacked is able, with
    state, dice and the state of that man: it returns whether he has left his place.
    """

    rules: RuleSet
    ours: Side
    theirs: Side
    title: str = ""
    front: Callable[[Any], Any] | int | None = None
    chosen_from: Men | None = None
    busy: Men | None = None
    where: Callable[[Any], bool] = lambda _s: True
    follow_up: bool = False
    advance: Callable[[Any, Any, Mapping[str, int]], None] | None = None
    counter: Callable[[Any, Any, str], bool] | None = None

    def __post_init__(self) -> None:
        ours, theirs, front = self.ours, self.theirs, self.front
        riders = RIDER not in ours.men.states or horses_enter(self.rules, theirs.terrain)
        self._able = self.chosen_from or ours.men.only(ABLE if riders else ABLE_ON_FOOT)
        self._told_off = [men for men in (self.chosen_from, self.busy) if men is not None]
        most = min(ours.men.most, ours.together * theirs.men.most)
        self._most = max(1, min(most, front) if isinstance(front, int) else most)
        self._ready = Men("ready_", self._most, tuple(state for state in ABLE if state in ours.men.states))
        self._passed = Men("passed_", theirs.men.most, theirs.men.states)
        ground_shift(self.rules, ours.terrain, theirs.terrain)
        for group, state in product(self._groups(), theirs.men.states):
            # Men in panic are not met by a side that does not follow them.
            if state not in RUNNING or ours.decides.policies.follow:
                self._attack(group, state)

    def _groups(self) -> Iterator[tuple[int, ...]]:
        """Yield every group of attackers there can be: how many of each state that is able."""
        most = min(self.ours.together, self._most)
        for group in product(range(most + 1), repeat=len(self._ready.states)):
            if 0 < sum(group) <= most:
                yield group

    @property
    def columns(self) -> list[Column]:
        return columns_of(self._ready, self._passed)

    @property
    def phases(self) -> list[Phase]:
        """A phase for each attack there can be, and for the panic after it."""
        phases, title = [], self.title or f"{self.ours.name}' melee"
        for number in range(self._most):
            phases.append(Phase(f"{title}, attack {number + 1}", self._attack_next if number else self._attack_first))
            if self.ours.nerves is not None or self.theirs.nerves is not None:
                phases.append(Phase(f"{title}, panic {number + 1}", self._panic))
        return phases

    @cached
    def _attack(self, group: tuple[int, ...], state: str) -> Blow | None:
        """Return the roll of a group against a man in this state; None if the rules allow no attack."""
        sides = self.ours, self.theirs
        ours, theirs = (Fighter(side.kind, side.name.removesuffix("s"), side.terrain) for side in sides)
        return fight(self.rules, ours, theirs, dict(zip(self._ready.states, group, strict=True)), state)

    def chosen(self, s: Any) -> dict[str, Any]:
        """Return the attackers, by state: as many able men as find room, in the order in which men are chosen."""
        if not self.where(s):
            return {}
        places = self.ours.together * self.theirs.men.living(s)
        if self.front is not None:
            places = min(places, self.front if isinstance(self.front, int) else self.front(s))
        return self._able.first_men(s, ABLE, places, self.busy)

    def _attack_first(self, s: Any, dice: Any) -> Act | None:
        """Tell off the attackers, and attack (melee, melee phase of one side, 1 and 2)."""
        chosen = self.chosen(s)
        nobody = s.total(chosen.values()) == 0
        for men in self._told_off:
            if not nobody or men.living(s) > 0:
                men.forget(s)
        if nobody:
            return None
        self._ready.put(s, chosen)
        return self._attack_next(s, dice)

    def _attack_next(self, s: Any, dice: Any) -> Act | None:
        """Attack with the next man or group that is ready (melee, melee phase of one side, 2)."""
        ready = self._ready.of(s)
        if self._ready.living(s) == 0:
            return None
        group = self._group(s, dice)
        aim = self._target(s, dice, group)
        if aim is None and self.theirs.men.living(s) == self._passed.living(s):
            self._passed.forget(s)
            aim = self._target(s, dice, group)
        if aim is None:
            self._close(s)
            return None
        target, attack = aim
        for state, number in group.items():
            ready[state] -= number
        dice.count(f"{self.ours.name}_attacks")
        return partial(self._strike, group, target, attack)

    def _strike(self, group: Mapping[str, int], target: str, attack: Blow, s: Any, dice: Any) -> None:
        """Roll for an attack, and carry the result out (melee, melee phase of one side, 2)."""
        effect = attack.strikes(dice, self.ours.name)
        if effect.side == ATTACKER:
            stands = self._befall_group(s, dice, group, target, effect)
        else:
            stands = effect.side != TARGET or self._befall_target(s, dice, group, target, effect)
        if stands:
            self._passed.of(s)[target] += 1
        if self._ready.living(s) == 0 or self.theirs.men.living(s) == 0:
            self._close(s)

    def _group(self, s: Any, dice: Any) -> dict[str, int]:
        """Return the next attackers together (melee, melee phase of one side, 2, Group)."""
        ready, men, size = self._ready.of(s), dict.fromkeys(self._ready.states, 0), self.ours.together
        for state in men:
            men[state] = up_to(ready[state], size)
            size -= men[state]
        if sum(men.values()) > 1 and dice.choose(self.ours.decides.attack, keys.ATTACKS) == "separate":
            first = _there(men)[0]
            men = {state: int(state == first) for state in men}
        return men

    def _target(self, s: Any, dice: Any, group: Mapping[str, int]) -> tuple[str, Blow] | None:
        """Return the state of the man attacked, and the roll (melee, melee phase of one side, 2, Target)."""
        there, passed, decides = self.theirs.men.of(s), self._passed.of(s), self.ours.decides
        # Panicked men within reach come before all others.
        for state in (*RUNNING, *keys.TARGETS[dice.choose(decides.target, tuple(keys.TARGETS))]):
            if state not in self.theirs.men.states or there[state] <= passed[state]:
                continue
            attack = self._attack(tuple(group.values()), state)
            if attack is not None and dice.choose(decides.attack_from, (True, False), attack=attack):
                return state, attack
        return None

    def _close(self, s: Any) -> None:
        """Forget the men ready and those passed: the phase is over (melee, melee phase of one side, 3)."""
        self._ready.forget(s)
        self._passed.forget(s)

    def _befall_group(self, s: Any, dice: Any, group: Mapping[str, int], target: str, effect: Effect) -> bool:
        """Let the group suffer a result; return whether the man attacked is still in his place."""
        ours, left = dict(group), 0
        if effect.harm:
            dice.count("self_wounds")
            hurt = dice.choose(self.ours.decides.wound, _there(ours))
            fate = self.ours.men.hurt_one(s, dice, hurt, effect, f"of the {self.ours.name}")
            ours[hurt] -= 1
            if fate.state in ours:
                ours[fate.state] += 1
            left += fate.state is None
            if fate.unhorsed:
                dice.count("unhorsed")
        if effect.retreat:
            if not effect.harm:
                dice.count("repulses")
            left += self._give_ground(s, dice, ours, target)
        return not (left and self.counter is not None and target in ABLE and self.counter(s, dice, target))

    def _give_ground(self, s: Any, dice: Any, group: dict[str, int], target: str) -> int:
        """Drive the group back; men without room are wounded. Return how many have left their place."""
        men, back, number = self.ours.men, self.ours.back, sum(group.values())
        stay = next((stay for stay in range(number) if back.has_room(s, number - stay)), number)
        wounds = []
        for _ in range(stay):
            wounds.append(dice.choose(self.ours.decides.wound, _there(group)))
            group[wounds[-1]] -= 1
        if back.to is not None:
            men.move(s, back.to, group)
        died = sum(men.wound(s, state) is None for state in wounds)
        dice.count("retreats", number - stay)
        if number > stay:
            dice.note("driven back: {}", number - stay)
        if stay:
            dice.note("wounded because there is no room behind: {}", stay)
        if back.to is None:
            return died
        if self.follow_up:
            self._panic(s, dice)  # before anybody moves
            followed = [state for state in _there(group) if back.to.of(s)[state] > 0]
            able = target in ABLE and (target not in RIDERS or horses_enter(self.rules, self.ours.terrain))
            if followed and able and self.theirs.follows_up(dice):
                order = keys.TARGETS[dice.choose(self.theirs.decides.target, tuple(keys.TARGETS))]
                back.to.move(s, men, {min(followed, key=order.index): 1})
                dice.note(f"a man of the {self.theirs.name} steps after one of them")
        return number - stay + died

    def _befall_target(self, s: Any, dice: Any, group: Mapping[str, int], target: str, effect: Effect) -> bool:
        """Let the man attacked suffer a result; return whether he is still in his place and his state."""
        if effect.harm or effect.retreat:
            dice.count(_HARM_TALLIES[effect.harm])
        fate = self.theirs.men.suffer(s, dice, target, effect, self.theirs.back)
        if fate.unhorsed:
            dice.count("unhorsed")
        in_place = fate.state is not None and not fate.gave_ground
        if fate.gave_ground and fate.state:
            dice.count("retreats")
            away = self.theirs.back.to
            if self.follow_up and away is not None and fate.state not in RUNNING and self.ours.follows_up(dice):
                away.move(s, self.theirs.men, {fate.state: 1})
                dice.note(f"a man of the {self.ours.name} steps after him")
                in_place = True
        if not in_place and self.advance is not None:
            self.advance(s, dice, group)
        return in_place and fate.state == target

    def _panic(self, s: Any, dice: Any) -> None:
        """Make the tests for the deaths of the attack; men not ready, or not passed, run first (melee, panic)."""
        sides = [side.nerves for side in (self.ours, self.theirs) if side.nerves is not None]
        if not any(nerves.group.of(s)["deaths"] > 0 for nerves in sides):
            return
        for nerves in sides:
            nerves.tests(s, dice)
        for marks, men in ((self._ready, self.ours.men), (self._passed, self.theirs.men)):
            marked, there = marks.of(s), men.of(s)
            for state in marks.states:
                marked[state] = min(marked[state], there[state])
        if self._ready.living(s) == 0 or self.theirs.men.living(s) == 0:
            self._close(s)


def _there(group: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(state for state, number in group.items() if number)


def melee_tallies(*sides: Side) -> tuple[str, ...]:
    """Return the counters that melee phases between some sides need, with those of panic if any men may panic."""
    attacks = dict.fromkeys(f"{side.name}_attacks" for side in sides)
    riders = any(RIDER in side.men.states for side in sides)
    panic = any(side.nerves is not None for side in sides)
    return (*attacks, *_LETTER_TALLIES, "retreats", *(["unhorsed"] * riders), *(PANIC_TALLIES if panic else ()))


SIDES = ("attackers", "defenders")
_MOST = 20
ENDINGS = {
    "attackers_win": "no defender is left",
    "defenders_win": "no attacker is left",
    "attackers_break_off": "the attackers break off",
    "defenders_break_off": "the defenders break off",
}


class MeleeSide(Keys):
    """One of the two groups.

    ``room``, ``front``, ``losses`` and ``turn`` are None if there is no limit, ``panic`` if there is none.
    """

    kind: Kind = keys.kind("{side}.kind")
    men: int = whole(1, _MOST, "how many there are", at="{side}.men")
    mounted: int = keys.mounted("{side}.mounted", "kind")
    terrain: str = text(
        "the ground: a row of the terrain table, `ladder`, `siege_tower_top`, `+`, `0`, `-`",
        "flat_ground",
        offer=keys.STANDING,
        at="{side}.terrain",
    )
    room: int | None = whole(0, _MOST, "how many can be driven back at once, else all", None, at="{side}.room")
    front: int | None = whole(1, _MOST, "how many can attack in one phase, else all", None, at="{side}.front")
    policies: keys.MeleePolicies = block(keys.MeleePolicies, at="policies.{side}", told=POLICY)
    losses: int | None = keys.at_losses(_MOST, "break_off.{side}.losses", Told("break_off_after_losses"))
    turn: int | None = keys.after_turn("break_off.{side}.turn", Told("break_off_in_turn"))
    panic: PanicOf | None = panic_of(
        "panic_of.{side}",
        lambda side: side["kind"],
        lambda side: bool(side.above.below(side.names["other"])["policies"].follow),
    )


def _side(ours: str, theirs: str) -> Any:
    return block(MeleeSide, at=".", names={"side": ours, "other": theirs}, told=Told(side=ours))


class MeleeSetup(Keys):
    """A melee."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(SIDES, "who moves first")
    attackers: MeleeSide = _side(*SIDES)
    defenders: MeleeSide = _side(*SIDES[::-1])


def melee_battle(setup: MeleeSetup, rules: RuleSet) -> Process:
    """Build the melee of a scenario; it is refused (DataError) without such a terrain, a melee or riding there."""
    sides = {"attackers": setup.attackers, "defenders": setup.defenders}
    groups, forces, measures = [], {}, []
    for name, side in sides.items():
        check_standing(rules, side.terrain, f"{name}.terrain", mounted=side.mounted > 0)
        men = side.men, side.kind, side.terrain, side.policies, side.mounted, side.room, side.panic
        groups.append(group := Group.of(rules, name, *men))
        forces[name] = force = group.force(keys.BreakOff(side.losses, side.turn), f"{name}_missing")
        horses = [Measure(f"{name}_horses", side.mounted, group.horses)] if side.mounted else []
        measures += [*force.measures(setup.first), *horses, *group.measures]
    ours, theirs = groups
    fight = partial(Melee, rules, follow_up=True)
    fights = fight(ours, theirs, front=setup.attackers.front), fight(theirs, ours, front=setup.defenders.front)
    turns = {"attackers": _player_turn(ours, theirs, fights[0]), "defenders": _player_turn(theirs, ours, fights[1])}
    return Process(
        name="melee",
        columns=columns_of(*fights, *groups, *forces.values()),
        phases=in_turn(setup.first, turns, Phase("end of the turn", partial(_end, ours, theirs, forces))),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=tuple(measures),
        tallies=melee_tallies(*groups),
        plan=ours.plan | theirs.plan | {name: rule for force in forces.values() for name, rule in force.plan.items()},
        sides=(
            men_side("attackers", ("attackers_win", "defenders_break_off"), yielded="defenders_break_off"),
            men_side("defenders", ("defenders_win", "attackers_break_off"), yielded="attackers_break_off"),
        ),
        series=tuple(force.watched for force in forces.values()),
    )


def melee_start(setup: MeleeSetup, attackers: int, defenders: int) -> dict[str, int]:
    """Return the columns at the start with fewer men than the scenario has, all of them on foot."""
    ours, theirs = setup.attackers.men - attackers, setup.defenders.men - defenders
    missing = {"attackers_missing": ours, "defenders_missing": theirs}
    return {"attackers_fit": attackers, "defenders_fit": defenders} | missing


def _player_turn(ours: Group, theirs: Group, fight: Melee) -> list[Phase]:
    """Return the player turn of a side (one game turn, 1 to 3)."""
    return [
        Phase(f"{ours.name}' movement", partial(_move, ours, theirs)),
        *fight.phases,
        Phase(f"{ours.name} recover", partial(ours.men.recover, note=f"fit again: {{}} of the {ours.name}")),
    ]


def _move(ours: Group, theirs: Group, s: Any, dice: Any) -> None:
    """Bring men back, follow and catch others, calm panicked men (one game turn, 1)."""
    ours.rejoin(s, dice, f"back in the fight: {{}} of the {ours.name}")
    ours.follow(s, dice, theirs, f"followed: {{}} of the {theirs.name}")
    if ours.nerves is not None:
        calm([ours.nerves], ours.name, s, dice)
    if ours.here(s) > 0 and theirs.out_of_reach(s):
        dice.note(f"none of the {theirs.name} is in reach")


def _end(ours: Group, theirs: Group, forces: Mapping[str, Force], s: Any, dice: Any) -> None:
    """Look for an ending at the end of a game turn (Endings)."""
    if theirs.left(s) == 0:
        end(s, dice, ENDINGS, "attackers_win")
    elif ours.left(s) == 0:
        end(s, dice, ENDINGS, "defenders_win")
    elif name := next((name for name, force in forces.items() if force.breaks_off(s, dice)), None):
        end(s, dice, ENDINGS, f"{name}_break_off")


def _facts(setup: MeleeSetup) -> Facts:
    panic = {"attackers": setup.attackers.panic, "defenders": setup.defenders.panic}
    return (
        (say("facts.attackers"), _side_facts(setup.attackers)),
        (say("facts.defenders"), _side_facts(setup.defenders)),
        (say("facts.panic"), panic_words(panic)),
        (say("facts.first_player"), words().word("sides", setup.first)),
    )


def _side_facts(side: MeleeSide) -> str:
    terrain = words().word("terrain", side.terrain)
    sentence = "facts.mounted_on" if side.mounted else "facts.men_on"
    men = words().plural(sentence, side.men, mounted=side.mounted, terrain=terrain)
    parts = [keys.of_kind(men, side.kind, riders=side.mounted > 0, room=side.room)]
    parts += [] if side.front is None else [say("facts.attack_at_once", number=side.front)]
    return words().with_semicolons(parts)


def _sweep(setup: MeleeSetup) -> tuple[Axis, Axis]:
    ours, theirs = (range(max(1, side.mounted), _MOST + 1)[:5] for side in (setup.attackers, setup.defenders))
    return ("attackers.men", tuple(ours)), ("defenders.men", tuple(theirs))


def _starts(setup: MeleeSetup) -> tuple[str, ...]:
    sides = {"attackers": setup.attackers, "defenders": setup.defenders}
    return tuple(f"{name}.{men}" for name, side in sides.items() if side.losses is None for men in ("men", "mounted"))


PLAYABLE = Playable(name="melee", keys=MeleeSetup, make=melee_battle, facts=_facts, sweep=_sweep, starts=_starts)
