"""A ladder assault, one game at a time; steps in brackets are those of `docs/sequences/ladder-assault.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from mangonel.engine.board import Counter, Spot
from mangonel.engine.notes import Note
from mangonel.engine.process import Column, Decision, Options, Phase, Process, Rule
from mangonel.engine.rolls import Roll, cached
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.fire_and_walls import TOPPLED, oil_situation, topple_situation
from mangonel.games.cryhavoc.ground import check_way, foot_costs, moves
from mangonel.games.cryhavoc.men import FIT, ON_FOOT, WOUNDED, Kind, up_to
from mangonel.games.cryhavoc.missiles import cover_on_way, shoots_in, shot, terrain_cover
from mangonel.games.cryhavoc.panic import PANIC_TALLIES, PanicOf, calm, panic_of, panic_words
from mangonel.games.cryhavoc.rolls import Blow, Fighter, blow, called, fight
from mangonel.games.cryhavoc.sides import columns_of, first_of, in_turn, men_side, one_by_one, shots
from mangonel.games.cryhavoc.walls import FIT_MAN, LADDER, NUMBERS, STATES, WALL, WOUNDED_MAN, Post, Wall
from mangonel.games.fields import POLICY, Fault, Keys, Of, Told, block, flag, one_of, whole
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.effects import ATTACKER, TARGET, Effect
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {
    "foothold": "the besiegers have a foothold on the wall",
    "repulsed": "the besiegers are repulsed",
    "cleared": "the wall is cleared",
    "abandoned": "the defenders give up the wall",
}
CARRIERS = 2
TOWER = "tower_slit"
TALLIES = ("shots", "hits", "cover_shots", "cover_hits", "topples", "falls", "crossings", "oil_poured")

# Decisions, with their options where they are named.
FACING = Decision("facing", "defenders")
OIL_FOOT, OIL, TOPPLE, FIGHT, WAIT = "oil at the foot", "oil", "topple", "fight", "wait"
SHOOT, AIM, TOPPLE_EMPTY = (Decision(name, "defenders") for name in ("shoot", "aim", "topple_empty"))
ON_LADDER, ON_GROUND, ON_WALL, HOLD = "ladder", "ground", "wall", ("hold",)
MOVE, COVER, ATTACK_FROM = (Decision(name, "besiegers") for name in ("move", "cover_fire", "attack_from"))
NO_STEP, STEP_ON, STEP_TO_ENEMY = "stay", "step on", "step towards the enemy"
JOINT, SEPARATE = keys.ATTACKS
ATTACK, WOUND, ADVANCE = (
    {"besiegers": Decision(name, "besiegers"), "defenders": Decision(f"defence_{name}", "defenders")}
    for name in ("attack", "wound", "advance")
)
STAY = ("stay",)
_FACING = ("topple", "fight", "shoot")
_ours, _theirs = (keys.policies(Told(whose=side), at="") for side in ("besiegers", "defenders"))
_THEIR_LEAVING = Told(
    whose="defenders", names={"losses": "defenders_break_off_at_losses", "turn": "defenders_break_off_after_turn"}
)


class LadderPolicies(Keys):
    """Decisions the players make, each with the default of a sensible player."""

    attack: str = _ours(one_of, keys.ATTACKS, "how several besiegers attack one man")
    attack_from: str = _ours(one_of, keys.ODDS, "the lowest column, after shifts, at which besiegers attack")
    facing: str = _theirs(one_of, _FACING, "what a defender does about a man on the ladder before him")
    oil_first: bool = _theirs(flag, "he pours oil first as long as there is any", usual=True)
    topple_empty: bool = _theirs(flag, "he topples a ladder that nobody stands on", usual=True)
    defence_attack: str = _theirs(one_of, keys.ATTACKS, "how several defenders on the wall attack one man")
    fire: str = _theirs(one_of, ("spread", "concentrate"), "shooters aim at all ladders, or at the first")
    shoot_first: str = _theirs(one_of, ("climber", "ground"), "whom they prefer")
    make_room: bool = _ours(flag, "a besieger on the wall steps aside for the next man on his ladder", usual=True)
    seek_fight: bool = _ours(flag, "besiegers on the wall step towards the nearest defender instead")
    wound: str = _ours(one_of, keys.WOUNDS, "who of the besiegers takes a wound")
    defence_wound: str = _theirs(one_of, keys.WOUNDS, "who of the defenders on the wall does")
    aim: str = _theirs(one_of, keys.AIMS, "whom on the ground to shoot at first, and to pour oil on")
    oil_at: str = _theirs(
        one_of, ("climber", "climber-first", "ground-first"), "whom oil is for: also for men at the foot"
    )
    # EN, DE 1.73.
    advance: bool = _ours(flag, "who wins a fight on the wall steps into the hex that was left", usual=True)
    defence_advance: bool = _theirs(flag, "defenders who win one do", usual=True)
    cover_fire: str = _ours(
        one_of,
        ("always", "approach", "beside", "never"),
        "when covering archers shoot: `approach`: while nobody can climb; `beside`: not at the hex before a ladder "
        "that can be climbed",
        "approach",
    )
    shoot_wall: str = _theirs(
        one_of, keys.SHOOT_WALL, "besiegers on the wall with no defender beside them are shot at", "last"
    )


class LadderSetup(Keys):
    """A ladder assault; ``panic`` is None if there is none."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    width: int = whole(1, 4, "hexes of the sector")
    foothold: int = whole(1, Of(("width",)), "besiegers on the wall that end it")
    approach: tuple[str, ...] = keys.approach(keys.WAY_TO_A_WALL)
    mantlets: bool = keys.mantlets()
    besieger: Kind = keys.kind("besiegers.kind")
    ladders: int = whole(1, Of(("width",)), "ladders, each with its party", at="besiegers.ladders")
    men: int = whole(2, 20, "men in each party", at="besiegers.men")
    covering: keys.Shooters = keys.shooters("covering", "distance", "hexes to the wall")
    defender: Kind = keys.kind("defenders.kind")
    on_wall: int = whole(0, Of(("width",)), "men on the wall", at="defenders.on_wall")
    reserve: int = whole(0, 20, "men who come after them", 0, at="defenders.reserve")
    weapon: str = keys.carried("the weapon of the men on the wall", "defenders.weapon")
    oil: int = whole(0, 9, "barrels of oil", 0, at="defenders.oil")
    towers: keys.Shooters = keys.shooters("towers", "aside", "hexes by which their range is longer")
    policies: LadderPolicies = block(LadderPolicies, told=POLICY)
    break_off_losses: int | None = keys.at_losses(
        80, "break_off.losses", Told("break_off_at_losses", whose="besiegers")
    )
    break_off_turn: int | None = keys.after_turn("break_off.turn", Told("break_off_after_turn", whose="besiegers"))
    defenders_break_off: keys.BreakOff = keys.breaking_off(24, "break_off.defenders", _THEIR_LEAVING)
    # A man running from a wall is soon six hexes away from those on it.
    panic: PanicOf | None = panic_of("panic_of", lambda reading: reading["besieger"])

    def faults(self) -> Iterator[Fault]:
        unarmed = self.policies.facing == "shoot" and self.weapon == keys.NO_WEAPON
        yield unarmed, "men without a weapon cannot shoot", "policies.facing", "shoot", *_FACING[:2]


