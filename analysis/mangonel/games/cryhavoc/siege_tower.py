"""The attack with a siege tower; see `docs/sequences/siege-tower.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from mangonel.engine.board import Counter, Spot
from mangonel.engine.process import Decision, Measure, Phase, Process
from mangonel.engine.rolls import cached
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.engines import ARROWS, CREW, FIRE_TALLIES, HEXES, Engine
from mangonel.games.cryhavoc.ground import level
from mangonel.games.cryhavoc.keys import MeleePolicies
from mangonel.games.cryhavoc.melee import Decisions, Melee, Side, melee_tallies
from mangonel.games.cryhavoc.men import ABLE_ON_FOOT, FIT, ON_FOOT, STUNNED, WOUNDED, Kind, up_to
from mangonel.games.cryhavoc.missiles import SHOT_FIRST, friend_forbids, shoots_in, shot, target_cover, terrain_cover
from mangonel.games.cryhavoc.rolls import Blow
from mangonel.games.cryhavoc.sides import Force, Men, WayBack, as_said, columns_of, garrison, men_side, one_by_one
from mangonel.games.fields import POLICY, Keys, Of, Told, block, given, one_of, whole
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {
    "foothold": "the besiegers have a foothold on the wall",
    "destroyed": "",
    "repulsed": "the besiegers are repulsed",
    "abandoned": "the defenders give up the wall",
}
"""The hexes that burn down are told with the fire."""
PLATFORM, FIRE_POLICY = Decision("platform", "besiegers"), Decision("fire_policy", "besiegers")
SHOOT_AT_WALL = Decision("shoot_wall", "defenders")
_PLATFORMS = ("shoot", "hold")
_FIRE_POLICIES = ("put-out", "fight-on")
_ARROWS = ("fire", "men")
_TOP, _BATTLEMENT = "siege_tower_top", "battlement"
_FLOORS = {"two": 1, "three": 2}
"""Floors between the inside and the top; each costs as much as to enter the tower (DE 2.42; IT 2.81)."""
_DOWN = (WOUNDED, FIT, STUNNED)
"""The order in which men come down from a hex that burns."""
_OURS, _THEIRS = Told(side="besiegers"), Told(side="defenders")
_ours, _theirs = keys.policies(_OURS), keys.policies(_THEIRS)
# On the wall and on the tower nobody can follow a man driven back, and defenders never enter the tower.
_TWO: dict[str, Any] = {
    "together": whole(1, 6, "the most men who attack one man", 2, told=POLICY),
    "follow": given(lambda _reading: False),
}
_STAY = _TWO | {"advance": given(lambda _reading: True)}
_WHEN = {"losses": "break_off_after_losses", "turn": "break_off_in_turn"}


class SiegeTowerSetup(Keys):
    """The attack with a siege tower; ``platform_weapon`` is ``none`` if the men on top do not shoot."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    approach: tuple[str, ...] = keys.approach(keys.ENGINE_GROUND)
    width: int = whole(1, 4, "hexes of the sector")
    abreast: int = whole(1, HEXES, "hexes of its top that touch the wall", 2)
    foothold: int = whole(1, Of(("width",)), "besiegers on the wall that end it")
    besieger: Kind = keys.kind("besiegers.kind")
    men: int = whole(Of(("top",), CREW), 20, "men, those on top included", at="besiegers.men")
    top: int = whole(0, HEXES, "men on top", HEXES, at="besiegers.top")
    platform_weapon: str = keys.carried("the weapon of the men on top", "platform.weapon")
    archers: keys.Shooters = keys.shooters("archers", "aside", "hexes by which their range is longer")
    oil: int = whole(0, 9, "barrels of oil", 0, at="oil.barrels")
    oil_men: int = whole(1, 3, "men who pour it", 1, at="oil.men")
    defender: Kind = keys.kind("defenders.kind")
    on_wall: int = whole(0, Of(("width",)), "men on the wall", at="defenders.on_wall")
    reserve: int = whole(0, 20, "men who come after them", 0, at="defenders.reserve")
    platform: str = _ours(one_of, _PLATFORMS, "what the men on top do on the way")
    fire_policy: str = _ours(one_of, _FIRE_POLICIES, "what besiegers do about a fire")
    fire_fighters: int = _ours(whole, 1, 6, "the most men who fight a fire", 4)
    arrows: str = _theirs(one_of, _ARROWS, "fire arrows, or arrows at men")
    arrow_aim: str = _theirs(one_of, keys.ARROW_AIMS, "the hex that fire arrows are aimed at first")
    shoot_wall: str = _theirs(one_of, keys.SHOOT_WALL, "besiegers on the wall are shot at", "last")
    strike: str = _theirs(one_of, ("wall", "top"), "the men whom defenders attack first")
    besiegers_policies: MeleePolicies = block(MeleePolicies, at="policies.besiegers", changed=_TWO, told=_OURS)
    defenders_policies: MeleePolicies = block(MeleePolicies, at="policies.defenders", changed=_STAY, told=_THEIRS)
    break_off_losses: int | None = keys.at_losses(20, "break_off.losses", Told(_WHEN["losses"], "besiegers"))
    break_off_turn: int | None = keys.after_turn("break_off.turn", Told(_WHEN["turn"], "besiegers"))
    defenders_break_off: keys.BreakOff = keys.breaking_off(
        24, "break_off.defenders", Told(side="defenders", names=_WHEN)
    )


