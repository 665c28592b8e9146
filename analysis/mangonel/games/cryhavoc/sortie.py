"""A sortie: men of the castle come out to burn engines; see `docs/sequences/sortie.md`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs

from mangonel.engine.board import Counter, Spot
from mangonel.engine.notes import counted
from mangonel.engine.process import Column, Decision, Measure, Phase, Process, Rule
from mangonel.engine.rolls import cached
from mangonel.games.cryhavoc import fire_and_walls, keys
from mangonel.games.cryhavoc.ground import check_standing, check_way, foot_costs, mounted_costs, moves
from mangonel.games.cryhavoc.melee import Group, Melee, melee_tallies
from mangonel.games.cryhavoc.men import ABLE, FIT, HURT_RIDER, MOUNTED, RIDER, RIDERS, STUNNED, WOUNDED, Kind, up_to
from mangonel.games.cryhavoc.missiles import SHOT_FIRST, shot, target_cover
from mangonel.games.cryhavoc.panic import PanicOf, calm, panic_of, panic_words
from mangonel.games.cryhavoc.rolls import Blow
from mangonel.games.cryhavoc.sides import BREAK_OFF, Men, as_said, columns_of, in_turn, men_side, one_by_one, shots
from mangonel.games.fields import Fault, Keys, Told, block, flag, one_of, text, whole
from mangonel.games.roster import KINDS
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.effects import Effect
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {
    "engines_destroyed": "all engines are burnt",
    "sortie_lost": "nobody of the sortie is left",
    "sortie_back": "the sortie is over",
}
INSIDE, OUT, GOING_HOME, HOME = range(4)
"""Stages of a sortie: not yet out, out, on its way back, over."""
TASK = Decision("sortie.task", "defenders")
FIRE_POLICY = Decision("besiegers.fire_policy", "besiegers")
_TASKS = ("burn", "fight")
_FIRE_POLICIES = ("put-out", "fight")
_GATE_COST = 1
_MOST = 12
_CARRY_ON = 2
"""Other able men needed for a party not to fall back for one man (option ``carrier-retreat``)."""
_TORCHES = (WOUNDED, HURT_RIDER, FIT, RIDER)
"""The order in which men set fire: those of least use in a fight first."""
_OURS, _THEIRS = Told(side="sortie", whose="defenders"), Told(side="besiegers")
_ours, _theirs = keys.policies(_OURS, "policies.sortie."), keys.policies(_THEIRS, "policies.besiegers.")


class SortieSetup(Keys):
    """A sortie.

    ``besieger`` is None if there are no besiegers but archers, ``panic`` and ``besiegers_panic`` if there is none;
    ``room``, ``besiegers_room``, ``break_off_turn`` and ``break_off_losses`` are None if there is no limit.
    """

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    approach: tuple[str, ...] = keys.approach(keys.WAY_OUT)
    engines: int = whole(1, 6, "engines at the end of the way out")
    party: Kind = keys.kind("sortie.kind")
    men: int = whole(1, _MOST, "men of the sortie", at="sortie.men")
    mounted: int = keys.mounted("sortie.mounted", "party")
    turn: int = whole(1, 60, "the turn in which they come out", 1, at="sortie.turn")
    room: int | None = whole(0, _MOST, "how many can be driven back at once, else all", None, at="sortie.room")
    besieger: Kind | None = text(
        "a kind of men of the roster",
        "",
        offer=KINDS,
        read=lambda sortie, men, key: sortie.context.kind(men, key) if men.keys() or sortie["relief"] else None,
        at="besiegers.kind",
    )
    besiegers: int = whole(0, 20, "men at the engines", 0, at="besiegers.men")
    terrain: str = text("the ground on which they stand", "flat_ground", offer=keys.STANDING, at="besiegers.terrain")
    besiegers_room: int | None = whole(
        0, 40, "how many can be driven back at once, else all", None, at="besiegers.room"
    )
    relief: int = whole(0, 20, "men who come to help", at="relief.men", without=0)
    relief_turn: int = whole(1, 60, "the turn in which they come", at="relief.turn", without=0)
    archers: keys.Shooters = keys.shooters("archers", "aside", "hexes behind the engines", nearest=1, usual=1)
    policies: keys.MeleePolicies = block(keys.MeleePolicies, at="policies.sortie", told=_OURS)
    task: str = _ours(one_of, _TASKS, "`fight`: first the besiegers, then the engines")
    torches: int = _ours(whole, 1, 6, "men who set fire to one engine in a turn", 1)
    besiegers_policies: keys.MeleePolicies = block(keys.MeleePolicies, at="policies.besiegers", told=_THEIRS)
    fire_policy: str = _theirs(one_of, _FIRE_POLICIES, "`fight`: no fire is fought while the party is there")
    fire_fighters: int = _theirs(whole, 1, 6, "men at one fire", 2)
    break_off_turn: int | None = keys.after_turn("break_off.turn", Told("break_off_in_turn", "sortie"))
    break_off_losses: int | None = keys.at_losses(_MOST, "break_off.losses", Told("break_off_after_losses", "sortie"))
    all_burn: bool = flag(
        "they go home when all engines burn", at="break_off.", told=Told("home_when_all_burn", "sortie")
    )
    panic: PanicOf | None = panic_of(
        "panic_of.sortie", lambda sortie: sortie["party"], lambda sortie: sortie["besiegers_policies"].follow
    )
    besiegers_panic: PanicOf | None = panic_of(
        "panic_of.besiegers",
        lambda sortie: sortie["besieger"] or sortie["party"],
        lambda sortie: sortie["policies"].follow,
    )

    def faults(self) -> Iterator[Fault]:
        yield not self.approach, "the way out has at least one hex", "approach", 0


def _sortie_raid(setup: SortieSetup, rules: RuleSet) -> Process:
    """Build the sortie of a scenario; it is refused (DataError) without a way out, or a melee beside the engines."""
    game = Game(setup, rules)
    fighters = min(game.besiegers.most, setup.fire_fighters * setup.engines)
    torches = range(min(setup.men, setup.torches * setup.engines))
    ignition = [Phase("the sortie sets fire", game.set_fire)]
    if game.ignition is not None:
        ignition = one_by_one("the sortie sets fire, man {}", torches, game.torch)
    sides = {
        "besiegers": [
            *game.missiles(1),
            Phase("besiegers' movement", game.besiegers_move),
            *game.missiles(2),
            *one_by_one("besiegers put out fire, man {}", range(fighters), game.put_out),
            *game.guards_melee.phases,
            Phase("besiegers recover", partial(game.recover, game.guards.men, "fit again: {} of the besiegers")),
        ],
        "defenders": [
            Phase("sortie's movement", game.party_move),
            *ignition,
            *game.party_melee.phases,
            Phase("the sortie recovers", partial(game.recover, game.party.men, "fit again: {} of the sortie")),
        ],
    }
    lost = Measure("engines_lost", setup.engines, lambda s: s.burnt)
    burning = Measure("engines_burning", setup.engines, game.burning)
    return Process(
        name="sortie",
        columns=columns_of(
            Column("stage", HOME, INSIDE),
            Column("distance", game.length, game.length),
            Column("fire", setup.engines, 0, fire_and_walls.burning_turns(rules)),
            Column("burnt", setup.engines),
            *(game.relief, game.party, game.home, game.guards, game.busy, game.party_melee, game.guards_melee),
        ),
        phases=in_turn(setup.first, sides, Phase("end of the turn", game.end_of_turn)),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            lost,
            *replace(game.besiegers, groups=(*game.besiegers.groups, game.relief)).measures(setup.first),
            *game.sortie.measures(setup.first),
            *game.guards.measures,
            *game.party.measures,
            *([Measure("defenders_horses", setup.mounted, game.party.horses)] if setup.mounted else []),
        ),
        tallies=(
            *("shots", "hits", "fires", "tries", "put_out", "left_behind"),
            *melee_tallies(game.guards, game.party),
        ),
        series=(burning, lost, game.besiegers.watched, game.sortie.watched),
        board=game.board,
        plan={
            **game.party.plan,
            **game.guards.plan,
            **{name: partial(game.leaves, rule) for name, rule in game.sortie.plan.items()},
            **as_said(setup, TASK, FIRE_POLICY),
        },
        looks=(
            Measure("sortie_distance", game.length, lambda s: s.distance),
            Measure("sortie_going_home", 1, lambda s: s.stage == GOING_HOME),
        ),
        sides=(
            men_side("besiegers", ("sortie_lost",), own=("engines_lost", "engines_burning")),
            men_side("defenders", ("engines_destroyed",)),
        ),
    )


class Game:
    """A scenario under a rule set; men `busy` have to do with fire in this player turn, on either side."""

    def __init__(self, setup: SortieSetup, rules: RuleSet) -> None:
        self.setup, self.rules = setup, rules
        keys.check_approach(rules, setup.approach, keys.WAY_OUT)
        keys.check_shooters(rules, "archers", setup.archers)
        check_way(setup.approach, foot_costs(rules, setup.approach), "a man on foot")
        if setup.mounted:
            check_way(setup.approach, mounted_costs(rules, setup.approach), "horses")
            check_standing(rules, setup.approach[-1], "approach", mounted=True)
        check_standing(rules, setup.terrain, "besiegers.terrain")
        men = setup.besiegers + setup.relief
        party = (setup.party, setup.approach[-1], setup.policies)
        guards = (setup.besieger or setup.party, setup.terrain, setup.besiegers_policies)
        rooms, nerves = (setup.room, setup.besiegers_room), (setup.panic, setup.besiegers_panic)
        self.party = Group.of(rules, "defenders", setup.men, *party, setup.mounted, rooms[0], nerves[0], "sortie")
        self.guards = Group.of(rules, "besiegers", men, *guards, 0, rooms[1], nerves[1], later=setup.relief)
        self.home = Men("home_", setup.men, (FIT, WOUNDED))
        self.relief = Men("", setup.relief, ("coming",) if setup.relief else (), start={"coming": setup.relief})
        self.sortie = self.party.force(keys.BreakOff(setup.break_off_losses, setup.break_off_turn), "", self.home)
        self.besiegers = self.guards.force(keys.BreakOff(None, None))
        self.busy = Men("busy_", max(setup.men, men), self.party.men.only(ABLE).states)
        fight = partial(Melee, rules, busy=self.busy, follow_up=True)
        self.party_melee = fight(
            self.party, self.guards, title="sortie's melee", where=lambda s: s.distance == 0 and s.stage == OUT
        )
        self.guards_melee = fight(self.guards, self.party, where=lambda s: s.distance == 0)
        self.length = len(setup.approach)
        rolls = rules.choice("first-fire-column") == "also-hand-ignition"
        self.ignition = fire_and_walls.fire_roll(rules, "hand") if rolls else None
        self.extinguish = fire_and_walls.extinguish_roll(rules)
        # It falls back for one man if it has no more able men than these, himself one of them.
        holds = {"holds": -1, "holds-with-two": _CARRY_ON}
        self.enough_to_hold = holds.get(rules.choice("carrier-retreat"), setup.men)
        for state in self.busy.states:
            self.way((state,), "engines")
        for distance in range(self.length if setup.archers.men else 0):
            for state in self.party.men.states:
                self.shot(distance, state)

    def board(self, s: Any) -> tuple[Spot, ...]:
        """Return the engines with the besiegers, the way out, and the men behind the wall."""
        length, inside = self.length, s.stage in (INSIDE, HOME)
        things = (("engine", self.whole(s)), ("flame", self.burning(s)))
        engines = [Counter("", name, int(number)) for name, number in things if number > 0]
        party, at = self.party.counters(s), length if inside else int(s.distance)
        way = [Spot(1 + away, 0, "open", party if away == at else ()) for away in range(length)]
        home = (*self.home.counters(s, "defenders"), *(party if at == length else ()))
        return (Spot(0, 0, "open", (*engines, *self.guards.counters(s))), *way, Spot(1 + length, 0, "behind", home))

    @cached
    def shot(self, distance: int, state: str) -> Blow | None:
        """Return the shot of an archer at a man of the party; None if he is out of range."""
        setup, hexes = self.setup, distance + self.setup.archers.place
        cover = target_cover(self.rules, setup.approach[self.length - 1 - distance], distance=hexes)
        return shot(self.rules, setup.party, state, setup.archers.weapon, hexes, cover, key=("shot", distance, state))

    @cached
    def way(self, walkers: tuple[str, ...], to: str) -> tuple[int, ...]:
        """Return the distance after a move of men in some states to ``engines`` or ``gate``, by that before it."""
        costs = (mounted_costs if set(walkers) <= set(RIDERS) else foot_costs)(self.rules, self.setup.approach)
        allowance = partial(self.setup.party.allowance, self.rules)
        each = (allowance(wounded=state in (WOUNDED, HURT_RIDER), mounted=state in RIDERS) for state in walkers)
        points = min(each, default=0)
        riding = self.setup.approach if set(walkers) & set(RIDERS) else ()
        if to == "engines":
            return moves(costs, points, riding)
        # From beside the engines back to the first hex, and into the gate.
        back = moves((*costs[-2::-1], _GATE_COST), points, riding and (*riding[-2::-1], ""))
        return tuple(self.length - left for left in reversed(back))

    def burning(self, s: Any) -> Any:
        return s.total(s.fire)

    def whole(self, s: Any) -> Any:
        return self.setup.engines - s.burnt - self.burning(s)

    def out(self, s: Any) -> bool:
        """Return whether the party is out and some of it are left, be they in panic."""
        return bool(s.stage not in (INSIDE, HOME) and s.distance < self.length and self.party.left(s) > 0)

    def come_home(self, s: Any, states: Sequence[str] = MOUNTED) -> Any:
        """Let men with the party be home and safe; return how many they are."""
        home, number = self.home.of(s), 0
        for men in (self.party.men, self.party.away):
            here = men.of(s)
            for state in men.only(states).states:
                number += here[state]
                home[WOUNDED if state in (WOUNDED, HURT_RIDER) else FIT] += here[state]
                here[state] = 0
        return number

    def leave_behind(self, s: Any, dice: Any) -> bool:
        """Let the stunned men of the party count as dead; return whether there are any."""
        number = up_to(self.party.men.stunned(s), self.setup.men)
        dice.count("left_behind", number)
        if number:
            self.party.men.of(s)[STUNNED] = 0
        return number > 0

    def walkers(self, s: Any) -> tuple[str, ...]:
        """Return the states of the men that set the pace of the party."""
        groups, states = (self.party.men, self.party.away), (FIT, WOUNDED, RIDER, HURT_RIDER)
        return tuple(state for state in states if any(men.first(s, (state,)) for men in groups))

    def missiles(self, part: int) -> list[Phase]:
        """Return the shots of one missile phase (besiegers, 1 and 4)."""
        nerves, title = self.party.nerves, f"besiegers' missiles {part}, archer {{}}"
        phases = shots(self.rules, self.setup.archers, part, title, "archer {}", self._shoot)
        if nerves is None:
            return phases
        return [phase for shot in phases for phase in (shot, Phase(f"{shot.name}: panic", nerves.tests))]

    def _shoot(self, s: Any, dice: Any) -> None:
        """Shoot at the party, on its way and before the engines (besiegers, 1 and 4)."""
        # Nobody shoots at men beside his own (EN 1.44).
        if not self.out(s) or (s.distance == 0 and self.guards.here(s) > 0):
            return
        men = self.party.men
        state = men.first(s, SHOT_FIRST)
        aimed = None if state is None else self.shot(min(s.distance, self.length - 1), state)
        if state is None or aimed is None:
            return
        able, beside = men.able(s), s.stage == OUT and s.distance == 0
        effect = aimed.shoots(dice)
        # On the move nobody retreats by himself.
        fate = men.suffer(s, dice, state, effect if beside else structs.replace(effect, retreat=0), self.party.back)
        if fate.unhorsed:
            dice.count("unhorsed")
        if not beside:
            self._shot_on_the_move(s, dice, effect, able, lives=fate.state is not None, unhorsed=fate.unhorsed)
        elif fate.gave_ground:
            dice.count("retreats")
            dice.note("he is driven back from the engines")

    def _shot_on_the_move(self, s: Any, dice: Any, effect: Effect, able: Any, *, lives: bool, unhorsed: bool) -> None:
        """Let the party fall back, and men drop out (besiegers, 1, On the way out; besiegers, 1, Going home)."""
        homeward = s.stage == GOING_HOME
        if effect.retreat and lives:
            if homeward or able > self.enough_to_hold:
                dice.note("the sortie does not stop for that")
            else:
                s.distance = min(s.distance + effect.retreat, self.length - 1)
                dice.note("the sortie falls back, {:hex} to go", s.distance)
        if homeward:
            if effect.harm == "stunned" and self.leave_behind(s, dice):
                dice.note("he is left behind")
            return
        dropped = self.come_home(s, (WOUNDED, STUNNED, HURT_RIDER)) > 0
        if unhorsed and not effect.harm and self.party.men.of(s)[FIT] > 0:
            self.party.men.move(s, self.home, {FIT: 1})
            dropped = True
        if dropped:
            dice.note("he turns back")

    def besiegers_move(self, s: Any, dice: Any) -> None:
        """Tell men off against the fire, and move (besiegers, 2 and 3)."""
        setup, guards, party = self.setup, self.guards, self.party
        fires = self.burning(s)
        if fires > 0 and s.distance == 0 and party.here(s) > 0 and dice.choose(FIRE_POLICY, _FIRE_POLICIES) == "fight":
            fires = 0
        self.busy.put(s, guards.men.first_men(s, (WOUNDED, FIT), setup.fire_fighters * fires))
        guards.rejoin(s, dice, "back beside the engines: {} of the besiegers")
        if setup.relief and s.turn == setup.relief_turn:
            guards.men.of(s)[FIT] += setup.relief
            s.coming = 0
            dice.note(f"help comes: {counted(setup.relief, 'man')}")
        if s.distance == 0:
            guards.follow(s, dice, party, "followed: {} of the sortie")
        if guards.nerves is not None:
            calm([guards.nerves], guards.name, s, dice)
        if s.distance == 0 and s.stage == OUT and guards.here(s) > 0 and party.out_of_reach(s):
            dice.note("none of the sortie is in reach")

    def put_out(self, number: int, s: Any, dice: Any) -> None:
        """Let a man try to put out the oldest fire (besiegers, 5, Fire)."""
        if not (self.busy.living(s) > number and self.burning(s) > 0):
            return
        if fire_and_walls.put_out(dice, self.extinguish, f"man {number + 1}", "the fire is out"):
            oldest = next(age for age in range(len(s.fire) - 1, -1, -1) if s.fire[age] > 0)
            s.fire[oldest] -= 1

    def recover(self, men: Men, note: str, s: Any, dice: Any) -> None:
        """Let stunned men be fit again, and forget the men told off for fire (besiegers, 6; defenders, 4)."""
        men.recover(s, dice, note)
        if self.busy.living(s) > 0:
            self.busy.forget(s)

    def party_move(self, s: Any, dice: Any) -> None:
        """Tell men off for the fire, and move (defenders, 1 and 2)."""
        party = self.party
        if s.turn < self.setup.turn or s.stage == HOME or party.left(s) == 0:
            return
        if s.stage == OUT and s.distance == 0:
            # Those still beside the engines set fire.
            if not (self.guards.here(s) > 0 and dice.choose(TASK, _TASKS) == "fight"):
                self.busy.put(s, party.men.first_men(s, _TORCHES, self.setup.torches * self.whole(s)))
            party.rejoin(s, dice, "back in the fight: {} of the sortie")
            party.follow(s, dice, self.guards, "followed: {} of the besiegers")
        elif party.here(s) > 0 and s.stage == GOING_HOME:
            self._go_home(s, dice)
        elif party.here(s) > 0:
            self._come_up(s, dice)
        if party.nerves is not None and s.stage != INSIDE:
            calm([party.nerves], party.name, s, dice)
        if s.stage == HOME:
            self.come_home(s)

    def _come_up(self, s: Any, dice: Any) -> None:
        """Move the party towards the engines (defenders, 2, On the way out)."""
        if s.stage == INSIDE:
            s.stage = OUT
            dice.note("the sortie comes out: {:man}", self.party.here(s))
        before = s.distance
        s.distance = self.way(self.walkers(s), "engines")[before]
        if s.distance == 0:
            dice.note("the sortie is beside the engines")
        elif s.distance < before:
            dice.note("the sortie comes up, {:hex} to go", s.distance)

    def _go_home(self, s: Any, dice: Any) -> None:
        """Move the party towards the gate (defenders, 2, Going home)."""
        party = self.party
        self.leave_behind(s, dice)
        party.away.move(s, party.men)
        s.distance = self.way(self.walkers(s), "gate")[s.distance]
        if s.distance == self.length:
            dice.note("the sortie is home")
            s.stage = HOME
        else:
            dice.note("the sortie goes home, {:hex} from the engines", s.distance)
        if party.nerves is not None and s.distance > 0:
            # Men in panic do not go with the party, and nobody pursues them when it has gone.
            party.men.only(party.fled.states).move(s, party.fled)

    def set_fire(self, s: Any, dice: Any) -> None:
        """Set fire to engines without a roll (defenders, 3, Fire)."""
        caught = up_to(min(self.busy.living(s), self.whole(s)), self.setup.engines)
        if caught:
            dice.note("{:engine} set on fire", caught)
            s.fire[0] += caught
            dice.count("fires", caught)

    def torch(self, number: int, s: Any, dice: Any) -> None:
        """Let one man try to set fire to an engine (defenders, 3, Fire)."""
        tries = self.busy.living(s) > number and self.whole(s) > 0
        if tries and dice.roll(self.ignition, who=f"man {number + 1}") == fire_and_walls.CATCHES:
            s.fire[0] += 1
            dice.count("fires")

    def end_of_turn(self, s: Any, dice: Any) -> None:
        """Let fires grow older, turn the party back, look for an ending (end of the game turn, 1 and 2; endings)."""
        setup, oldest = self.setup, len(s.fire) - 1
        burnt = s.fire[oldest]
        if burnt > 0:
            dice.note("{:engine} burnt down", burnt)
            s.burnt += burnt
        for age in range(oldest, 0, -1):
            s.fire[age] = s.fire[age - 1]
        s.fire[0] = 0
        if s.stage == OUT and self.out(s) and self.sortie.breaks_off(s, dice):
            s.stage = GOING_HOME
            dice.note("the sortie goes home now")
        if s.stage not in (INSIDE, HOME) and self.party.left(s) == 0:
            s.stage, s.distance = HOME, self.length
        if s.burnt == setup.engines:
            end(s, dice, ENDINGS, "engines_destroyed")
        elif self.burning(s) == 0:
            if self.party.left(s) + self.home.living(s) == 0:
                end(s, dice, ENDINGS, "sortie_lost")
            elif s.stage == HOME:
                end(s, dice, ENDINGS, "sortie_back")

    def leaves(self, rule: Rule, s: Any, options: Any) -> Any:
        """Return whether the party goes home: its losses or the turn say so, or all engines burn."""
        return BREAK_OFF if self.setup.all_burn and self.whole(s) == 0 else rule(s, options)


def _facts(setup: SortieSetup) -> Facts:
    sentence = "facts.mounted_from" if setup.mounted else "facts.men_from"
    men = words().plural(sentence, setup.men, mounted=setup.mounted, turn=setup.turn)
    besiegers = ""
    if setup.besieger is not None:
        there = words().plural("facts.men_on", setup.besiegers, terrain=words().word("terrain", setup.terrain))
        besiegers = keys.of_kind(there, setup.besieger, room=setup.besiegers_room)
    relief = words().plural("facts.men_in_turn", setup.relief, turn=setup.relief_turn) if setup.relief else ""
    party = keys.of_kind(men, setup.party, riders=setup.mounted > 0, room=setup.room)
    return (
        (say("facts.engines"), str(setup.engines)),
        (say("facts.way_out"), keys.way_words(setup.approach)),
        (say("facts.sortie"), party),
        (say("facts.besiegers"), besiegers),
        (say("facts.relief"), relief),
        (say("facts.archers_besiegers"), keys.shooter_words(setup.archers, "hexes_behind")),
        (say("facts.panic"), panic_words({"sortie": setup.panic, "besiegers": setup.besiegers_panic})),
        (say("facts.first_player"), words().word("sides", setup.first)),
    )


def _sweep(setup: SortieSetup) -> tuple[Axis, Axis]:
    return ("sortie.men", tuple(range(max(1, setup.mounted), _MOST + 1)[:5])), ("besiegers.men", tuple(range(1, 6)))


PLAYABLE = Playable(name="sortie", keys=SortieSetup, make=_sortie_raid, facts=_facts, sweep=_sweep)
