"""A ladder assault, one game at a time: `docs/sequences/ladder-assault.md`; steps in brackets are those of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError
from mangonel.odds.counted import counted
from mangonel.odds.notes import Note
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.breaking_off import BreakingOff
from mangonel.systems.cryhavoc.fights import called
from mangonel.systems.cryhavoc.keys.approach import WAY_TO_A_WALL, approach, check_approach, check_mantlets, mantlets
from mangonel.systems.cryhavoc.keys.kinds import kind
from mangonel.systems.cryhavoc.keys.morale import PanicOf, panic_of
from mangonel.systems.cryhavoc.keys.policies import (
    AIMS,
    ATTACKS,
    BESIEGERS,
    DEFENDERS,
    ODDS,
    SHOOT_WALL,
    WOUNDS,
    BreakOff,
    after_turn,
    at_losses,
    breaking_off,
)
from mangonel.systems.cryhavoc.keys.shooters import Shooters, check_shooters, check_weapon, shooters, weapon_or
from mangonel.systems.cryhavoc.keys.words import (
    kind_words,
    named,
    panic_words,
    shooter_words,
    side_word,
    way_words,
    weapon_word,
)
from mangonel.systems.cryhavoc.men.effects import ATTACKER, TARGET, Effect
from mangonel.systems.cryhavoc.men.groups import (
    AIMED,
    FIT,
    ON_FOOT,
    STUNNED,
    WORDS,
    WOUNDED,
    WOUNDS_FIRST,
    Blow,
    Men,
    WayBack,
    blow,
    men_side,
    men_words,
    state_measures,
    strength,
    strike,
    up_to,
)
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.men.wounds import panic_effect
from mangonel.systems.cryhavoc.nerves import PANIC_TALLIES, PanicRules, may_be_seized
from mangonel.systems.cryhavoc.ways import foot_costs, moves
from mangonel.systems.cryhavoc.situations.cover import cover_on_way
from mangonel.systems.cryhavoc.situations.fire import oil_situation
from mangonel.systems.cryhavoc.situations.melee import melee_situation
from mangonel.systems.cryhavoc.situations.missile import missile_situation, shoots_in, terrain_cover
from mangonel.systems.cryhavoc.situations.walls import TOPPLED, topple_situation
from mangonel.systems.endings import Endings
from mangonel.systems.fields import POLICY, Told, block, flag, one_of, text, whole
from mangonel.systems.playable import Axis, Facts, Playable
from mangonel.systems.possible import possible
from mangonel.systems.shapes import Of
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.reading import Node
from mangonel.tables.situation import Situation
from mangonel.walks.process import Column, Decision, Measure, Options, Phase, Process, Rule
from mangonel.walks.rolls import Roll, cached

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["ENDINGS", "PLAYABLE", "LadderPolicies", "LadderSetup", "ladder_assault", "ladder_start"]

ENDINGS = Endings(
    {
        "foothold": "the besiegers have a foothold on the wall",
        "repulsed": "the besiegers are repulsed",
        "cleared": "the wall is cleared",
        "abandoned": "the defenders give up the wall",
    }
)
"""Endings; ``abandoned`` only if the defenders may break off."""
NO_WEAPON = "none"
_TALLIES = ("shots", "hits", "cover_shots", "cover_hits", "topples", "falls", "crossings", "oil_poured")
_CARRIERS = 2
"""Men who carry a ladder."""
_FAR = 2
"""From so many hexes before the foot of the wall on, a man who runs is six hexes from the enemy."""

# A man on a ladder or on the wall is a code: his state, and on the wall 3 more if he is a besieger. 0: no man.
_FIT, _WOUNDED, _STUNNED = 1, 2, 3
_STATES = {_FIT: FIT, _WOUNDED: WOUNDED, _STUNNED: STUNNED}
_CODES = {state: code for code, state in _STATES.items()}
_BESIEGER = 3
_LADDER, _WALL = "ladder_climb", "battlement"

FACING = Decision("facing", "defenders")
OIL_FOOT, OIL, TOPPLE, FIGHT, WAIT = "oil at the foot", "oil", "topple", "fight", "wait"
SHOOT = Decision("target", "defenders")
CLIMBER, GROUND, BESIEGER, HOLD = "climber", "ground", "wall", ("hold",)
AIM = Decision("aim", "defenders")
TOPPLE_EMPTY = Decision("topple_empty", "defenders")
DEFENCE_ATTACK = Decision("defence_attack", "defenders")
JOINT, SEPARATE = ATTACKS
DEFENCE_WOUND = Decision("defence_wound", "defenders")
DEFENCE_ADVANCE = Decision("defence_advance", "defenders")
STAY = ("stay",)
MOVE = Decision("move", "besiegers")
NO_STEP, STEP_ON, STEP_TO_ENEMY = "stay", "step on", "step towards the enemy"
COVER = Decision("cover_fire", "besiegers")
ATTACK = Decision("attack", "besiegers")
ATTACK_FROM = Decision("attack_from", "besiegers")
WOUND = Decision("wound", "besiegers")
ADVANCE = Decision("advance", "besiegers")
PANICS_FIRST = Decision("panic_of.panics_first", "besiegers")


# Keys.

_FACING = ("topple", "fight", "shoot")
_THEIRS = Told(
    whose="defenders", names={"losses": "defenders_break_off_at_losses", "turn": "defenders_break_off_after_turn"}
)


@dataclass(frozen=True, slots=True)
class LadderPolicies:
    """Decisions the players make, each with the default of a sensible player."""

    attack: str = one_of(ATTACKS, "how several besiegers attack one man", told=BESIEGERS)
    attack_from: str = one_of(ODDS, "the lowest column, after shifts, at which besiegers attack", told=BESIEGERS)
    facing: str = one_of(_FACING, "what a defender does about a man on the ladder before him", told=DEFENDERS)
    oil_first: bool = flag("he pours oil first as long as there is any", usual=True, told=DEFENDERS)
    topple_empty: bool = flag("he topples a ladder that nobody stands on", usual=True, told=DEFENDERS)
    defence_attack: str = one_of(ATTACKS, "how several defenders on the wall attack one man", told=DEFENDERS)
    fire: str = one_of(("spread", "concentrate"), "shooters aim at all ladders, or at the first", told=DEFENDERS)
    shoot_first: str = one_of(("climber", "ground"), "whom they prefer", told=DEFENDERS)
    make_room: bool = flag(
        "a besieger on the wall steps aside for the next man on his ladder", usual=True, told=BESIEGERS
    )
    seek_fight: bool = flag("besiegers on the wall step towards the nearest defender instead", told=BESIEGERS)
    wound: str = one_of(WOUNDS, "who of the besiegers takes a wound", told=BESIEGERS)
    defence_wound: str = one_of(WOUNDS, "who of the defenders on the wall does", told=DEFENDERS)
    aim: str = one_of(AIMS, "whom on the ground to shoot at first, and to pour oil on", told=DEFENDERS)
    oil_at: str = one_of(
        ("climber", "climber-first", "ground-first"), "whom oil is for: also for men at the foot", told=DEFENDERS
    )
    # EN, DE 1.73.
    advance: bool = flag("who wins a fight on the wall steps into the hex that was left", usual=True, told=BESIEGERS)
    defence_advance: bool = flag("defenders who win one do", usual=True, told=DEFENDERS)
    cover_fire: str = one_of(
        ("always", "approach", "beside", "never"),
        "when covering archers shoot: `approach`: while nobody can climb; `beside`: not at the hex before a ladder "
        "that can be climbed",
        "approach",
        told=BESIEGERS,
    )
    shoot_wall: str = one_of(
        SHOOT_WALL, "besiegers on the wall with no defender beside them are shot at", "last", told=DEFENDERS
    )


@dataclass(frozen=True, slots=True)
class LadderSetup:
    """A ladder assault; ``panic`` is None if there is none."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    width: int = whole(1, 4, "hexes of the sector")
    foothold: int = whole(1, Of(("width",)), "besiegers on the wall that end it")
    approach: tuple[str, ...] = approach(WAY_TO_A_WALL)
    mantlets: bool = mantlets()
    besieger: Kind = kind("besiegers.kind")
    ladders: int = whole(1, Of(("width",)), "ladders, each with its party", at="besiegers.ladders")
    men: int = whole(2, 20, "men in each party", at="besiegers.men")
    covering: Shooters = shooters("covering", "distance", "hexes to the wall")
    defender: Kind = kind("defenders.kind")
    on_wall: int = whole(0, Of(("width",)), "men on the wall", at="defenders.on_wall")
    reserve: int = whole(0, 20, "men who come after them", 0, at="defenders.reserve")
    weapon: str = text(
        "the weapon of the men on the wall",
        NO_WEAPON,
        identifier=True,
        offer=weapon_or(NO_WEAPON),
        at="defenders.weapon",
    )
    oil: int = whole(0, 9, "barrels of oil", 0, at="defenders.oil")
    towers: Shooters = shooters("towers", "aside", "hexes by which their range is longer")
    policies: LadderPolicies = block(LadderPolicies, told=POLICY)
    break_off_losses: int | None = at_losses(80, "break_off.losses", Told("break_off_at_losses", whose="besiegers"))
    break_off_turn: int | None = after_turn("break_off.turn", Told("break_off_after_turn", whose="besiegers"))
    defenders_break_off: BreakOff = breaking_off(24, "break_off.defenders", _THEIRS)
    # Who runs from a wall is soon six hexes away from those on it.
    panic: PanicOf | None = panic_of("panic_of", lambda reading: reading["besieger"])

    def check(self, node: Node) -> None:
        """Check that men who are to shoot can."""
        if self.policies.facing == "shoot" and self.weapon == NO_WEAPON:
            allowed = [choice for choice in _FACING if choice != "shoot"]
            raise node.error("men without a weapon cannot shoot", "policies.facing", value="shoot", allowed=allowed)


