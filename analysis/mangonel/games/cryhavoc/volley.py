"""Shooters against a group that comes on; see `docs/sequences/volley.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby, product
from typing import Any, NamedTuple

from mangonel.engine.board import Counter, Spot
from mangonel.engine.process import Act, Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import Roll, cached
from mangonel.games.cryhavoc import keys, missiles
from mangonel.games.cryhavoc.ground import check_way, foot_costs, mounted_costs, moves
from mangonel.games.cryhavoc.men import FIT, HURT_RIDER, MOUNTED, ON_FOOT, RIDERS, WOUNDED, Kind
from mangonel.games.cryhavoc.rolls import Blow
from mangonel.games.cryhavoc.sides import Force, Men, as_said, columns_of, in_turn, men_side
from mangonel.games.fields import Fault, Keys, Of, Told, blocks, flag, one_of, text, whole
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.effects import Effect
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import possible
from mangonel.rules.words import say, words

SIDES = ("shooters", "targets")
BALLISTA = "ballista"
PLACES = ("ground", "battlement", "tower_slit", "siege_tower_top", "keep_slit")
"""Where shooters may stand."""
BANDS = ("riders", "foot")
ENDINGS = {
    "destroyed": "no target is left",
    "arrived": "the targets have arrived",
    "broken_off": "the targets break off",
}
_ADVANCES, _PACES, _UNHORSED = ("walk", "half", "stand"), ("fit", "slowest"), ("follow", "stay")
_BAND, _AIM = Decision("band", "shooters"), Decision("aim", "shooters")
_ADVANCE, _PACE, _FOLLOW = Decision("advance", "targets"), Decision("pace", "targets"), Decision("unhorsed", "targets")
_MOST_TARGETS = 40
_MOST_SHOOTERS = 24
_RELOAD = 3
"""Turns from one shot of a ballista to the next (DE 3.41)."""
_STOPS_HORSES = ("tree", "tent", "rubble", "filled_moat")
"""Ground of an approach that the printed table bars to horses: a band of riders stands before it."""


class ShooterGroup(Keys):
    """Some men with one weapon in one place, or some ballistas."""

    men: int = whole(0, _MOST_SHOOTERS, f"how many, {_MOST_SHOOTERS} in all")
    weapon: str = text(f"a weapon that men carry, or `{BALLISTA}`", identifier=True, offer=keys.weapon_or(BALLISTA))
    wounded: int = whole(0, Of(("men",)), "how many of them are wounded", 0)
    aptitude: int = whole(-3, 3, "what each of them adds to the die", 0)
    aside: int = whole(0, 200, "hexes by which their range is longer", 0)
    place: str = one_of(PLACES, "where they stand")
    ready: int = whole(1, 3, f"of a `{BALLISTA}`: the turn of its first shot", 1)

    def check(self, node: Node) -> None:
        if self.weapon != BALLISTA and "ready" in node:
            raise node.error("only a ballista has to be made ready", "ready", value=self.ready)
        if self.weapon == BALLISTA and self.wounded:
            raise node.error("a ballista is not wounded", "wounded", value=self.wounded)
        if self.weapon == BALLISTA and self.aptitude:
            raise node.error("a ballista has no aptitude", "aptitude", value=self.aptitude)


_ours, _theirs = (keys.policies(Told(whose=side)) for side in SIDES)
_at_riders, _riders = (keys.policies(Told(when=lambda volley: volley.mounted, rank=1, whose=side)) for side in SIDES)


class VolleySetup(Keys):
    """A volley."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(SIDES, "who moves first")
    approach: tuple[str, ...] = keys.approach(keys.APPROACH_TERRAINS)
    mantlets: bool = keys.mantlets()
    kind: Kind = keys.kind("targets.kind")
    men: int = whole(1, _MOST_TARGETS, "men who come up", at="targets.men")
    wounded: int = whole(0, Of(("men",)), "how many of them are wounded", 0, at="targets.wounded")
    mounted: bool = flag("they sit on horses", at="targets.mounted")
    shooters: tuple[ShooterGroup, ...] = blocks(ShooterGroup, "groups of shooters", least=1)
    friends: int = whole(1, 6, "men of the shooters' beside the target", at="friends.men", without=0)
    friends_wounded: int = whole(0, Of(("friends",)), "how many of them are wounded", 0, at="friends.wounded")
    aim: str = _ours(one_of, keys.AIMS, "whom to shoot at first")
    band: str = _at_riders(one_of, BANDS, "at whom, where some ride and some walk")
    advance: str = _theirs(one_of, _ADVANCES, "how the targets come")
    pace: str = _theirs(one_of, _PACES, "whose pace they keep")
    unhorsed: str = _riders(one_of, _UNHORSED, "`follow`: they come on on foot")
    break_off_losses: int | None = keys.at_losses(
        _MOST_TARGETS, "break_off.losses", Told("break_off_after_losses", rank=2, whose="targets")
    )
    break_off_turn: int | None = keys.after_turn("break_off.turn", Told("break_off_in_turn", rank=2, whose="targets"))

    def faults(self) -> Iterator[Fault]:
        shooters, horses = sum(group.men for group in self.shooters), self.kind.saddle is not None
        yield shooters > _MOST_SHOOTERS, f"there are at most {_MOST_SHOOTERS} shooters", "shooters", shooters
        yield self.mounted and not horses, "men of this kind have no horses", "targets.mounted", self.kind.id
        yield not self.approach, "at least one hex is needed", "approach", None
        yield self.mantlets and self.mounted, "riders carry no mantlets", "mantlets", "true"


