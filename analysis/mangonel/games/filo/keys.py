"""A stack and the decisions of its player, as scenarios say them, and in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from mangonel.games.fields import (
    DEFINES,
    POLICY,
    REQUIRED,
    Fault,
    Keys,
    Met,
    Offer,
    Told,
    Usual,
    block,
    flag,
    given,
    one_of,
    text,
    texts,
    whole,
)
from mangonel.games.filo.states import BONUSES, HORSEMEN, QUALITIES, ROUTED, STATES, STRENGTHS, TYPES, grounds_of
from mangonel.games.reading import Reading
from mangonel.games.roster import kind_of
from mangonel.games.system import Facts
from mangonel.rules.words import say, words

MOVEMENTS = (1, 30)
"""Lowest and highest movement points."""


class Kind(Keys):
    """The two faces of a counter."""

    id: str = text("the name under which scenarios ask for it", identifier=True)
    title: str = text("what it is called")
    type: str = one_of(TYPES, "type of unit", REQUIRED)
    strength: int = whole(*STRENGTHS, "strength points")
    fatigued_strength: int = whole(*STRENGTHS, "strength points when fatigued")
    quality: int = whole(*QUALITIES, "quality")
    fatigued_quality: int = whole(*QUALITIES, "quality when fatigued")
    movement: int = whole(*MOVEMENTS, "movement points")
    fatigued_movement: int = whole(*MOVEMENTS, "movement points when fatigued")
    mounted: bool = flag("on horseback", Usual(lambda kind: kind["type"] in HORSEMEN, "yes for Ch, Ha and Cl"))
    # 2.2: some light horse throws javelins, and its counter says so.
    shoots: bool = flag(
        "its counter shows a weapon that units of its type shoot with",
        Usual(lambda kind: kind["type"] != "Cl", "no for Cl"),
    )

    @property
    def armed(self) -> bool:
        return self.shoots and self.type in _ARMED


ROOMS = ("open", "blocked")
"""Behind a stack: it can always go back into a rear hex, or never."""
ACTS = ("attack", "shoot", "hold")
UNTIL = ("rout", "eliminated", "gone")
SEATS = ("same", "foot", "mounted")
BY_UNITS = "units"
PEOPLES = (BY_UNITS, "christians", "almohads", "andalusians")
ARTILLERY = "At"
GROUND = Offer("ground", lambda rules, _roster, _above: grounds_of(rules))
"""Terrain of a unit's hex, and before it."""
SHOOTERS = ("Ar", "Ab", ARTILLERY)
"""Types of units that shoot rather than attack, unless their player decides otherwise."""
_ARMED = ("Cl", "Il", *SHOOTERS)
"""Types of units that shoot at all."""
UNITS = "a kind of units of the roster"
LEADER_VALUES = (1, 99)
"""Lowest and highest value of a leader, by which he is activated."""


def _act(policies: Reading) -> str:
    kind = policies.root[policies.names["units"]].kind
    return "shoot" if kind.type in SHOOTERS else "attack"


def _when_demoralised(policies: Reading) -> str:
    root, act = policies.root, policies["act"]
    able = act == "attack" or (act == "shoot" and _shoots(root.__getitem__, policies.names["units"]))
    return "withdraw" if able else "hold"


def _shoots(said: Callable[[str], Any], path: str) -> bool:
    """Return whether one of the units at a path of a scenario has a weapon; `said` returns its blocks by name."""
    first, *rest = path.split(".")
    return any(unit.kind.armed or getattr(unit, "artillery", None) for unit in _units(said(first), rest))


def _units(block: Any, path: Sequence[str]) -> list[Any]:
    if isinstance(block, tuple):
        return [unit for each in block for unit in _units(each, path)]
    return _units(getattr(block, path[0]), path[1:]) if path else [block]


def without_weapons(met: Met) -> tuple[Any, ...]:
    """Return the decisions to shoot if no unit of a side or banner can: it would stand, or fight, as without them."""
    above, path = (met.above, met.names["units"]) if "units" in met.names else (met.setup, "stacks")
    return () if _shoots(partial(getattr, above), path) else ("shoot", True)


def _once(met: Met) -> tuple[Any, ...]:
    """Return the choice between a side's two leaders if it has one."""
    side = met.names["units"].rpartition(".")[-1]
    return () if getattr(met.above, side).activations > 1 else ("highest",)


def lead() -> Any:
    """Declare which of the two leaders of the stacks of a side acts at once."""
    meaning = "the value of the leader who acts first with the initiative, if the army leader activates it, too"
    return one_of(("lowest", "highest"), meaning, told=POLICY, idle=_once)