# The game.


class Assault:
    """A scenario under a rule set: movement, the places of men, and the rolls by their arguments.

    All rolls are looked up when it is made: it is refused (DataError) if the rules do not allow what it needs.
    """

    def __init__(self, setup: LadderSetup, rules: RuleSet) -> None:
        self.setup, self.rules = setup, rules
        self._check()
        self.armed = setup.weapon != NO_WEAPON
        self.climbers_go_down = rules.choice("retreat-from-ladder") == "foot"
        self.guards_leave = rules.choice("wall-retreat") == "reserve"
        self.pours_after_fight = rules.choice("oil-after-fight") == "allowed"
        self.enough_to_hold = {"holds": 0, "holds-with-two": _CARRIERS}.get(rules.choice("carrier-retreat"))
        self.climbing = rules.choice("climb-in-raising-move")
        self.crosses_at_once = rules.choice("ladder-climb-and-cross") == "by-allowance"
        self.foot_is_free = rules.choice("ladder-hex-points") == "ladder"
        self.falls_on_man = rules.choice("fall-on-man") == "always"
        self.topples_unmoved = rules.choice("ladder-topple-condition") == "no-move"
        self.panic = PanicRules(rules) if may_be_seized(rules, setup.panic) else None
        self._movement()
        self.hexes, self.ladders = range(setup.width), range(setup.ladders)
        every = setup.men * setup.ladders
        self.parties = [Men("", setup.men, ON_FOOT, deaths=self.panic is not None, at=at) for at in self.ladders]
        self.running = [Men("panicked_", setup.men, (FIT, WOUNDED), at=at) for at in self.ladders]
        self.routed = Men("routed_", every, (FIT, WOUNDED))
        self.reserve = Men("reserve_", setup.on_wall + setup.reserve, (FIT, WOUNDED))
        self.guards = [Guard(self, at) for at in self.hexes]
        self.besiegers = [OnWall(self, at) for at in self.hexes]
        self.climbers = [Climber(self, at) for at in self.ladders]
        self.breaks_off = BreakingOff(BreakOff(setup.break_off_losses, setup.break_off_turn), "missing", every)
        self.gives_up = BreakingOff(setup.defenders_break_off, "missing_defenders", self.reserve.most)
        self._look_up()

    def _check(self) -> None:
        setup, rules = self.setup, self.rules
        check_approach(rules, setup.approach, WAY_TO_A_WALL)
        if setup.mantlets:
            check_mantlets(rules, setup.approach)
        check_shooters(rules, "covering", setup.covering)
        check_shooters(rules, "towers", setup.towers)
        if setup.weapon != NO_WEAPON:
            check_weapon(rules, "defenders.weapon", setup.weapon)

    def _movement(self) -> None:
        setup, rules, ladder = self.setup, self.rules, self.rules.table("ladder")
        self.points = {
            FIT: setup.besieger.allowance(rules, wounded=False),
            WOUNDED: setup.besieger.allowance(rules, wounded=True),
        }
        costs = foot_costs(rules, setup.approach)
        if None in costs:
            stop = setup.approach[costs.index(None)]
            raise DataError(
                "the approach leads over ground that cannot be entered on foot", path="approach", value=stop
            )
        self.climb, self.over = ladder.number("climb_cost"), ladder.number("ladder_to_battlement_cost")
        self.foot = costs[-1] or 0 if costs else 0
        load = ladder.number("carry_penalty_movement")
        self.carried = {state: moves(costs, points + load) for state, points in self.points.items()}

    def _look_up(self) -> None:
        """Ask for every roll there can be."""
        setup, ways = self.setup, range(len(self.setup.approach) + 1)
        self.oil()
        if setup.covering.men:
            self.cover()
        for man in (_FIT, _WOUNDED):
            self.topple(man)
            for tower in [*([True] if setup.towers.men else []), *([False] if self.armed else [])]:
                for hexes in ways:
                    self.shot(tower, man, GROUND, hexes)
                for hexes in range(1, 2 if tower else max(setup.width, 2)):
                    self.shot(tower, man, BESIEGER, hexes)
        beside = min(2, setup.width - 1)
        for states in product((0, _FIT, _WOUNDED), repeat=1 + beside):
            party = tuple(zip((_LADDER, *[_WALL] * beside), states, strict=True))
            for target in _STATES:
                self.melee("besiegers", tuple(man for man in party if man[1]), target, _WALL)
                self.melee("defenders", tuple(man for man in party[1:] if man[1]), target, _WALL)
                self.melee("defenders", tuple((_WALL, man) for man in states[:1] if man), target, _LADDER)

    @cached
    def topple(self, man: int) -> Roll:
        """Return the roll of a man who topples a ladder."""
        situation = topple_situation(self.rules, wounded=man == _WOUNDED)
        return Roll.on(situation, "topple", outcomes=(NO_EFFECT, TOPPLED), key=("topple", man))

    @cached
    def oil(self) -> Blow:
        """Return the roll for oil."""
        situation = oil_situation(self.rules, place="ladder")
        return blow(self.rules, situation, "oil", called=called("defender", "besieger"), key="oil")

    @cached
    def melee(self, side: str, party: tuple[tuple[str, int], ...], target: int, ground: str) -> Blow | None:
        """Return the roll of some men, by ground and state, against a man; None if the odds allow no attack."""
        sides = ("besieger", "defender") if side == "besiegers" else ("defender", "besieger")
        ours, theirs = (getattr(self.setup, name) for name in sides)
        attack = tuple(strength(ours, _STATES[man])[0] for _, man in party)
        defence = strength(theirs, _STATES[target])[1]
        situation = self._melee(tuple(sorted(attack)), defence, tuple(sorted({place for place, _ in party})), ground)
        if situation is None:
            return None
        states = [man for _, man in party]
        words = men_words({_STATES[man]: states.count(man) for man in (_FIT, _WOUNDED)})
        against = f"{words} against a {WORDS[_STATES[target]]}, {sum(attack)} against {defence}"
        names = called(*sides, several=len(party) > 1)
        return blow(self.rules, situation, "melee", against=against, called=names, key=(side, party, target, ground))

    @cached
    def _melee(self, attack: tuple[int, ...], defence: int, terrain: tuple[str, ...], ground: str) -> Situation | None:
        if not attack:
            return None
        return possible(
            lambda: melee_situation(self.rules, attack=attack, defence=defence, terrain=terrain, against=ground)
        )

    @cached
    def shot(self, tower: bool, man: int, place: str, away: int) -> Blow | None:
        """Return the shot at a man on the ground so far from the foot, or so many hexes along the wall; None: too far."""
        setup, ground = self.setup, place == GROUND
        hexes, cover = away + ground + (setup.towers.place if tower else 0), "none"
        if ground:
            shooter = "tower_slit" if tower else _WALL
            way = setup.approach
            cover = cover_on_way(self.rules, way, away, hexes=hexes, shooter=shooter, mantlets=setup.mantlets)
        weapon = setup.towers.weapon if tower else setup.weapon
        situation = possible(
            lambda: missile_situation(
                self.rules,
                weapon=weapon,
                distance=hexes,
                cover=cover,
                dismounted_knight=setup.besieger.dismounted_knight,
                shooter_wounded=man == _WOUNDED,
            )
        )
        if situation is None:
            return None
        against = f"{counted(hexes, 'hex')} away"
        return blow(self.rules, situation, weapon, against=against, key=("shot", tower, man, place, away))

    @cached
    def too_far(self, tower: bool) -> tuple[int, ...]:
        """Return the distances from which a party is out of range."""
        return tuple(away for away in range(len(self.setup.approach) + 1) if not self.shot(tower, _FIT, GROUND, away))

    @cached
    def cover(self) -> Blow:
        """Return the shot of a covering archer."""
        archers, knight = self.setup.covering, self.setup.defender.dismounted_knight
        situation = missile_situation(
            self.rules,
            weapon=archers.weapon,
            distance=archers.place,
            cover=terrain_cover(self.rules, _WALL),
            dismounted_knight=knight,
        )
        return blow(self.rules, situation, archers.weapon, against=f"{counted(archers.place, 'hex')} away", key="cover")

    @cached_property
    def targets(self) -> tuple[tuple[Any, ...], ...]:
        """All targets that a shooter of the defenders may have."""
        wall = [(BESIEGER, at) for at in self.hexes]
        return (*product((CLIMBER, GROUND), self.ladders), *wall, HOLD)

    # Questions about a state.

    def leans(self, s: Any, at: int) -> bool:
        """Return whether an upright ladder leans on a hex."""
        return at in self.ladders and s.upright[at] == 1

    def guarded(self, s: Any, at: int) -> bool:
        """Return whether a living defender stands on a hex of the sector."""
        return at in self.hexes and 0 < s.hex[at] <= _BESIEGER

    def besieger_beside(self, s: Any, at: int) -> bool:
        """Return whether a living besieger stands on a neighbouring hex."""
        return any(other in self.hexes and s.hex[other] > _BESIEGER for other in (at - 1, at + 1))

    def able(self, s: Any, at: int) -> Any:
        """Return the number of men of a party who can carry or climb."""
        return s.fit[at] + s.wounded[at]

    def may_climb(self, s: Any, at: int, part: int) -> bool:
        """Return whether a man is on a ladder, or can climb it in this player turn (besiegers, 1)."""
        if s.upright[at]:
            return bool(s.climber[at] or any(self._climbs(state) and getattr(s, state)[at] for state in self.points))
        if part == 2 or self.able(s, at) < _CARRIERS:
            return False
        reached, _ = self.carried[FIT if s.fit[at] >= _CARRIERS else WOUNDED]
        return s.distance[at] < reached.count(0)

    def _climbs(self, state: str) -> bool:
        return self.points[state] >= self.climb

    def usable(self, s: Any, at: int) -> bool:
        """Return whether a party can still come up its ladder; panicked men can be calm in time (Endings)."""
        men = {FIT: s.fit[at] + s.stunned[at], WOUNDED: s.wounded[at]}
        if self.panic is not None:
            running = self.running[at].of(s)
            men = {state: number + running[state] for state, number in men.items()}
        if not any(self._climbs(state) and number > 0 for state, number in men.items()):
            return False
        if s.upright[at]:
            return True
        if men[FIT] + men[WOUNDED] < _CARRIERS:
            return False
        reached, _ = self.carried[FIT if men[FIT] >= _CARRIERS else WOUNDED]
        return not any(s.distance[at] == away for away, then in enumerate(reached) if away and then == away)

    def living(self, s: Any) -> Any:
        """Return the number of living besiegers, those who have panicked or routed too."""
        ground = [number for state in ON_FOOT for number in getattr(s, state)]
        above = sum(man > 0 for man in s.climber) + sum(man > _BESIEGER for man in s.hex)
        return s.total(ground) + above + self.panicked(s) + (0 if self.panic is None else self.routed.living(s))

    def hurt(self, s: Any) -> Any:
        """Return the number of wounded besiegers who have not routed."""
        above = sum(man == _WOUNDED for man in s.climber) + sum(man == _BESIEGER + _WOUNDED for man in s.hex)
        return s.total(s.wounded) + above + (0 if self.panic is None else s.total(s.panicked_wounded))

    def stunned(self, s: Any) -> Any:
        """Return the number of stunned besiegers."""
        above = sum(man == _STUNNED for man in s.climber) + sum(man == _BESIEGER + _STUNNED for man in s.hex)
        return s.total(s.stunned) + above

    def panicked(self, s: Any) -> Any:
        """Return the number of men who have panicked and not routed."""
        return 0 if self.panic is None else s.total([*s.panicked_fit, *s.panicked_wounded])

    def defenders(self, s: Any) -> Any:
        """Return the number of living defenders."""
        return self.reserve.living(s) + sum(self.guarded(s, at) for at in self.hexes)

    def hurt_defenders(self, s: Any) -> Any:
        """Return the number of wounded defenders."""
        return s.reserve_wounded + sum(man == _WOUNDED for man in s.hex)


