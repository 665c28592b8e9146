"""The attack of a ram on a wall; see `docs/sequences/ram.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from mangonel.engine.board import Counter, Spot
from mangonel.engine.process import Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import Roll, cached
from mangonel.errors import DataError
from mangonel.games.cryhavoc import fire_and_walls as walls
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.engines import ARROWS, CREW, FIRE_TALLIES, FRONT, HEXES, Engine
from mangonel.games.cryhavoc.ground import ground_shift
from mangonel.games.cryhavoc.men import ABLE_ON_FOOT, FIT, STUNNED, WOUNDED, Kind
from mangonel.games.cryhavoc.missiles import cover_on_way, shot
from mangonel.games.cryhavoc.rolls import Blow, Fighter, fight
from mangonel.games.cryhavoc.sides import Force, Men, Others, as_said, columns_of, first_men, first_of, men_side
from mangonel.games.fields import Keys, Told, flag, one_of, whole
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.effects import ATTACKER, TARGET
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import possible
from mangonel.rules.words import say, words

ENDINGS = {
    "breach": "the wall is breached",
    "destroyed": "",
    "crew_lost": "the crew is lost",
    "repulsed": "the besiegers break off",
}
"""Endings. The hexes that burn down are told with the fire."""
FIRE_POLICY = Decision("fire_policy", "besiegers")
ATTACK, DEFENCE_ATTACK = Decision("attack", "besiegers"), Decision("defence_attack", "defenders")
WOUND, DEFENCE_WOUND = Decision("wound", "besiegers"), Decision("defence_wound", "defenders")
_FIRE_POLICIES = ("put-out", "ram-on")
_ARROWS = ("fire", "men")
_WOUNDS_FIRST = {"fit-first": FRONT, "wounded-first": FRONT[::-1]}
_MOST_ROOM = 6
"""Hexes around one man."""
_WOUNDS, _KILLS = 1, 2
"""Age of a fire, before it grows older, that wounds and that kills the man staying in it (DE 3.54)."""
_ours = keys.policies(Told(whose="besiegers"))
_wounds = keys.policies(Told(when=lambda ram: ram.oil > 0 or ram.sortie_kind is not None, rank=1, whose="besiegers"))
_arrows = keys.policies(Told(when=lambda ram: ram.archers.men > 0, rank=2, whose="defenders"))
_our_melee, _their_melee = (
    keys.policies(Told(when=lambda ram: ram.sortie_kind is not None, rank=3, whose=side))
    for side in ("besiegers", "defenders")
)
_OUR_LEAVING = Told(rank=4, whose="besiegers", names={"losses": "break_off_after_losses", "turn": "break_off_in_turn"})
_THEIR_LEAVING = Told(
    rank=4, whose="defenders", names={"losses": "sortie_breaks_off_after_losses", "turn": "sortie_breaks_off_in_turn"}
)


class RamSetup(Keys):
    """The attack of a ram; ``sortie_kind`` is None if there is no sortie."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    approach: tuple[str, ...] = keys.approach(keys.ENGINE_GROUND)
    wall: str = one_of(walls.WALL_HEXES, "the hex that is battered")
    marks: int = whole(0, 3, "damage results that it has already", 0)
    bombarded: bool = flag("it was bombarded before")
    man_on_wall: bool = flag("a man stands where the wall may fall")
    besieger: Kind = keys.kind("besiegers.kind")
    men: int = whole(3, 20, "men for each ram", at="besiegers.men")
    rams: int = whole(1, 3, "rams, one after the other", 1, at="besiegers.rams")
    archers: keys.Shooters = keys.shooters("archers", "aside", "hexes by which their range is longer")
    oil: int = whole(0, 9, "barrels of oil", 0, at="oil.barrels")
    oil_men: int = whole(1, 3, "men who pour it", 1, at="oil.men")
    sortie_kind: Kind | None = keys.kind("sortie.kind", without=None)
    sortie_men: int = whole(1, 12, "men of the sortie", at="sortie.men", without=0)
    sortie_turn: int = whole(1, 60, "the turn in which they come out", at="sortie.turn", without=0)
    fire_policy: str = _ours(one_of, _FIRE_POLICIES, "what the crew of a burning ram does")
    fire_fighters: int = _ours(whole, 0, 8, "the most men who fight a fire", 4)
    room: int = _our_melee(whole, 1, _MOST_ROOM, "how many can attack one man of the sortie", 4)
    arrows: str = _arrows(one_of, _ARROWS, "fire arrows, or arrows at the men behind the ram")
    arrow_aim: str = _arrows(one_of, keys.ARROW_AIMS, "the hex that fire arrows are aimed at first")
    attack: str = _our_melee(one_of, keys.ATTACKS, "how several besiegers attack one man")
    defence_attack: str = _their_melee(one_of, keys.ATTACKS, "how several of the sortie do")
    wound: str = _wounds(one_of, keys.WOUNDS, "who of the besiegers takes a wound")
    defence_wound: str = _their_melee(one_of, keys.WOUNDS, "who of the sortie does")
    break_off: keys.BreakOff = keys.breaking_off(60, "break_off", _OUR_LEAVING)
    sortie_break_off: keys.BreakOff = keys.breaking_off(12, "break_off.sortie", _THEIR_LEAVING)


