"""Stone throwers against a castle, day by day; see `docs/sequences/bombardment.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from mangonel.engine.notes import counted
from mangonel.engine.owners import Side
from mangonel.engine.process import Column, Decision, Measure, Phase, Process, Rule
from mangonel.engine.rolls import Roll, cached
from mangonel.errors import DataError
from mangonel.games.cryhavoc import fire_and_walls as walls
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.sides import as_said
from mangonel.games.fields import REQUIRED, Fault, Keys, Of, Offer, Told, blocks, one_of, text, whole
from mangonel.games.reading import Reading
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import possible
from mangonel.rules.words import say, words

ALLOCATIONS = ("concentrate", "spread", "keep-back")
DAMAGED = ("least", "light-first", "heavy-first")
MOST_DAYS = 200
ENDINGS = {"breached": "the way into the castle is open", "relieved": "the relieving army is there"}
_ALLOCATION, _TAKES_DAMAGE = Decision("allocation", "besiegers"), Decision("damaged", "besiegers")
_MOST_ENGINES = 20
_OUTSIDE = ("outer", "tower")

Group: TypeAlias = tuple[int, int]
"""Light and heavy engines."""
_IN_FRONT = Offer("", lambda _rules, _roster, setup: [spot.name for spot in setup.hexes if spot.wall in _OUTSIDE])


def _before(reading: Reading, node: Node, key_name: str) -> int | None:
    if key_name not in node:
        return None
    if reading["wall"] in _OUTSIDE:
        raise node.error("only an inner wall or the keep stands behind another hex", key_name)
    in_front = [sibling["name"] for sibling in reading.siblings if sibling["wall"] in _OUTSIDE]
    return [sibling["name"] for sibling in reading.siblings].index(node.choice(key_name, in_front))


class WallHex(Keys):
    """A hex to be shot at.

    ``before`` is the place, counted from 0, of the hex in front of it; None if any outer or tower hex opens the way.
    """

    name: str = text("what it is called", longest=keys.LONGEST_NAME)
    wall: str = one_of(walls.WALL_HEXES, "what it is", REQUIRED)
    marks: int = whole(0, 3, "damage results that it has already", 0)
    before: int | None = text("of `inner` and `keep`: the name of the hex in front", "", offer=_IN_FRONT, read=_before)


_ours = keys.policies(Told(whose="besiegers"))


class BombardmentSetup(Keys):
    """A bombardment; ``relief`` is None if nobody comes."""

    turns: int = whole(1, MOST_DAYS, "the most days that are played")
    light: int = whole(0, _MOST_ENGINES, "light stone throwers", 0, at="engines.light", needs_block=True)
    heavy: int = whole(0, _MOST_ENGINES, "heavy ones", 0, at="engines.heavy")
    hexes: tuple[WallHex, ...] = blocks(
        WallHex, "the hexes, in the order in which they are wanted", least=1, most=12, check=keys.check_names
    )
    wanted: int = whole(1, Of(("hexes",)), "hexes that have to be down", 1)
    relief: int | None = whole(1, MOST_DAYS, "the day on which relief comes", None)
    allocation: str = _ours(one_of, ALLOCATIONS, "which hexes are shot at")
    damaged: str = _ours(one_of, DAMAGED, "which stone throwers go under repair")

    def faults(self) -> Iterator[Fault]:
        yield self.light + self.heavy == 0, "at least one stone thrower is needed", "engines", None


def _parts(group: Group) -> list[Group]:
    return list(product(range(group[0] + 1), range(group[1] + 1)))


def bombardment(setup: BombardmentSetup, rules: RuleSet) -> Process:
    """Build the bombardment of a scenario; it is refused (DataError) if a hex is down from the start."""
    game = Game(setup, rules)
    hexes, most = len(game.needs), sum(game.needs)
    down = Measure("hexes_down", hexes, game.hexes_down)
    marks = Measure("marks", most, lambda s: s.total(s.marks))
    under_repair = Measure("points_under_repair", game.points(game.codes - 1), lambda s: game.points(int(s.repair)))
    return Process(
        name="bombardment",
        columns=game.day_columns(),
        phases=[*game.day_phases(), Phase("evening", game.evening)],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(Measure("breaches", hexes, down.of), marks),
        tallies=game.day_tallies(),
        series=(down, marks, under_repair),
        plan=game.plan,
        unit="day",
        sides=(Side("besiegers", ("breached",), own=("points_under_repair",)), Side("defenders", ("relieved",))),
    )


class Game:
    """A scenario under a rule set.

    Engines that shoot at a hex, or are under repair, are one number, their *code*: that of a group of engines (option
    ``engine-repair``: ``engines``), or the points themselves (``points``). 0 is none, and the code of two groups
    together is the sum of theirs. A hex that is down at the start is refused (DataError). In a siege the engines are
    used if it `goes`, in a state, and hexes are still wanted, and fewer counters are kept.
    """

    def __init__(self, setup: BombardmentSetup, rules: RuleSet, goes: Callable[[Any], bool] | None = None) -> None:
        self.setup, self.rules, self.goes = setup, rules, goes
        self.all: Group = setup.light, setup.heavy
        self._each = [walls.machine_points(rules, f"{kind}_stone_thrower") for kind in ("light", "heavy")]
        sums = range(self.worth(self.all) + 1)
        rolls = [possible(partial(walls.batter_situation, rules, points=points)) for points in sums]
        # Columns of the battering table by points, from 0 up; None where no roll is made.
        self.columns = [None if roll is None else roll.column for roll in rolls]
        self.by_engines = rules.choice("engine-repair") == "engines"
        # One heavy engine more each time, then one light more.
        self._groups = _parts(self.all)
        self.codes = len(self._groups) if self.by_engines else len(self.columns)
        for letter in rules.table("battering").result_codes:
            walls.battering_effect(letter)
        # The marks that bring each hex down.
        self.needs = [walls.marks_to_breach(rules, spot.wall) for spot in setup.hexes]
        for number, (spot, need) in enumerate(zip(setup.hexes, self.needs, strict=True), start=1):
            if spot.marks >= need:
                path = f"hexes.{number}.marks"
                raise DataError("the hex is down by so many marks already", path=path, value=spot.marks)
        keep = rules.choice("keep-bombardment-condition")
        self._opened_by = [self._openers(place, keep) for place in range(len(self.needs))]
        # All that is asked of the rules is asked while the game is built.
        for wall in {walls.battered_as(spot.wall) for spot in setup.hexes}:
            for code in range(self.codes):
                if self.columns[self.points(code)]:
                    self.roll(wall, self.points(code))

    def _openers(self, place: int, keep: str) -> tuple[tuple[int, int], ...] | None:
        """Return hexes of which one has to have so many marks before a hex may be shot at; None: it always may."""
        spot, hexes, needs = self.setup.hexes[place], list(enumerate(self.setup.hexes)), self.needs
        if spot.wall in _OUTSIDE:
            return None
        if spot.wall == "keep" and keep == "keep-damaged":
            return tuple((other, 1) for other, beside in hexes if beside.wall == "keep" and other != place)
        if spot.before is not None:
            return ((spot.before, needs[spot.before]),)
        return tuple((other, needs[other]) for other, before in hexes if before.wall in _OUTSIDE)

    @property
    def plan(self) -> dict[str, Rule]:
        return as_said(self.setup, _ALLOCATION, _TAKES_DAMAGE)

    def points(self, code: int) -> int:
        return self.worth(self._groups[code]) if self.by_engines else code

    def note(self, dice: Any, what: str, code: Any) -> None:
        """Tell of some engines, of each kind that there is how many, or of their points."""
        code, numbers = int(code), dict[str, int]()
        if self.by_engines:
            of_kinds = zip(("light", "heavy"), self._groups[code], self.all, strict=True)
            numbers = {f"{{}} {kind}": number for kind, number, most in of_kinds if most}
        engines = f"{', '.join(numbers)} ({{:point}})" if numbers else "engines of {:point}"
        dice.note(f"{what}: {engines}", *numbers.values(), self.points(code))

    @cached
    def roll(self, wall: str, points: int) -> Roll:
        situation = walls.batter_situation(self.rules, points=points, target=wall)
        return Roll.on(situation, "bombardment", key=("bombardment", wall, points))

    @cached
    def aims(self, targets: int, repair: int, policy: str) -> tuple[int, ...]:
        """Return the codes of the engines that shoot at each of so many targets; too few for any column do not."""
        light, heavy = self._groups[repair] if self.by_engines else (0, 0)
        groups = self._allotted((self.all[0] - light, self.all[1] - heavy), targets, policy)
        codes = [self._groups.index(group) for group in groups] if self.by_engines else self._less(groups, repair)
        return tuple(code if self.columns[self.points(code)] else 0 for code in codes)

    @cached
    def damaged(self, aim: int, loss: int, policy: str) -> int:
        """Return the code of the engines under repair after a loss of points."""
        return self._groups.index(self._taking(self._groups[aim], loss, policy)) if self.by_engines else loss

    def is_down(self, s: Any, place: int) -> bool:
        return bool(s.marks[place] >= self.needs[place])

    def may_be_shot_at(self, s: Any, place: int) -> bool:
        """Return whether a hex may be shot at (which hexes may be shot at)."""
        opened_by = self._opened_by[place]
        opened = opened_by is None or any(s.marks[other] >= enough for other, enough in opened_by)
        return opened and not self.is_down(s, place)

    def worth(self, group: Group) -> int:
        return group[0] * self._each[0] + group[1] * self._each[1]

    def _allotted(self, whole: Group, targets: int, policy: str) -> list[Group]:
        """Return the engines aimed at each of so many targets, in the order in which they are wanted."""
        if policy == "spread":
            return self._spread(whole, targets)
        aims, left = [], whole
        for _ in range(targets):
            aim = self._enough(left) if policy == "keep-back" else left
            aims.append(aim)
            left = (left[0] - aim[0], left[1] - aim[1])
        return aims

    def _spread(self, whole: Group, targets: int) -> list[Group]:
        """Aim heavy engines and then light ones, each at the target with the fewest points so far."""
        aims = [(0, 0)] * targets
        for light, heavy in [(0, 1)] * whole[1] + [(1, 0)] * whole[0]:
            if targets:
                least = min(range(targets), key=lambda place: self.worth(aims[place]))
                aims[least] = (aims[least][0] + light, aims[least][1] + heavy)
        return aims

    def _enough(self, left: Group) -> Group:
        """Return the fewest points, in whole engines, that reach the column of all of them together."""
        column = self.columns[self.worth(left)]
        if column is None:
            return 0, 0
        reaching = [group for group in _parts(left) if self.columns[self.worth(group)] == column]
        return min(reaching, key=lambda group: (self.worth(group), -group[1]))

    def _taking(self, group: Group, points: int, policy: str) -> Group:
        """Return the engines of a group that take so many points of damage, or all if they have no more."""
        if policy == "least":
            taking = [part for part in _parts(group) if self.worth(part) >= min(points, self.worth(group))]
            return min(taking, key=lambda part: (self.worth(part), -part[1]))
        taken = [0, 0]
        for kind in (0, 1) if policy == "light-first" else (1, 0):
            each = self._each[kind]
            taken[kind] = min(group[kind], -(-max(points, 0) // each) if each else 0)
            points -= taken[kind] * each
        return taken[0], taken[1]

    def _less(self, aims: list[Group], missing: int) -> list[int]:
        """Return the points shot at each target if some are missing: those staying back, then those of the last."""
        shot = [self.worth(aim) for aim in aims]
        missing -= min(missing, self.worth(self.all) - sum(shot))
        for place in reversed(range(len(shot))):
            gone = min(missing, shot[place])
            shot[place] -= gone
            missing -= gone
        return shot

    def evening(self, s: Any, dice: Any) -> None:
        """Look for an ending (one day, 3; Endings)."""
        if self.hexes_down(s) >= self.setup.wanted:
            end(s, dice, ENDINGS, "breached")
        elif self.setup.relief is not None and s.turn == self.setup.relief:
            end(s, dice, ENDINGS, "relieved")

    def day_columns(self) -> list[Column]:
        """Return the columns of a day: ``marks`` of each hex, ``repair``, and ``aim``, which is 0 over night."""
        most, size, marks = self.codes - 1, len(self.needs), tuple(spot.marks for spot in self.setup.hexes)
        return [Column("marks", max(self.needs), marks, size), Column("repair", most), Column("aim", most, 0, size)]

    def day_tallies(self) -> tuple[str, ...]:
        """Return the counters that the phases of a day add to."""
        few = ("rolls", "damages", "points_damaged")
        return few if self.goes else (*few, "idle_days", *(f"down:{spot.name}" for spot in self.setup.hexes))

    def day_phases(self) -> list[Phase]:
        """Return the phases of a day: the engines are allotted, then each hex is shot at (bombardment, one day).

        They end nothing. After the first of them ``aim`` holds the engines that shoot at each hex, and is 0 after the
        last; ``repair`` holds those damaged today then. Those under repair are whole the day after in any case.
        """
        hexes = enumerate(self.setup.hexes)
        shots = [Phase(f"shots at {spot.name}", partial(self._shoot, place)) for place, spot in hexes]
        return [Phase("engines are allotted", self._allot), *shots]

    def hexes_down(self, s: Any) -> int:
        return sum(self.is_down(s, place) for place in range(len(self.needs)))

    def _allot(self, s: Any, dice: Any) -> None:
        """Allot the engines at hand, and let those under repair be whole again (bombardment, one day, 1 and 3)."""
        used = self.goes is None or (self.goes(s) and self.hexes_down(s) < self.setup.wanted)
        if used and s.repair > 0:
            self.note(dice, "under repair", s.repair)
        targets = [place for place in range(len(self.needs)) if used and self.may_be_shot_at(s, place)]
        if targets:
            aims = self.aims(len(targets), s.repair, dice.choose(_ALLOCATION, ALLOCATIONS))
            for place, aim in zip(targets, aims, strict=True):
                s.aim[place] = aim
                if aim:
                    self.note(dice, f"at {keys.in_note(self.setup.hexes[place].name)}", aim)
        if s.repair != 0:
            s.repair = 0
        if not any(s.aim):
            if self.goes is None:
                dice.count("idle_days")
            if used:
                dice.note("nobody shoots")

    def _shoot(self, place: int, s: Any, dice: Any) -> None:
        """Roll for a target (bombardment, one day, 2)."""
        if s.aim[place] == 0:
            return
        aim, spot = int(s.aim[place]), self.setup.hexes[place]
        s.aim[place] = 0
        name = keys.in_note(spot.name)
        roll = self.roll(walls.battered_as(spot.wall), self.points(aim))
        marks, loss = walls.battering_effect(dice.roll(roll, who=spot.name))
        loss = min(loss, self.points(aim))
        dice.count("rolls")
        dice.count("damages", marks)
        dice.count("points_damaged", loss)
        s.marks[place] += marks
        if marks and self.is_down(s, place):
            if self.goes is None:
                dice.count(f"down:{spot.name}")
            dice.note(f"{name} is down")
        elif marks:
            dice.note(f"{name} has {{}} of {counted(self.needs[place], 'D mark')}", s.marks[place])
        if loss:
            # There is a choice only among engines of both kinds.
            ways = DAMAGED if self.by_engines and all(self._groups[aim]) else DAMAGED[:1]
            lost = self.damaged(aim, loss, dice.choose(_TAKES_DAMAGE, ways))
            s.repair += lost
            self.note(dice, "damaged, under repair tomorrow", lost)


def _facts(setup: BombardmentSetup) -> Facts:
    def told(spot: WallHex) -> str:
        parts = [words().word("walls", spot.wall)]
        parts += [words().plural("facts.marks", spot.marks)] if spot.marks else []
        if spot.before is not None:
            parts.append(say("facts.behind", name=words().place(setup.hexes[spot.before].name)))
        return f"{words().place(spot.name)} ({', '.join(parts)})"

    return (
        (
            say("facts.stone_throwers"),
            say("facts.light_and_heavy", light=setup.light, heavy=setup.heavy),
        ),
        (say("facts.wall_hexes"), ", ".join(told(spot) for spot in setup.hexes)),
        (say("facts.hexes_down"), str(setup.wanted)),
        (say("facts.relief"), "" if setup.relief is None else say("facts.on_day", day=setup.relief)),
    )


# The other number stays at least 1: without any engine there is no bombardment.
_SWEEP: tuple[Axis, Axis] = ("engines.light", tuple(range(7))), ("engines.heavy", (1, 2, 3, 4, 5))
PLAYABLE = Playable("bombardment", BombardmentSetup, bombardment, _facts, lambda _setup: _SWEEP)