def ladder_assault(setup: LadderSetup, rules: RuleSet) -> Process:
    """Build the ladder assault of a scenario under a rule set.

    It is refused (DataError) if the rules do not allow what the scenario needs, such as covering archers out of range.
    """
    game = Assault(setup, rules)
    besiegers = [
        *_covering(game, 1),
        Phase("besiegers' movement", partial(_move_on_wall, game)),
        *[Phase(f"besiegers' movement at ladder {at + 1}", partial(_move_up, game, at)) for at in game.ladders],
        *([Phase("besiegers are calm again", partial(_calm, game))] if _calms(game) else []),
        *_covering(game, 2),
        *[phase for at in game.hexes for phase in _storm(game, at)],
        Phase("besiegers recover", partial(_besiegers_recover, game)),
    ]
    defenders = [
        *_shots(game, 1),
        Phase("defenders' movement", partial(_defenders_move, game)),
        *_shots(game, 2),
        *_with_panic(
            game,
            [Phase(f"defenders' melee at ladder {at + 1}", partial(_face_climber, game, at)) for at in game.ladders],
        ),
        *[phase for at in game.hexes for phase in _clear(game, at)],
        *[Phase(f"defenders topple empty ladder {at + 1}", partial(_topple_empty, game, at)) for at in game.ladders],
        Phase("defenders recover", partial(_defenders_recover, game)),
    ]
    sides = [besiegers, defenders] if setup.first == "besiegers" else [defenders, besiegers]
    endings = (ENDINGS if setup.defenders_break_off.given else ENDINGS.without("abandoned")).names
    return Process(
        name="ladder-assault",
        columns=_columns(game),
        phases=[*sides[0], *sides[1], Phase("end of the turn", partial(_end, game))],
        endings=endings,
        turns=setup.turns,
        sides=(men_side("besiegers", ("foothold", *endings[2:])), men_side("defenders", ("repulsed",))),
        measures=_measures(game),
        tallies=(*_TALLIES, *(() if game.panic is None else PANIC_TALLIES)),
        notes_at_zero=_fire_held(setup),
        series=(
            Measure("besiegers_living", setup.men * setup.ladders, game.living),
            Measure("defenders_living", game.reserve.most, game.defenders),
        ),
        looks=(
            Measure("besiegers_on_wall", setup.width, lambda s: sum(man > _BESIEGER for man in s.hex)),
            Measure("besiegers_on_ladders", setup.ladders, lambda s: sum(man > 0 for man in s.climber)),
            Measure("ladders_up", setup.ladders, lambda s: sum(s.upright)),
            Measure("defenders_on_wall", setup.width, lambda s: sum(game.guarded(s, at) for at in game.hexes)),
        ),
        plan=_plan(game),
    )