def ram_attack(setup: RamSetup, rules: RuleSet, *, stones: bool = False) -> Process:
    """Build the attack of a ram of a scenario; it is refused (DataError) if the wall is breached from the start.

    With `stones` it may also start at a wall that was bombarded.
    """
    game = Game(setup, rules, stones=stones)
    besiegers = [
        Phase("besiegers' movement", game.move),
        Phase("besiegers' melee, fire in the ram", game.look_for_fire),
        *game.engine.fire_fighting(min(setup.fire_fighters, game.besiegers.most), game.fights_fire),
        *(game.fights[0].phases(game.besiegers.most) if game.fights else []),
        Phase("battering", game.battering),
    ]
    defenders = [
        *game.engine.archers(1, game.shoot),
        *game.engine.archers(2, game.shoot),
        *game.engine.oil_phases(),
        *(game.fights[1].phases(setup.sortie_men) if game.fights else []),
        *([Phase("defenders recover", game.party.recover)] if game.fights else []),
    ]
    recovery = Phase("besiegers recover", game.crew.recover)
    return Process(
        name="ram",
        columns=columns_of(
            game.engine,
            Column("marks", game.need, setup.marks),
            Column("bombarded", 1, int(setup.bombarded)),
            Column("wait", 1, game.first_wait),
            *(Column(name, 1) for name in ("smoke", "stays", "engaged", "fought")),
            *(game.crew, Column("rams_left", setup.rams - 1, setup.rams - 1), game.party),
            *([_READY, Column("ready_inside", 1), Column("sortie_home", 1)] if game.fights else []),
            *(game.besiegers, game.sortie),
        ),
        phases=game.engine.turn(besiegers, recovery, defenders, Phase("end of the turn", game.end_of_turn)),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        sides=(men_side("besiegers", ("breach",)), men_side("defenders", tuple(ENDINGS)[1:], yielded="repulsed")),
        measures=game.measures(),
        tallies=(*FIRE_TALLIES, "battering_rolls"),
        series=(Measure("marks", game.need, lambda s: s.marks), game.engine.hexes_burning),
        plan={
            **(game.besiegers.plan | game.sortie.plan | game.engine.plan),
            **as_said(setup, FIRE_POLICY, ATTACK, DEFENCE_ATTACK),
            WOUND.name: first_of(_WOUNDS_FIRST[setup.wound]),
            DEFENCE_WOUND.name: first_of(_WOUNDS_FIRST[setup.defence_wound]),
        },
        looks=(Measure("besiegers_living", game.besiegers.most, game.crew.living),),
        board=game.board,
    )


