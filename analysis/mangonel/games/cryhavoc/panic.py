"""Deaths, and the panic of the men in reach, here and in other sequences; see `docs/sequences/panic.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import Any

from mangonel.engine.owners import Side
from mangonel.engine.process import Act, Column, Decision, Measure, Phase, Process, Rule
from mangonel.engine.rolls import Roll
from mangonel.games.cryhavoc.men import FIT, HURT_PANICKED, PANICKED, RUNNING, WOUNDED
from mangonel.games.cryhavoc.rolls import panic_effect, panic_situation
from mangonel.games.cryhavoc.sides import Men, as_said, columns_of
from mangonel.games.fields import POLICY, Keys, Of, Usual, block, flag, one_of, whole
from mangonel.games.reading import Reading
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.dice import Die
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

CLASSES = ("knight", "soldier", "peasant")
_SEIZED = ("soldiers", "peasants")
"""Classes of men that can panic."""
ENDINGS = {"broken": "", "calm": "all are calm"}
"""Endings; the first is told with the number of men out of hand."""
PANICS_FIRST = Decision("panics_first", "men")
HIT_FIRST = Decision("hit_first", "men")
RALLY = Decision("rally", "men")
DIES_FIRST = Decision("dies_first", "enemies")
_DIE = 10
_MOST_MEN = 40
_RALLY = ("panicked", "routed", "panicked-only")
_HIT_FIRST = ("panicked", "calm")
_DIES_FIRST = ("calm", "panicked")
_FALLEN = ("soldier", "peasant", "knight")
"""The order of classes in which a man dies if the wanted class is not in reach."""


def _check_men(reading: Reading, node: Node, _name: str, peasants: int) -> None:
    if reading["soldiers"] + peasants == 0:
        raise node.error("at least one soldier or peasant is needed", "soldiers", value=0)


class PanicSetup(Keys):
    """A panic."""

    turns: int = whole(1, 60, "the most turns that are played")
    knights: int = whole(0, _MOST_MEN, "knights, who are never seized", 0)
    soldiers: int = whole(0, _MOST_MEN, "soldiers", 0)
    peasants: int = whole(0, _MOST_MEN, "peasants", 0, check=_check_men)
    leaders: int = whole(0, _MOST_MEN, "knights and sergeants who rally, besides the knights in reach", 0)
    leaders_from: int = whole(1, 60, "the turn from which on they do", 1)
    rally_each: int = whole(0, 6, "men whom each leader reaches", 1)
    enemy_follows: bool = flag("the enemy stays within six hexes", usual=True)
    edge: int = whole(0, 6, "with how many runs a man is gone; 0: nobody ever is", 0)
    broken: int = whole(1, Of(_SEIZED), "men out of hand that end it", Of(_SEIZED))
    first: str = one_of(CLASSES, "who dies first", "soldier", at="deaths.first")
    more: int = whole(0, 60, "further deaths", 0, at="deaths.more")
    risk: int = whole(1, _DIE, "of ten, the chance of each", _DIE, at="deaths.risk")
    next_class: str = one_of(CLASSES, "who dies then", "soldier", at="deaths.class")
    panics_first: str = one_of(("peasants", "soldiers"), "who panics first", at="policies.", told=POLICY)
    hit_first: str = one_of(_HIT_FIRST, "of a class, whom a result befalls first", at="policies.", told=POLICY)
    rally: str = one_of(_RALLY, "who is calmed first", at="policies.", told=POLICY)
    dies_first: str = one_of(_DIES_FIRST, "who of a class dies first", at="policies.", told=POLICY)


class PanicRules:
    """The panic test of a rule set; one that knows no panic is refused (DataError).

    It tells whether further deaths concern panicked men (`in_reach`), and whether they rout then without a roll
    (`automatic`).
    """

    def __init__(self, rules: RuleSet) -> None:
        self.roll = Roll.on(panic_situation(rules), "panic", key="panic")
        self.automatic = rules.choice("second-panic") == "automatic"
        self.in_reach = rules.choice("panicked-reach") == "in-reach"


def panic(setup: PanicSetup, rules: RuleSet) -> Process:
    """Build the panic of a scenario under a rule set; one that knows none is refused (DataError)."""
    game = Game(setup, rules)
    everybody = game.everybody
    ran = Measure("panicked", everybody, partial(game.number, "panicked")), Measure("routed", everybody, game.routed)
    return Process(
        name="panic",
        columns=columns_of(*game.columns, Column("knights", setup.knights, setup.knights), Column("gone", everybody)),
        phases=[
            Phase("death", game.death),
            Phase("men in rout run", game.run),
            Phase("leaders rally", game.rally),
            Phase("end of the turn", game.end_of_turn),
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *ran,
            Measure("gone", everybody, lambda s: s.gone),
            Measure("dead", everybody + setup.knights, game.dead),
        ),
        tallies=("tests", "panics", "routs", "rallied"),
        series=(Measure("calm", everybody, partial(game.number, "calm")), *ran),
        plan=as_said(setup, PANICS_FIRST, HIT_FIRST, RALLY, DIES_FIRST),
        sides=(
            Side("enemies", ("broken",)),
            Side("men", ("calm",), own=("calm", "panicked", "routed", "gone", "dead")),
        ),
    )


class Game:
    """A scenario under a rule set; one that knows no panic is refused (DataError).

    Soldiers and peasants are calm, panicked or routed. `runs` are those that a routed man can have behind him and still
    be there: men after one run, two and so on are counted apart. 0 if he is gone at once; 1 also if he is never gone.
    """

    def __init__(self, setup: PanicSetup, rules: RuleSet) -> None:
        self.setup, self.rules = setup, PanicRules(rules)
        self.runs = 1 if setup.edge == 0 else setup.edge - 1
        self.everybody = setup.soldiers + setup.peasants
        self.men: dict[str, Men] = {}
        self.columns: list[Men | Column] = []
        for name in _SEIZED:
            if men := getattr(setup, name):
                self.men[name] = Men(f"{name}_", men, ("calm", "panicked"), start={"calm": men})
                self.columns += [self.men[name], *([Column(f"{name}_routed", men, 0, self.runs)] if self.runs else [])]

    def runners(self, s: Any, name: str) -> Any:
        return getattr(s, f"{name}_routed") if self.runs else []

    def rout(self, s: Any, dice: Any, name: str, mood: str, number: Any) -> None:
        if number == 0:
            return
        self.men[name].of(s)[mood] -= number
        if self.runs:
            self.runners(s, name)[0] += number
        else:
            s.gone += number
        dice.count("routs", number)
        dice.note(f"in rout: {{}} of the {name}", number)

    @cached_property
    def attack(self) -> Roll:
        """The roll for the death of a man: on `risk` or less."""
        risk = self.setup.risk
        faces = tuple("a man dies" if die <= risk else "-" for die in range(1, _DIE + 1))

        def told(die: Any) -> str:
            return f"die {die}, death up to {risk} -> {'a man' if die <= risk else 'nobody'} dies"

        return Roll("enemy's attack", faces, Die(_DIE), told, ("-", "a man dies"))

    def number(self, mood: str, s: Any) -> Any:
        return sum(men.of(s)[mood] for men in self.men.values())

    def routed(self, s: Any) -> Any:
        return sum(sum(self.runners(s, name)) for name in self.men)

    def dead(self, s: Any) -> Any:
        there = self.number("calm", s) + self.number("panicked", s) + self.routed(s) + s.gone + s.knights
        return self.everybody + self.setup.knights - there

    def reached(self, s: Any) -> Any:
        return self.number("calm", s) + s.knights + (self.number("panicked", s) if self.rules.in_reach else 0)

    def death(self, s: Any, dice: Any) -> Act | None:
        """Let a man die, and put the others to the test (one game turn, 1)."""
        setup = self.setup
        if s.turn == 1:
            fallen = setup.first
        elif s.turn > setup.more + 1 or self.reached(s) == 0 or (setup.risk < _DIE and dice.roll(self.attack) == "-"):
            return None
        else:
            fallen = self._fall(s, dice)
        dice.note(f"a {fallen} dies")
        return self._test(s, dice, fallen)

    def _fall(self, s: Any, dice: Any) -> str:
        """Let a man in reach die; return his class (one game turn, 1)."""
        wanted = self.setup.next_class
        classes = {name.removesuffix("s"): men for name, men in self.men.items()}
        for name in (wanted, *(other for other in _FALLEN if other != wanted)):
            if name == "knight" and s.knights > 0:
                s.knights -= 1
                return name
            if name in classes:
                reached = _DIES_FIRST if self.rules.in_reach else ("calm",)
                moods = tuple(mood for mood in reached if classes[name].of(s)[mood] > 0)
                if moods:
                    classes[name].of(s)[dice.choose(DIES_FIRST, moods)] -= 1
                    return name
        raise AssertionError("nobody is in reach")

    def _test(self, s: Any, dice: Any, fallen: str) -> Act | None:
        """Make the panic test after the death of a man of a class (the panic test, 1 to 4)."""
        concerned = [name for name in self.men if name == "peasants" or fallen != "peasant"]
        if self.rules.automatic and self.rules.in_reach:
            for name in concerned:
                self.rout(s, dice, name, "panicked", self.men[name].of(s)["panicked"])
        if not self._candidates(s, concerned, Counter()):
            return None
        dice.count("tests")
        return partial(self._panic, concerned)

    def _candidates(self, s: Any, concerned: list[str], hits: Counter[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
        """Return the classes and moods of men that the roll has not hit yet (the panic test, 2 and 3)."""
        moods = _HIT_FIRST if self.rules.in_reach and not self.rules.automatic else ("calm",)
        of = {name: self.men[name].of(s) for name in concerned}
        there = {name: tuple(mood for mood in moods if of[name][mood] > hits[name, mood]) for name in concerned}
        return {name: there[name] for name in concerned if there[name]}

    def _panic(self, concerned: list[str], s: Any, dice: Any) -> None:
        """Roll for the men concerned, and let those hit panic or rout (the panic test, 2 to 4)."""
        hits = Counter[tuple[str, str]]()
        number, at_once = panic_effect(dice.roll(self.rules.roll, who="the men around him"))
        for _ in range(number):
            if there := self._candidates(s, concerned, hits):
                name = dice.choose(PANICS_FIRST, tuple(there))
                hits[name, dice.choose(HIT_FIRST, there[name])] += 1
        for (name, mood), hit in hits.items():
            if at_once or mood == "panicked":
                self.rout(s, dice, name, mood, hit)
            else:
                self.men[name].of(s)["calm"] -= hit
                self.men[name].of(s)["panicked"] += hit
                dice.count("panics", hit)
                dice.note(f"in panic: {{}} of the {name}", hit)

    def run(self, s: Any, dice: Any) -> None:
        """Let routed men run, and panic end where no enemy follows (one game turn, 2)."""
        for name in self.men if self.setup.edge > 1 else ():
            routed = self.runners(s, name)
            gone = routed[self.runs - 1]
            s.gone += gone
            for runs in range(self.runs - 1, 0, -1):
                routed[runs] = routed[runs - 1]
            routed[0] = 0
            if gone > 0:
                dice.note(f"gone for good: {{}} of the {name}", gone)
        if not self.setup.enemy_follows:
            for name, men in self.men.items():
                here = men.of(s)
                if here["panicked"] > 0:
                    dice.note(f"calm again, far from the enemy: {{}} of the {name}", here["panicked"])
                    here["calm"] += here["panicked"]
                    here["panicked"] = 0

    def rally(self, s: Any, dice: Any) -> None:
        """Let each leader calm a few men (one game turn, 2, Rally)."""
        setup = self.setup
        leaders = s.knights + (setup.leaders if setup.leaders and s.turn >= setup.leaders_from else 0)
        left = leaders * setup.rally_each
        if self.number("panicked", s) + self.routed(s) == 0 or left == 0:
            return
        # Men with the most runs come first.
        routed = [(name, self.runners(s, name), at) for name in self.men for at in range(self.runs - 1, -1, -1)]
        panicked: list[tuple[str, Any, Any]] = [(name, men.of(s), "panicked") for name, men in self.men.items()]
        order = {"panicked": [*panicked, *routed], "routed": [*routed, *panicked], "panicked-only": panicked}
        for name, there, at in order[dice.choose(RALLY, _RALLY)]:
            calmed = min(there[at], left)
            if calmed == 0:
                continue
            left -= calmed
            there[at] -= calmed
            self.men[name].of(s)["calm"] += calmed
            dice.count("rallied", calmed)
            dice.note(f"rallied: {{}} of the {name}", calmed)

    def end_of_turn(self, s: Any, dice: Any) -> None:
        """Look whether too many are out of hand, or all are calm and nobody is to die any more (Endings)."""
        lost = self.everybody - self.number("calm", s)
        if lost >= self.setup.broken:
            dice.note("the men are broken, out of hand: {}", lost)
            end(s, dice, ENDINGS, "broken")
        elif self.number("panicked", s) + self.routed(s) == 0 and (s.turn > self.setup.more or self.reached(s) == 0):
            end(s, dice, ENDINGS, "calm")


_RANK, _FOLLOWED = "what the men are; knights are never seized", "the enemy stays within six hexes of whoever panics"


class PanicOf(Keys):
    """How a side stands a death among its men."""

    rank: str = one_of(CLASSES, _RANK, at="class")
    rally: int = whole(0, 20, "panicked men who are calmed in each movement phase of the side", 0)
    followed: bool = flag(_FOLLOWED)
    panics_first: str = one_of(("wounded", "fit"), "who panics first: the owner's choice")

    def seizes(self, rules: RuleSet) -> bool:
        """Return whether the men can panic under a rule set: knights never do."""
        return self.rank != "knight" and rules.choice("panic-rule") != "none"


def panic_of(at: str, kind: Callable[[Reading], Any], followed: Callable[[Reading], bool] | None = None) -> Any:
    """Declare the block that says how a side stands deaths: None if the file has no ``panic``.

    `kind` tells the kind of the men that panic may seize, from the reading of the block around it, and `followed`
    the default of ``followed``: false if not given.
    """

    def rank(panic: Reading) -> str:
        men = kind(panic.above)
        return "knight" if men.dismounted_knight or men.saddle is not None else "soldier"

    usual = Usual(rank, "`knight` for kinds with a horse or of that armour, else `soldier`")
    changed = {"rank": one_of(CLASSES, _RANK, usual, at="class")}
    if followed is not None:
        usual = Usual(lambda panic: followed(panic.above), "the other side's `follow`")
        changed["followed"] = flag(_FOLLOWED, usual)
    return block(PanicOf, at=at, changed=changed, switch="panic")


PANIC_TALLIES = ("panic_tests", "panics", "routs")
"""Counters of a sequence in which men may panic."""
_CALM = {PANICKED: FIT, HURT_PANICKED: WOUNDED}
_RUNS = {FIT: PANICKED, WOUNDED: HURT_PANICKED}


@dataclass(frozen=True)
class Nerves:
    """The panic of a side in another sequence; all its men are of one class, so every death concerns all.

    Traces call the side by its name, scenarios by its block, which is empty if only one side can panic. Its groups are
    the men in contact, with their deaths counted and panicked men caught among them; the men driven back (`away`);
    panicked men out of contact (`fled`), and men gone for good (`routed`). `safe` returns whether men in panic run so
    far that they are calm at once; None if they never do.
    """

    name: str
    block: str
    side: str
    panic: PanicOf
    rules: PanicRules
    group: Men
    away: Men
    fled: Men
    routed: Men
    safe: Callable[[Any], bool] | None = None

    @cached_property
    def panics_first(self) -> Decision:
        return Decision(".".join(filter(None, ("panic_of", self.block, "panics_first"))), self.side)

    @property
    def plan(self) -> dict[str, Rule]:
        first = {"wounded": WOUNDED, "fit": FIT}[self.panic.panics_first]
        return {self.panics_first.name: lambda _s, options: first if first in options else options[0]}

    def measures(self, men: int) -> list[Measure]:
        counts = {"panicked": self.panicked, "routed": self.routed.living}
        return [Measure(f"{self.name}_{mood}", men, count) for mood, count in counts.items()]

    def panicked(self, s: Any) -> Any:
        return s.total([here[state] for here in self.running(s) for state in RUNNING])

    def running(self, s: Any) -> list[Any]:
        """Return the groups with panicked men: those in contact before those out of it."""
        return [men.of(s) for men in dict.fromkeys((self.group, self.fled))]

    def tests(self, s: Any, dice: Any) -> None:
        """Make the test for every death that calls for one (panic, the panic test, 4)."""
        here = self.group.of(s)
        while here["deaths"] > 0:
            here["deaths"] -= 1
            self._test(s, dice)

    def _test(self, s: Any, dice: Any) -> None:
        """Make the test after a death: men rout, or some are hit (panic, the panic test, 2 to 4)."""
        rules, routs, seized = self.rules, 0, []
        if rules.in_reach and rules.automatic:
            for state, here in product(RUNNING, self.running(s)):
                routs += self._rout(s, here, state, here[state])
        may_rout = rules.in_reach and not rules.automatic
        if self._candidates(s, may_rout=may_rout):
            dice.count("panic_tests")
            number, at_once = panic_effect(dice.roll(rules.roll, who=f"{self.name} after a death"))
            for _ in range(number):
                safe = not at_once and self.safe is not None and self.safe(s)
                men = self._candidates(s, may_rout=may_rout, safe=safe)
                if not men:
                    break
                here, state = men[dice.choose(self.panics_first, tuple(men))]
                if at_once or state in RUNNING:
                    routs += self._rout(s, here, state, 1)
                else:
                    here[state] -= 1
                    seized.append(_RUNS[state])
        for state in seized:
            self.fled.of(s)[state] += 1
        dice.count("panics", len(seized))
        dice.count("routs", routs)
        if seized:
            dice.note(f"in panic: {{}} of the {self.name}", len(seized))
        if routs:
            dice.note(f"in rout: {{}} of the {self.name}", routs)

    def _candidates(self, s: Any, *, may_rout: bool, safe: bool = False) -> dict[str, tuple[Any, str]]:
        """Return the next man for the roll to hit, as his group and state, if he is fit and if he is wounded.

        Panicked men come first. Of men alike those driven back do, and of panicked men those in contact. Calm
        men `safe` are passed over: they would be calm again at once.
        """
        calm = [] if safe else [(men.of(s), state) for men in (self.away, self.group) for state in (FIT, WOUNDED)]
        running = [(here, state) for state, here in product(RUNNING, self.running(s))] if may_rout else []
        for men in (running, calm):
            first: dict[str, tuple[Any, str]] = {}
            for here, state in men:
                condition = _CALM.get(state, state)
                if condition not in first and here[state] > 0:
                    first[condition] = here, state
            if first:
                return first
        return {}

    def _rout(self, s: Any, here: Any, state: str, number: Any) -> Any:
        here[state] -= number
        self.routed.of(s)[_CALM.get(state, state)] += number
        return number


def panic_words(sides: Mapping[str, PanicOf | None]) -> str:
    """Return how each side stands a death among its men; nothing if there is no panic."""

    def told(panic: PanicOf) -> str:
        parts = [words().word("ranks", panic.rank)]
        parts += [say("facts.rallied", number=panic.rally)] if panic.rally else []
        parts += [] if panic.followed else [say("facts.not_followed")]
        return ", ".join((*parts, say(f"facts.run_first_{panic.panics_first}")))

    there = [(words().word("sides", name), told(panic)) for name, panic in sides.items() if panic is not None]
    return words().with_semicolons(say("frame.named", name=side, text=text) for side, text in there)


def calm(sides: Sequence[Nerves], name: str, s: Any, dice: Any) -> None:
    """Calm men after their movement: all if nobody follows, else as many as are rallied (ladder assault, Panic)."""
    number, panic = s.total([nerves.panicked(s) for nerves in sides]), sides[0].panic
    left = number = min(number, panic.rally) if panic.followed else number
    for state, nerves in product(RUNNING, sides) if number else ():
        for here in nerves.running(s):
            calmed = min(here[state], left)
            left -= calmed
            here[state] -= calmed
            nerves.group.of(s)[_CALM[state]] += calmed
    if number:
        dice.note(f"calm again: {{}} of the {name}", number)


def _facts(setup: PanicSetup) -> Facts:
    deaths = [say("facts.first_death", man=words().word("classes", setup.first))]
    if setup.more:
        often = "more_deaths" if setup.risk == 10 else "risky_deaths"
        deaths.append(words().plural(f"facts.{often}", setup.more, risk=setup.risk))
        deaths.append(say("facts.next_death", man=words().word("classes", setup.next_class)))
    there = {"knight": setup.knights, "soldier": setup.soldiers, "peasant": setup.peasants}
    leaders = ""
    if setup.leaders:
        leaders = say("facts.leaders_from", number=setup.leaders, turn=setup.leaders_from)
    edge = say("facts.edge_reached", number=setup.edge) if setup.edge else say("facts.edge_far")
    men = ", ".join(words().counted(kind, number) for kind, number in there.items() if number)
    return (
        (say("facts.men_in_reach"), men),
        (say("facts.deaths"), ", ".join(deaths)),
        (say("facts.leaders"), leaders),
        (say("facts.rally_each"), str(setup.rally_each)),
        (
            say("facts.enemy"),
            say("facts.enemy_follows" if setup.enemy_follows else "facts.enemy_stays"),
        ),
        (say("facts.edge"), edge),
        (say("facts.broken"), str(setup.broken)),
    )


_SWEEP: tuple[Axis, Axis] = ("knights", (0, 1, 2, 3)), ("rally_each", (0, 1, 2, 3))
PLAYABLE = Playable(name="panic", keys=PanicSetup, make=panic, facts=_facts, sweep=lambda _setup: _SWEEP)