def ladder_start(setup: LadderSetup, besiegers: int, defenders: int) -> dict[str, Any]:
    """Return the columns at the start with fewer men than the scenario has.

    Besiegers are whole parties from the first ladder on; the next party is what is left, if that is two men or more.
    Defenders stand on the wall first, then in the reserve.
    """
    parties = []
    for _ in range(setup.ladders):
        party = min(setup.men, besiegers)
        parties.append(party if party >= _CARRIERS else 0)
        besiegers -= party
    on_wall = min(defenders, setup.on_wall)
    missing, there = setup.men * setup.ladders - sum(parties), setup.on_wall + setup.reserve
    return {
        "fit": tuple(parties),
        "hex": tuple(_FIT if at < on_wall else 0 for at in range(setup.width)),
        "reserve_fit": defenders - on_wall,
        **({} if setup.break_off_losses is None else {"missing": missing}),
        **({} if setup.defenders_break_off.losses is None else {"missing_defenders": there - defenders}),
    }


def _columns(game: Assault) -> list[Column]:
    setup, ladders, width = game.setup, game.setup.ladders, game.setup.width
    men, every = setup.men, setup.men * setup.ladders
    wall = tuple(_FIT if at < setup.on_wall else 0 for at in game.hexes)
    return [
        Column("distance", len(setup.approach), len(setup.approach), ladders),
        Column("upright", 1, 0, ladders),
        Column("fit", men, men, ladders),
        Column("wounded", men, 0, ladders),
        Column("stunned", men, 0, ladders),
        Column("climber", _STUNNED, 0, ladders),
        Column("hex", _BESIEGER + _STUNNED, wall, width),
        Column("acted", 1, 0, width),
        Column("moved", 1, 0, width),
        Column("shot", 1, 0, width),
        Column("in_melee", 1, 0, width),
        *([] if game.pours_after_fight else [Column("attacked", 1, 0, width)]),
        *game.reserve.columns({FIT: setup.reserve}),
        Column("oil", setup.oil, setup.oil),
        *game.breaks_off.columns,
        *game.gives_up.columns,
        *([] if game.panic is None else _panic_columns(ladders, men, every)),
    ]


def _panic_columns(ladders: int, men: int, every: int) -> list[Column]:
    return [
        Column("panicked_fit", men, 0, ladders),
        Column("panicked_wounded", men, 0, ladders),
        Column("routed_fit", every),
        Column("routed_wounded", every),
        # One roll kills no two men of one party.
        Column("deaths", 1, 0, ladders),
    ]


def _measures(game: Assault) -> tuple[Measure, ...]:
    setup, defenders = game.setup, game.reserve.most
    men, first = setup.men * setup.ladders, setup.first == "besiegers"
    ours = state_measures(
        "besiegers",
        men,
        dead=lambda s: men - game.living(s),
        wounded=lambda s: game.hurt(s) + (0 if game.panic is None else s.routed_wounded),
        stunned=game.stunned if first else None,
    )
    theirs = state_measures(
        "defenders",
        defenders,
        dead=lambda s: defenders - game.defenders(s),
        wounded=game.hurt_defenders,
        stunned=None if first else lambda s: sum(man == _STUNNED for man in s.hex),
    )
    if game.panic is None:
        return (*ours, *theirs)
    panicked = Measure("besiegers_panicked", men, game.panicked)
    return (*ours, *theirs, panicked, Measure("besiegers_routed", men, game.routed.living))


def _fire_held(setup: LadderSetup) -> dict[str, Note]:
    """Return what to say of covering archers who have targets and never shoot."""
    policy = setup.policies.cover_fire
    if policy not in ("approach", "beside") or not setup.covering.men or not setup.on_wall + setup.reserve:
        return {}
    return {"cover_shots": Note("cover_fire_held", (("policy", policy),))}


# The plan: policies of the scenario as rules.


def _plan(game: Assault) -> dict[str, Rule]:
    """Return the answers of the scenario's policies to every decision."""
    policies = game.setup.policies
    oil_at = {"climber": [OIL], "climber-first": [OIL, OIL_FOOT], "ground-first": [OIL_FOOT, OIL]}[policies.oil_at]
    acts = {"topple": [TOPPLE, FIGHT], "fight": [FIGHT], "shoot": []}[policies.facing]
    facing = (*(oil_at if policies.oil_first else []), *acts, WAIT)
    wall = [(BESIEGER, at) for at in game.hexes]
    kinds = (CLIMBER, GROUND) if policies.shoot_first == "climber" else (GROUND, CLIMBER)
    panic = "wounded" if game.setup.panic is None else game.setup.panic.panics_first

    def first(order: Sequence[Any]) -> Rule:
        return lambda s, options, **_: next(option for option in order if option in options)

    def target(s: Any, options: Any, *, number: int, faces: bool) -> Any:
        if faces:
            return (CLIMBER, number) if policies.facing == "shoot" and (CLIMBER, number) in options else HOLD
        start = number % len(game.ladders) if policies.fire == "spread" else 0
        ladders = [*game.ladders[start:], *game.ladders[:start]]
        parties = [(what, at) for at in ladders for what in kinds]
        order = {"never": parties, "first": [*wall, *parties], "last": [*parties, *wall]}[policies.shoot_wall]
        return next((option for option in order if option in options), HOLD)

    def cover(s: Any, options: Any, *, part: int) -> Any:
        if policies.cover_fire == "never":
            return HOLD
        hexes = [at for at in game.hexes if at in options]
        if policies.cover_fire == "beside":
            hexes = [at for at in hexes if not (at in game.ladders and game.may_climb(s, at, part))]
        elif policies.cover_fire == "approach" and any(game.may_climb(s, at, part) for at in game.ladders):
            return HOLD
        return hexes[0] if hexes else HOLD

    def move(s: Any, options: Any, *, at: int, way: int) -> Any:
        if policies.seek_fight and any(game.guarded(s, other) for other in game.hexes):
            return STEP_TO_ENEMY if STEP_TO_ENEMY in options else NO_STEP
        return STEP_ON if policies.make_room and way > 0 and game.leans(s, at) else NO_STEP

    def attack(policy: str) -> Rule:
        # Who attacks together does so first.
        return lambda s, options, *, number: WAIT if number and policy == JOINT else policy

    def attack_from(s: Any, options: Any, *, attack: Situation) -> bool:
        columns = attack.table.columns
        return columns.index(attack.final_column) >= columns.index(policies.attack_from)

    def wound(order: Sequence[str]) -> Rule:
        # Of men in one state those on the wall come first.
        return lambda s, options: min(options, key=lambda man: (order.index(man[2]), man[0] == _LADDER))

    def advance(s: Any, options: Any) -> Any:
        # A climber always would, another to make room for the man behind him.
        for ground, at, onto in options[1:]:
            if ground == _LADDER or (policies.advance and game.leans(s, at)):
                return ground, at, onto
        return STAY

    def defence_advance(s: Any, options: Any) -> Any:
        for ground, at, onto in options[1:]:
            if policies.defence_advance and game.leans(s, onto) and not game.leans(s, at):
                return ground, at, onto
        return STAY

    return {
        FACING.name: first(facing),
        SHOOT.name: target,
        AIM.name: first(AIMED[policies.aim]),
        TOPPLE_EMPTY.name: lambda s, options: policies.topple_empty and policies.facing != "shoot",
        ATTACK.name: attack(policies.attack),
        DEFENCE_ATTACK.name: attack(policies.defence_attack),
        ATTACK_FROM.name: attack_from,
        WOUND.name: wound(WOUNDS_FIRST[policies.wound]),
        DEFENCE_WOUND.name: wound(WOUNDS_FIRST[policies.defence_wound]),
        ADVANCE.name: advance,
        DEFENCE_ADVANCE.name: defence_advance,
        MOVE.name: move,
        COVER.name: cover,
        PANICS_FIRST.name: first((WOUNDED, FIT) if panic == "wounded" else (FIT, WOUNDED)),
    }


# The places of men above the ground.


