"""The melee phase of one side, man by man: used by melee, sortie and siege tower."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from oracle import tables
from oracle.effects import Effect, Side, carry_out, melee_effect
from oracle.men import Man, column_of
from oracle.rules import Rules

# What a man is, for all orders: in the saddle or on foot, and his state.
FIT, WOUNDED, STUNNED = "fit", "wounded", "stunned"
FIT_RIDER, WOUNDED_RIDER = "fit rider", "wounded rider"
READY_ORDER = (FIT_RIDER, FIT, WOUNDED_RIDER, WOUNDED)
# Men who have panicked are attacked before all others.
PANICKED_FIT, PANICKED_WOUNDED = "panicked fit", "panicked wounded"
TARGET_ORDER = {
    "stunned": (STUNNED, FIT, FIT_RIDER, WOUNDED, WOUNDED_RIDER),
    "fit": (FIT, FIT_RIDER, WOUNDED, WOUNDED_RIDER, STUNNED),
    "wounded": (WOUNDED, WOUNDED_RIDER, STUNNED, FIT, FIT_RIDER),
    "mounted": (FIT_RIDER, WOUNDED_RIDER, STUNNED, FIT, WOUNDED),
}
WOUND_ORDER = {
    "fit-first": (FIT, FIT_RIDER, WOUNDED, WOUNDED_RIDER),
    "wounded-first": (WOUNDED, WOUNDED_RIDER, FIT, FIT_RIDER),
}
TALLY_OF_HARM = {"stunned": "stuns", "wounded": "wounds", "killed": "kills"}


@dataclass(eq=False)
class Fighter(Man):
    rides: bool = False
    horse_killed: bool = False
    back: bool = False  # driven back and not yet returned
    ready: bool = False
    passed: bool = False
    panicked: bool = False
    overtaken: bool = False  # panicked, and the enemy has come after him
    routed: bool = False

    @property
    def what(self) -> str:
        if self.panicked:
            return f"panicked {self.state}"
        return f"{self.state} rider" if self.rides and self.living else self.state

    def _value(self, name: str) -> int:
        parts = ["mounted"] * self.rides + ["wounded"] * (self.state == "wounded") + [name]
        return int(self.kind["_".join(parts)])

    @property
    def attack(self) -> int:
        return self._value("attack")

    @property
    def defence(self) -> int:
        return self._value("defence") if self.rides else super().defence

    @property
    def in_contact(self) -> bool:
        return self.at_hand and not self.back

    @property
    def present(self) -> bool:
        """Whether he is there if anybody asks who is left."""
        return self.living and not self.routed

    @property
    def at_hand(self) -> bool:
        """Whether he is still, or again, where the others are."""
        return self.present and (self.overtaken or not self.panicked)

    def leave(self) -> None:
        """He runs, or dies: what he was in the fight is over."""
        self.back = self.ready = self.passed = self.panicked = self.overtaken = self.routed = False

    def calm_down(self) -> None:
        self.panicked = self.overtaken = False


def muster(kind: dict[str, Any], side: str, men: int, mounted: int = 0) -> list[Fighter]:
    return [Fighter(kind, side, rides=number < mounted) for number in range(men)]


def in_order(men: Iterable[Fighter], order: tuple[str, ...]) -> list[Fighter]:
    """The men who are any of these, in this order."""
    men = list(men)
    return [man for what in order for man in men if man.what == what]


class Table(Protocol):
    """The game at whose table the fight is: it rolls, counts, and knows who must not fall unnoticed."""

    rules: Rules

    def die(self, what: str) -> int: ...
    def note(self, result: str) -> None: ...
    def tally(self, name: str) -> None: ...
    def died(self, man: Fighter) -> None: ...


# What those who win do about the places that the target, or men of the group, have left.
Advance = Callable[[list[Fighter], Fighter], None]


@dataclass
class Group:
    """One side of a melee phase."""

    name: str
    men: Callable[[], list[Fighter]]  # those in contact, at any moment
    terrain: str
    policies: dict[str, Any]
    room: Callable[[], bool]  # whether one more man finds room to retreat
    goes_back: Callable[[Fighter], None]  # what becomes of him then
    front: int | None = None


def bury(game: Table, dead: list[Fighter]) -> None:
    """One result has killed these men: their side may panic, once for each, before anything else is done."""
    for man in dead:
        man.rides = False
        man.leave()
    for man in dead:
        game.died(man)


def fight_column(group: list[Fighter], target: Fighter, ground: int, rules: Rules) -> int | None:
    """The column of an attack, 2 for 2-1; None if there can be none."""
    attack = sum(man.attack for man in group)
    rides, panicked = target.rides, target.panicked
    return column_of(len(group), attack, target.defence, ground, rules, rides=rides, panicked=panicked)


def tell_off(game: Table, ours: Group, theirs: Group) -> list[Fighter]:
    """Who of a side finds room to attack the other; no rider does where no horse can go."""
    riders = tables.horses_enter(game.rules, theirs.terrain)
    able = [man for man in in_order(ours.men(), READY_ORDER) if riders or not man.rides]
    places = ours.policies["together"] * len(theirs.men())
    if ours.front is not None:
        places = min(places, ours.front)
    return able[:places]


def melee_phase(
    game: Table,
    ours: Group,
    theirs: Group,
    ready: list[Fighter] | None = None,
    advance: Advance | None = None,
) -> None:
    """Play the melee phase of one side; `advance` is what becomes of places that an attack has emptied."""
    for man in tell_off(game, ours, theirs) if ready is None else ready:
        man.ready = True
    waiting = [man for man in ours.men() if man.ready]
    while waiting and theirs.men():
        size = ours.policies["together"] if ours.policies["attack"] == "joint" else 1
        group = in_order(waiting, READY_ORDER)[:size]
        if all(man.passed for man in theirs.men()):
            for man in theirs.men():
                man.passed = False
        found = choose_target(game, ours, theirs, group)
        if found is None:
            break
        for man in group:
            man.ready = False
        target, column = found
        was = target.what
        attack(game, ours, theirs, group, target, column)
        if advance is not None:
            advance(group, target)
        target.passed = target in theirs.men() and target.what == was
        waiting = [man for man in ours.men() if man.ready]
    for man in [*ours.men(), *theirs.men()]:
        man.ready = man.passed = False


def follow(game: Table, ours: Group, theirs: Group, group: list[Fighter], target: Fighter) -> None:
    """Who has given ground is followed at once: he is still beside an enemy, and takes no room."""
    if target.back and ours.policies.get("advance", True):
        target.back = False
    gave_ground = in_order([man for man in group if man.back], TARGET_ORDER[theirs.policies["target"]])
    may_go = target.able and (not target.rides or tables.horses_enter(game.rules, ours.terrain))
    if gave_ground and may_go and theirs.policies.get("advance", True):
        gave_ground[0].back = False


def fight_in_contact(game: Table, ours: Group, theirs: Group) -> None:
    """Play the melee phase of one side where whoever gives ground is followed."""
    melee_phase(game, ours, theirs, advance=partial(follow, game, ours, theirs))


def choose_target(game: Table, ours: Group, theirs: Group, group: list[Fighter]) -> tuple[Fighter, int] | None:
    ground = tables.ground_columns(game.rules, ours.terrain, theirs.terrain)
    lowest = int(ours.policies["attack_from"].split("-")[0])
    order = (PANICKED_FIT, PANICKED_WOUNDED, *TARGET_ORDER[ours.policies["target"]])
    for man in in_order(theirs.men(), order):
        if not man.passed:
            column = fight_column(group, man, ground, game.rules)
            if column is not None and column >= lowest:
                return man, column
    return None


def attack(game: Table, ours: Group, theirs: Group, group: list[Fighter], target: Fighter, column: int) -> None:
    """Roll and apply the result."""
    was, rode = target.what, target.rides
    who = "+".join(man.what for man in group)
    value = game.die(f"{ours.name} {who} attack {was} on {column}-1")
    game.tally(f"{ours.name}_attacks")
    result = tables.combat_result(game.rules, column, value, rides=rode)
    effect = melee_effect(game.rules, result, rides=rode)
    if target.panicked and not effect.on_target:
        effect = Effect()  # what would befall the attackers does not
    game.note(result)
    if name := tally_of(effect):
        game.tally(name)
    if target.panicked:
        panicked_result(game, target, effect)
    else:
        riders = [man for man in group if man.rides]

        def victim() -> Fighter:
            man = in_order(group, WOUND_ORDER[ours.policies["wound"]])[0]
            man.rides = man.rides and not effect.throws
            return man

        attackers = Side(group, partial(driven_back, game, ours), partial(bury, game), victim)
        befalls(game, target, effect, partial(driven_back, game, theirs), attackers)
        for man in riders:
            if man.living and not man.rides:
                game.tally("unhorsed")


def tally_of(effect: Effect) -> str | None:
    """The counter of a result: that of the harm, or else of the retreat."""
    if effect.on_target:
        return TALLY_OF_HARM[effect.harm] if effect.harm else "driven_back" if effect.retreat else None
    return "self_wounds" if effect.harm else "repulses" if effect.retreat else None


def befalls(
    game: Table,
    target: Fighter,
    effect: Effect,
    driven: Callable[[list[Fighter], int], None],
    attackers: Side[Fighter] | None = None,
) -> None:
    """What a result does to a man on foot or a rider, or to those who attack him."""
    rode = target.rides
    if rode and effect.on_target:
        target.horse_killed = target.horse_killed or effect.horse_killed
        target.rides = not effect.throws
    carry_out(effect, Side([target], driven, partial(bury, game)), attackers)
    if rode and effect.throws and effect.on_target and target.living:
        game.tally("unhorsed")


def panicked_result(game: Table, man: Fighter, effect: Effect) -> None:
    """What befalls a man who has panicked, on foot: there is always a way back for him."""

    def runs_again(men: list[Fighter], hexes: int) -> None:
        man.overtaken = False
        game.tally("retreats")

    befalls(game, man, effect, runs_again)
    if man.state == "stunned":
        man.calm_down()


def driven_back(game: Table, side: Group, men: list[Fighter], hexes: int) -> None:
    """Men retreat as far as there is room; those who stay are wounded, in the order of the policy."""
    stay_first = in_order(men, WOUND_ORDER[side.policies["wound"]])
    staying = list(stay_first)
    for man in reversed(stay_first):
        if not side.room():
            break
        staying.remove(man)
        side.goes_back(man)
        game.tally("retreats")
    for man in staying:
        man.wound()