def siege_tower_assault(setup: SiegeTowerSetup, rules: RuleSet) -> Process:
    """Build the attack with a siege tower of a scenario under a rule set."""
    game = Game(setup, rules)
    fights = (game.at_wall, game.at_top) if setup.strike == "wall" else (game.at_top, game.at_wall)
    besiegers = [
        *game.platform_missiles(1),
        Phase("besiegers' movement", game.besiegers_move),
        *game.platform_missiles(2),
        *game.engine.fire_fighting(min(setup.fire_fighters, setup.men), game.fights_fire),
        *game.from_wall.phases,
        *game.from_top.phases,
        Phase("besiegers who fell back are on top", game.settle),
    ]
    defenders = [
        *game.engine.archers(1, game.shoot),
        Phase("defenders' movement", game.defenders_move),
        *game.engine.archers(2, game.shoot),
        *game.engine.oil_phases(),
        Phase("defenders choose whom to fight", partial(game.tell_off, fights[0])),
        *fights[0].phases,
        *fights[1].phases,
        Phase("defenders recover", game.defenders_recover),
    ]
    recovery = Phase("besiegers recover", game.besiegers_recover)
    return Process(
        name="siege-tower",
        columns=columns_of(
            *(game.engine, game.below, game.top, game.shot, game.wall, game.back, game.guard, game.reserve, game.idle),
            *(game.from_wall, game.from_top, game.at_wall, game.at_top, game.besiegers, game.defenders),
        ),
        phases=game.engine.turn(besiegers, recovery, defenders, Phase("end of the turn", game.end_of_turn)),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        sides=(
            men_side("besiegers", ("foothold", "abandoned"), yielded="abandoned"),
            men_side("defenders", ("destroyed", "repulsed")),
        ),
        measures=(*game.besiegers.measures(setup.first), *game.defenders.measures(setup.first)),
        tallies=(
            *FIRE_TALLIES,
            *("shots", "hits", "platform_shots", "platform_hits", "crossings"),
            *melee_tallies(*game.sides),
        ),
        series=(
            game.besiegers.watched,
            game.defenders.watched,
            Measure("besiegers_on_wall", setup.width, game.wall.living),
            game.engine.hexes_burning,
        ),
        board=game.board,
        plan={
            **(game.besiegers.plan | game.defenders.plan | game.engine.plan),
            **(game.sides[0].decides.plan | game.sides[2].decides.plan),
            **as_said(setup, PLATFORM, FIRE_POLICY, SHOOT_AT_WALL),
        },
    )


def siege_tower_start(setup: SiegeTowerSetup, men: int, defenders: int) -> dict[str, int]:
    """Return the columns at the start with fewer men than the scenario has.

    Three besiegers push, those beyond them are on top as far as the scenario has men there; defenders stand on the wall
    first.
    """
    top, on_wall = min(setup.top, men - CREW), min(setup.on_wall, defenders)
    start = {"below_fit": men - top, "top_fit": top, "guard_fit": on_wall, "reserve_fit": defenders - on_wall}
    return start | {"missing": setup.men - men, "missing_defenders": setup.on_wall + setup.reserve - defenders}