class Post:
    """The place of one man of a side: a ladder or a hex of the wall.

    `state` is 0 if he is not there, else 1 fit, 2 wounded, 3 stunned.
    """

    column, ground, side, base = "hex", _WALL, "besiegers", 0

    def __init__(self, game: Assault, at: int) -> None:
        self.game, self.at = game, at
        self.name = f"the man on {'ladder' if self.ground == _LADDER else 'wall hex'} {at + 1}"

    def state(self, s: Any) -> Any:
        """Return his state."""
        return getattr(s, self.column)[self.at] - self.base

    def put(self, s: Any, state: Any) -> None:
        """Let him be in another state; 0 takes him away."""
        getattr(s, self.column)[self.at] = state + self.base if state else 0

    def there(self, s: Any) -> bool:
        """Return whether he is there."""
        return bool(_FIT <= self.state(s) <= _STUNNED)

    def able(self, s: Any) -> bool:
        """Return whether he is there and not stunned."""
        return bool(_FIT <= self.state(s) <= _WOUNDED)

    def may_attack(self, s: Any) -> bool:
        """Return whether he is able and has not acted in this phase."""
        return self.able(s) and not s.acted[self.at]

    def attacks(self, s: Any) -> None:
        """Note that he has acted."""
        s.acted[self.at] = 1

    def is_attacked(self, s: Any) -> None:
        """Note that he was attacked, if that bars him from anything."""

    def suffer(self, s: Any, dice: Any, effect: Effect, ways: Sequence[int] = (-1, 1)) -> None:
        """Let him suffer a result: he is hurt first and driven back then, along the wall by these ways."""
        self.hurt(s, dice, effect.harm)
        if effect.retreat and self.there(s):
            self.give_ground(s, dice, effect.retreat, ways)

    def hurt(self, s: Any, dice: Any, harm: str) -> None:
        """Wound, stun or kill him; a man who is not fit survives none of it."""
        if not harm:
            return
        if harm != "killed" and self.state(s) == _FIT:
            dice.note(f"{self.name} is {harm}")
            self.put(s, _CODES[harm])
        else:
            dice.note(f"{self.name} is killed" if harm == "killed" else f"{self.name} is hurt again and dies")
            self.die(s)

    def die(self, s: Any) -> None:
        """Take him away, and count a death that his party at the foot of the wall sees."""
        self.put(s, 0)
        game = self.game
        if game.panic is not None and self.side == "besiegers" and self.at in game.ladders and s.distance[self.at] == 0:
            s.deaths[self.at] = 1

    def give_ground(self, s: Any, dice: Any, hexes: int, ways: Sequence[int]) -> None:
        """Drive him back; a stunned man dies of it."""
        raise NotImplementedError

    def cornered(self, s: Any, dice: Any, note: str) -> None:
        """Wound him where he stands, since he cannot be driven back."""
        dice.note(f"{self.name} {note}")
        self.hurt(s, dice, "wounded")

    def leave(self, s: Any, dice: Any, men: Men, note: str) -> None:
        """Let him join some men; a stunned man dies."""
        if self.state(s) == _STUNNED:
            dice.note(f"{self.name} is stunned and dies")
            self.die(s)
            return
        dice.note(f"{self.name} {note}")
        men.of(s)[FIT if self.state(s) == _FIT else WOUNDED] += 1
        self.put(s, 0)

    def step(self, s: Any, onto: int) -> None:
        """Move him to another hex of the wall."""
        s.hex[onto] = s.hex[self.at]
        s.hex[self.at] = 0

    def advance(self, s: Any, dice: Any, onto: int) -> None:
        """Let him step into a hex that an enemy has left (Advance)."""
        dice.note(f"{self.name} advances to hex {onto + 1}")
        self.step(s, onto)
        s.acted[onto] = 1


class OnWall(Post):
    """A besieger on a hex of the wall."""

    base = _BESIEGER

    def give_ground(self, s: Any, dice: Any, hexes: int, ways: Sequence[int]) -> None:
        """Drive him to the first side with room and no defender beyond it, or wound him where he stands."""
        if self.state(s) == _STUNNED:
            dice.note(f"{self.name} is stunned and dies")
            self.die(s)
            return
        for way in ways:
            room = [self.at + way * number for number in range(1, hexes + 1)]
            onto = room[-1]
            if all(at in self.game.hexes and s.hex[at] == 0 for at in room) and not self.game.guarded(s, onto + way):
                dice.note(f"{self.name} falls back along the wall to hex {onto + 1}")
                self.step(s, onto)
                s.acted[onto] = s.acted[self.at]
                return
        self.cornered(s, dice, "finds no room behind him")


class Guard(Post):
    """A defender on a hex of the wall."""

    side = "defenders"

    def attacks(self, s: Any) -> None:
        """Note that he has acted, and was in a melee."""
        super().attacks(s)
        if self.game.armed:
            s.in_melee[self.at] = 1

    def is_attacked(self, s: Any) -> None:
        """Note that he was in a melee, which bars him from shooting, and attacked, which may bar him from oil."""
        if self.game.armed:
            s.in_melee[self.at] = 1
        if not self.game.pours_after_fight:
            s.attacked[self.at] = 1

    def step(self, s: Any, onto: int) -> None:
        """Move him to another hex; what he has done goes with him."""
        super().step(s, onto)
        for marks in [s.in_melee] if self.game.pours_after_fight else [s.in_melee, s.attacked]:
            marks[onto] = marks[self.at]
            marks[self.at] = 0

    def give_ground(self, s: Any, dice: Any, hexes: int, ways: Sequence[int]) -> None:
        """Drive him into the reserve, or wound him where he stands (``wall-retreat``)."""
        if self.game.guards_leave:
            self.leave(s, dice, self.game.reserve, "leaves the wall")
        else:
            self.cornered(s, dice, "finds no way back")


class Climber(Post):
    """A besieger on a ladder."""

    column, ground = "climber", _LADDER

    def may_attack(self, s: Any) -> bool:
        """Return whether he is able: he attacks one hex only, and so only once."""
        return self.able(s)

    def attacks(self, s: Any) -> None:
        """Note nothing: only men on the wall could attack again."""

    def step(self, s: Any, onto: int) -> None:
        """Move him onto the wall."""
        s.hex[onto] = s.climber[self.at] + _BESIEGER
        s.climber[self.at] = 0

    def advance(self, s: Any, dice: Any, onto: int) -> None:
        """Let him step onto the wall, into the hex before him (Advance)."""
        dice.note(f"{self.name} advances onto the wall")
        dice.count("crossings")
        self.step(s, onto)
        s.acted[onto] = 1

    def give_ground(self, s: Any, dice: Any, hexes: int, ways: Sequence[int]) -> None:
        """Drive him down to the foot of his ladder, or wound him where he is (``retreat-from-ladder``)."""
        if self.game.climbers_go_down:
            self.leave(s, dice, self.game.parties[self.at], "goes down to its foot")
        else:
            self.cornered(s, dice, "finds no way back")

    def fall(self, s: Any, dice: Any) -> None:
        """Let him fall with his ladder: a fit man is wounded, another dies (Topple; ``fall-on-man``)."""
        dice.count("falls")
        if self.game.falls_on_man and s.fit[self.at]:
            s.fit[self.at] -= 1
            s.stunned[self.at] += 1
            dice.note("he falls on a man, who is stunned")
        if self.state(s) == _FIT:
            dice.note(f"{self.name} falls and is wounded")
            s.wounded[self.at] += 1
            self.put(s, 0)
        else:
            dice.note(f"{self.name} falls to his death")
            self.die(s)


# Melee.


def _storm(game: Assault, at: int) -> list[Phase]:
    """Return the besiegers' attacks on the man on a hex."""
    posts = [*game.climbers[at : at + 1], *[post for post in game.besiegers if abs(post.at - at) == 1]]
    title = f"besiegers' melee at wall hex {at + 1}"
    return _attacks(game, title, ATTACK, posts, game.guards[at], f"besiegers against {game.guards[at].name}", at)


def _clear(game: Assault, at: int) -> list[Phase]:
    """Return the defenders' attacks on the besieger on a hex."""
    posts, target = [post for post in game.guards if abs(post.at - at) == 1], game.besiegers[at]
    title = f"defenders' melee against wall hex {at + 1}"
    return _attacks(game, title, DEFENCE_ATTACK, posts, target, f"defenders against {target.name}", 0)


