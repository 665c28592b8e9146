"""The single rolls: what is added to a die, and what the tables say of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from oracle.filo.rules import Rules

NOT_ALLOWED, NO_EFFECT, IMPOSSIBLE, NONE = "NA", "SE", "imposible", "-"


@dataclass(frozen=True)
class Fighter:
    """Whoever fights or shoots: values are those of the face that is up."""

    type: str
    strength: int
    quality: int
    order: str = "organised"
    mounted: bool = False
    bonus: int = 0
    ruy_diaz: bool = False
    grounds: tuple[str, ...] = ()
    # What it attacks across.
    across: tuple[str, ...] = ()


def ratio_modifier(rules: Rules, attackers: int, defenders: int) -> int:
    """The highest step that attackers to defenders reach; none of them is the last column."""
    steps = []
    for column in rules.columns["combat-ratio"]:
        if "/" in column:
            above, below = column.split("/")
            if Fraction(attackers, defenders) >= Fraction(int(above), int(below)):
                steps.append((Fraction(int(above), int(below)), column))
    return rules.number("combat-ratio", "modifier", max(steps)[1] if steps else "worse")


def ground_row(rules: Rules, ground: str) -> str:
    """The row of the table of terrain; a parapet has none of its own. Empty if it counts for nothing."""
    if ground != "parapet":
        return ground
    return {"palisade": "palisade", "none": "", "wall": "wall"}[rules.option("parapet-row")]


def _effects(rules: Rules, ground: str, columns: Sequence[str]) -> list[str]:
    """What stands in these columns; of two figures the first, which is from outside in."""
    row = ground_row(rules, ground)
    return [rules.cell("ground", row, column).split("/")[0] for column in columns] if row else []


def _each(rules: Rules, grounds: Sequence[str], columns: Sequence[str]) -> list[int]:
    return [
        sum(0 if effect == NO_EFFECT else int(effect) for effect in _effects(rules, ground, columns))
        for ground in grounds
    ]


def _combat_ground(rules: Rules, grounds: Sequence[str], columns: Sequence[str]) -> int:
    each = _each(rules, grounds, columns)
    return min(each, default=0) if rules.option("terrain-sum") == "lowest" else sum(each)


def charge_columns(rules: Rules) -> tuple[str, ...]:
    return ("combat", "charge") if rules.option("charge-terrain") == "both" else ("charge",)


def allows_charge(rules: Rules, grounds: Sequence[str]) -> bool:
    return all(NOT_ALLOWED not in _effects(rules, ground, ("combat", "charge")) for ground in grounds)


def may_charge(rules: Rules, who: Fighter) -> bool:
    """By itself: a mounted unit of a type that charges, not routed."""
    return who.mounted and rules.cell("types", who.type, "charges") == "yes" and who.order != "routed"


def may_react(rules: Rules, who: Fighter) -> bool:
    able = who.order != "routed" or rules.option("routed-acts") == "yes"
    return able and who.mounted and rules.cell("types", who.type, "charges") == "yes"


def combat_total(
    rules: Rules, attacker: Fighter, defender: Fighter, *, charge: str = "no", offensive_fire: bool = False
) -> int:
    """What is added to the die, limited to -7..+7. Charge: yes, no, or void by a reaction charge."""
    return joint_total(rules, [attacker], [defender], charge=charge, offensive_fire=offensive_fire)


def joint_total(
    rules: Rules,
    attackers: Sequence[Fighter],
    defenders: Sequence[Fighter],
    *,
    charge: str = "no",
    offensive_fire: bool = False,
    rear: bool = False,
) -> int:
    """What is added to the die of a combat of several on a side, limited to -7..+7."""
    total = ratio_modifier(rules, *(sum(one.strength for one in side) for side in (attackers, defenders)))
    total += min(rules.number("combat-types", one.type, other.type) for one in attackers for other in defenders)
    best, theirs = (max(one.quality for one in side) for side in (attackers, defenders))
    if best != theirs:
        total += rules.number("combat-modifiers", "quality_better" if best > theirs else "quality_worse")
    total += _leaders(rules, attackers) - _leaders(rules, defenders) + _ruy_diaz(rules, attackers, defenders)
    if offensive_fire:
        total += rules.number("combat-modifiers", "offensive_fire")
    orders = [one.order for one in defenders]
    total += _approach(rules, charge=charge == "yes", rear=rear, faceless=set(orders) == {"routed"})
    total += _attackers_orders(rules, [one.order for one in attackers]) + _defenders_orders(rules, orders)
    as_charge = charge == "yes" or (charge == "void" and rules.option("reaction-terrain") == "charge-column")
    columns = charge_columns(rules) if as_charge else ("combat",)
    pairs = [(*other.grounds, *one.across) for one in attackers for other in defenders]
    total += min(_combat_ground(rules, grounds, columns) for grounds in pairs)
    return max(-7, min(7, total))


def _leaders(rules: Rules, side: Sequence[Fighter]) -> int:
    each = [one.bonus for one in side]
    return sum(each) if rules.option("several-leaders") == "sum" else max(each)


def _approach(rules: Rules, *, charge: bool, rear: bool, faceless: bool) -> int:
    """From where the attack comes, and how; who is routed has no rear."""
    total, rear = 0, rear and not faceless
    if charge and (not faceless or rules.option("charge-on-routed") == "front"):
        total += rules.number("combat-modifiers", "charge_rear" if rear else "charge_front")
    if rear and not (charge and rules.option("rear-charge") == "charge-only"):
        total += rules.number("combat-modifiers", "rear")
    return total


def _attackers_orders(rules: Rules, orders: Sequence[str]) -> int:
    shaken = [order != "organised" for order in orders]
    if all(shaken) or (any(shaken) and rules.option("demoralised-attackers") == "minus-two"):
        return rules.number("combat-modifiers", "attackers_all_demoralised")
    return rules.number("combat-modifiers", "attackers_some_demoralised") if any(shaken) else 0


def _defenders_orders(rules: Rules, orders: Sequence[str]) -> int:
    if set(orders) == {"routed"}:
        return rules.number("combat-modifiers", "defenders_all_routed")
    if "routed" in orders or set(orders) == {"demoralised"}:
        return rules.number("combat-modifiers", "defenders_all_demoralised_or_some_routed")
    return rules.number("combat-modifiers", "defenders_some_demoralised") if "demoralised" in orders else 0


def _ruy_diaz(rules: Rules, attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> int:
    if rules.option("ruy-diaz") == "off":
        return 0
    sign = {"minus-one": -1, "none": 0, "plus-one": 1}[rules.option("ruy-diaz-defence")]
    times = any(one.ruy_diaz for one in attackers) + sign * any(one.ruy_diaz for one in defenders)
    return times * rules.number("navas-modifiers", "ruy_diaz") if times else 0


def combat_results(rules: Rules, modified: int) -> tuple[str, str]:
    """What a modified die does to the defender and to the attacker."""
    defender, attacker = (rules.band("combat-results", modified, column) for column in ("defenders", "attackers"))
    return defender, attacker


def others_take(rules: Rules, result: str) -> str:
    """What all but the first of those who attack together take of a result."""
    if rules.option("results-on-all") == "all":
        return result
    return "R" if "R" in result.split("+") else NONE


def figures(rules: Rules, type_: str, distance: int, grounds: Sequence[str] = ()) -> str:
    """The figures of a shot at somebody on this ground, "" if it is impossible."""
    weapon = rules.cell("types", type_, "fires")
    if weapon == "-" or str(distance) not in rules.columns["shots"]:
        return ""
    if any(NOT_ALLOWED in _effects(rules, ground, ("fire",)) for ground in grounds):
        return ""
    cell = rules.cell("shots", weapon, str(distance))
    return "" if cell == IMPOSSIBLE else cell


def shot_total(rules: Rules, shooter: Fighter, grounds: Sequence[str] = (), *, moved: bool = False) -> int:
    """What is added to the die of a shot."""
    said = ["moved"] * moved + ["mounted"] * shooter.mounted + ["demoralised"] * (shooter.order == "demoralised")
    if shooter.strength < 4 and rules.cell("types", shooter.type, "fires") != "artillery":
        said.append("strength_under_4")
    if 4 < shooter.strength <= 8 or (shooter.strength > 8 and rules.option("fire-strength-steps") == "three"):
        said.append("strength_over_4")
    if shooter.strength > 8:
        said.append("strength_over_8")
    total = sum(rules.number("fire-modifiers", name) for name in said)
    if shooter.type == "Ar" and rules.option("navas-archers") == "on":
        total += rules.number("navas-modifiers", "archers")
    return total + sum(_each(rules, grounds, ("fire",)))


def shot_letter(given: str, modified: int) -> str:
    """What a shot does: routed from the second figure on, demoralised from the first; else nothing."""
    first, _, second = given.partition("/")
    if second and modified >= int(second):
        return "Dr"
    return "D" if modified >= int(first) else ""


def rallies(
    rules: Rules,
    die: int,
    state: str,
    quality: int,
    bonus: int,
    *,
    al_andalus: bool = False,
    de_rada: bool = False,
    banner: bool = False,
) -> bool:
    """Whether a rally comes off, beside De Rada or the Almohad banner; a natural 0 always does."""
    order, fatigue = state.split("_")
    total = die - bonus
    if fatigue == "fatigued":
        total += rules.number("rally-modifiers", "fatigued")
    if order == "routed":
        total += rules.number("rally-modifiers", "routed")
    if al_andalus and rules.option("al-andalus-rally") == "on":
        total += rules.number("navas-modifiers", "al_andalus")
    if de_rada and rules.option("de-rada") == "on":
        total += rules.number("navas-modifiers", "de_rada_adjacent")
    if banner and rules.option("almohad-banner") == "on":
        total += rules.number("navas-modifiers", "almohad_banner")
    return die == 0 or total <= quality


def routs_when_passed(die: int, quality: int) -> bool:
    return die > quality


def tests_leaders(rules: Rules, die: int) -> bool:
    """Whether an unmodified die of a shot or combat tests leaders."""
    return die == 9 or (die == 0 and rules.option("leader-test-face") == "nine-and-zero")


def leader_after(rules: Rules, die: int, fate: str) -> str:
    """What a test makes of a fit or wounded leader."""
    found = rules.band("leader-loss", die, "leader")
    if found == "muere" or (found == "herido" and fate == "wounded"):
        return "dead"
    return "wounded" if found == "herido" else fate


def initiative_class(rules: Rules, one: int, other: int) -> str:
    return rules.band("initiative", abs(one - other), "class")
