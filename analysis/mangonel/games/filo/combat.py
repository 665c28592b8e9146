"""Combat, one roll for both sides (chapter 10, Tablas de Combates), and all rolls of games, each built once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, product

from mangonel.engine.notes import counted
from mangonel.engine.rolls import Roll, cached
from mangonel.errors import DataError, NoRollError
from mangonel.games.filo import rolls, states
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Die, Throw
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.situation import Joint, Modifier, Situation, possible

DEFENDERS, ATTACKERS = "defenders", "attackers"
_TABLE = "combat-results"
_ATTACKER, _DEFENDER = "attacker", "defender"
_WORSE = "worse"


@dataclass(frozen=True)
class Combat:
    """Units against units."""

    attackers: tuple[states.Unit, ...]
    defenders: tuple[states.Unit, ...]
    """`attackers`, `defenders`: all that take part."""
    charge: bool = False
    """Whether the attackers charge."""
    approach: int = 0
    """Movement points that they have spent before."""
    dropped: bool = False
    """Whether the attacker would rather not fight, now that the shots before the combat have been made."""

    def more(self, name: str, points: int) -> Combat:
        """Return the combat with more ``strength``, or more ``quality`` or ``leader`` bonus of the best attacker."""
        units = list(self.attackers)
        ranks = {
            "strength": [0] * len(units),
            "quality": [unit.quality for unit in units],
            "leader": [max(unit.bonuses, default=-1) for unit in units],
        }[name]
        at = ranks.index(max(ranks))
        units[at] = units[at].more(name, points)
        return replace(self, attackers=tuple(units))


def combat_situation(rules: RuleSet, combat: Combat, *, reacted: bool = False) -> Joint:
    """Return the roll of a combat, with the results of defenders and attackers; `reacted`: the charge is void.

    Raises
    ------
    DataError
        If nobody attacks or nobody defends.
    NoRollError
        If the rules do not allow the combat.
    UnknownCellError
        If the source has lost a cell that it needs, and no reading fills it.
    """
    _check(rules, combat)
    table, modifiers = rules.table(_TABLE), rules.table("combat-modifiers")
    parts = [_ratio(rules, combat), _types(rules, combat)]

    def add(reason: str, row: str) -> None:
        parts.append(Modifier(reason, modifiers.number(row)))

    best = [max(unit.quality for unit in units) for units in (combat.attackers, combat.defenders)]
    if best[0] != best[1]:
        add(*(("better quality", "quality_better") if best[0] > best[1] else ("worse quality", "quality_worse")))
    parts += _leaders(rules, combat)
    if any("shot" in unit.words for unit in combat.attackers):
        add("offensive fire", "offensive_fire")
    charge = combat.charge and not reacted
    for reason, row in (*_way(rules, combat, charge=charge), *_attackers(rules, combat), *_defenders(combat)):
        add(reason, row)
    parts.append(Modifier("terrain", _terrain(rules, combat, reacted=reacted)))
    kept = tuple(modifier for place, modifier in enumerate(parts) if modifier.value or place < 2)
    return Joint(Situation(table, DEFENDERS, modifiers=kept), (DEFENDERS, ATTACKERS))


def totals(rules: RuleSet) -> range:
    """Return all that can be added to the die of a combat in all, or makes a difference to it."""
    table = rules.table(_TABLE)
    faces = table.thrown.totals
    least, most = table.limit or (table.bands[0][1] - faces[-1], table.bands[-1][0] - faces[0])
    return range(least, most + 1)


def reaction_chance(rules: RuleSet, combat: Combat) -> Fraction:
    """Return the chance that a unit that is charged voids the charge (10.5); 0 if it may not try."""
    roll = reaction_of(rules, combat.defenders[0]) if combat.charge else None
    return Fraction(0) if roll is None else roll.odds().get("passes", Fraction(0))


def reaction_of(rules: RuleSet, unit: states.Unit) -> Situation | None:
    """Return the reaction charge of a unit that is charged (10.5); None if it may not try."""
    may = rules.table("types").cell(unit.type, "charges") == "yes" and unit.mounted
    if may and unit.order == states.ROUTED:
        may = rules.choice("routed-acts") == "yes"
    return rolls.reaction_situation(rules, quality=unit.quality) if may else None


def combat_odds(rules: RuleSet, combat: Combat) -> dict[tuple[str, str], Fraction]:
    """Return the exact odds of the results of defenders and attackers, a reaction charge included.

    Errors as in `combat_situation`.
    """
    reacts = reaction_chance(rules, combat)
    odds: dict[tuple[str, str], Fraction] = {}
    for chance, reacted in ((1 - reacts, False), (reacts, True)):
        if chance:
            for (defenders, attackers), share in combat_situation(rules, combat, reacted=reacted).odds().items():
                odds[defenders, attackers] = odds.get((defenders, attackers), Fraction(0)) + chance * share
    return odds


def _check(rules: RuleSet, combat: Combat) -> None:
    for units, who in ((combat.attackers, _ATTACKER), (combat.defenders, _DEFENDER)):
        if not units:
            raise DataError(f"a combat needs at least one {who}", value=0)
        if any(unit.just_routed for unit in units) and (how := rules.choice("combat-after-rout")) == "lapses":
            message = f"no combat: the fire before it has routed the {who} (option combat-after-rout: {how})"
            raise NoRollError(message, value=who)
    types = rules.table("types")
    for unit in combat.attackers:
        if types.cell(unit.type, "attacks") == "no":
            able = states.types_with(rules, "attacks")
            raise NoRollError("no combat: such a unit does not attack", path=_ATTACKER, value=unit.type, allowed=able)
        if unit.order == states.ROUTED and not unit.just_routed:
            raise NoRollError("no combat: a routed unit does not attack", path=_ATTACKER, value=unit.type)
        if "shot" in unit.words and "artillery" not in unit.words and states.shooter_of(rules, unit) == "-":
            raise NoRollError("no offensive fire: such a unit does not shoot", path=_ATTACKER, value=unit.type)
    if combat.dropped and (when := rules.choice("combat-declared")) == "after-shots":
        raise NoRollError(f"no combat: the attacker drops it (option combat-declared: {when})")
    if combat.charge:
        _check_charge(rules, combat)


def _check_charge(rules: RuleSet, combat: Combat) -> None:
    types = rules.table("types")
    for unit in combat.attackers:
        if types.cell(unit.type, "charges") == "no":
            able = states.types_with(rules, "charges")
            raise NoRollError("no charge: such a unit does not charge", path=_ATTACKER, value=unit.type, allowed=able)
        if not unit.mounted:
            raise NoRollError("no charge: it is on foot", path=_ATTACKER, value=unit.type)
        if unit.order == states.ROUTED and not unit.just_routed:
            raise NoRollError("no charge: a routed unit does not charge", path=_ATTACKER, value=unit.type)
    guns = [unit for unit in combat.defenders if types.cell(unit.type, "attacks") == "no"]
    # Infantry and artillery share a hex (5.1).
    most = 2 if len(guns) == 1 and not any(unit.mounted for unit in combat.defenders) else 1
    if len(combat.defenders) > most:
        message = "no charge: it goes against one hex (one unit, or infantry with artillery)"
        raise NoRollError(message, path=_DEFENDER, value=len(combat.defenders))
    most = charge_points(rules, combat.approach)
    if combat.approach > most:
        message = f"no charge: at most {most} movement points before (option charge-movement: at-most-4)"
        raise NoRollError(message, path="approach", value=combat.approach)


def charge_points(rules: RuleSet, movement: int) -> int:
    """Return how many of some movement points a unit can spend before it charges (option ``charge-movement``)."""
    if rules.choice("charge-movement") == "free":
        return movement
    return min(movement, rules.table("hexes").number("charge_points"))


def _ratio(rules: RuleSet, combat: Combat) -> Modifier:
    table = rules.table("combat-ratio")
    ours, theirs = (sum(unit.strength for unit in units) for units in (combat.attackers, combat.defenders))
    reached = _reached(table.columns, ours, theirs)
    return Modifier(f"ratio {reached}" if reached != _WORSE else "worst ratio", table.number("modifier", reached))


@lru_cache(maxsize=4096)
def _reached(columns: tuple[str, ...], ours: int, theirs: int) -> str:
    steps = {column: Fraction(column) for column in columns if column != _WORSE}
    ratio = Fraction(ours, theirs)
    return max((step for step in steps if steps[step] <= ratio), key=steps.__getitem__, default=_WORSE)


def _types(rules: RuleSet, combat: Combat) -> Modifier:
    table = rules.table("combat-types")
    pairs = product(
        dict.fromkeys(mine.type for mine in combat.attackers),
        dict.fromkeys(kind for other in combat.defenders for kind in (other.type, *other.beside)),
    )
    values = {f"{mine} against {other}": table.number(mine, other) for mine, other in pairs}
    worst = min(values, key=values.__getitem__)
    return Modifier(worst, values[worst])


def _leaders(rules: RuleSet, combat: Combat) -> list[Modifier]:
    sides = [[bonus for unit in units for bonus in unit.bonuses] for units in (combat.attackers, combat.defenders)]
    several = any(len(bonuses) > 1 for bonuses in sides)
    summed = several and rules.choice("several-leaders") == "sum"
    mine, theirs = (sum(bonuses) if summed else max(bonuses, default=0) for bonuses in sides)
    modifiers = [Modifier("leaders", mine - theirs)]
    value = rules.table("navas-modifiers").number
    if any("ruy_diaz" in unit.words for unit in combat.attackers):
        modifiers.append(Modifier("Ruy Díaz attacks", value("ruy_diaz")))
    if any("ruy_diaz" in unit.words for unit in combat.defenders):
        sign = {"minus-one": -1, "none": 0, "plus-one": 1}[rules.choice("ruy-diaz-defence")]
        if sign:
            modifiers.append(Modifier("Ruy Díaz defends", sign * value("ruy_diaz")))
    return modifiers


def _way(rules: RuleSet, combat: Combat, *, charge: bool) -> list[tuple[str, str]]:
    """Return the modifiers of a charge and of an attack through a rear hex; a routed unit has no facing."""
    all_routed = all(unit.order == states.ROUTED for unit in combat.defenders)
    rear = any("rear" in unit.words for unit in combat.attackers) and not all_routed
    if not charge:
        return [("rear hex", "rear")] if rear else []
    if all_routed and rules.choice("charge-on-routed") == "none":
        return []
    if not rear:
        return [("charge", "charge_front")]
    ways = [("charge through a rear hex", "charge_rear")]
    return [("rear hex", "rear"), *ways] if rules.choice("rear-charge") == "both" else ways


def _attackers(rules: RuleSet, combat: Combat) -> list[tuple[str, str]]:
    """Return the modifier of attackers in disorder; one routed by the fire before counts as demoralised."""
    shaken = [unit.order != states.ORGANISED for unit in combat.attackers]
    if not any(shaken):
        return []
    if all(shaken) or rules.choice("demoralised-attackers") == "minus-two":
        return [("attackers demoralised", "attackers_all_demoralised")]
    return [("some attackers demoralised", "attackers_some_demoralised")]


def _defenders(combat: Combat) -> list[tuple[str, str]]:
    orders = [unit.order for unit in combat.defenders]
    if all(order == states.ROUTED for order in orders):
        return [("defenders routed", "defenders_all_routed")]
    if states.ROUTED in orders:
        return [("some defenders routed", "defenders_all_demoralised_or_some_routed")]
    if all(order == states.DEMORALISED for order in orders):
        return [("defenders demoralised", "defenders_all_demoralised_or_some_routed")]
    return [("some defenders demoralised", "defenders_some_demoralised")] if states.DEMORALISED in orders else []


def _terrain(rules: RuleSet, combat: Combat, *, reacted: bool) -> int:
    """Return the lowest number over all pairs of the defender's hex and the terrain between."""

    def total(grounds: Sequence[str]) -> int:
        effects = [sum(states.effect(rules, ground, column) for column in columns) for ground in grounds]
        return sum(effects) if len(effects) < 2 or rules.choice("terrain-sum") == "sum" else min(effects)

    columns = ["combat"]
    mine, theirs = ([unit.ground for unit in units] for units in (combat.attackers, combat.defenders))
    try:
        if combat.charge:
            columns = ["charge"] if rules.choice("charge-terrain") == "instead" else ["combat", "charge"]
            # Where a charge is not allowed none is made, whatever the defender does then.
            for ground in chain(*mine, *theirs):
                states.effect(rules, ground, "charge")
            if reacted and rules.choice("reaction-terrain") == "combat-column":
                columns = ["combat"]
        return min(total((*there, *between)) for between, there in product(mine, theirs))
    except NoRollError as error:
        raise error.at(_ATTACKER if any(error.value in each for each in mine) else _DEFENDER) from None