def _attacks(
    game: Assault, title: str, decision: Decision, posts: Sequence[Post], target: Post, who: str, first: int
) -> list[Phase]:
    """Return the attacks on one man as a phase; with panic, as one for each attack, since men are tested after each.

    Of those who are driven back from a hex the climber is the first to be tested, by his party `first`.
    """
    numbers = range(len(posts))
    if game.panic is None:
        return [Phase(title, partial(_attack_in_turn, game, decision, posts, target, who, numbers))] if posts else []
    phases = [
        Phase(
            f"{title}, {number + 1}" if number else title,
            partial(_attack_in_turn, game, decision, posts, target, who, (number,)),
        )
        for number in numbers
    ]
    return _with_panic(game, phases, first)


def _attack_in_turn(
    game: Assault,
    decision: Decision,
    posts: Sequence[Post],
    target: Post,
    who: str,
    numbers: Sequence[int],
    s: Any,
    dice: Any,
) -> None:
    """Attack the man on a hex together at first, or one after the other (besiegers, 4; defenders, 4, second point)."""
    for number in numbers:
        if not target.there(s):
            return
        party = [post for post in posts if post.may_attack(s)]
        if not party:
            return
        how = dice.choose(decision, (SEPARATE, WAIT) if number else (JOINT, SEPARATE, WAIT), number=number)
        if how == SEPARATE:
            party = [post for post in party if post is posts[number]]
        if how != WAIT and party:
            _attack(game, s, dice, party, target, who)


def _attack(game: Assault, s: Any, dice: Any, party: Sequence[Post], target: Post, who: str) -> None:
    """Let men on some posts attack the man on another (besiegers, 4, Results)."""
    side = party[0].side
    ours = side == "besiegers"
    men = tuple((post.ground, post.state(s)) for post in party)
    fight = game.melee(side, men, target.state(s), target.ground)
    if fight is None or (ours and not dice.choose(ATTACK_FROM, (True, False), attack=fight.situation)):
        return
    effect = fight.strikes(dice, who)
    target.is_attacked(s)
    for post in party:
        post.attacks(s)
    if effect.side == ATTACKER:
        if effect.harm:
            hurt = {(post.ground, post.at, _STATES[int(post.state(s))]): post for post in party}
            hurt[dice.choose(WOUND if ours else DEFENCE_WOUND, tuple(hurt))].hurt(s, dice, effect.harm)
        for post in party:
            if effect.retreat and post.there(s):
                post.give_ground(s, dice, effect.retreat, (post.at - target.at,))
    elif effect.side == TARGET:
        target.suffer(s, dice, effect)
    if target.ground == _WALL and s.hex[target.at] == 0:
        _advance(s, dice, ADVANCE if ours else DEFENCE_ADVANCE, [(post, target.at) for post in party])
    if target.there(s):
        _advance(s, dice, DEFENCE_ADVANCE if ours else ADVANCE, [(target, post.at) for post in party])


def _advance(s: Any, dice: Any, decision: Decision, ways: Sequence[tuple[Post, int]]) -> None:
    """Let one man who won step into a hex that an enemy has left (Advance)."""
    steps = {(post.ground, post.at, onto): post for post, onto in ways if s.hex[onto] == 0 and post.able(s)}
    step = dice.choose(decision, (STAY, *steps))
    if step != STAY:
        steps[step].advance(s, dice, step[2])


def _face_climber(game: Assault, at: int, s: Any, dice: Any) -> None:
    """Let the man before a ladder pour oil, topple, fight or wait (defenders, 4, first point)."""
    guard, climber, who = game.guards[at], game.climbers[at], f"man on wall hex {at + 1}"
    if not guard.able(s):
        return
    act = dice.choose(FACING, Options((OIL_FOOT, OIL, TOPPLE, FIGHT, WAIT), partial(_may_face, game, at, s)))
    if act == OIL_FOOT:
        dice.note(f"{who} aims at a man at the foot of ladder {at + 1}")
        s.acted[at] = 1
        state = dice.choose(AIM, _aims(game.parties[at].of(s)))
        strike(s, dice, game.parties[at], state, _on_target(_pour(game, s, dice, who)), WayBack())
    elif act == OIL:
        s.acted[at] = 1
        climber.suffer(s, dice, _on_target(_pour(game, s, dice, who)))
    elif act == TOPPLE:
        _topple(game, s, dice, at)
    elif act == FIGHT:
        _attack(game, s, dice, [guard], climber, who)


def _may_face(game: Assault, at: int, s: Any, act: str) -> bool:
    """Return whether the man before a ladder may do something."""
    if act == WAIT:
        return True
    if act == OIL_FOOT:
        party = game.parties[at]
        return bool(_may_pour(game, s, at) and s.distance[at] == 0 and party.living(s) > 0) and not (
            game.besieger_beside(s, at)
        )
    if not (game.leans(s, at) and game.climbers[at].there(s)):
        return False
    if act == OIL:
        return _may_pour(game, s, at)
    return act == FIGHT or _may_topple(game, s, at)


def _may_pour(game: Assault, s: Any, at: int) -> bool:
    """Return whether a man may pour oil: instead of shooting (DE 5.32)."""
    return bool(s.oil and not (game.armed and s.shot[at]) and (game.pours_after_fight or not s.attacked[at]))


def _pour(game: Assault, s: Any, dice: Any, who: str) -> Effect:
    s.oil -= 1
    dice.count("oil_poured")
    return game.oil().strikes(dice, who)


def _may_topple(game: Assault, s: Any, at: int) -> bool:
    """Return whether a man may topple: he has not shot (EN, DE 1.94), and under ``no-move`` he has not moved."""
    return not (game.armed and s.shot[at]) and not (game.topples_unmoved and s.moved[at])


def _topple_empty(game: Assault, at: int, s: Any, dice: Any) -> None:
    """Let a man who has not acted try to topple an upright, empty ladder (defenders, 4, third point)."""
    if game.leans(s, at) and not s.climber[at] and game.guards[at].may_attack(s) and _may_topple(game, s, at):
        if dice.choose(TOPPLE_EMPTY, (True, False)):
            _topple(game, s, dice, at)


def _topple(game: Assault, s: Any, dice: Any, at: int) -> None:
    """Try to topple a ladder; if it is down, the man on it falls (defenders, 4, Topple)."""
    s.acted[at] = 1
    if dice.roll(game.topple(s.hex[at]), who=f"man on wall hex {at + 1}") == TOPPLED:
        dice.count("topples")
        s.upright[at] = 0
        if game.climbers[at].there(s):
            game.climbers[at].fall(s, dice)


# Shots.


def _on_target(effect: Effect) -> Effect:
    """Return the effect of a result on the man it is rolled against."""
    return effect if effect.side == TARGET else Effect()


def _hits(effect: Effect) -> bool:
    """Return whether a result does more than drive a man back."""
    return bool(effect.harm or effect.horse_killed or effect.unhorsed)


def _aims(party: Any) -> Options:
    """Return the states of the men of a party on the ground."""
    return Options(ON_FOOT, lambda state: party[state] > 0)


def _shots(game: Assault, part: int) -> list[Phase]:
    """Return the shots of the defenders in a missile phase: towers first, then the wall."""
    towers, title = game.setup.towers, f"defenders' missiles {part}"
    phases = []
    if towers.men and shoots_in(game.rules, towers.weapon, part):
        phases += [
            Phase(f"{title}, tower {man + 1}", partial(_shoot, game, man, True, part)) for man in range(towers.men)
        ]
    if game.armed and shoots_in(game.rules, game.setup.weapon, part):
        phases += [Phase(f"{title}, wall hex {at + 1}", partial(_shoot, game, at, False, part)) for at in game.hexes]
    return _with_panic(game, phases)