class Game:
    """A scenario under a rule set: the crew, the party of the sortie, and every roll by its arguments."""

    def __init__(self, setup: RamSetup, rules: RuleSet, *, stones: bool = False) -> None:
        self.setup, self.rules = setup, rules
        self.need = walls.marks_to_breach(rules, setup.wall)
        if setup.marks >= self.need:
            raise DataError("the wall is breached by so many marks already", path="marks", value=setup.marks)
        most = setup.men * setup.rams
        self.crew = Men("", most, start={FIT: setup.men})
        self.party = Men("sortie_", setup.sortie_men, start={FIT: setup.sortie_men})
        men = self.crew, Others(lambda s: s.rams_left * setup.men)
        self.besiegers = Force("besiegers", most, men, limits=setup.break_off, missing="missing")
        party, limits = (self.party,), setup.sortie_break_off
        missing, leaves = "sortie_missing", "defence_break_off"
        self.sortie = Force("defenders", setup.sortie_men, party, limits=limits, missing=missing, leaves=leaves)
        self.fights: list[Fight] = []
        if setup.sortie_kind is not None:
            self.fights = [Fight(self, setup.sortie_kind, side) for side in ("besiegers", "defenders")]
        hexes = {setup.bombarded, stones or setup.bombarded}
        self.batters = all(possible(partial(self.batter, int(bombarded))) is not None for bombarded in hexes)
        self.engine = Engine(rules, "ram", setup, self.crew, front=WOUND, fought=setup.fire_fighters > 0)
        self.may_stay = rules.choice("burning-hex-occupants") == "wounded-then-dead"
        # Whether an attack on the crew keeps the ram from its next roll (IT 2.92; DE 4.3.4): the besiegers, if first,
        # have rolled before they are attacked in a turn.
        held_up = rules.choice("attacked-crew")
        self.held_up = held_up == "next-turn" or (held_up == "this-turn" and setup.first == "defenders")
        self.every_second = rules.choice("ram-rate") == "every-second-turn"
        self.waits_first = self.every_second and rules.choice("ram-every-second-turn-start") == "second-turn"
        # A ram that starts at the wall has come to it in the turn before.
        self.first_wait = int(self.waits_first and not setup.approach)
        if setup.archers.men:
            for distance, state in product(range(self.engine.length + 1), ABLE_ON_FOOT):
                self.shot(distance, state)

    @cached
    def batter(self, bombarded: int) -> Roll:
        """Return the roll against the wall, which may have been bombarded before."""
        rules, points, target = self.rules, walls.machine_points(self.rules, "ram"), walls.battered_as(self.setup.wall)
        situation = walls.batter_situation(rules, points=points, bombarded=bool(bombarded), target=target, ram=True)
        return Roll.on(situation, "ram", key=("ram", bombarded))

    @cached
    def shot(self, distance: int, state: str) -> Blow | None:
        """Return the shot at a man behind the ram, without a roof (IT 2.91); None if out of range."""
        archers, way = self.setup.archers, self.setup.approach
        hexes = distance + 1 + HEXES + archers.place
        cover = cover_on_way(self.rules, way, distance + HEXES, hexes=hexes, shooter="battlement")
        return shot(self.rules, self.setup.besieger, state, archers.weapon, hexes, cover, key=("shot", distance, state))

    def behind(self, s: Any) -> dict[str, Any]:
        """Return the men behind the ram: the able men beyond three, wounded men first, for the fit are inside."""
        number = max(self.crew.able(s) - CREW, 0)
        wounded = min(s.wounded, number)
        return {FIT: number - wounded, WOUNDED: wounded}

    def sortie_out(self, s: Any, dice: Any, since: int) -> bool:
        """Return whether men of the sortie are beside the ram, if they are there from turn `since` on."""
        if not self.setup.sortie_men or s.turn < since or self.party.living(s) == 0 or s.sortie_home == 1:
            return False
        if self.sortie.breaks_off(s, dice, before=True):
            s.sortie_home = 1
            return False
        return True

    def board(self, s: Any) -> tuple[Spot, ...]:
        """Return the way to the wall with the ram on it, and the wall."""
        length = self.engine.length
        things = (("mark", s.marks), ("oil", s.oil))
        wall = tuple(Counter("", name, int(number)) for name, number in things if number > 0)
        sortie = self.party.counters(s, "defenders")
        return (*self.engine.way(s, "ram"), Spot(length + 1, 0, "wall", wall), Spot(length + 2, 0, "behind", sortie))

    def measures(self) -> tuple[Measure, ...]:
        # He is wounded by a breach, the first ending.
        fallen = int(self.setup.man_on_wall)
        man = Others(lambda _s: fallen, lambda s: fallen if s.ending == 1 else 0)
        theirs = replace(self.sortie, most=self.sortie.most + fallen, groups=(self.party, man))
        return (
            *self.besiegers.measures(),
            # Without a sortie nobody of the defenders is ever stunned.
            *theirs.measures("" if self.party.most else "besiegers"),
            Measure("marks", self.need, lambda s: s.marks),
        )

    def move(self, s: Any, dice: Any) -> None:
        """Move the ram, unless its crew is engaged or fought in its last melee phase (besiegers, 1)."""
        fought = bool(s.fought == 1)
        if fought:
            s.fought = 0
        if s.distance == 0 or fought or s.engaged == 1 or self.engine.burns(s) or self.crew.able(s) < CREW:
            return
        self.engine.move(s, dice)
        if self.waits_first and s.distance == 0:
            s.wait = 1

    def look_for_fire(self, s: Any, dice: Any) -> None:
        """Remember whether a hex burns as the melee phase begins, and whether the crew rams on in it (besiegers, 2)."""
        if not self.engine.burns(s):
            return
        s.smoke = 1
        if self.may_stay and dice.choose(FIRE_POLICY, _FIRE_POLICIES) == "ram-on":
            s.stays = 1
        for at, flame in enumerate(s.flame):
            if flame > 0:
                dice.note(f"ram hex {at + 1} burns")

    def fights_fire(self, s: Any, _dice: Any, number: int) -> bool:
        """Return whether so many men and one more may fight a fire: the crew that rams on takes no part."""
        return bool(self.crew.able(s) > number + (CREW if s.stays == 1 else 0))

    def battering(self, s: Any, dice: Any) -> None:
        """Roll for the ram at the wall; then the crew is engaged no more (besiegers, 2, Battering)."""
        held = not self.batters or s.distance > 0 or s.wait == 1 or s.fought == 1 or (self.held_up and s.engaged == 1)
        # A stunned man keeps his place until he comes round (DE 4.3.4).
        manned = self.crew.able(s) >= CREW and self.crew.stunned(s) == 0
        rolls = not held and (s.smoke == 0 or s.stays == 1) and bool(manned)
        if self.every_second:
            s.wait = int(rolls)
        if rolls:
            dice.count("battering_rolls")
            damage, _ = walls.battering_effect(dice.roll(self.batter(s.bombarded), who="ram"), ram=True)
            s.marks += damage
            if damage and s.marks >= self.need:
                end(s, dice, ENDINGS, "breach")
                if self.setup.man_on_wall:
                    dice.note("the man on the wall is wounded by the fall")
        s.engaged = 0
        s.smoke = 0

    def shoot(self, s: Any, dice: Any, *, first: bool) -> None:
        """Shoot at a man behind the ram, or a fire arrow at the ram (defenders, 1 and 2)."""
        if dice.choose(ARROWS, _ARROWS) == "fire" or not self._shoot_at_men(s, dice, first=first):
            self.engine.shoot_arrow(s, dice, first=first)

    def _shoot_at_men(self, s: Any, dice: Any, *, first: bool) -> bool:
        """Shoot at a man behind the ram; return whether that is possible (defenders, 1, Shots at the men behind)."""
        # Nobody shoots at men beside his own (EN, DE 1.44); the sortie comes out after the missile phases of its turn.
        if self.sortie_out(s, dice, self.setup.sortie_turn + 1):
            return False
        behind = self.behind(s)
        state = next((state for state in ABLE_ON_FOOT if behind[state] > 0), None)
        target = None if state is None else self.shot(s.distance, state)
        if state is None or target is None:
            return False
        self.engine.tell_distance(s, dice, first=first)
        self.crew.suffer(s, dice, state, target.strikes(dice))
        return True

    def end_of_turn(self, s: Any, dice: Any) -> None:
        """Let fires grow older, let the next ram set out, and look for an ending (end of the game turn, 2 and 3)."""
        if s.stays == 1:
            self._stay_in_fire(s, dice)
            s.stays = 0
        lost = self.engine.burn(s, dice)
        if (lost or self.crew.living(s) < CREW) and s.rams_left > 0:
            self._next_ram(s, dice)
            lost = False
        if lost:
            end(s, dice, ENDINGS, "destroyed")
        elif self.crew.living(s) < CREW:
            end(s, dice, ENDINGS, "crew_lost")
        elif self.besiegers.breaks_off(s, dice):
            end(s, dice, ENDINGS, "repulsed")

    def _stay_in_fire(self, s: Any, dice: Any) -> None:
        """Hurt the man staying in a burning hex: wounded first, dead the turn after (end of the game turn, 2)."""
        for flame in s.flame:
            there = [state for state in ABLE_ON_FOOT if self.crew.of(s)[state] > 0]
            if there and self.engine.is_aged(flame, _WOUNDS):
                self.crew.wound(s, dice.choose(WOUND, there))
            elif there and self.engine.is_aged(flame, _KILLS):
                self.crew.of(s)[there[-1]] -= 1

    def _next_ram(self, s: Any, dice: Any) -> None:
        """Bring up the next ram, with men of its own (end of the game turn, 3)."""
        dice.note("the next ram sets out")
        s.flame = 0
        s.wait, s.engaged, s.fought = self.first_wait, 0, 0
        s.fit += self.setup.men
        s.rams_left -= 1
        s.distance = self.engine.length