def ladder_assault(setup: LadderSetup, rules: RuleSet) -> Process:
    """Build the ladder assault of a scenario; it is a DataError if the rules do not allow it (archers out of range)."""
    game = Assault(setup, rules)
    sides = {
        "besiegers": [
            *game.covering(1),
            Phase("besiegers' movement", game.move_on_wall),
            *one_by_one("besiegers' movement at ladder {}", game.ladders, game.move_up),
            *([Phase("besiegers are calm again", partial(calm, game.nerves, "besiegers"))] if game.nerves else []),
            *game.covering(2),
            *[phase for guard in game.guards for phase in game.attacks(guard)],
            Phase("besiegers recover", game.besiegers_recover),
        ],
        "defenders": [
            *game.shots(1),
            Phase("defenders' movement", game.defenders_move),
            *game.shots(2),
            *game.with_panic(one_by_one("defenders' melee at ladder {}", game.ladders, game.face_climber)),
            *[phase for besieger in game.besiegers for phase in game.attacks(besieger)],
            *one_by_one("defenders topple empty ladder {}", game.ladders, game.topple_empty),
            Phase("defenders recover", game.defenders_recover),
        ],
    }
    policy = setup.policies.cover_fire
    held = policy in ("approach", "beside") and setup.covering.men and game.defending.most
    return Process(
        name="ladder-assault",
        columns=columns_of(
            Column("distance", len(setup.approach), len(setup.approach), setup.ladders),
            *(game, Column("oil", setup.oil, setup.oil), game.besieging, game.defending),
        ),
        phases=in_turn(setup.first, sides, Phase("end of the turn", game.end_of_turn)),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        sides=(
            men_side("besiegers", ("foothold", "cleared", "abandoned"), yielded="abandoned"),
            men_side("defenders", ("repulsed",)),
        ),
        measures=game.measures(setup.first),
        tallies=(*TALLIES, *(PANIC_TALLIES if game.nerves else ())),
        # Covering archers may have targets and never shoot.
        notes_at_zero={"cover_shots": Note("cover_fire_held", (("policy", policy),))} if held else {},
        series=(game.besieging.watched, game.defending.watched),
        looks=game.looks(),
        plan=game.besieging.plan | game.defending.plan | game.plan(),
        board=game.board,
    )