def _shoot(game: Assault, number: int, tower: bool, part: int, s: Any, dice: Any) -> None:
    """Let a shooter of a tower, or the man on a wall hex, shoot at a man (defenders, 1 and 3)."""
    man, faces, who = _FIT, False, f"tower shooter {number + 1}"
    if not tower:
        # A man who was in a melee since the last first missile phase shoots in the second only.
        if not game.guards[number].able(s) or (part == 1 and s.in_melee[number]) or game.besieger_beside(s, number):
            return
        faces, who = game.leans(s, number), f"man on wall hex {number + 1}"
    allows = partial(_may_aim, game, s, number, tower, faces)
    target = dice.choose(SHOOT, Options(game.targets, allows), number=number, faces=faces)
    if target == HOLD:
        return
    what, at = target
    if not tower:
        man = s.hex[number]
        s.shot[number] = 1
    away = 1 if tower or what == CLIMBER else abs(at - number)
    shot = game.shot(tower, man, GROUND, s.distance[at]) if what == GROUND else game.shot(tower, man, BESIEGER, away)
    assert shot is not None
    state = FIT
    if what == GROUND:
        if s.distance[at] > 0:
            dice.note(f"{who} aims at party {at + 1}, {{:hex}} from the wall", s.distance[at])
        else:
            dice.note(f"{who} aims at party {at + 1} at the foot of the wall")
        state = dice.choose(AIM, _aims(game.parties[at].of(s)))
    else:
        post = game.climbers[at] if what == CLIMBER else game.besiegers[at]
        dice.note(f"{who} aims at {post.name}")
    effect = _on_target(shot.strikes(dice, who))
    dice.count("shots")
    dice.count("hits", _hits(effect))
    if what != GROUND:
        post.suffer(s, dice, effect)
    elif strike(s, dice, game.parties[at], state, effect, WayBack()).gave_ground:
        _fall_back(game, s, dice, at, effect.retreat)


def _may_aim(game: Assault, s: Any, number: int, tower: bool, faces: bool, target: tuple[Any, ...]) -> bool:
    """Return whether a shooter may choose a target; a man who faces a ladder has only its climber."""
    if target == HOLD:
        return True
    what, at = target
    if what == CLIMBER:
        if not s.climber[at] or (at != number if faces else game.guarded(s, at)):
            return False
        return game.shot(tower, _FIT, BESIEGER, 1) is not None
    if faces:
        return False
    if what == GROUND:
        too_far = any(s.distance[at] == away for away in game.too_far(tower))
        return bool(game.parties[at].living(s) > 0) and not too_far
    away = 1 if tower else abs(at - number)
    if away == 0 or not game.besiegers[at].there(s) or game.shot(tower, _FIT, BESIEGER, away) is None:
        return False
    # Nobody shoots at a man who has a friend of the shooter beside him at the same height (EN, DE 1.44).
    if game.guarded(s, at - 1) or game.guarded(s, at + 1):
        return False
    between = range(min(at, number) + 1, max(at, number))
    return tower or (away >= 2 and all(s.hex[other] == 0 for other in between))


def _fall_back(game: Assault, s: Any, dice: Any, at: int, hexes: int) -> None:
    """Let a party go back with a man who is driven back, unless he is at the foot or it waits for him."""
    if s.distance[at] == 0:
        dice.note("he is back at the foot at once")
    elif game.enough_to_hold is not None and game.able(s, at) > game.enough_to_hold:
        # The man himself is still among them.
        dice.note("he is back with his party at once")
    else:
        s.distance[at] = min(s.distance[at] + hexes, len(game.setup.approach))
        dice.note(f"party {at + 1} falls back, {{:hex}} to go", s.distance[at])


def _covering(game: Assault, part: int) -> list[Phase]:
    """Return the shots of the covering archers in a missile phase."""
    archers = game.setup.covering
    if not archers.men or not shoots_in(game.rules, archers.weapon, part):
        return []
    return [
        Phase(f"besiegers' missiles {part}, covering archer {man + 1}", partial(_cover, game, part))
        for man in range(archers.men)
    ]


def _cover(game: Assault, part: int, s: Any, dice: Any) -> None:
    """Let a covering archer shoot at a man on the wall (besiegers, 1 and 3)."""

    def allows(at: Any) -> bool:
        # Nobody shoots at a man who has a besieger beside him at the same height (EN, DE 1.44).
        if at == HOLD:
            return True
        climbed = at in game.ladders and s.climber[at] > 0
        return game.guarded(s, at) and not climbed and not game.besieger_beside(s, at)

    at = dice.choose(COVER, Options((*game.hexes, HOLD), allows), part=part)
    if at == HOLD:
        return
    guard = game.guards[at]
    dice.note(f"covering archer aims at {guard.name}")
    effect = _on_target(game.cover().strikes(dice, "covering archer"))
    dice.count("cover_shots")
    dice.count("cover_hits", _hits(effect))
    guard.hurt(s, dice, effect.harm)
    if effect.retreat and guard.there(s):
        # Driven off he is away from the wall, whatever the rules say of a melee.
        guard.leave(s, dice, game.reserve, "leaves the wall")


# Movement.


def _move_on_wall(game: Assault, s: Any, dice: Any) -> None:
    """Let besiegers on the wall step towards the enemy or make room, those who step up first (besiegers, 2)."""
    width = game.setup.width
    for way, order in ((1, range(width - 2, -1, -1)), (-1, range(1, width))):
        for at in order:
            post, onto = game.besiegers[at], at + way
            if not post.able(s) or s.hex[onto] != 0:
                continue
            allows = partial(_may_step, game, s, at, way)
            step = dice.choose(MOVE, Options((NO_STEP, STEP_ON, STEP_TO_ENEMY), allows), at=at, way=way)
            if step == STEP_ON:
                dice.note(f"{post.name} steps on to hex {onto + 1}")
            elif step == STEP_TO_ENEMY:
                dice.note(f"{post.name} steps towards the enemy, to hex {onto + 1}")
            if step != NO_STEP:
                post.step(s, onto)


def _may_step(game: Assault, s: Any, at: int, way: int, step: str) -> bool:
    """Return whether a step is one; towards the enemy, of two as near towards the lower."""
    if step != STEP_TO_ENEMY:
        return True
    near = (other for away in game.hexes for other in (at - away, at + away) if game.guarded(s, other))
    nearest = next(near, at)
    return (nearest - at) * way > 0


def _move_up(game: Assault, at: int, s: Any, dice: Any) -> None:
    """Let a party carry its ladder and raise it, or cross from it and climb it (besiegers, 2, Ladder upright)."""
    if s.upright[at]:
        climber = game.climbers[at]
        if any(climber.state(s) == _CODES[state] and points >= game.over for state, points in game.points.items()):
            _cross(game, s, dice, at)
        # The second man can only follow if the first has crossed in the same move.
        for _ in range(2):
            if s.climber[at] == 0:
                _climb(game, s, dice, at, dict.fromkeys(game.points, 0), 0)
    elif game.able(s, at) >= _CARRIERS:
        _carry(game, s, dice, at)


def _carry(game: Assault, s: Any, dice: Any, at: int) -> None:
    """Carry a ladder with two able men, and raise it at the foot (besiegers, 2, Ladder down)."""
    reached, costs = game.carried[FIT if s.fit[at] >= _CARRIERS else WOUNDED]
    away = int(s.distance[at])
    s.distance[at] = reached[away]
    if reached[away]:
        dice.note(f"ladder {at + 1} is carried on, {{:hex}} to go", reached[away])
        return
    dice.note(f"ladder {at + 1} is raised")
    s.upright[at] = 1
    if game.climbing == "carrier":
        # Which two carry, and who of them stands in its hex, is their owner's choice.
        _mount(s, dice, at, FIT if s.fit[at] else WOUNDED)
    elif game.climbing == "allowed":
        # On the way fit men carry, because they are faster; a ladder that lies there is lifted by wounded men first.
        fit = up_to(s.fit[at], _CARRIERS) if away else _CARRIERS - up_to(s.wounded[at], _CARRIERS)
        spent = costs[away] - (game.foot if away and game.foot_is_free else 0)
        _climb(game, s, dice, at, {FIT: fit, WOUNDED: _CARRIERS - fit}, spent)


def _climb(game: Assault, s: Any, dice: Any, at: int, carriers: dict[str, int], spent: int) -> None:
    """Let a man who does not carry climb, and cross at once if he can."""
    for state, points in game.points.items():
        left = points - spent - game.climb
        if left >= 0 and getattr(s, state)[at] > carriers[state]:
            _mount(s, dice, at, state)
            if game.crosses_at_once and left >= game.over:
                _cross(game, s, dice, at)
            return


def _mount(s: Any, dice: Any, at: int, state: str) -> None:
    getattr(s, state)[at] -= 1
    s.climber[at] = _CODES[state]
    dice.note(f"a {'man' if state == FIT else 'wounded man'} climbs ladder {at + 1}")