class Band(NamedTuple):
    """Targets keeping together: ``riders`` or ``foot``, with the states of its fit and of its wounded men.

    Of the columns ``to_go`` (the hexes that it still has to enter) and ``fell_back`` its entry is `at`; both are 0
    without men.
    """

    at: int
    name: str
    men: Men
    able: tuple[str, str]
    words: str

    def lives(self, s: Any) -> bool:
        return bool(self.men.living(s) > 0)

    def forget_if_empty(self, s: Any) -> None:
        """Forget the distance of a band without men (Pieces)."""
        if not self.lives(s):
            s.to_go[self.at] = s.fell_back[self.at] = 0


def volley(setup: VolleySetup, rules: RuleSet) -> Process:
    """Build the volley of a scenario under a rule set.

    It is refused if the rule set does not know the ground or a weapon (DataError), or the sources have lost a range or
    radius that is needed (UnknownCellError).
    """
    game = Game(setup, rules)
    shooters = [*game.missiles(1), *game.missiles(2), Phase("the shooting is over", game.rest)]
    targets = [
        *(Phase(f"targets' movement, {band.name}", partial(game.move, band)) for band in game.bands),
        Phase("targets recover", partial(game.men.recover, note="fit again: {}")),
    ]
    sides, friends = {"shooters": shooters, "targets": targets}, setup.friends > 0
    shooting = men_side("shooters", ("destroyed", "broken_off"), losers="friends", yielded="broken_off")
    return Process(
        name="volley",
        columns=columns_of(
            game.men,
            Column("to_go", game.hexes, (game.hexes, 0)[: len(game.bands)], len(game.bands)),
            Column("fell_back", 1, 0, len(game.bands)),
            *([game.friends] if friends else []),
        ),
        phases=in_turn(setup.first, sides, Phase("end of the turn", game.end_of_turn)),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *game.targets.measures(setup.first),
            *([Measure("targets_unhorsed", setup.men, game.foot.men.living)] if setup.mounted else []),
            *(Force("friends", setup.friends, (game.friends,)).measures()[:2] if friends else ()),
        ),
        tallies=(
            *("shots", "hits", "retreats"),
            *(("friends_hit",) if friends else ()),
            *(("horses_killed",) if setup.mounted else ()),
        ),
        series=(
            game.targets.watched,
            Measure("targets_unhurt", setup.men, lambda s: game.men.living(s) - game.men.hurt(s)),
            Measure("hexes_gained", game.hexes, game.gained),
        ),
        board=game.board,
        plan=game.targets.plan | as_said(setup, _BAND, _AIM, _ADVANCE, _PACE, _FOLLOW),
        sides=(
            shooting if friends else replace(shooting, losses=()),
            men_side("targets", ("arrived",), own=("hexes_gained",)),
        ),
    )