def ram_start(setup: RamSetup, men: int, sortie: int, marks: int, bombarded: int) -> dict[str, int]:
    """Return the columns at the start with fewer men, and another wall, than the scenario has."""
    start = {"fit": men, "sortie_fit": sortie, "marks": marks, "bombarded": bombarded}
    return start | {"missing": setup.men - men, "sortie_missing": setup.sortie_men - sortie}


_READY = Men("ready_", _MOST_ROOM, ABLE_ON_FOOT)
"""Men yet to attack by themselves."""


class Fight:
    """The attack of a side, besiegers or sortie, on a man of the other: all together, or a phase for each."""

    def __init__(self, game: Game, sortie: Kind, side: str) -> None:
        self.game, self.side, outside = game, side, "flat_ground"
        crew = [Fighter(game.setup.besieger, "besieger", place) for place in (outside, "covered_ram")]
        party = Fighter(sortie, "defender", outside)
        # The attackers, outside and inside the ram, the man attacked, and the order of his states.
        if side == "besiegers":
            self.name, self.ours, self.theirs = "besiegers against the sortie", game.crew, game.party
            self.fighters, self.attacked, self.targets = crew, party, (STUNNED, FIT, WOUNDED)
            self.attack, self.wound = ATTACK, WOUND
        else:
            self.name, self.ours, self.theirs = "sortie against the crew", game.party, game.crew
            self.fighters, self.attacked, self.targets = [party], crew[1], (FIT, WOUNDED, STUNNED)
            self.attack, self.wound = DEFENCE_ATTACK, DEFENCE_WOUND

    def group(self, s: Any, dice: Any) -> tuple[dict[str, Any], int] | None:
        """Return the attackers, by state, and 1 if they do so from inside, else 0; None if nobody can."""
        game, setup = self.game, self.game.setup
        if self.side == "defenders":
            if not game.sortie_out(s, dice, setup.sortie_turn) or game.party.able(s) == 0 or game.crew.living(s) == 0:
                return None
            return game.party.first_men(s, ABLE_ON_FOOT, setup.room), 0
        # The men of the sortie are out once they have had a player turn.
        if not game.sortie_out(s, dice, setup.sortie_turn + (setup.first == "besiegers")) or s.smoke == 1:
            return None
        # The men behind, or the crew if there are none and it is engaged.
        behind = game.behind(s)
        if behind[FIT] > 0 or behind[WOUNDED] > 0:
            return first_men(behind, ABLE_ON_FOOT, setup.room), 0
        if s.engaged == 0 or game.crew.able(s) == 0:
            return None
        return game.crew.first_men(s, ABLE_ON_FOOT, min(CREW, setup.room)), 1

    def phases(self, men: int) -> list[Phase]:
        """Return the attacks of up to so many men: all together, or a phase for each."""
        most = min(men, self.game.setup.room)
        for inside, fighter in enumerate(self.fighters):
            ground_shift(self.game.rules, fighter.terrain, self.attacked.terrain)
            for fit, wounded, state in product(range(most + 1), range(most + 1), self.targets):
                if 0 < fit + wounded <= most:
                    self.blow(fit, wounded, state, inside)
        later = [Phase(f"{self.name}, attack {number + 1}", self._next) for number in range(1, most)]
        return [Phase(self.name, self._first), *later]

    def _first(self, s: Any, dice: Any) -> None:
        """Attack with all, or with the first man (besiegers, 2, Fight with the sortie; defenders, 3, Sortie)."""
        group = self.group(s, dice)
        if group is None:
            return
        men, inside = group
        if s.total(men.values()) <= 1 or dice.choose(self.attack, keys.ATTACKS) == "joint":
            self._strike(s, dice, men, inside)
            return
        _READY.put(s, men)
        s.ready_inside = inside
        self._next(s, dice)

    def _next(self, s: Any, dice: Any) -> None:
        """Attack with the next man (besiegers, 2, Fight with the sortie; defenders, 3, Sortie)."""
        state = _READY.first(s, ABLE_ON_FOOT)
        if state is None:
            return
        inside = int(s.ready_inside)
        _READY.of(s)[state] -= 1
        if _READY.living(s) == 0:
            s.ready_inside = 0
        self._strike(s, dice, {state: 1}, inside)

    def _strike(self, s: Any, dice: Any, men: Mapping[str, Any], inside: int) -> None:
        """Attack the first man of the other side, if the odds allow it."""
        target = self.theirs.first(s, self.targets)
        if target is None:
            return
        attack = self.blow(men.get(FIT, 0), men.get(WOUNDED, 0), target, inside)
        if attack is None:
            return
        effect = attack.strikes(dice, self.name)
        if self.side == "besiegers":
            s.fought = inside
        else:
            s.engaged = 1
        if effect.side == ATTACKER:
            if effect.harm:
                hurt = dice.choose(self.wound, [state for state, number in men.items() if number > 0])
                self.ours.hurt_one(s, dice, hurt, effect, "who attacked")
            if effect.retreat:
                dice.note("they are back at once")
        elif effect.side == TARGET and self.theirs.suffer(s, dice, target, effect).gave_ground:
            dice.note("he is back at once")

    @cached
    def blow(self, fit: int, wounded: int, target: str, inside: int) -> Blow | None:
        """Return the attack of so many men on a man in a state; None if the rules allow none."""
        return fight(self.game.rules, self.fighters[inside], self.attacked, {FIT: fit, WOUNDED: wounded}, target)