def _cross(game: Assault, s: Any, dice: Any, at: int) -> None:
    """Let the climber step onto the hex before him if it is empty."""
    if s.hex[at] == 0:
        game.climbers[at].step(s, at)
        dice.count("crossings")
        dice.note(f"he crosses from ladder {at + 1} onto the wall")


def _defenders_move(game: Assault, s: Any, dice: Any) -> None:
    """Let the reserve step onto empty hexes, and unarmed neighbours close up (defenders, 2)."""
    # The first missile phase is over, and with it the bar on men who were in a melee.
    s.in_melee = 0
    for at in game.hexes:
        if s.hex[at] != 0:
            continue
        came = True
        if s.reserve_fit > 0 or s.reserve_wounded > 0:
            state = FIT if s.reserve_fit > 0 else WOUNDED
            game.reserve.of(s)[state] -= 1
            s.hex[at] = _CODES[state]
            if not game.pours_after_fight:
                s.attacked[at] = 0
            dice.note(f"a man of the reserve steps onto wall hex {at + 1}")
        else:
            came = not game.armed and game.leans(s, at) and _close_up(game, s, dice, at)
        if came and game.topples_unmoved:
            s.moved[at] = 1


def _close_up(game: Assault, s: Any, dice: Any, at: int) -> bool:
    """Fill a gap from the higher, else the lower hex beside it, if no upright ladder leans on that one."""
    for other in (at + 1, at - 1):
        if other in game.hexes and game.guards[other].able(s) and not game.leans(s, other):
            game.guards[other].step(s, at)
            dice.note(f"a neighbour closes up to wall hex {at + 1}")
            return True
    return False


# The end of a player turn, and of the turn.


def _besiegers_recover(game: Assault, s: Any, dice: Any) -> None:
    """Let stunned besiegers be fit again; who acted may act again next time (besiegers, 5)."""
    for at in game.ladders:
        s.fit[at] += s.stunned[at]
        s.stunned[at] = 0
    _come_round(s, [*game.climbers, *game.besiegers])
    s.acted = 0


def _defenders_recover(game: Assault, s: Any, dice: Any) -> None:
    """Let stunned defenders be fit again; what a man did in this turn is forgotten (defenders, 5)."""
    _come_round(s, game.guards)
    s.acted = s.moved = s.shot = 0
    if not game.pours_after_fight:
        s.attacked = 0


def _come_round(s: Any, posts: Sequence[Post]) -> None:
    for post in posts:
        if post.state(s) == _STUNNED:
            post.put(s, _FIT)


def _end(game: Assault, s: Any, dice: Any) -> None:
    """Look for an ending at the end of a game turn (Endings)."""
    up = sum(s.hex[at] > _BESIEGER for at in game.hexes)
    beaten = up == 0 and not any(man > 0 for man in s.climber) and not any(game.usable(s, at) for at in game.ladders)
    every, guards = game.setup.men * game.setup.ladders, game.reserve.most
    if up >= game.setup.foothold:
        ENDINGS.end(s, dice, "foothold")
    elif beaten or game.breaks_off.comes(s, lambda s: every - game.living(s) + game.hurt(s)):
        ENDINGS.end(s, dice, "repulsed")
    elif up and game.defenders(s) == 0:
        ENDINGS.end(s, dice, "cleared")
    elif game.gives_up.comes(s, lambda s: guards - game.defenders(s) + game.hurt_defenders(s)):
        ENDINGS.end(s, dice, "abandoned")


# Panic.


def _with_panic(game: Assault, phases: Sequence[Phase], first: int = 0) -> list[Phase]:
    """Return phases in which besiegers can die, each with the panic after it, party `first` before the others."""
    if game.panic is None:
        return list(phases)
    order = sorted(game.ladders, key=lambda at: at != first)
    tests = partial(_test_parties, game, order)
    return [step for phase in phases for step in (phase, Phase(f"{phase.name}: panic", tests))]


def _test_parties(game: Assault, order: Sequence[int], s: Any, dice: Any) -> None:
    """Test the parties that a death concerns (Panic)."""
    for at in order:
        if s.deaths[at]:
            s.deaths[at] = 0
            _test(game, at, s, dice)


def _test(game: Assault, at: int, s: Any, dice: Any) -> None:
    """Make the test of a party after a death (panic, the panic test)."""
    rules, routs, seized = game.panic, 0, []
    assert rules is not None
    calm, running, routed = game.parties[at].of(s), game.running[at].of(s), game.routed.of(s)
    if rules.in_reach and rules.automatic:
        for state in (FIT, WOUNDED):
            routs += int(running[state])
            routed[state] += running[state]
            running[state] = 0
    concerned = [running, calm] if rules.in_reach and not rules.automatic else [calm]

    def candidates() -> tuple[Any, list[str]]:
        """Return the next men whom the roll may hit, and their states; panicked men come first."""
        for men in concerned:
            if states := [state for state in (FIT, WOUNDED) if men[state] > 0]:
                return men, states
        return calm, []

    if candidates()[1]:
        who = f"men of party {at + 1}"
        dice.count("panic_tests")
        number, at_once = panic_effect(dice.roll(rules.roll, who=f"{who} after a death"))
        for _ in range(number):
            men, states = candidates()
            if not states or (men is calm and not at_once and s.distance[at] >= _FAR):
                break
            state = dice.choose(PANICS_FIRST, tuple(states))
            men[state] -= 1
            if men is running or at_once:
                routed[state] += 1
                routs += 1
            else:
                seized.append(state)
    for state in seized:
        running[state] += 1
    dice.count("panics", len(seized))
    dice.count("routs", routs)
    if seized:
        dice.note(f"in panic: {{}} of the men of party {at + 1}", len(seized))
    if routs:
        dice.note(f"in rout: {{}} of the men of party {at + 1}", routs)


def _calms(game: Assault) -> bool:
    """Return whether panicked men can be calm again."""
    panic = game.setup.panic
    return game.panic is not None and panic is not None and (not panic.followed or panic.rally > 0)


def _calm(game: Assault, s: Any, dice: Any) -> None:
    """Let men be calm at the end of the movement: all if they are not followed, else as many as are rallied (Panic)."""
    panic, number = game.setup.panic, game.panicked(s)
    assert panic is not None
    if panic.followed:
        number = min(number, panic.rally)
    if number == 0:
        return
    dice.note("calm again: {} of the besiegers", number)
    left = number
    for state, at in product((FIT, WOUNDED), game.ladders):
        running = game.running[at].of(s)
        calmed = min(running[state], left)
        left -= calmed
        running[state] -= calmed
        game.parties[at].of(s)[state] += calmed


# Facts.


def _facts(setup: LadderSetup, words: Locale) -> Facts:
    sector = (words.plural("facts.battlement_hexes", setup.width), words.plural("facts.foothold_at", setup.foothold))
    parties = words.counted("ladder", setup.ladders), words.plural("facts.men_each", setup.men)
    men = (words.text("facts.on_the_wall", number=setup.on_wall), words.text("facts.in_reserve", number=setup.reserve))
    defenders = named(", ".join(men), kind_words(setup.defender, words), words)
    if setup.weapon != "none":
        defenders += f", {words.text('facts.with_weapon', weapon=weapon_word(setup.weapon, words))}"
    return (
        (words.text("facts.sector"), ", ".join(sector)),
        (words.text("facts.approach"), way_words(setup.approach, words, mantlets=setup.mantlets)),
        (words.text("facts.besiegers"), named(", ".join(parties), kind_words(setup.besieger, words), words)),
        (words.text("facts.covering"), shooter_words(setup.covering, "hexes_to_wall", words)),
        (words.text("facts.defenders"), defenders),
        (words.text("facts.towers"), shooter_words(setup.towers, "hexes_aside", words)),
        (words.text("facts.oil"), words.counted("barrel", setup.oil) if setup.oil else ""),
        (words.text("facts.panic"), panic_words({"besiegers": setup.panic}, words)),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


def _sweep(setup: LadderSetup) -> tuple[Axis, Axis]:
    shooters = ("towers.men", (0, 1, 2, 3)) if setup.towers.men else ("defenders.oil", (0, 1, 2, 3))
    return ("besiegers.men", tuple(range(3, 9))), shooters


PLAYABLE = Playable(name="ladder-assault", keys=LadderSetup, make=ladder_assault, facts=_facts, sweep=_sweep)