SHOTS = (NO_EFFECT, "D", "Dr")
"""Results of a shot."""
PLAIN, CHARGED, VOIDED = range(3)
"""How a combat is fought: without a charge, with one, with one that a reaction charge has voided."""
ROUTS, PASSES, RALLIES, CAPTURED = "Dr", "passes", "rallies", "capturado"
"""Outcomes of a friend passed by a rout, of a reaction charge, of a rally, of a leader without a banner."""


class Rolls:
    """The rolls of a game under a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    @cached
    def shot(self, shooters: tuple[states.Unit, ...], hexes: int, ground: tuple[str, ...], tests: bool) -> Roll | None:  # noqa: FBT001
        """Return a shot, None if the rules allow none: its result, and whether it `tests` leaders, if it can."""
        situation = possible(partial(rolls.fire_situation, self.rules, rolls.Shot(shooters, hexes, ground)))
        if situation is None:
            return None
        nines = rolls.faces_of_test(self.rules) if tests else ()
        letters = zip(situation.faces, situation.giving(SHOTS).outcomes(), strict=True)
        faces = tuple((letter, die in nines) for die, letter in letters)
        outcomes = tuple((letter, nine) for nine in ((False, True) if tests else (False,)) for letter in SHOTS)
        cells = (("shots", states.shooter_of(self.rules, shooters[0]), str(hexes)),) * len(faces)
        tell = partial(told, situation, f"at {counted(hexes, 'hex')}: ")
        return Roll("shot", faces, situation.table.thrown, tell, outcomes, cells, situation=situation)

    @cached
    def joint(self, attackers: tuple[states.Unit, ...], defenders: tuple[states.Unit, ...], way: int) -> Joint | None:
        """Return a combat that is fought in a `way`, None if the rules allow none."""
        combat = Combat(attackers, defenders, charge=way != PLAIN)
        return possible(partial(combat_situation, self.rules, combat, reacted=way == VOIDED))

    @cached
    def combat(
        self,
        attackers: tuple[states.Unit, ...],
        defenders: tuple[states.Unit, ...],
        way: int,
        tests: bool,  # noqa: FBT001
    ) -> Roll | None:
        """Return the roll of a combat, None if the rules allow none; outcomes as in `fought`."""
        joint = self.joint(attackers, defenders, way)
        if joint is None:
            return None
        return replace(self.fought(joint.situation.modifier, tests), explain=partial(told, joint, ""), situation=joint)

    @cached
    def fought(self, modifier: int, tests: bool) -> Roll:  # noqa: FBT001
        """Return the roll of a combat by the sum of its modifiers: both results, and whether it `tests` leaders."""
        nines = rolls.faces_of_test(self.rules) if tests else ()
        table = self.rules.table(_TABLE)
        joint = Joint(Situation(table, DEFENDERS, modifiers=(Modifier("modifiers", modifier),)), (DEFENDERS, ATTACKERS))
        faces = tuple((*pair, die in nines) for die, pair in zip(joint.faces, joint.outcomes(), strict=True))
        letters = ((*table.column_results.get(column, ()), NO_EFFECT) for column in joint.columns)
        outcomes = tuple(product(*letters, (False, True) if tests else (False,)))
        cells, other = map(_cells, joint.readings)
        return Roll("combat", faces, table.thrown, partial(told, joint, ""), outcomes, cells, None, (other,), {}, joint)

    @cached
    def reaction(self, unit: states.Unit) -> Roll | None:
        """Return the reaction charge of a unit that is charged; None if it may not try."""
        return None if reaction_of(self.rules, unit) is None else self.reacts(unit.quality)

    @cached
    def reacts(self, quality: int) -> Roll:
        return _test("reaction charge", rolls.reaction_situation(self.rules, quality=quality), PASSES)

    @cached
    def rally(self, rally: rolls.Rally) -> Roll:
        return _test("rally", rolls.rally_situation(self.rules, rally), RALLIES)

    @cached
    def passed(self, quality: int) -> Roll:
        return _test("passed by a rout", rolls.rout_situation(self.rules, quality=quality), ROUTS)

    @cached
    def leader(self) -> Roll:
        return _roll("leader", rolls.loss_situation(self.rules), (rolls.NOTHING, rolls.WOUNDED, rolls.DIES))

    @cached
    def fate(self) -> Roll:
        return _roll("leader without a banner", rolls.fate_situation(self.rules), (rolls.DIES, CAPTURED))


def chance_roll(name: str, met: str, missed: str, faces: Collection[int]) -> Roll:
    """Return the roll of a die of which some faces are met, and the others missed."""
    die = Die(10, zero=True)
    return Roll.of(name, [met if face in faces else missed for face in die.faces], die)


def _test(name: str, situation: Situation, letter: str) -> Roll:
    return _roll(name, situation, (NO_EFFECT, letter), printed=False)


def _roll(name: str, situation: Situation, letters: tuple[str, ...], *, printed: bool = True) -> Roll:
    """Return a roll on a table, which is one of the rules if it is `printed`, or else made for this roll."""
    cells, faces = _cells(situation) if printed else (), situation.giving(letters).outcomes()
    return Roll(name, faces, situation.table.thrown, partial(told, situation, ""), letters, cells, situation=situation)


def _cells(situation: Situation) -> tuple[Cell, ...]:
    table = situation.table
    return tuple((table.id, table.rows[situation.row(die) - 1], situation.column) for die in situation.faces)


def told(asked: Situation | Joint, before: str, die: Throw) -> str:
    """Return a throw in words: the dice, the modifiers, and the result."""
    situation = asked.situation if isinstance(asked, Joint) else asked

    def words(letter: str) -> str:
        # A result that is no letter in print is told by its meaning alone.
        meaning = situation.meaning(letter)
        return f"{letter} ({meaning})" if letter == NO_EFFECT or letter[:1].isupper() else meaning

    if isinstance(asked, Joint):
        sides = zip(asked.columns, asked.outcome(die), strict=True)
        return f"{before}{situation.steps(die)} -> " + ", ".join(f"{who}: {words(letter)}" for who, letter in sides)
    return f"{before}{situation.steps(die)} -> {words(asked.outcome(die))}"