def _facts(setup: RamSetup) -> Facts:
    wall = [words().word("ram_walls", setup.wall), words().plural("facts.marks", setup.marks)]
    wall += [say("facts.bombarded")] if setup.bombarded else []
    wall += [say("facts.man_on_wall")] if setup.man_on_wall else []
    rams = words().counted("ram", setup.rams), words().plural("facts.men_each", setup.men)
    sortie = ""
    if setup.sortie_kind is not None:
        men = words().plural("facts.men_from", setup.sortie_men, turn=setup.sortie_turn)
        sortie = keys.of_kind(men, setup.sortie_kind)
    return (
        (say("facts.wall"), ", ".join(wall)),
        (say("facts.approach"), keys.way_words(setup.approach)),
        (say("facts.besiegers"), keys.of_kind(", ".join(rams), setup.besieger)),
        (say("facts.archers_fire"), keys.shooter_words(setup.archers, "hexes_aside")),
        (say("facts.oil"), keys.oil_words(setup)),
        (say("facts.sortie"), sortie),
        (say("facts.first_player"), words().word("sides", setup.first)),
    )


def _sweep(setup: RamSetup) -> tuple[Axis, Axis]:
    men = ("besiegers.men", tuple(range(3, 9)))
    return ("archers.men", tuple(range(6))) if setup.archers.men else men, ("oil.barrels", (0, 1, 2, 3, 4))


def _starts(setup: RamSetup) -> tuple[str, ...]:
    # The next ram comes with as many men, and losses count from them.
    return (*(("men",) if setup.rams == 1 and setup.break_off.losses is None else ()), "marks", "oil")


PLAYABLE = Playable("ram", RamSetup, ram_attack, _facts, _sweep, (), lambda setup: setup.rams * setup.men, _starts)