class Assault(Wall):
    """A scenario under a rule set: movement, the places of men, and every roll by its arguments."""

    def __init__(self, setup: LadderSetup, rules: RuleSet) -> None:
        keys.check_approach(rules, setup.approach, keys.WAY_TO_A_WALL, mantlets=setup.mantlets)
        keys.check_shooters(rules, "covering", setup.covering)
        keys.check_shooters(rules, "towers", setup.towers)
        armed = setup.weapon != keys.NO_WEAPON
        if armed:
            keys.check_weapon(rules, "defenders.weapon", setup.weapon)
        super().__init__(rules, setup, armed=armed)
        choice = rules.choice
        self.enough_to_hold = {"holds": 0, "holds-with-two": CARRIERS}.get(choice("carrier-retreat"))
        self.climbing = choice("climb-in-raising-move")
        self.crosses_at_once = choice("ladder-climb-and-cross") == "by-allowance"
        self.foot_is_free = choice("ladder-hex-points") == "ladder"
        self.topples_unmoved = choice("ladder-topple-condition") == "no-move"
        ladder, costs = rules.table("ladder"), foot_costs(rules, setup.approach)
        check_way(setup.approach, costs, "a man on foot")
        self.costs = [cost or 0 for cost in costs]
        self.climb, self.over = ladder.number("climb_cost"), ladder.number("ladder_to_battlement_cost")
        allowance, load = partial(setup.besieger.allowance, rules), ladder.number("carry_penalty_movement")
        self.points = {FIT: allowance(wounded=False), WOUNDED: allowance(wounded=True)}
        self.carried = {state: moves(costs, points + load) for state, points in self.points.items()}
        self.targets = (*product((ON_LADDER, ON_GROUND), self.ladders), *((ON_WALL, at) for at in self.hexes), HOLD)
        self._look_up()

    def _look_up(self) -> None:
        setup = self.setup
        self.oil()
        if setup.covering.men:
            self.cover()
        shooters = [TOWER] * bool(setup.towers.men) + [WALL] * self.armed
        for man in (FIT_MAN, WOUNDED_MAN):
            self.topple(man)
            for shooter, away in product(shooters, range(len(setup.approach) + 1)):
                self.shot(shooter, man, ON_GROUND, away)
            for shooter, place, away in product(shooters, (ON_LADDER, ON_WALL), range(1, max(setup.width, 2))):
                self.shot(shooter, man, place, away)
        grounds = (LADDER, *[WALL] * min(2, setup.width - 1))
        for states in product((0, FIT_MAN, WOUNDED_MAN), repeat=len(grounds)):
            party = tuple((ground, man) for ground, man in zip(grounds, states, strict=True) if man)
            for target in STATES if party else ():
                self.melee("besiegers", party, target, WALL)
                if party[0][0] == WALL:
                    self.melee("defenders", party, target, WALL)
                if len(party) == 1:
                    self.melee("defenders", ((WALL, party[0][1]),), target, LADDER)

    @cached
    def topple(self, man: int) -> Roll:
        return Roll.on(topple_situation(self.rules, wounded=man == WOUNDED_MAN), "topple", key=("topple", man))

    @cached
    def oil(self) -> Blow:
        situation = oil_situation(self.rules, place="ladder")
        return blow(self.rules, situation, "oil", called=called("defender", "besieger"), key="oil")

    @cached
    def melee(self, side: str, party: tuple[tuple[str, int], ...], target: int, ground: str) -> Blow | None:
        """Return the attack of some men, by ground and state, on a man; None if the odds allow none."""
        besieger, defender = (self.setup.besieger, "besieger"), (self.setup.defender, "defender")
        ours, theirs = (besieger, defender) if side == "besiegers" else (defender, besieger)
        places, states = zip(*((place, STATES[man]) for place, man in party), strict=True)
        men = {state: states.count(state) for state in (FIT, WOUNDED)}
        return fight(self.rules, Fighter(*ours, places), Fighter(*theirs, ground), men, STATES[target])

    @cached
    def shot(self, shooter: str, man: int, place: str, away: int) -> Blow | None:
        """Return the shot at a man so far from the foot of the wall, or along the wall; None if it is out of range."""
        setup, tower, ground = self.setup, shooter == TOWER, place == ON_GROUND
        hexes = away + ground + (setup.towers.place if tower else 0)
        cover = terrain_cover(self.rules, LADDER) if place == ON_LADDER else "none"
        if ground:
            way = setup.approach
            cover = cover_on_way(self.rules, way, away, hexes=hexes, shooter=shooter, mantlets=setup.mantlets)
        weapon, wounded = setup.towers.weapon if tower else setup.weapon, man == WOUNDED_MAN
        key = ("shot", shooter, man, place, away)
        return shot(self.rules, setup.besieger, FIT, weapon, hexes, cover, wounded=wounded, told="{away}", key=key)

    @cached
    def cover(self) -> Blow | None:
        group, man, cover = self.setup.covering, self.setup.defender, terrain_cover(self.rules, WALL)
        return shot(self.rules, man, FIT, group.weapon, group.place, cover, allowed=True, told="{away}", key="cover")

    @cached
    def too_far(self, shooter: str) -> list[int]:
        ways = range(len(self.setup.approach) + 1)
        return [away for away in ways if self.shot(shooter, FIT_MAN, ON_GROUND, away) is None]

    def climbs(self, men: Any) -> bool:
        """Return whether one of some men, by state, has the points to climb."""
        return any(points >= self.climb and men[state] > 0 for state, points in self.points.items())

    def may_climb(self, s: Any, at: int, part: int) -> bool:
        """Return whether a man is on a ladder, or can climb it in this player turn (besiegers, 1)."""
        if s.upright[at]:
            return bool(s.climber[at]) or self.climbs(self.parties[at].of(s))
        if part == 2 or self.able(s, at) < CARRIERS:
            return False
        return bool(s.distance[at] < self.carried[FIT if s.fit[at] >= CARRIERS else WOUNDED].count(0))

    def usable(self, s: Any, at: int) -> bool:
        """Return whether a party can still come up its ladder; panicked men can be calm in time (Endings)."""
        men = {FIT: s.fit[at] + s.stunned[at], WOUNDED: s.wounded[at]}
        if self.nerves:
            men = {FIT: men[FIT] + s.panicked[at], WOUNDED: men[WOUNDED] + s.hurt_panicked[at]}
        if not self.climbs(men) or s.upright[at]:
            return self.climbs(men)
        if men[FIT] + men[WOUNDED] < CARRIERS:
            return False
        reached = self.carried[FIT if men[FIT] >= CARRIERS else WOUNDED]
        return not any(s.distance[at] == away for away, then in enumerate(reached) if away and then == away)

    def board(self, s: Any) -> tuple[Spot, ...]:
        """Return the approach, the ladders, the wall, and the reserve behind it."""
        away = len(self.setup.approach)
        spots = []
        for at in self.ladders:
            up, men = bool(s.upright[at]), self.parties[at].counters(s, "besiegers")
            men += () if up else (Counter("", "ladder"),)
            for hexes in range(away, -1, -1):
                here = "open" if hexes else "foot"
                spots.append(Spot(away - hexes, at, here, men if s.distance[at] == hexes else ()))
            spots.append(Spot(away + 1, at, "ladder" if up else "foot", self.climbers[at].counters(s)))
        wall = [(at, (*self.besiegers[at].counters(s), *self.guards[at].counters(s))) for at in self.hexes]
        spots += [Spot(away + 2, at, "wall", men) for at, men in wall]
        oil = (Counter("", "oil", int(s.oil)),) if s.oil > 0 else ()
        if ran := int(self.routed.living(s)):
            spots.append(Spot(0, len(self.ladders), "open", (Counter("besiegers", "routed", ran),)))
        return (*spots, Spot(away + 3, 0, "behind", (*self.reserve.counters(s, "defenders"), *oil)))

    def plan(self) -> dict[str, Rule]:  # noqa: C901 - a rule for each decision
        policies = self.setup.policies
        oil = {"climber": [OIL], "climber-first": [OIL, OIL_FOOT], "ground-first": [OIL_FOOT, OIL]}[policies.oil_at]
        acts = {"topple": [TOPPLE, FIGHT], "fight": [FIGHT], "shoot": []}[policies.facing]
        wall, kinds = [(ON_WALL, at) for at in self.hexes], [ON_LADDER, ON_GROUND]
        if policies.shoot_first == "ground":
            kinds.reverse()

        def shoot(_s: Any, options: Any, *, number: int, faces: bool) -> Any:
            if faces:
                return (ON_LADDER, number) if policies.facing == "shoot" and (ON_LADDER, number) in options else HOLD
            start = number % len(self.ladders) if policies.fire == "spread" else 0
            parties = [(place, at) for at in (*self.ladders[start:], *self.ladders[:start]) for place in kinds]
            order = {"never": parties, "first": [*wall, *parties], "last": [*parties, *wall]}[policies.shoot_wall]
            return next((target for target in order if target in options), HOLD)

        def cover(s: Any, options: Any, *, part: int) -> Any:
            held = policies.cover_fire
            if held == "never" or (held == "approach" and any(self.may_climb(s, at, part) for at in self.ladders)):
                return HOLD
            for at in self.hexes:
                if at in options and not (held == "beside" and at in self.ladders and self.may_climb(s, at, part)):
                    return at
            return HOLD

        def move(s: Any, options: Any, *, at: int, way: int) -> Any:
            if policies.seek_fight and any(self.guarded(s, other) for other in self.hexes):
                return STEP_TO_ENEMY if STEP_TO_ENEMY in options else NO_STEP
            return STEP_ON if policies.make_room and way > 0 and self.leans(s, at) else NO_STEP

        def attack(policy: str) -> Rule:
            # Attacks together come first.
            return lambda _s, _options, number: WAIT if number and policy == JOINT else policy

        def wound(policy: str) -> Rule:
            # Of men in one state those on the wall come first.
            order = keys.WOUNDS[policy]
            return lambda _s, options: min(options, key=lambda man: (order.index(man[2]), man[0] == LADDER))

        def advance(wanted: Callable[..., bool]) -> Rule:
            return lambda s, options: next((step for step in options[1:] if wanted(s, *step)), STAY)

        def besiegers_want(s: Any, ground: str, at: int, onto: int) -> bool:
            # A climber always would, another man to make room for the next one on his ladder.
            return ground == LADDER or (policies.advance and self.leans(s, at))

        def defenders_want(s: Any, ground: str, at: int, onto: int) -> bool:
            return policies.defence_advance and self.leans(s, onto) and not self.leans(s, at)

        rules: dict[Decision, Rule] = {
            FACING: first_of((*(oil if policies.oil_first else ()), *acts, WAIT)),
            SHOOT: shoot,
            AIM: first_of(keys.AIMS[policies.aim]),
            TOPPLE_EMPTY: lambda _s, _options: policies.topple_empty and policies.facing != "shoot",
            ATTACK["besiegers"]: attack(policies.attack),
            ATTACK["defenders"]: attack(policies.defence_attack),
            ATTACK_FROM: lambda _s, _options, attack: attack.is_from(policies.attack_from),
            WOUND["besiegers"]: wound(policies.wound),
            WOUND["defenders"]: wound(policies.defence_wound),
            ADVANCE["besiegers"]: advance(besiegers_want),
            ADVANCE["defenders"]: advance(defenders_want),
            MOVE: move,
            COVER: cover,
        }
        return {decision.name: rule for decision, rule in rules.items()} | (self.nerves[0].plan if self.nerves else {})

    def attacks(self, target: Post) -> list[Phase]:
        """Return the attacks on the man on a hex; with panic a phase for each, since men are tested after each."""
        at, ours = target.at, target.side == "defenders"
        beside = [post for post in (self.besiegers if ours else self.guards) if abs(post.at - at) == 1]
        posts = [*self.climbers[at : at + 1], *beside] if ours else beside
        title = f"besiegers' melee at wall hex {at + 1}" if ours else f"defenders' melee against wall hex {at + 1}"
        turns = [[number] for number in range(len(posts))] if self.nerves else [range(len(posts))]
        phases = [
            Phase(f"{title}, {turn + 1}" if turn else title, partial(self._attack_in_turn, posts, target, numbers))
            for turn, numbers in enumerate(turns)
        ]
        # Of men driven back the climber is the first.
        return self.with_panic(phases, at if ours else 0)

    def _attack_in_turn(self, posts: Sequence[Post], target: Post, numbers: Sequence[int], s: Any, dice: Any) -> None:
        """Attack the man on a hex together first, or one after the other (besiegers, 4; defenders, 4, second point)."""
        for number in numbers:
            if not target.there(s):
                return
            party = [post for post in posts if post.may_attack(s)]
            if not party:
                return
            options = (SEPARATE, WAIT) if number else (JOINT, SEPARATE, WAIT)
            how = dice.choose(ATTACK[posts[0].side], options, number=number)
            if how == SEPARATE:
                party = [post for post in party if post is posts[number]]
            if how != WAIT and party:
                self._attack(s, dice, party, target, f"{party[0].side} against {target.name}")

    def _attack(self, s: Any, dice: Any, party: Sequence[Post], target: Post, who: str) -> None:
        """Let men on some posts attack the man on another (besiegers, 4, Results)."""
        side = party[0].side
        men = tuple((post.ground, post.state(s)) for post in party)
        attack = self.melee(side, men, target.state(s), target.ground)
        if attack is None or (side == "besiegers" and not dice.choose(ATTACK_FROM, (True, False), attack=attack)):
            return
        effect = attack.strikes(dice, who)
        target.is_attacked(s)
        for post in party:
            post.attacks(s)
        if effect.side == ATTACKER:
            if effect.harm:
                hurt = {(post.ground, post.at, STATES[int(post.state(s))]): post for post in party}
                hurt[dice.choose(WOUND[side], tuple(hurt))].hurt(s, dice, effect.harm)
            for post in party:
                if effect.retreat and post.there(s):
                    post.give_ground(s, dice, effect.retreat, (post.at - target.at,))
        elif effect.side == TARGET:
            target.suffer(s, dice, effect)
        if target.ground == WALL and s.hex[target.at] == 0:
            self._advance(s, dice, ADVANCE[side], [(post, target.at) for post in party])
        if target.there(s):
            self._advance(s, dice, ADVANCE[target.side], [(target, post.at) for post in party])

    def _advance(self, s: Any, dice: Any, decision: Decision, ways: Sequence[tuple[Post, int]]) -> None:
        """Let one winner step into a hex that an enemy has left (Advance)."""
        steps = {(post.ground, post.at, onto): post for post, onto in ways if s.hex[onto] == 0 and post.able(s)}
        step = dice.choose(decision, (STAY, *steps))
        if step != STAY:
            steps[step].advance(s, dice, step[2])

    def face_climber(self, at: int, s: Any, dice: Any) -> None:
        """Let the man before a ladder pour oil, topple, fight or wait (defenders, 4, first point)."""
        guard, who = self.guards[at], f"man on wall hex {at + 1}"
        if not guard.able(s):
            return
        act = dice.choose(FACING, Options((OIL_FOOT, OIL, TOPPLE, FIGHT, WAIT), partial(self._may_face, at, s)))
        if act == FIGHT:
            self._attack(s, dice, [guard], self.climbers[at], who)
        elif act == TOPPLE:
            self._topple(s, dice, at)
        elif act != WAIT:
            s.acted[at] = 1
            s.oil -= 1
            dice.count("oil_poured")
            if act == OIL:
                effect = self.oil().strikes(dice, who)
                if effect.side == TARGET:
                    self.climbers[at].suffer(s, dice, effect)
            else:
                dice.note(f"{who} aims at a man at the foot of ladder {at + 1}")
                self._suffer(s, dice, at, self._aim(s, dice, at), self.oil().strikes(dice, who))

    def _may_face(self, at: int, s: Any, act: str) -> bool:
        faces = self.leans(s, at) and self.climbers[at].there(s)
        if act == OIL_FOOT and not (s.distance[at] == 0 and self.ground(s, at) > 0 and not self.besieger_beside(s, at)):
            return False
        if act in (OIL_FOOT, OIL):
            # Instead of shooting (DE 5.32).
            may_pour = s.oil and not s.shot[at] and (self.pours_after_fight or not s.attacked[at])
            return bool(may_pour) and (faces or act == OIL_FOOT)
        return act == WAIT or (faces and (act == FIGHT or self._may_topple(s, at)))

    def _may_topple(self, s: Any, at: int) -> bool:
        """Return whether a man may topple: he has not shot (EN, DE 1.94), and under ``no-move`` he has not moved."""
        return not s.shot[at] and not (self.topples_unmoved and s.moved[at])

    def topple_empty(self, at: int, s: Any, dice: Any) -> None:
        """Let a man still to act try to topple an upright, empty ladder (defenders, 4, third point)."""
        may = self.leans(s, at) and not s.climber[at] and self.guards[at].may_attack(s) and self._may_topple(s, at)
        if may and dice.choose(TOPPLE_EMPTY, (True, False)):
            self._topple(s, dice, at)

    def _topple(self, s: Any, dice: Any, at: int) -> None:
        """Try to topple a ladder; if it is down, the man on it falls (defenders, 4, Topple)."""
        s.acted[at] = 1
        if dice.roll(self.topple(s.hex[at]), who=f"man on wall hex {at + 1}") == TOPPLED:
            dice.count("topples")
            s.upright[at] = 0
            if self.climbers[at].there(s):
                self.climbers[at].fall(s, dice)

    def _aim(self, s: Any, dice: Any, at: int) -> str:
        party = self.parties[at].of(s)
        state: str = dice.choose(AIM, Options(ON_FOOT, lambda state: party[state] > 0))
        return state

    def _suffer(self, s: Any, dice: Any, at: int, state: str, effect: Effect) -> bool:
        """Let a man on the ground suffer a result; return whether he is driven back."""
        return effect.side == TARGET and self.parties[at].suffer(s, dice, state, effect).gave_ground

    def shots(self, part: int) -> list[Phase]:
        """Return the shots of the defenders in a missile phase: towers first, then the wall."""
        towers, title, phases = self.setup.towers, f"defenders' missiles {part}", []
        if towers.men and shoots_in(self.rules, towers.weapon, part):
            aims = [number % len(self.ladders) for number in range(towers.men)]
            phases += one_by_one(f"{title}, tower {{}}", aims, self._shoot, TOWER, 0, who="tower shooter {}")
        if self.armed and shoots_in(self.rules, self.setup.weapon, part):
            who = "man on wall hex {}"
            phases += one_by_one(f"{title}, wall hex {{}}", self.hexes, self._shoot, WALL, part, who=who)
        return self.with_panic(phases)

    def _shoot(self, shooter: str, part: int, number: int, s: Any, dice: Any) -> None:
        """Let a shooter of a tower, or the man on a wall hex, shoot at a man (defenders, 1 and 3)."""
        man, faces = FIT_MAN, False
        if shooter == WALL:
            # A man in a melee since his last first missile phase shoots in the second only.
            if not self.guards[number].able(s) or (part == 1 and s.in_melee[number]) or self.besieger_beside(s, number):
                return
            man, faces = s.hex[number], self.leans(s, number)
        may_aim = partial(self._may_aim, s, shooter, number)
        target = dice.choose(SHOOT, Options(self.targets, may_aim), number=number, faces=faces)
        if target == HOLD:
            return
        if shooter == WALL:
            s.shot[number] = 1
        place, at = target
        away = s.distance[at] if place == ON_GROUND else self._along(shooter, number, target)
        roll = self.shot(shooter, man, place, away)
        assert roll is not None
        if place == ON_GROUND:
            where = f"party {at + 1}{', {:hex} from the wall' if away > 0 else ' at the foot of the wall'}"
            dice.note(f"{{who}} aims at {where}", away)
            state = self._aim(s, dice, at)
            effect = roll.shoots(dice)
            if self._suffer(s, dice, at, state, effect):
                self._fall_back(s, dice, at, effect.retreat)
        else:
            post = self.climbers[at] if place == ON_LADDER else self.besiegers[at]
            dice.note(f"{{who}} aims at {post.name}")
            post.suffer(s, dice, roll.shoots(dice))

    def _along(self, shooter: str, number: int, target: tuple[str, int]) -> int:
        return abs(target[1] - number) if shooter == WALL and target[0] == ON_WALL else 1

    def _may_aim(self, s: Any, shooter: str, number: int, target: tuple[Any, ...]) -> bool:
        """Return whether a shooter may choose a target; a man facing a ladder has only its climber."""
        if target == HOLD:
            return True
        place, at = target
        faces = shooter == WALL and self.leans(s, number)
        if place == ON_GROUND:
            near = not any(s.distance[at] == far for far in self.too_far(shooter))
            return not faces and self.ground(s, at) > 0 and near
        if place == ON_LADDER:
            seen = s.climber[at] > 0 and (at == number if faces else not self.guarded(s, at))
        else:
            # Nobody shoots at a man with a friend of the shooter beside him at the same height (EN, DE 1.44).
            beside = self.guarded(s, at - 1) or self.guarded(s, at + 1)
            between = range(min(at, number) + 1, max(at, number)) if shooter == WALL else ()
            free = all(s.hex[other] in self.shot_past for other in between)
            seen = not (faces or beside) and self.besiegers[at].there(s) and free
        return seen and self.shot(shooter, FIT_MAN, place, self._along(shooter, number, target)) is not None

    def _fall_back(self, s: Any, dice: Any, at: int, hexes: int) -> None:
        """Let a party go back with a man driven back, unless he is at the foot or it waits for him."""
        if s.distance[at] == 0:
            dice.note("he is back at the foot at once")
        elif self.enough_to_hold is not None and self.able(s, at) > self.enough_to_hold:
            # The man himself is still among them.
            dice.note("he is back with his party at once")
        else:
            s.distance[at] = min(s.distance[at] + hexes, len(self.setup.approach))
            dice.note(f"party {at + 1} falls back, {{:hex}} to go", s.distance[at])

    def covering(self, part: int) -> list[Phase]:
        title, who = f"besiegers' missiles {part}, covering archer {{}}", "covering archer"
        return shots(self.rules, self.setup.covering, part, title, who, partial(self._cover, part))

    def _cover(self, part: int, s: Any, dice: Any) -> None:
        """Let a covering archer shoot at a man on the wall (besiegers, 1 and 3)."""

        def may_aim(at: Any) -> bool:
            # Nobody shoots at a man with a besieger beside him at the same height (EN, DE 1.44).
            if at == HOLD:
                return True
            climbed = at in self.ladders and s.climber[at] > 0
            return self.guarded(s, at) and not climbed and not self.besieger_beside(s, at)

        at = dice.choose(COVER, Options((*self.hexes, HOLD), may_aim), part=part)
        if at == HOLD:
            return
        guard = self.guards[at]
        dice.note(f"covering archer aims at {guard.name}")
        aimed = self.cover()
        assert aimed is not None
        effect = aimed.shoots(dice, shots="cover_shots", hits="cover_hits")
        guard.hurt(s, dice, effect.harm)
        if effect.retreat and guard.there(s):
            # Driven off he is away from the wall, under any rule of melee.
            guard.leave(s, dice, self.reserve, "leaves the wall")

    def move_on_wall(self, s: Any, dice: Any) -> None:
        """Let besiegers on the wall step towards the enemy or make room, those stepping up first (besiegers, 2)."""
        width = self.setup.width
        up, down = product([1], range(width - 2, -1, -1)), product([-1], range(1, width))
        for way, at in (*up, *down):
            post, onto = self.besiegers[at], at + way
            if not post.able(s) or s.hex[onto] != 0:
                continue

            def may_step(step: str, at: int = at, way: int = way) -> bool:
                # Towards the enemy, of two as near towards the lower; other steps are free.
                near = (other for away in self.hexes for other in (at - away, at + away) if self.guarded(s, other))
                return step != STEP_TO_ENEMY or (next(near, at) - at) * way > 0

            step = dice.choose(MOVE, Options((NO_STEP, STEP_ON, STEP_TO_ENEMY), may_step), at=at, way=way)
            if step != NO_STEP:
                post.step(s, onto)
                where = "steps on to hex" if step == STEP_ON else "steps towards the enemy, to hex"
                dice.note(f"{post.name} {where} {onto + 1}")

    def move_up(self, at: int, s: Any, dice: Any) -> None:
        """Let a party carry its ladder and raise it, or cross from it and climb it (besiegers, 2, Ladder upright)."""
        if not s.upright[at]:
            if self.able(s, at) >= CARRIERS:
                self._carry(s, dice, at)
            return
        man = self.climbers[at].state(s)
        if any(man == NUMBERS[state] and points >= self.over for state, points in self.points.items()):
            self._cross(s, dice, at)
        # The second man can only follow if the first has crossed in the same move.
        for _ in range(2):
            if s.climber[at] == 0:
                self._climb(s, dice, at, {FIT: 0, WOUNDED: 0}, 0)

    def _carry(self, s: Any, dice: Any, at: int) -> None:
        """Carry a ladder with two able men, and raise it at the foot (besiegers, 2, Ladder down)."""
        carried, away = self.carried[FIT if s.fit[at] >= CARRIERS else WOUNDED], int(s.distance[at])
        s.distance[at] = left = carried[away]
        if left:
            dice.note(f"ladder {at + 1} is carried on, {{:hex}} to go", left)
            return
        dice.note(f"ladder {at + 1} is raised")
        s.upright[at] = 1
        if self.climbing == "carrier":
            # Which two carry, and which of them stands in its hex, is their owner's choice.
            self._mount(s, dice, at, FIT if s.fit[at] else WOUNDED)
        elif self.climbing == "allowed":
            # On the way fit men carry, being faster; a ladder that lies there is lifted by wounded men first.
            fit = up_to(s.fit[at], CARRIERS) if away else CARRIERS - up_to(s.wounded[at], CARRIERS)
            # The last hex is the foot of the wall.
            spent = sum(self.costs[len(self.costs) - away : -1 if self.foot_is_free else None])
            self._climb(s, dice, at, {FIT: fit, WOUNDED: CARRIERS - fit}, spent)

    def _climb(self, s: Any, dice: Any, at: int, carriers: dict[str, int], spent: int) -> None:
        """Let a man without a ladder to carry climb, and cross at once if he can."""
        for state, points in self.points.items():
            left = points - spent - self.climb
            if left >= 0 and self.parties[at].of(s)[state] > carriers[state]:
                self._mount(s, dice, at, state)
                if self.crosses_at_once and left >= self.over:
                    self._cross(s, dice, at)
                return

    def _mount(self, s: Any, dice: Any, at: int, state: str) -> None:
        getattr(s, state)[at] -= 1
        s.climber[at] = NUMBERS[state]
        dice.note(f"a man climbs ladder {at + 1}" if state == FIT else f"a wounded man climbs ladder {at + 1}")

    def _cross(self, s: Any, dice: Any, at: int) -> None:
        """Let the climber step onto the hex before him if it is empty."""
        if s.hex[at] == 0:
            self.climbers[at].step(s, at)
            dice.count("crossings")
            dice.note(f"he crosses from ladder {at + 1} onto the wall")

    def defenders_move(self, s: Any, dice: Any) -> None:
        """Let the reserve step onto empty hexes, and unarmed neighbours close up (defenders, 2)."""
        # The first missile phase is over, and with it the bar on men from a melee.
        if s.total(s.in_melee) > 0:
            s.in_melee = 0
        reserve = self.reserve.of(s)
        for at in self.hexes:
            if s.hex[at] != 0:
                continue
            state = next((state for state in (FIT, WOUNDED) if reserve[state] > 0), None)
            if state is not None:
                reserve[state] -= 1
                s.hex[at] = NUMBERS[state]
                if not self.pours_after_fight:
                    s.attacked[at] = 0
                dice.note(f"a man of the reserve steps onto wall hex {at + 1}")
            elif self.armed or not self.leans(s, at) or not self._close_up(s, dice, at):
                continue
            if self.topples_unmoved:
                s.moved[at] = 1

    def _close_up(self, s: Any, dice: Any, at: int) -> bool:
        """Fill a gap from the higher, else the lower hex beside it, if no upright ladder leans on that one."""
        for other in (at + 1, at - 1):
            if other in self.hexes and self.guards[other].able(s) and not self.leans(s, other):
                self.guards[other].step(s, at)
                dice.note(f"a neighbour closes up to wall hex {at + 1}")
                return True
        return False

    def besiegers_recover(self, s: Any, _dice: Any) -> None:
        """Let stunned besiegers be fit again; all may act again next time (besiegers, 5)."""
        for party in self.parties:
            party.recover(s)
        self.come_round(s, [*self.climbers, *self.besiegers])
        if s.total(s.acted) > 0:
            s.acted = 0

    def defenders_recover(self, s: Any, _dice: Any) -> None:
        """Let stunned defenders be fit again; the actions of this turn are forgotten (defenders, 5)."""
        self.come_round(s, self.guards)
        if s.total((*s.acted, *s.moved, *s.shot)) > 0:
            s.acted = s.moved = s.shot = 0
        if not self.pours_after_fight:
            s.attacked = 0

    def end_of_turn(self, s: Any, dice: Any) -> None:
        """Look for an ending at the end of a game turn (Endings)."""
        up = self.on_wall(s)
        out = up == 0 and not any(man > 0 for man in s.climber) and not any(self.usable(s, at) for at in self.ladders)
        if up >= self.setup.foothold:
            end(s, dice, ENDINGS, "foothold")
        elif out or self.besieging.breaks_off(s, dice):
            end(s, dice, ENDINGS, "repulsed")
        elif up and self.defending.living(s) == 0:
            end(s, dice, ENDINGS, "cleared")
        elif self.defending.breaks_off(s, dice):
            end(s, dice, ENDINGS, "abandoned")