class Game:
    """A scenario under a rule set: besiegers below, on top and on the wall, defenders on the wall and in reserve.

    Besiegers driven `back` from the wall by an attack of their own fight no more and are on top after the player turn;
    crossbowmen having `shot` do not move in it (DE 1.21); `idle` defenders were not ready in the first fight.
    """

    def __init__(self, setup: SiegeTowerSetup, rules: RuleSet) -> None:
        self.setup, self.rules = setup, rules
        archers, platform = setup.archers.men, setup.platform_weapon != keys.NO_WEAPON
        if platform:
            keys.check_weapon(rules, "platform.weapon", setup.platform_weapon)
        men, defenders = setup.men, setup.on_wall + setup.reserve
        ours, theirs = keys.BreakOff(setup.break_off_losses, setup.break_off_turn), setup.defenders_break_off
        self.below = Men("below_", setup.men, start={FIT: setup.men - setup.top})
        self.top, self.wall = Men("top_", HEXES, start={FIT: setup.top}), Men("wall_", setup.width)
        self.back = Men("back_", min(HEXES, setup.width), ABLE_ON_FOOT)
        bolts = platform and setup.approach and not shoots_in(rules, setup.platform_weapon, 2)
        self.shot = Men("shot_", HEXES, ABLE_ON_FOOT if bolts else ())
        self.guard = Men("guard_", setup.width, start={FIT: setup.on_wall})
        self.reserve = Men("reserve_", defenders, ABLE_ON_FOOT, start={FIT: setup.reserve})
        above, behind = (self.below, self.top, self.wall), (self.guard, self.reserve)
        self.besiegers = Force("besiegers", men, above, limits=ours, missing="missing")
        self.defenders = garrison(defenders, behind, theirs)
        self.idle = Men("idle_", setup.width, ABLE_ON_FOOT)
        # As long as any hex burns.
        self.all_come_down = rules.choice("tower-top-fire") == "all"
        self._make_fights()
        self.allowance = {state: setup.besieger.allowance(rules, wounded=state == WOUNDED) for state in ABLE_ON_FOOT}
        self.climb = _FLOORS[rules.choice("siege-tower-levels")] * rules.table("terrain").number("siege_tower", "foot")
        self.cross = rules.number("siege-tower-exit")
        self.engine = Engine(rules, "siege tower", setup, self.below, caught=self.come_down)
        # Archers shoot at men on top although their own stand on the battlement beside them.
        self.past_friends = not friend_forbids(rules, float(level(rules, _TOP) - level(rules, _BATTLEMENT)))
        for distance, state in product(range(self.engine.length + 1), ON_FOOT):
            for target in ("men", "wall") if archers else ():
                self.archers_shot(target, distance, state)
            for wounded in (0, 1) if platform and distance else ():
                self.platform_shot(distance, state, wounded)

    def board(self, s: Any) -> tuple[Spot, ...]:
        """Return the way to the wall with the tower on it, and above it its top, the wall, and the reserve behind."""
        length, oil = self.engine.length, (Counter("", "oil", int(s.oil)),) if s.oil > 0 else ()
        top, wall = (*self.top.counters(s, "besiegers"), *self.back.counters(s, "besiegers")), self.wall
        return (
            *self.engine.way(s, "tower", 1),
            Spot(length - int(s.distance), 0, "top", top),
            Spot(length + 1, 0, "wall", (*wall.counters(s, "besiegers"), *self.guard.counters(s, "defenders"))),
            Spot(length + 2, 0, "behind", (*self.reserve.counters(s, "defenders"), *oil)),
        )

    def _make_fights(self) -> None:
        """Make the melee phases of both sides (besiegers, 4; defenders, 4)."""
        setup, rules = self.setup, self.rules
        ours = Decisions("besiegers", "besiegers", setup.besiegers_policies)
        theirs = Decisions("defenders", "defenders", setup.defenders_policies)
        on_wall = Side("besiegers", self.wall, setup.besieger, _BATTLEMENT, ours, WayBack(self.top, self.room_on_top))
        on_top = replace(on_wall, men=self.top, terrain=_TOP, back=self._way("tower-top-retreat", "inside", self.below))
        off_wall = self._way("wall-retreat", "reserve", self.reserve)
        defenders = Side("defenders", self.guard, setup.defender, _BATTLEMENT, theirs, off_wall)
        self.sides = on_wall, on_top, defenders
        # Men falling back from the wall to the top are not among the attackers from there in the same player turn.
        falling_back = replace(on_wall, back=WayBack(self.back, self.room_on_top))
        fight, places = partial(Melee, rules), self.places_at_wall
        self.from_wall = fight(falling_back, defenders, "besiegers' melee on the wall")
        self.from_top = fight(on_top, defenders, "besiegers' melee from the top", places, advance=self._advance)

        # In their second fight are only those not ready in the first.
        wall, top = (None, self.idle) if setup.strike == "wall" else (self.idle, None)
        self.at_wall = fight(defenders, on_wall, "defenders' melee on the wall", chosen_from=wall)
        title, counter = "defenders' melee against the top", self._counter
        self.at_top = fight(
            defenders, on_top, title, lambda s: places(s) * defenders.together, chosen_from=top, counter=counter
        )

    def _way(self, option: str, value: str, to: Men) -> WayBack:
        return WayBack(to) if self.rules.choice(option) == value else WayBack(None, lambda _s: 0)

    def _advance(self, s: Any, dice: Any, group: Mapping[str, int]) -> None:
        if self.sides[1].follows_up(dice):
            self.step_over(s, dice, FIT if group[FIT] else WOUNDED)
            dice.note("a man of the group advances onto the wall")

    def _counter(self, s: Any, dice: Any, state: str) -> bool:
        """Let a man on top take the hex that one of his attackers has left; return whether he does."""
        if self.places_at_wall(s) == 0 or not self.sides[1].follows_up(dice):
            return False
        self.step_over(s, dice, state)
        dice.note("the man on top advances onto the wall")
        return True

    def step_over(self, s: Any, dice: Any, state: str, men: Any = 1) -> None:
        self.top.move(s, self.wall, {state: men})
        dice.count("crossings", men)

    @cached
    def platform_shot(self, distance: int, state: str, wounded: int) -> Blow | None:
        """Return the shot of a man on top, fit or wounded, at a man on the wall; None if he is out of range."""
        setup, hexes, key = self.setup, distance + 1, ("platform", distance, state, wounded)
        cover = target_cover(self.rules, _BATTLEMENT, shooter=_TOP, distance=hexes)
        weapon = setup.platform_weapon
        return shot(self.rules, setup.defender, state, weapon, hexes, cover, wounded=bool(wounded), key=key)

    @cached
    def archers_shot(self, target: str, distance: int, state: str) -> Blow | None:
        """Return the shot of an archer at one of the ``men`` on top, or on the ``wall``; None if he is out of range."""
        archers, at_wall = self.setup.archers, target == "wall"
        away = 0 if at_wall else distance
        # A shot along the wall does not cross the battlements (EN, DE 1.51).
        cover, key = "none" if at_wall else terrain_cover(self.rules, _TOP), ("archers", target, away, state)
        return shot(self.rules, self.setup.besieger, state, archers.weapon, away + 1 + archers.place, cover, key=key)

    def _open(self, s: Any, hexes: int = HEXES) -> int:
        """Return on how many of the first hexes of the top men can be."""
        if self.all_come_down and self.engine.burns(s):
            return 0
        return sum(s.flame[at] == 0 for at in range(hexes))

    def room_on_top(self, s: Any) -> Any:
        return max(self._open(s) - self.top.living(s) - self.back.living(s), 0)

    def empty(self, s: Any) -> Any:
        return self.setup.width - self.guard.living(s) - self.wall.living(s)

    def places_at_wall(self, s: Any) -> int:
        """Return from how many open hexes of the top the wall can be reached."""
        return 0 if s.distance > 0 else self._open(s, self.setup.abreast)

    def come_down(self, s: Any, dice: Any) -> None:
        """Let men come down from the top until nobody is left in a burning hex."""
        over = self.top.living(s) - self._open(s)
        if over > 0:
            dice.note("down from the burning top: {} of the besiegers", over)
            self.top.move(s, self.below, self.top.first_men(s, _DOWN, over))

    def platform_missiles(self, part: int) -> list[Phase]:
        """Return the shots from the top in a missile phase (besiegers, 1 and 3)."""
        weapon = self.setup.platform_weapon
        if weapon == keys.NO_WEAPON or not self.engine.length or not shoots_in(self.rules, weapon, part):
            return []
        title = f"besiegers' missiles {part}, man {{}} on top"
        return one_by_one(title, range(min(HEXES, self.setup.men)), self._shoot_from_top)

    def _shoot_from_top(self, number: int, s: Any, dice: Any) -> None:
        """Shoot from the top at a man on the wall (besiegers, 1 and 3)."""
        if s.distance == 0 or self.top.able(s) <= number:
            return
        target = self.guard.first(s, SHOT_FIRST)
        if target is None or dice.choose(PLATFORM, _PLATFORMS) == "hold":
            return
        aimed = self.platform_shot(s.distance, target, int(s.top_fit <= number))
        if aimed is None:
            return
        if self.shot.states:
            self.shot.of(s)[FIT if s.top_fit > number else WOUNDED] += 1
        effect = aimed.shoots(dice, f"man {number + 1} on top", "platform_shots", "platform_hits")
        # Driven off two hexes he is away from the wall, with or without room beside it.
        if self.guard.suffer(s, dice, target, effect, WayBack(self.reserve)).gave_ground:
            dice.note("he leaves the wall")

    def besiegers_move(self, s: Any, dice: Any) -> None:
        """Move the tower, cross from the top to the wall, climb from below to the top (besiegers, 2)."""
        free = self.below.able(s)
        if s.distance > 0:
            # Men pushing do not climb in the same move.
            pushed, free = free >= CREW, free - CREW
            if pushed and not self.engine.burns(s):
                self.engine.move(s, dice)
        self._cross(s, dice)
        self.shot.forget(s)
        if free > 0:
            self._climb(s, dice, free)

    def _cross(self, s: Any, dice: Any) -> None:
        """Let men cross from the top as long as a battlement hex is empty (besiegers, 2, Crossing)."""
        if self.places_at_wall(s) == 0 or self.empty(s) == 0:
            return
        for state in ABLE_ON_FOOT:
            over = up_to(self.top.first_men(s, (state,), self.empty(s), self.shot)[state], self.setup.width)
            if self.allowance[state] >= self.cross and over > 0:
                self.step_over(s, dice, state, over)
                dice.note("onto the wall: {} of the besiegers", over)

    def _climb(self, s: Any, dice: Any, free: Any) -> None:
        """Let men climb while the top has room, and cross at once while the battlement has (besiegers, 2, Climbing)."""
        below, room = self.below.of(s), self.room_on_top(s)
        for state in ABLE_ON_FOOT:
            left = self.allowance[state] - self.climb
            if left < 0 or room == 0 or below[state] == 0:
                continue
            men = min(below[state], free)
            if left >= self.cross and self.places_at_wall(s) > 0 and self.empty(s) > 0:
                over = up_to(min(men, self.empty(s)), self.setup.width)
                if over > 0:
                    self.below.move(s, self.wall, {state: over})
                    dice.count("crossings", over)
                    dice.note("up and onto the wall: {} of the besiegers", over)
                    men, free = men - over, free - over
            up = min(men, room)
            if up > 0:
                self.below.move(s, self.top, {state: up})
                dice.note("up to the top: {} of the besiegers", up)
                room, free = room - up, free - up

    def fights_fire(self, s: Any, dice: Any, number: int) -> bool:
        """Return whether so many men below and one more may fight a fire, and do."""
        return bool(self.below.able(s) > number) and dice.choose(FIRE_POLICY, _FIRE_POLICIES) == "put-out"

    def settle(self, s: Any, _dice: Any) -> None:
        """Let men driven back from the wall in this phase be among those on top (ways back)."""
        if self.back.living(s) > 0:
            self.back.move(s, self.top)

    def besiegers_recover(self, s: Any, dice: Any) -> None:
        """Let stunned besiegers be fit again (besiegers, 5)."""
        if self.besiegers.stunned(s) > 0:
            dice.note("stunned besiegers are fit again")
            for men in (self.below, self.top, self.wall):
                men.recover(s)

    def shoot(self, s: Any, dice: Any, *, first: bool) -> None:
        """Shoot at the tower, at the men on top or at those on the wall (defenders, 1 and 3)."""
        order = _ARROWS if dice.choose(ARROWS, _ARROWS) == "fire" else _ARROWS[::-1]
        wall = dice.choose(SHOOT_AT_WALL, keys.SHOOT_WALL)
        for target in {"never": order, "first": ("wall", *order), "last": (*order, "wall")}[wall]:
            shoot = self.engine.shoot_arrow if target == "fire" else partial(self._shoot_at, target)
            if shoot(s, dice, first=first):
                return

    def _shoot_at(self, target: str, s: Any, dice: Any, *, first: bool) -> bool:
        """Shoot at a man on top or on the wall; return whether that is possible (defenders, 1 and 3)."""
        side = self.sides[0 if target == "wall" else 1]
        state = side.men.first(s, SHOT_FIRST)
        # Nobody shoots at men beside his own (EN 1.44; DE 1.44).
        past_friends = target == "men" and self.past_friends
        if state is None or not (past_friends or s.distance > 0 or self.guard.living(s) == 0):
            return False
        aimed = self.archers_shot(target, s.distance if target == "men" else 0, state)
        if aimed is None:
            return False
        self.engine.tell_distance(s, dice, first=first)
        if side.men.suffer(s, dice, state, aimed.shoots(dice), side.back).gave_ground:
            dice.count("retreats")
            dice.note("he goes back to the top" if target == "wall" else "he goes down into the tower")
        return True

    def defenders_move(self, s: Any, dice: Any) -> None:
        """Let men of the reserve step onto empty battlement hexes (defenders, 2)."""
        empty = self.empty(s)
        number = min(self.reserve.living(s), empty)
        if number > 0:
            dice.note("onto the wall: {} of the reserve", number)
            self.reserve.move(s, self.guard, self.reserve.first_men(s, ABLE_ON_FOOT, empty))

    def tell_off(self, first: Melee, s: Any, _dice: Any) -> None:
        """Keep for the second fight men without room in the first (defenders, 4, Two fights)."""
        if s.distance > 0 or self.wall.living(s) + self.top.living(s) == 0:
            return
        idle, able, ready = self.idle.of(s), self.guard.of(s), first.chosen(s)
        for state in ABLE_ON_FOOT if self.guard.able(s) > s.total(ready.values()) else ():
            idle[state] = able[state] - ready[state]

    def defenders_recover(self, s: Any, dice: Any) -> None:
        """Let stunned defenders be fit again, and forget the men kept for the second fight (defenders, 5)."""
        if s.guard_stunned > 0:
            dice.note("stunned defenders are fit again")
            self.guard.recover(s)
        if self.idle.living(s) > 0:
            self.idle.forget(s)
        # With the besiegers first their men on the wall are safe now: only losses count any more, so that equal losses
        # become equal states.
        if self.setup.first == "besiegers" and self.wall.living(s) >= self.setup.foothold:
            self.top.move(s, self.below)
            self.guard.only(ABLE_ON_FOOT).move(s, self.reserve)

    def end_of_turn(self, s: Any, dice: Any) -> None:
        """Let fires grow older, and look for an ending (end of the game turn; Endings)."""
        burnt = self.engine.burn(s, dice)
        if self.wall.living(s) >= self.setup.foothold:
            end(s, dice, ENDINGS, "foothold")
        elif burnt:
            end(s, dice, ENDINGS, "destroyed")
        elif self._stuck(s) or self.besiegers.breaks_off(s, dice):
            end(s, dice, ENDINGS, "repulsed")
        elif self.defenders.breaks_off(s, dice):
            end(s, dice, ENDINGS, "abandoned")

    def _stuck(self, s: Any) -> bool:
        """Return whether no besieger is on top or on the wall, and nobody below can climb."""
        if s.distance > 0 or self.top.living(s) + self.wall.living(s) > 0:
            return False
        climbers = {FIT: s.below_fit + s.below_stunned, WOUNDED: s.below_wounded}
        return not any(self.allowance[state] >= self.climb and men > 0 for state, men in climbers.items())