def charge_is_asked(policies: Reading) -> bool:
    """Return whether the scenario itself says if a side charges."""
    return "charge" in policies.node


def acts(
    usual: Any = None,
    meaning: str = "close and fight; stand and shoot; stand, and shoot in defence only",
    told: Told = POLICY,
) -> Any:
    """Declare what stacks do of their own will, by default the first."""
    return one_of(ACTS, meaning, usual, told=told, idle=without_weapons)


class LeaderKeys(Keys):
    """A leader with a stack: his bonus, also after a wound and after his death."""

    bonus: int = whole(*BONUSES, "his bonus")
    wounded_bonus: int = whole(
        *BONUSES, "his bonus when wounded", Usual(lambda leader: max(0, leader["bonus"] - 1), "1 less")
    )
    replacement_bonus: int = whole(*BONUSES, "bonus of who replaces him", 0)

    @property
    def bonuses(self) -> tuple[int, ...]:
        """His bonus when he is fit, when he is wounded, and when he is replaced."""
        return self.bonus, self.wounded_bonus, self.replacement_bonus


class Policies(Keys):
    """Decisions of the player of a stack."""

    act: str = acts(Usual(_act, "`attack`; `shoot` for Ar, Ab and At"))
    charge: bool = flag("it charges if it can", usual=True, told=POLICY)
    charge_asked: bool = given(charge_is_asked)
    demoralised: str = one_of(
        ("withdraw", "hold", "attack"),
        "what it does when demoralised and in contact: go back, stand, attack",
        Usual(_when_demoralised, "`withdraw`; `hold` if its `act` is `hold`, or `shoot` without a weapon"),
        told=POLICY,
    )
    offensive_fire: bool = flag("it shoots before its own combat, for -2 in it", told=POLICY, idle=without_weapons)
    advance: bool = flag("as a defender it advances if it may", told=Told("defender_advances"))
    rest: bool = flag("it rests when it may", told=Told("rests"))
    until: str = one_of(UNTIL, "when it is broken; `gone`: eliminated or off the map", told=DEFINES)


class StackPolicies(Policies):
    """Decisions of the player of a stack that goes back and forth by itself."""

    seat: str = one_of(SEATS, "how it is to sit, with `markers`: as it does, on foot, mounted", told=POLICY)
    withdraw: str = one_of(
        ("none", "step", "turn"),
        "in contact, instead of fighting: nothing; one hex back; round and away, its back to the enemy",
        told=POLICY,
    )
    lead: str = lead()
    drop: bool = flag("it drops a combat if the shots before it demoralise it (option `combat-declared`)", told=POLICY)


class CounterKeys(Keys):
    """Units that act as one: ``strength``, ``quality`` and ``movement`` are None where the roster says them."""

    kind: Kind = kind_of(UNITS)
    units: int = whole(1, 2, "units that act as one (option `stacking`)", 1)
    strength: int | None = whole(*STRENGTHS, "of a fresh unit, in place of the roster's", None, entry="kind")
    quality: int | None = whole(*QUALITIES, "of a fresh unit, in place of the roster's", None, entry="kind")
    movement: int | None = whole(*MOVEMENTS, "of a fresh unit, in place of the roster's", None, entry="kind")


class UnitKeys(CounterKeys):
    """A stack."""

    state: str = one_of(STATES[:-1], "its state at the start")
    ground: tuple[str, ...] = texts(
        "its hex at the start and what lies before it: rows of table `ground`, or `parapet`", offer=GROUND
    )
    room: str = one_of(ROOMS, "whether it can go back")
    al_andalus: bool = flag("it is of Al-Andalus (option `al-andalus-rally`)")
    leader: LeaderKeys | None = block(LeaderKeys, "a leader who is with it", empty=None)

    def both(self, name: str) -> tuple[int, int]:
        counter, back = getattr(self.kind, name), getattr(self.kind, f"fatigued_{name}")
        given = getattr(self, name)
        return (counter, back) if given is None else (given, max(int(name != "quality"), given + back - counter))


class MixedKeys(UnitKeys):
    """A stack, perhaps of infantry and artillery."""

    artillery: Kind | None = kind_of("artillery in its hex, of the roster (5.1)", None)

    def faults(self) -> Iterator[Fault]:
        if self.artillery is not None:
            yield self.artillery.type != ARTILLERY, "it is no artillery", "artillery", self.artillery.id
            alone = self.kind.mounted or self.kind.type == ARTILLERY
            yield alone, "artillery stands with infantry only", "artillery", self.artillery.id


