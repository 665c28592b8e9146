"""The melee phase of one side, man by man: used by melee, sortie and siege tower."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from oracle import tables, tables_fight
from oracle.men import DEFAULTS, Man, Options, column_of

ALL_DEFAULTS: Options = DEFAULTS | {
    "rubble-sign": "-",
    "tower-door-sign": "+",
    "siege-tower-top-sign": "-",
    "spiral-stairs": "play-sheet",
    "window-combat": "impossible",
    "mounted-missile-croisades": "base",
    "mounted-heavy-cover": "medium",
    "first-fire-column": "spread-only",
    "da-and-spread-fire": "arrows",
    "siege-tower-shooter-cover": "radius",
    "friend-adjacent-height": "whole-level",
    "elevation-levels": "base",
    "siege-tower-exit": "2",
    "siege-tower-levels": "two",
    "tower-top-retreat": "inside",
}

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
TALLY_OF_LETTER = {"A": "self_wounds", "B": "repulses", "C": "driven_back", "D": "stuns", "E": "wounds"}
FIGHT_TALLIES = ("self_wounds", "repulses", "driven_back", "stuns", "wounds", "kills", "retreats", "unhorsed")


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

    def unhorse(self) -> None:
        self.rides = False

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

    options: Options

    def die(self, what: str) -> int: ...
    def note(self, result: str) -> None: ...
    def tally(self, name: str) -> None: ...
    def died(self, man: Fighter) -> None: ...


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


def hurt(game: Table, man: Fighter, how: str) -> None:
    """Wound, stun or kill a man; if he dies his side may panic, before anything else is done."""
    hurt_together(game, [man], how)


def hurt_together(game: Table, men: list[Fighter], how: str) -> None:
    """One result hurts several men; only then their side is tested, once for each death."""
    living = [man for man in men if man.living]
    for man in living:
        getattr(man, how)()
    dead = [man for man in living if not man.living]
    for man in dead:
        man.rides = False
        man.leave()
    for man in dead:
        game.died(man)


def sign(terrain: str, options: Options) -> int:
    if terrain == "window" and options["window-combat"] != "impossible":
        return 1
    if terrain in tables_fight.SIGN_OPTIONS:
        value = options[tables_fight.SIGN_OPTIONS[terrain]]
        return {"-": -1, "0": 0, "+": 1}[value]
    if terrain == "spiral_stair" and options["spiral-stairs"] != "play-sheet":
        return 0
    return tables_fight.SIGNS[terrain]


def ground_columns(terrain: str, against: str, options: Options) -> int:
    """Columns moved for the ground of both: window rule since Croisades, and the - before a keep door."""
    through_window = "window" in (terrain, against) and options["window-combat"] == "defence-plus"
    ours = 0 if through_window and terrain == "window" else sign(terrain, options)
    theirs = 1 if through_window else sign(against, options)
    if against == "keep_door" and ours == 0:
        ours = -1
    return ours - theirs


def fight_column(group: list[Fighter], target: Fighter, ground: int, options: Options) -> int | None:
    """The column of an attack, 2 for 2-1; None if there can be none."""
    attack = sum(man.attack for man in group)
    rides, panicked = target.rides, target.panicked
    return column_of(len(group), attack, target.defence, ground, options, rides=rides, panicked=panicked)


def tell_off(ours: Group, targets: int) -> list[Fighter]:
    """Who of a side finds room to attack so many men."""
    able = in_order(ours.men(), READY_ORDER)
    places = ours.policies["together"] * targets
    if ours.front is not None:
        places = min(places, ours.front)
    return able[:places]


def melee_phase(
    game: Table,
    ours: Group,
    theirs: Group,
    ready: list[Fighter] | None = None,
    advance: Callable[[list[Fighter]], None] | None = None,
) -> None:
    """Play the melee phase of one side."""
    for man in tell_off(ours, len(theirs.men())) if ready is None else ready:
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
        attack(game, ours, theirs, group, *found)
        if found[0] not in theirs.men() and advance is not None:
            advance(group)
        waiting = [man for man in ours.men() if man.ready]
    for man in [*ours.men(), *theirs.men()]:
        man.ready = man.passed = False


def choose_target(game: Table, ours: Group, theirs: Group, group: list[Fighter]) -> tuple[Fighter, int] | None:
    ground = ground_columns(ours.terrain, theirs.terrain, game.options)
    lowest = int(ours.policies["attack_from"].split("-")[0])
    order = (PANICKED_FIT, PANICKED_WOUNDED, *TARGET_ORDER[ours.policies["target"]])
    for man in in_order(theirs.men(), order):
        if not man.passed:
            column = fight_column(group, man, ground, game.options)
            if column is not None and column >= lowest:
                return man, column
    return None


def attack(game: Table, ours: Group, theirs: Group, group: list[Fighter], target: Fighter, column: int) -> None:
    """Roll and apply the result."""
    was, rode = target.what, target.rides
    who = "+".join(man.what for man in group)
    value = game.die(f"{ours.name} {who} attack {was} on {column}-1")
    game.tally(f"{ours.name}_attacks")
    cells = tables_fight.RIDER_COMBAT if rode else tables.FOOT_COMBAT
    letter = cells[value][column - 1]
    if target.panicked and letter in ("A", "B"):
        letter = "-"  # what would befall the attackers does not
    game.note(letter)
    if letter != "-":
        more = "wounds" if rode and letter == "F" else "kills"
        game.tally(TALLY_OF_LETTER.get(letter, more))
    if target.panicked:
        panicked_result(game, target, letter)
    elif letter == "A":
        hurt(game, in_order(group, WOUND_ORDER[ours.policies["wound"]])[0], "wound")
    elif letter == "B":
        driven_back(game, ours, group)
    elif letter == "C":
        driven_back(game, theirs, [target])
    elif rode:
        rider_result(game, target, letter)
    elif letter in ("D", "E", "F"):
        hurt(game, target, {"D": "stun", "E": "wound", "F": "kill"}[letter])
    if target in theirs.men() and target.what == was:
        target.passed = True


def panicked_result(game: Table, man: Fighter, letter: str) -> None:
    """C to F against a man who has panicked: there is always a way back for him."""
    if letter == "C":
        man.overtaken = False
        game.tally("retreats")
    elif letter == "D":
        hurt(game, man, "stun")
        man.calm_down()
    elif letter in ("E", "F"):
        hurt(game, man, "wound" if letter == "E" else "kill")


def rider_result(game: Table, rider: Fighter, letter: str) -> None:
    """D to H of the combat table against riders."""
    if letter in ("D", "F", "H"):
        rider.horse_killed = True
    if letter in ("D", "F"):
        unhorse(game, rider, "stun" if letter == "D" else "wound")
    elif letter == "E":
        hurt(game, rider, "wound")
    elif letter in ("G", "H"):
        hurt(game, rider, "kill")


def unhorse(game: Table, rider: Fighter, how: str) -> None:
    rider.unhorse()
    hurt(game, rider, how)
    if rider.living:
        game.tally("unhorsed")


def driven_back(game: Table, side: Group, men: list[Fighter]) -> None:
    """Men retreat as far as there is room; those who stay are wounded, in the order of the policy."""
    stunned = [man for man in men if man.state == "stunned"]
    for man in stunned:
        hurt(game, man, "kill")
    stay_first = in_order([man for man in men if man.state != "dead"], WOUND_ORDER[side.policies["wound"]])
    staying = list(stay_first)
    for man in reversed(stay_first):
        if not side.room():
            break
        staying.remove(man)
        side.goes_back(man)
        game.tally("retreats")
    hurt_together(game, staying, "wound")