class Game:
    """A scenario under a rule set: the targets, their bands in the order of moves, and the friends beside them."""

    def __init__(self, setup: VolleySetup, rules: RuleSet) -> None:
        self.setup, self.rules = setup, rules
        keys.check_approach(rules, setup.approach, keys.APPROACH_TERRAINS, mantlets=setup.mantlets)
        for number, group in enumerate(setup.shooters, start=1):
            keys.check_weapon(rules, f"shooters.{number}.weapon", group.weapon, engines=(BALLISTA,))
        fit, hurt = RIDERS if setup.mounted else (FIT, WOUNDED)
        start = {fit: setup.men - setup.wounded, hurt: setup.wounded}
        self.men = Men("targets_", setup.men, MOUNTED if setup.mounted else ON_FOOT, start=start)
        self.riders = Band(0, "riders", self.men.only(RIDERS), RIDERS, "riders")
        self.foot = Band(int(setup.mounted), "foot", self.men.only(ON_FOOT), (FIT, WOUNDED), "men on foot")
        self.bands = (self.riders, self.foot) if setup.mounted else (self.foot,)
        start = {FIT: setup.friends - setup.friends_wounded, WOUNDED: setup.friends_wounded}
        self.friends = Men("friends_", setup.friends, (FIT, WOUNDED), start=start)
        self.hexes = len(setup.approach)
        self.falls_back = rules.choice("band-retreat")
        # Men wounded before are no losses.
        losses = None if setup.break_off_losses is None else setup.break_off_losses + setup.wounded
        self.targets = Force("targets", setup.men, (self.men,), limits=keys.BreakOff(losses, setup.break_off_turn))
        # Nobody shoots at a man with a friend of the shooter beside him at the same height (EN 1.5), and they all stay.
        may_shoot = not setup.friends or rules.choice("missed-shot-rule") == "errare-humanum-est"
        self.shooters = [self._shooters(group) for group in setup.shooters] if may_shoot else []
        self._check_ways()
        # A shot against the rules is refused before a game begins.
        for shooter in dict.fromkeys(shooter for group in self.shooters for shooter in group):
            for away, state in product(self.stretches(shooter), self.men.states):
                if self.shot(shooter, away, state) is not None and setup.friends:
                    self.missed(shooter, away)

    def board(self, s: Any) -> tuple[Spot, ...]:
        """Return the way of each band, with the shooters' friends beside the first, and the shooters at its end."""
        friends = self.friends.counters(s, "friends") if self.setup.friends else ()
        spots = list[Spot]()
        for row, band in enumerate(self.bands):
            here = (*band.men.counters(s, "targets"), *(() if row else friends))
            ways = range(self.hexes, -1, -1)
            spots += [Spot(self.hexes - away, row, "open", here if s.to_go[band.at] == away else ()) for away in ways]
        shooters = sum(group.men for group in self.setup.shooters)
        return (*spots, Spot(self.hexes + 1, 0, "open", (Counter("shooters", FIT, shooters),)))

    def _shooters(self, group: ShooterGroup) -> list[ShooterGroup]:
        """Return the men of a group, each as a group of one, those unhurt first."""
        aptitude = group.aptitude if self.rules.choice("shooter-aptitude") == "optional" else 0
        fit = replace(group, men=1, wounded=0, aptitude=aptitude)
        return [fit] * (group.men - group.wounded) + [replace(fit, wounded=1)] * group.wounded

    def _check_ways(self) -> None:
        setup, stops = self.setup, (*_STOPS_HORSES, *self.rules.added("terrain"))
        if setup.advance == "stand":
            return
        if setup.mounted:
            check_way(setup.approach, mounted_costs(self.rules, setup.approach), "horses", stops=stops)
        if not setup.mounted or setup.unhorsed == "follow":
            check_way(setup.approach, foot_costs(self.rules, setup.approach), "a man on foot")

    def cover(self, shooter: ShooterGroup, distance: int) -> str:
        way, hexes = self.setup.approach, distance + 1 + shooter.aside
        mantlets = self.setup.mantlets
        return missiles.cover_on_way(self.rules, way, distance, hexes=hexes, shooter=shooter.place, mantlets=mantlets)

    @cached
    def stretches(self, shooter: ShooterGroup) -> tuple[int, ...]:
        """Return the last distance of each stretch of the way on which a man's shots are alike, near to far."""

        def shots(distance: int) -> tuple[str | None, str]:
            band = possible(lambda: missiles.range_band(self.rules, shooter.weapon, distance + 1 + shooter.aside))
            return band, self.cover(shooter, distance)

        return tuple(max(stretch) for _, stretch in groupby(range(self.hexes + 1), shots))

    def stretch(self, shooter: ShooterGroup, distance: Any) -> int:
        return next(last for last in self.stretches(shooter) if distance <= last)

    @cached
    def shot(self, shooter: ShooterGroup, stretch: int, state: str) -> Blow | None:
        """Return the shot of a man at a target on a stretch of the way; None if he may not be shot at."""
        setup, hexes, place, wounded = self.setup, stretch + 1 + shooter.aside, shooter.place, shooter.wounded > 0
        key = ("shot", shooter.weapon, place, hexes, stretch, wounded, shooter.aptitude, state)
        aimed = (setup.kind, state, shooter.weapon, hexes, self.cover(shooter, stretch))
        return missiles.shot(self.rules, *aimed, wounded=wounded, aptitude=shooter.aptitude, told="at a {man}", key=key)

    @cached
    def missed(self, shooter: ShooterGroup, stretch: int) -> Roll:
        hexes, wounded = stretch + 1 + shooter.aside, shooter.wounded > 0
        band = missiles.range_band(self.rules, shooter.weapon, hexes)
        situation = missiles.missed_shot_situation(self.rules, aptitude=shooter.aptitude, band=band, wounded=wounded)
        return Roll.on(situation, "missed shot beside friends", key=("missed shot", band, wounded, shooter.aptitude))

    @cached
    def lot(self, fit: int, wounded: int) -> Roll:
        return Roll.of(f"lot among {fit + wounded} friends", ["a fit one"] * fit + ["a wounded one"] * wounded)

    @cached
    def reached(self, band: str, able: str, advance: str) -> tuple[int, ...]:
        """Return the distance after a move at the pace of men in a state, by the distance before it."""
        mounted = band == "riders"
        costs = (mounted_costs if mounted else foot_costs)(self.rules, self.setup.approach)
        points = self.setup.kind.allowance(self.rules, wounded=able in (WOUNDED, HURT_RIDER), mounted=mounted)
        points //= 2 if advance == "half" else 1
        return moves(costs, points, self.setup.approach if mounted else ())

    def gained(self, s: Any) -> Any:
        return max((self.hexes - s.to_go[band.at] for band in self.bands if band.lives(s)), default=0)

    def missiles(self, part: int) -> list[Phase]:
        """Return the shots of missile phase `part`, 1 or 2 (shooters, 1 and 2)."""
        return [
            Phase(f"missiles {part}, group {number}, shooter {man}", partial(self._shoot, shooter), f"shooter {man}")
            for number, group in enumerate(self.shooters, start=1)
            for man, shooter in enumerate(group, start=1)
            if missiles.shoots_in(self.rules, shooter.weapon, part)
        ]

    def _shoot(self, shooter: ShooterGroup, s: Any, dice: Any) -> Act | None:
        """Let a man shoot at the band and the man he is to shoot at (shooters, 1 and 2; Range; Cover; Roll)."""
        reloads = missiles.weapon_kind(self.rules, shooter.weapon) == "engine"
        waits = reloads and (s.turn < shooter.ready or (s.turn - shooter.ready) % _RELOAD)
        band = None if waits else self._band(shooter, s, dice)
        if band is None:
            return None
        state = band.men.first(s, keys.AIMS[dice.choose(_AIM, tuple(keys.AIMS))])
        assert state is not None
        return partial(self._shoot_at, shooter, band, state, self.stretch(shooter, s.to_go[band.at]))

    def _shoot_at(self, shooter: ShooterGroup, band: Band, state: str, stretch: int, s: Any, dice: Any) -> None:
        """Roll for a shot at a man in a state (shooters, 1 and 2; Roll)."""
        distance, aimed = s.to_go[band.at], self.shot(shooter, stretch, state)
        assert aimed is not None
        dice.note("{:hex} away", distance + 1 + shooter.aside)
        effect = aimed.shoots(dice)
        if effect.horse_killed and state in RIDERS:
            dice.count("horses_killed")
        fate = self.men.suffer(s, dice, state, effect)
        # A band on foot without men keeps its distance until the shooting is over: so less is read here.
        if band is self.riders and (fate.state is None or fate.unhorsed):
            band.forget_if_empty(s)
        if fate.unhorsed:
            dice.note("he is on foot from now on")
            band = self.foot
            if band.men.living(s) == 1:
                s.to_go[band.at], s.fell_back[band.at] = distance, 0
            else:
                s.to_go[band.at] = max(s.to_go[band.at], distance)
        if fate.gave_ground:
            dice.count("retreats")
            self._fall_back(band, s, dice, effect.retreat)
        missed = self.setup.friends and effect == Effect() and self.friends.living(s) > 0
        if missed and dice.roll(self.missed(shooter, stretch)) == missiles.FRIEND_HIT:
            self._hit_friend(s, dice)

    def _band(self, shooter: ShooterGroup, s: Any, dice: Any) -> Band | None:
        """Return the band a man shoots at; None if none may be shot at (shooters, Who is shot at)."""
        bands = [band for band in self.bands if band.lives(s)]
        if len(bands) > 1 and dice.choose(_BAND, BANDS) == "foot":
            bands.reverse()
        for band in bands:
            if self.shot(shooter, self.stretch(shooter, s.to_go[band.at]), band.able[0]) is not None:
                return band
        return None

    def _fall_back(self, band: Band, s: Any, dice: Any, hexes: int) -> None:
        """Let the band of a retreating man fall back as well (Retreat of a man who lives)."""
        if self.falls_back == "holds":
            dice.note("he makes up for it")
            return
        before = s.to_go[band.at]
        if self.falls_back == "once" and s.fell_back[band.at] > 0:
            dice.note("his band has fallen back already")
        elif before < self.hexes:
            s.to_go[band.at] = min(before + hexes, self.hexes)
            s.fell_back[band.at] = int(self.falls_back == "once")
            dice.note(f"the {band.words} fall back, {{:hex}} to go", s.to_go[band.at])
        if before == self.hexes:
            dice.note("his band is where it started")

    def _hit_friend(self, s: Any, dice: Any) -> None:
        """Let a missed shot hit a friend (A miss)."""
        dice.count("friends_hit")
        friends = self.friends.of(s)
        fit = friends[FIT] > 0
        if fit and friends[WOUNDED] > 0:
            fit = dice.roll(self.lot(friends[FIT], friends[WOUNDED])) == "a fit one"
        if fit:
            dice.note("a friend is wounded")
            friends[FIT] -= 1
            friends[WOUNDED] += 1
        else:
            dice.note("a wounded friend dies")
            friends[WOUNDED] -= 1

    def rest(self, s: Any, _dice: Any) -> None:
        """End the player turn: a band may fall back again in the next (Retreat of a man who lives)."""
        for band in self.bands:
            if s.fell_back[band.at] != 0:
                s.fell_back[band.at] = 0
            band.forget_if_empty(s)

    def move(self, band: Band, s: Any, dice: Any) -> None:
        """Move a band towards the shooters (targets, 1)."""
        men = band.men.of(s)
        able = [state for state in band.able if men[state] > 0]
        if not able or (advance := dice.choose(_ADVANCE, _ADVANCES)) == "stand":
            return
        if band is self.foot and self.setup.mounted and dice.choose(_FOLLOW, _UNHORSED) == "stay":
            return
        slowest = len(able) > 1 and dice.choose(_PACE, _PACES) == "slowest"
        before = int(s.to_go[band.at])
        distance = self.reached(band.name, able[-1 if slowest else 0], advance)[before]
        s.to_go[band.at] = distance
        if distance == before:
            return
        if distance:
            dice.note(f"the {band.words} come on, {{:hex}} to go", distance)
        else:
            dice.note(f"the {band.words} arrive")

    def end_of_turn(self, s: Any, dice: Any) -> None:
        """Look for an ending at the end of a game turn (Endings)."""
        if self.men.living(s) == 0:
            end(s, dice, ENDINGS, "destroyed")
        elif any(s.to_go[band.at] == 0 and band.lives(s) for band in self.bands):
            end(s, dice, ENDINGS, "arrived")
        elif self.targets.breaks_off(s, dice):
            end(s, dice, ENDINGS, "broken_off")