class CommandKeys(Keys):
    """The command of a side, as far as the initiative is concerned."""

    army_bonus: int = whole(*BONUSES, "of the army leader, for the initiative", 0)
    value: int = whole(*LEADER_VALUES, "of the leader who activates it", 1)
    activations: int = whole(1, 2, "2: the army leader activates it once more", 1)
    army_value: int = whole(*LEADER_VALUES, "of the army leader, for a second activation", 1)


class ArmyKeys(CommandKeys):
    """The command of a side, and the markers of its army."""

    markers: int = whole(0, 40, "markers for units that mount or dismount", 0)


class StackKeys(ArmyKeys, MixedKeys):
    """A stack that is a side by itself."""

    edge: int | None = whole(0, 30, 'hexes it can go back on the map, for `until = "gone"`', None)
    ruy_diaz: bool = flag("Ruy Díaz is with it (option `ruy-diaz`)")


def policies_of(keys: type[Any], side: str, units: str = "", **more: Any) -> Any:
    """Declare the block of the decisions of a side; its `units` are at that path, if not the side itself."""
    return block(keys, at=f"policies.{side}", told=Told(side=side), names={"units": units or side}, **more)


def seat_fault(side: str, army: ArmyKeys, policy: StackPolicies) -> Fault:
    """Return whether a side that is to mount or dismount has no markers for it."""
    without = policy.seat != SEATS[0] and not army.markers
    return without, "who mounts or dismounts needs markers", f"policies.{side}.seat", policy.seat, *SEATS[:1]


def stack_faults(side: str, stack: StackKeys, policy: StackPolicies) -> Iterator[Fault]:
    """Yield faults of a side of one stack: artillery does not attack, and only a stack with an edge can be gone."""
    path, gone = f"policies.{side}", policy.until == "gone"
    yield seat_fault(side, stack, policy)
    attacks = stack.kind.type == ARTILLERY and policy.act == "attack"
    yield attacks, "artillery does not attack", f"{path}.act", policy.act, *ACTS[1:]
    broken = policy.until == "rout" and stack.state.startswith(ROUTED)
    yield broken, 'it is broken as it begins, with until = "rout"', f"{side}.state", stack.state
    yield gone and stack.edge is None, "who can be gone needs an edge", f"{path}.until", policy.until
    yield not gone and stack.edge is not None, 'an edge goes with until = "gone"', f"{side}.edge", stack.edge


def unit_words(stack: UnitKeys) -> list[str]:
    """Return a stack in words: its units with both faces of the counter, its leader, where it stands."""
    strength, quality, movement = ("/".join(map(str, stack.both(name))) for name in ("strength", "quality", "movement"))
    title = words().translated(stack.kind.title)
    values = {"title": title, "type": stack.kind.type, "strength": strength, "quality": quality, "movement": movement}
    parts = [words().plural("facts.units_of", stack.units, **values)]
    if stack.state != "organised_fresh":
        parts.append(words().word("unit_states", stack.state))
    artillery = getattr(stack, "artillery", None)
    if artillery is not None:
        parts.append(say("facts.with_artillery", title=words().translated(artillery.title)))
    if stack.leader is not None:
        parts.append(say("facts.led_by", bonus=stack.leader.bonus))
    parts += [words().word("ground", ground) for ground in stack.ground]
    return [*parts, say("facts.no_way_back")] if stack.room == "blocked" else parts


def command_words(command: CommandKeys) -> list[str]:
    """Return the command of a side in words."""
    once = say("facts.army", value=command.value, bonus=command.army_bonus)
    number = getattr(command, "markers", 0)
    markers = [words().plural("facts.markers", number)] if number else []
    again = [say("facts.twice", value=command.army_value)] if command.activations > 1 else []
    return [once, *again, *markers]


def around(value: int, wide: int, least: int = 0, most: int = QUALITIES[1]) -> tuple[int, ...]:
    """Return so many numbers around one, for an axis of a sweep."""
    low = min(max(least, value - wide // 2), most + 1 - wide)
    return tuple(range(low, low + wide))


def _stack_words(stack: StackKeys) -> str:
    edge = [] if stack.edge is None else [words().plural("facts.hexes_to_edge", stack.edge)]
    return words().with_semicolons((*unit_words(stack), *edge, *command_words(stack)))


def facts_between(setup: Any, told: Callable[[Any], str] = _stack_words) -> Facts:
    """Return the facts of two sides, each told in words, and of the hexes between them."""
    sides = [(say(f"facts.side_{side}"), told(getattr(setup, side))) for side in ("a", "b")]
    return (*sides, (say("facts.between"), words().plural("facts.empty_hexes", setup.gap)))
