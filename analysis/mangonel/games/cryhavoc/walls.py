"""Men on ladders and on a wall: their places, and the effect of results on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from mangonel.engine.board import Counter
from mangonel.engine.process import Column, Measure, Phase
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.men import FIT, ON_FOOT, RUNNING, STUNNED, WOUNDED
from mangonel.games.cryhavoc.panic import Nerves, PanicRules
from mangonel.games.cryhavoc.sides import Force, Men, Others, columns_of, garrison
from mangonel.rules.effects import Effect
from mangonel.rules.ruleset import RuleSet

FIT_MAN, WOUNDED_MAN, STUNNED_MAN = 1, 2, 3
"""A man on a ladder or on the wall as a number: his state, `BESIEGER` more for a besieger on the wall; 0: no man."""
STATES = {FIT_MAN: FIT, WOUNDED_MAN: WOUNDED, STUNNED_MAN: STUNNED}
NUMBERS = {state: number for number, state in STATES.items()}
BESIEGER = 3
LADDER, WALL = "ladder_climb", "battlement"
"""Their ground, as rows of the terrain table."""


class Post:
    """The place of one man of a side, a ladder or a hex of the wall; his `state` is 0 if he is not there."""

    column, ground, side, base = "hex", WALL, "besiegers", 0

    def __init__(self, game: Wall, at: int, back: Men | None = None, way: str = "") -> None:
        self.game, self.at, self.back, self.way = game, at, back, way
        self.name = f"the man on {'ladder' if self.ground == LADDER else 'wall hex'} {at + 1}"

    def state(self, s: Any) -> Any:
        return getattr(s, self.column)[self.at] - self.base

    def put(self, s: Any, state: int) -> None:
        getattr(s, self.column)[self.at] = state + self.base if state else 0

    def there(self, s: Any) -> bool:
        return bool(FIT_MAN <= self.state(s) <= STUNNED_MAN)

    def counters(self, s: Any) -> tuple[Counter, ...]:
        return (Counter(self.side, STATES[int(self.state(s))]),) if self.there(s) else ()

    def able(self, s: Any) -> bool:
        return bool(FIT_MAN <= self.state(s) <= WOUNDED_MAN)

    def may_attack(self, s: Any) -> bool:
        """Return whether he is able and has not acted; a climber attacks one hex only, and so only once."""
        return self.able(s) and (self.ground == LADDER or not s.acted[self.at])

    def attacks(self, s: Any) -> None:
        if self.ground == WALL:
            s.acted[self.at] = 1

    def is_attacked(self, s: Any) -> None:
        """Note the consequences of an attack on him."""

    def suffer(self, s: Any, dice: Any, effect: Effect) -> None:
        """Let him suffer a result: he is hurt first and driven back then."""
        self.hurt(s, dice, effect.harm)
        if effect.retreat and self.there(s):
            self.give_ground(s, dice, effect.retreat)

    def hurt(self, s: Any, dice: Any, harm: str) -> None:
        if harm == "killed":
            self.die(s, dice, "is killed")
        elif harm and self.state(s) == FIT_MAN:
            dice.note(f"{self.name} is {harm}")
            self.put(s, NUMBERS[harm])
        elif harm:
            self.die(s, dice, "is hurt again and dies")

    def die(self, s: Any, dice: Any, note: str) -> None:
        """Take him away; a party at the foot of the wall sees it."""
        dice.note(f"{self.name} {note}")
        self.put(s, 0)
        game = self.game
        if game.nerves and self.side == "besiegers" and self.at in game.ladders and s.distance[self.at] == 0:
            s.deaths[self.at] = 1

    def give_ground(self, s: Any, dice: Any, hexes: int, ways: Sequence[int] = (-1, 1)) -> None:
        """Drive him to the men behind him, or wound him where he is (``wall-retreat``, ``retreat-from-ladder``)."""
        if self.back is not None:
            self.leave(s, dice, self.back, self.way)
        else:
            dice.note(f"{self.name} finds no way back")
            self.hurt(s, dice, "wounded")

    def leave(self, s: Any, dice: Any, men: Men, note: str) -> None:
        if self.state(s) == STUNNED_MAN:
            self.die(s, dice, "is stunned and dies")
        else:
            dice.note(f"{self.name} {note}")
            men.of(s)[FIT if self.state(s) == FIT_MAN else WOUNDED] += 1
            self.put(s, 0)

    def step(self, s: Any, onto: int) -> None:
        s.hex[onto], s.hex[self.at] = s.hex[self.at], 0

    def advance(self, s: Any, dice: Any, onto: int) -> None:
        where = "onto the wall" if self.ground == LADDER else f"to hex {onto + 1}"
        dice.note(f"{self.name} advances {where}")
        dice.count("crossings", self.ground == LADDER)
        self.step(s, onto)
        s.acted[onto] = 1


class OnWall(Post):
    """A besieger on a hex of the wall."""

    base = BESIEGER

    def give_ground(self, s: Any, dice: Any, hexes: int, ways: Sequence[int] = (-1, 1)) -> None:
        """Drive him to the first side with room and no defender beyond it, or wound him where he stands."""
        if self.state(s) == STUNNED_MAN:
            self.die(s, dice, "is stunned and dies")
            return
        for way in ways:
            room = [self.at + way * number for number in range(1, hexes + 1)]
            free = all(at in self.game.hexes and s.hex[at] == 0 for at in room)
            if free and not self.game.guarded(s, room[-1] + way):
                dice.note(f"{self.name} falls back along the wall to hex {room[-1] + 1}")
                self.step(s, room[-1])
                s.acted[room[-1]] = s.acted[self.at]
                return
        dice.note(f"{self.name} finds no room behind him")
        self.hurt(s, dice, "wounded")


class Guard(Post):
    """A defender on a hex of the wall."""

    side = "defenders"

    def attacks(self, s: Any) -> None:
        super().attacks(s)
        if self.game.armed:
            s.in_melee[self.at] = 1

    def is_attacked(self, s: Any) -> None:
        if self.game.armed:
            s.in_melee[self.at] = 1
        if not self.game.pours_after_fight:
            s.attacked[self.at] = 1

    def step(self, s: Any, onto: int) -> None:
        super().step(s, onto)
        for marks in [s.in_melee] if self.game.pours_after_fight else [s.in_melee, s.attacked]:
            marks[onto], marks[self.at] = marks[self.at], 0


class Climber(Post):
    """A besieger on a ladder."""

    column, ground = "climber", LADDER

    def step(self, s: Any, onto: int) -> None:
        s.hex[onto], s.climber[self.at] = s.climber[self.at] + BESIEGER, 0

    def fall(self, s: Any, dice: Any) -> None:
        """Let him fall with his ladder: a fit man is wounded, another dies (``fall-on-man``)."""
        dice.count("falls")
        if self.game.falls_on_man and s.fit[self.at]:
            s.fit[self.at] -= 1
            s.stunned[self.at] += 1
            dice.note("he falls on a man, who is stunned")
        if self.state(s) == FIT_MAN:
            dice.note(f"{self.name} falls and is wounded")
            s.wounded[self.at] += 1
            self.put(s, 0)
        else:
            self.die(s, dice, "falls to his death")


def _counted(posts: Sequence[Post]) -> Others:

    def number(low: int, high: int, s: Any) -> int:
        return sum(low <= post.state(s) <= high for post in posts)

    states = (FIT_MAN, STUNNED_MAN), (WOUNDED_MAN, WOUNDED_MAN), (STUNNED_MAN, STUNNED_MAN)
    return Others(*(partial(number, *state) for state in states))


class Wall:
    """A sector of a wall under a rule set, and the men there: guards, besiegers, climbers, parties and reserve.

    Its size and men are those of a ladder assault; the defenders are `armed` if they have missile weapons.
    """

    def __init__(self, rules: RuleSet, setup: Any, *, armed: bool) -> None:
        self.setup, self.rules, self.armed = setup, rules, armed
        panic, choice = setup.panic, rules.choice
        self.pours_after_fight = choice("oil-after-fight") == "allowed"
        past_stunned = armed and setup.width > 2 and choice("stunned-in-later-games") == "pass"
        self.shot_past = (0, STUNNED_MAN, BESIEGER + STUNNED_MAN) if past_stunned else (0,)
        self.falls_on_man = choice("fall-on-man") == "always"
        self.hexes, self.ladders = range(setup.width), range(setup.ladders)
        men, defenders = setup.men * setup.ladders, setup.on_wall + setup.reserve
        seized = panic is not None and panic.seizes(rules)
        self.reserve = Men("reserve_", defenders, (FIT, WOUNDED), start={FIT: setup.reserve})
        self.routed = Men("routed_", men, (FIT, WOUNDED) if seized else ())
        states = ON_FOOT + (RUNNING if seized else ())
        self.parties = [Men("", setup.men, states, deaths=seized, at=at) for at in self.ladders]
        behind = self.reserve if choice("wall-retreat") == "reserve" else None
        down = choice("retreat-from-ladder") == "foot"
        self.guards = [Guard(self, at, behind, "leaves the wall") for at in self.hexes]
        self.besiegers = [OnWall(self, at) for at in self.hexes]
        self.climbers = [
            Climber(self, at, party if down else None, "goes down to its foot") for at, party in enumerate(self.parties)
        ]
        ours = keys.BreakOff(setup.break_off_losses, setup.break_off_turn)
        above = _counted([*self.climbers, *self.besiegers])
        self.besieging = Force("besiegers", men, (*self.parties, above), self.routed, ours, "missing")
        self.defending = garrison(defenders, (self.reserve, _counted(self.guards)), setup.defenders_break_off)
        self.nerves: list[Nerves] = []
        if panic is not None and seized:
            test, panicked = PanicRules(rules), rules.table("panicked")
            # From so many hexes before the foot on, a running man is far enough from the men on the wall.
            safe = panicked.number("calm") - panicked.number("retreat") - 1
            for at, party in enumerate(self.parties):
                far = partial(lambda at, s: s.distance[at] >= safe, at)
                name = f"men of party {at + 1}"
                self.nerves.append(Nerves(name, "", "besiegers", panic, test, party, party, party, self.routed, far))

    def leans(self, s: Any, at: int) -> bool:
        return at in self.ladders and s.upright[at] == 1

    def guarded(self, s: Any, at: int) -> bool:
        return at in self.hexes and 0 < s.hex[at] <= BESIEGER

    def besieger_beside(self, s: Any, at: int) -> bool:
        return any(other in self.hexes and s.hex[other] > BESIEGER for other in (at - 1, at + 1))

    def ground(self, s: Any, at: int) -> Any:
        """Return the number of unpanicked men of a party on the ground."""
        return self.parties[at].number(s, ON_FOOT)

    def able(self, s: Any, at: int) -> Any:
        return s.fit[at] + s.wounded[at]

    def on_wall(self, s: Any) -> int:
        return sum(man > BESIEGER for man in s.hex)

    def with_panic(self, phases: Sequence[Phase], first: int = 0) -> list[Phase]:
        """Return phases in which besiegers can die, each with the panic after it, party `first` before the others."""
        if not self.nerves:
            return list(phases)
        parties = sorted(self.nerves, key=lambda nerves: nerves.group.at != first)

        def tests(s: Any, dice: Any) -> None:
            """Test the parties that a death concerns (Panic)."""
            for nerves in parties:
                nerves.tests(s, dice)

        return [step for phase in phases for step in (phase, Phase(f"{phase.name}: panic", tests))]

    def come_round(self, s: Any, posts: Sequence[Post]) -> None:
        for post in posts:
            if post.state(s) == STUNNED_MAN:
                post.put(s, FIT_MAN)

    @property
    def columns(self) -> list[Column]:
        setup, width, ladders, men = self.setup, self.setup.width, self.setup.ladders, self.setup.men
        marks = ("acted", "moved", "shot", "in_melee", *([] if self.pours_after_fight else ["attacked"]))
        running = [*(Column(state, men, 0, ladders) for state in RUNNING), Column("deaths", 1, 0, ladders)]
        return columns_of(
            Column("upright", 1, 0, ladders),
            *(Column(state, men, men if state == FIT else 0, ladders) for state in ON_FOOT),
            Column("climber", STUNNED_MAN, 0, ladders),
            Column("hex", BESIEGER + STUNNED_MAN, tuple(int(at < setup.on_wall) for at in self.hexes), width),
            *(Column(mark, 1, 0, width) for mark in marks),
            self.reserve,
            *([*running, self.routed] if self.nerves else []),
        )

    def looks(self) -> tuple[Measure, ...]:
        width, ladders, most = len(self.hexes), len(self.ladders), self.besieging.most
        return (
            Measure("besiegers_on_wall", width, self.on_wall),
            Measure("besiegers_on_ladders", ladders, lambda s: sum(man > 0 for man in s.climber)),
            Measure("ladders_up", ladders, lambda s: sum(s.upright)),
            Measure("defenders_on_wall", width, lambda s: sum(self.guarded(s, at) for at in self.hexes)),
            Measure("fit_climbers", ladders, lambda s: sum(man == FIT_MAN for man in s.climber)),
            Measure("wounded_climbers", ladders, lambda s: sum(man == WOUNDED_MAN for man in s.climber)),
            Measure("fit_besiegers_on_wall", width, lambda s: sum(man == BESIEGER + FIT_MAN for man in s.hex)),
            Measure("fit_defenders_on_wall", width, lambda s: sum(man == FIT_MAN for man in s.hex)),
            Measure("besiegers_on_foot", most, lambda s: s.total([self.ground(s, at) for at in self.ladders])),
        )

    def measures(self, first: str) -> tuple[Measure, ...]:
        """Return the recorded numbers of the men, if this side plays first."""
        most = self.besieging.most
        panicked = Measure("besiegers_panicked", most, lambda s: s.total([each.panicked(s) for each in self.nerves]))
        both = (*self.besieging.measures(first), *self.defending.measures(first))
        return (*both, panicked, Measure("besiegers_routed", most, self.routed.living)) if self.nerves else both