def _group_words(group: ShooterGroup) -> str:
    parts = [say("facts.shooters_with", number=group.men, weapon=keys.weapon_word(group.weapon))]
    if group.weapon == BALLISTA:
        parts = [words().counted("ballista", group.men), say("facts.first_shot", turn=group.ready)]
    parts += [say("facts.of_them_wounded", number=group.wounded)] if group.wounded else []
    parts += [say("facts.aptitude", number=words().signed(group.aptitude))] if group.aptitude else []
    parts.append(words().word("stands", group.place))
    parts += [words().plural("facts.hexes_aside", group.aside)] if group.aside else []
    return ", ".join(parts)


def _facts(setup: VolleySetup) -> Facts:
    targets = [words().counted("rider", setup.men) if setup.mounted else words().plural("facts.on_foot", setup.men)]
    targets += [say("facts.of_them_wounded", number=setup.wounded)] if setup.wounded else []
    friends = []
    if setup.friends:
        friends = [say("facts.beside_target", number=setup.friends)]
        friends.append(say("facts.of_them_wounded", number=setup.friends_wounded))
    groups = (_group_words(group) for group in setup.shooters)
    return (
        (say("facts.targets"), keys.of_kind(", ".join(targets), setup.kind, riders=setup.mounted)),
        (say("facts.approach"), keys.way_words(setup.approach, mantlets=setup.mantlets)),
        (say("facts.shooters"), words().with_semicolons(groups)),
        (say("facts.friends"), ", ".join(friends)),
        (say("facts.first_player"), words().word("sides", setup.first)),
    )


def _sweep(setup: VolleySetup) -> tuple[Axis, Axis]:
    men = tuple(range(max(1, setup.wounded, setup.men - 3), setup.men + 1))
    group = setup.shooters[0]
    return ("targets.men", men), ("shooters.1.men", tuple(range(group.wounded, max(group.men, 6) + 1)))


PLAYABLE = Playable(
    name="volley",
    keys=VolleySetup,
    make=volley,
    facts=_facts,
    sweep=_sweep,
    # A band that breaks off at losses counts them from its men.
    starts=lambda setup: ("men", "wounded") if setup.break_off_losses is None else (),
)