def ladder_start(setup: LadderSetup, besiegers: int, defenders: int) -> dict[str, Any]:
    """Return the columns at the start with fewer men than the scenario has.

    Besiegers are whole parties from the first ladder on; the next party is the rest, if that is two men or more.
    Defenders stand on the wall first, then in the reserve.
    """
    parties = [max(0, min(setup.men, besiegers - at * setup.men)) for at in range(setup.ladders)]
    parties = [party if party >= CARRIERS else 0 for party in parties]
    on_wall = min(defenders, setup.on_wall)
    return {
        "fit": tuple(parties),
        "hex": tuple(FIT_MAN if at < on_wall else 0 for at in range(setup.width)),
        "reserve_fit": defenders - on_wall,
        "missing": setup.men * setup.ladders - sum(parties),
        "missing_defenders": setup.on_wall + setup.reserve - defenders,
    }


def _facts(setup: LadderSetup) -> Facts:
    parties = words().counted("ladder", setup.ladders), words().plural("facts.men_each", setup.men)
    defenders = keys.armed_words(keys.garrison_words(setup), setup.weapon, "with_weapon")
    return (
        (say("facts.sector"), keys.sector_words(setup)),
        (say("facts.approach"), keys.way_words(setup.approach, mantlets=setup.mantlets)),
        (say("facts.besiegers"), keys.of_kind(", ".join(parties), setup.besieger)),
        (say("facts.covering"), keys.shooter_words(setup.covering, "hexes_to_wall")),
        (say("facts.defenders"), defenders),
        (say("facts.towers"), keys.shooter_words(setup.towers, "hexes_aside")),
        (say("facts.oil"), words().counted("barrel", setup.oil) if setup.oil else ""),
        (say("facts.panic"), panic_words({"besiegers": setup.panic})),
        (say("facts.first_player"), words().word("sides", setup.first)),
    )


def _sweep(setup: LadderSetup) -> tuple[Axis, Axis]:
    return ("besiegers.men", tuple(range(3, 9))), ("towers.men" if setup.towers.men else "defenders.oil", (0, 1, 2, 3))


PLAYABLE = Playable(
    name="ladder-assault",
    keys=LadderSetup,
    make=ladder_assault,
    facts=_facts,
    sweep=_sweep,
    in_all=lambda setup: setup.ladders * setup.men,
    starts=keys.men_at_start,
)