def _facts(setup: SiegeTowerSetup) -> Facts:
    ours = (say("facts.on_top", number=setup.top), say("facts.below", number=setup.men - setup.top))
    besiegers = keys.of_kind(", ".join(ours), setup.besieger)
    besiegers = keys.armed_words(besiegers, setup.platform_weapon, "top_with_weapon")
    return (
        (say("facts.sector"), keys.sector_words(setup)),
        (say("facts.siege_tower"), words().plural("facts.top_hexes", setup.abreast)),
        (say("facts.approach"), keys.way_words(setup.approach)),
        (say("facts.besiegers"), besiegers),
        (say("facts.defenders"), keys.garrison_words(setup)),
        (say("facts.archers_defenders"), keys.shooter_words(setup.archers, "hexes_aside")),
        (say("facts.oil"), keys.oil_words(setup)),
        (say("facts.first_player"), words().word("sides", setup.first)),
    )


def _sweep(setup: SiegeTowerSetup) -> tuple[Axis, Axis]:
    least = setup.top + CREW
    return ("besiegers.men", tuple(range(least, least + 4))), ("defenders.reserve", (0, 1, 2, 3))


PLAYABLE = Playable("siege-tower", SiegeTowerSetup, siege_tower_assault, _facts, _sweep, starts=keys.men_at_start)
