"""Rolls but combat: fire (9), quality (10.5, 12.2, 12.3), leaders (7.5), points (Victoria), initiative (6.C)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from mangonel.errors import DataError, NoRollError
from mangonel.games.filo import states
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Die
from mangonel.rules.reading import Source
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Modifier, Situation
from mangonel.rules.table import Table

_SIDES = 10


def _threshold_table(
    name: str, title: str, column: str, results: Mapping[str, str], begins: Mapping[str, int], source: Source
) -> Table:
    """Return a table of which each row is a result, from the least modified die that comes to it.

    `results` are all of them with their meanings, the worst first; `begins` is from which number each is reached, of
    those that can be. The one that begins lowest stands for all below it; of several that begin at one number the first
    holds.
    """
    ends = dict[int, str]()
    for letter, first in begins.items():
        ends.setdefault(first, letter)
    firsts = sorted(ends)
    rows = [
        f"{first}..{after - 1}" if after - 1 > first else str(first)
        for first, after in zip(firsts, [*firsts[1:], firsts[-1] + 1], strict=True)
    ]
    return Table(
        id=name,
        kind="die",
        title=title,
        columns=(column,),
        rows=tuple(rows),
        cells=tuple((ends[first],) for first in firsts),
        source=source,
        die=_SIDES,
        zero=True,
        results=results,
        open_ended=True,
    )


SHOT_BEFORE = ("none", "activation", "step", "phase-b")
"""When the target was shot at before: not, in this activation, in this step of phase B, in another step of it."""

_ARTILLERY = "artillery"
_MEANINGS = {"Dr": "routed", "D": "demoralised", NO_EFFECT: "no effect"}


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot, or one that several units of a type make together."""

    shooters: tuple[states.Unit, ...]
    """All that shoot."""
    distance: int
    """Hexes to the target from the farthest of them."""
    ground: tuple[str, ...] = ()
    """Terrain of the target, and before it."""
    from_inside: bool = False
    """Whether it is shot from inside out, over a wall or a gate."""
    shot_before: str = SHOT_BEFORE[0]
    """When the target was shot at before: one of `SHOT_BEFORE`."""


def distances(rules: RuleSet, weapon: str) -> list[int]:
    """Return at how many hexes a weapon shoots; cells that the source has lost are shots that are possible."""
    table = rules.table("shots")
    return [int(distance) for distance in table.columns if table.printed(weapon, distance) != "imposible"]


def fire_situation(rules: RuleSet, shot: Shot) -> Situation:
    """Return the roll of a shot: ``Dr``, ``D`` or no effect.

    Raises
    ------
    DataError
        If nobody shoots, they are of several types, or the distance is under 1.
    NoRollError
        If the rules do not allow the shot.
    UnknownCellError
        If the source has lost a cell that it needs, and no reading fills it.
    """
    weapon = _weapon(rules, shot)
    begins = _begins(rules, weapon, shot.distance)
    table = rules.table("shots")
    begins[NO_EFFECT] = min(0, min(begins.values(), default=1) - 1)
    column = f"{weapon}, {shot.distance} {'hex' if shot.distance == 1 else 'hexes'}"
    table_read = _threshold_table(table.id, table.title, column, _MEANINGS, begins, table.source)
    modifiers = _modifiers(rules, shot, weapon)
    try:
        terrain = sum(states.effect(rules, ground, "fire", second=shot.from_inside) for ground in shot.ground)
    except NoRollError as error:
        raise error.at("terrain") from None
    modifiers.append(Modifier("terrain", terrain))
    return Situation(table_read, column, modifiers=tuple(modifier for modifier in modifiers if modifier.value))


def _weapon(rules: RuleSet, shot: Shot) -> str:
    if not shot.shooters:
        raise DataError("a shot needs at least one shooter", value=0)
    kinds = tuple(dict.fromkeys(unit.type for unit in shot.shooters))
    if len(kinds) > 1:
        raise DataError("who shoots together is of one type", path="shooter", value=" ".join(kinds))
    weapon = states.shooter_of(rules, shot.shooters[0])
    if weapon == "-":
        types = rules.table("types")
        able = [row for row in types.rows if types.cell(row, "fires") != "-"]
        raise NoRollError("no shot: such a unit does not shoot", path="shooter", value=kinds[0], allowed=able)
    words = {word for unit in shot.shooters for word in unit.words}
    if "resting" in words and rules.choice("rest-and-fire") == "no":
        raise NoRollError("no shot: a resting unit does not shoot (option rest-and-fire: no)", path="shooter")
    if any(unit.order == states.ROUTED for unit in shot.shooters) and rules.choice("routed-acts") == "no":
        raise NoRollError("no shot: a routed unit does not shoot (option routed-acts: no)", path="shooter")
    before = shot.shot_before
    if before not in SHOT_BEFORE:
        raise DataError("unknown time of a shot", value=before, allowed=SHOT_BEFORE)
    if before in ("activation", "step"):
        raise NoRollError(f"no shot: a unit is the target of one shot in one {before}", path="shot-before")
    if before == "phase-b" and (how := rules.choice("phase-b-shots")) == "per-phase":
        message = f"no shot: a unit is the target of one shot in phase B (option phase-b-shots: {how})"
        raise NoRollError(message, path="shot-before")
    return weapon


def _begins(rules: RuleSet, weapon: str, distance: int) -> dict[str, int]:
    """Return from which modified die a shot routs and demoralises; of one that only demoralises the one figure."""
    if distance < 1:
        raise DataError("a shot goes at least 1 hex far", path="distance", value=distance)
    table = rules.table("shots")
    # Columns are numbers of hexes; beyond the last one nobody shoots.
    figures = table.figures(weapon, str(distance)) if str(distance) in table.columns else ()
    if not figures:
        most = max(distances(rules, weapon), default=0)
        raise NoRollError(f"no shot: {weapon} reach 1 to {most} hexes", path="distance", value=distance)
    if len(figures) == 1:
        return {"D": figures[0]}
    return {"Dr": figures[1], **({"D": figures[0]} if figures[0] < figures[1] else {})}


def _modifiers(rules: RuleSet, shot: Shot, weapon: str) -> list[Modifier]:
    """Return the modifiers of those who shoot; of two units that act as one only one does (9.1)."""
    strength, number = sum(unit.most for unit in shot.shooters), rules.table("fire-modifiers").number
    holds = {
        "strength_under_4": strength < 4 and weapon != _ARTILLERY,
        "strength_over_4": strength > 4 and (strength <= 8 or rules.choice("fire-strength-steps") == "three"),
        "strength_over_8": strength > 8,
        "moved": any("moved" in unit.words for unit in shot.shooters),
        "demoralised": any(unit.order == states.DEMORALISED for unit in shot.shooters),
        "mounted": any(unit.mounted for unit in shot.shooters),
    }
    modifiers = [Modifier(row.replace("_", " "), number(row)) for row, held in holds.items() if held]
    if shot.shooters[0].type == "Ar" and rules.choice("navas-archers") == states.ON:
        modifiers.append(Modifier("archers", rules.table("navas-modifiers").number("archers")))
    return modifiers


DE_RADA = ("none", "beside", "with")
_SOURCE_OF = "rally-modifiers"


@dataclass(frozen=True)
class Rally:
    """A unit that tries to rally."""

    quality: int
    """On the face that is up."""
    routed: bool = False
    fatigued: bool = False
    """`routed`, `fatigued`: its state; one that is not routed is demoralised."""
    bonuses: tuple[int, ...] = ()
    """Of its banner leader and of the army leader, if they are beside it or with it."""
    beside_enemy: bool = False
    """Whether an enemy is adjacent."""
    de_rada: str = DE_RADA[0]
    """Whether he is ``beside`` it, ``with`` it, or ``none`` of both."""
    banner: bool = False
    """Whether it is beside or at the Almohad banner."""
    al_andalus: bool = False
    """Whether it is one of Al-Andalus."""


def reaction_situation(rules: RuleSet, *, quality: int) -> Situation:
    """Return the test of a reaction charge: ``passes`` if the die is at most the quality."""
    return _at_most(rules, quality, "Reaction charge", {"passes": "the charge is void", NO_EFFECT: "the charge stands"})


def rout_situation(rules: RuleSet, *, quality: int) -> Situation:
    """Return the test of a friend that is passed by a rout: ``Dr`` if the die is more than its quality."""
    _check_quality(quality)
    results = {"Dr": "it routs too", NO_EFFECT: "it stands"}
    source = rules.table(_SOURCE_OF).source
    table = _threshold_table(
        "passed-by-rout", "Passed by a rout", "friend", results, {NO_EFFECT: 0, "Dr": quality + 1}, source
    )
    return Situation(table, "friend")


def check_rally(rules: RuleSet, rally: Rally) -> None:
    """Check that a unit may try to rally, or rally with De Rada.

    There must be such a quality and bonus, and any special rule in force; De Rada does not help Al-Andalus (DataError).
    No enemy may be adjacent, but to the unit that he is with (NoRollError).
    """
    _check_quality(rally.quality)
    if rally.de_rada not in DE_RADA:
        raise DataError("unknown place of De Rada", value=rally.de_rada, allowed=DE_RADA)
    for claimed, option, who, path in (
        (rally.de_rada != DE_RADA[0], "de-rada", "De Rada", "de-rada"),
        (rally.banner, "almohad-banner", "the Almohad banner", "almohad-banner"),
        (rally.al_andalus, "al-andalus-rally", "Al-Andalus", "al-andalus"),
    ):
        if claimed:
            states.check_special(rules, option, who, path)
    if rally.al_andalus and rally.de_rada != DE_RADA[0]:
        raise DataError("De Rada does not help Muslims: it is of Al-Andalus", path="de-rada", value=rally.de_rada)
    for bonus in rally.bonuses:
        if not states.BONUSES[0] <= bonus <= states.BONUSES[1] + 1:
            raise DataError(f"a leader's bonus is {states.BONUSES[0]} to {states.BONUSES[1]}", value=bonus)
    if rally.beside_enemy and rally.de_rada != "with":
        raise NoRollError("no rally: an enemy is adjacent", path="beside-enemy")


def rally_situation(rules: RuleSet, rally: Rally) -> Situation:
    """Return the test of a rally: ``rallies`` if die and modifiers are at most the quality, or at a natural 0.

    Options ``de-rada``, ``almohad-banner`` and ``al-andalus-rally`` count; errors as in `check_rally`. With De Rada a
    unit rallies without a die (NoRollError).
    """
    check_rally(rules, rally)
    if rally.de_rada == "with":
        raise NoRollError("no die: with De Rada a unit rallies and is fresh")
    number, special = rules.table(_SOURCE_OF).number, rules.table("navas-modifiers").number
    modifiers = [
        *([Modifier("fatigued", number("fatigued"))] if rally.fatigued else []),
        *([Modifier("routed", number("routed"))] if rally.routed else []),
        Modifier("leader", -max(rally.bonuses, default=0)),
        *([Modifier("De Rada", special("de_rada_adjacent"))] if rally.de_rada == "beside" else []),
        *([Modifier("Almohad banner", special("almohad_banner"))] if rally.banner else []),
        *([Modifier("Al-Andalus", special("al_andalus"))] if rally.al_andalus else []),
    ]
    after = "demoralised" if rally.routed else "organised"
    failed = "it flees" if rally.routed else "it stays demoralised"
    roll = _at_most(rules, rally.quality, "Rally", {"rallies": f"it is {after}", NO_EFFECT: failed})
    return replace(roll, modifiers=tuple(modifier for modifier in modifiers if modifier.value), natural=(0,))


def _at_most(rules: RuleSet, quality: int, title: str, results: dict[str, str]) -> Situation:
    _check_quality(quality)
    passes, fails = results
    source = rules.table(_SOURCE_OF).source
    name = title.lower().replace(" ", "-")
    return Situation(_threshold_table(name, title, "unit", results, {passes: 0, fails: quality + 1}, source), "unit")


def _check_quality(quality: int) -> None:
    # The worth of one more point is asked for, too: one more than counters have.
    low, high = states.QUALITIES
    if not low <= quality <= high + 1:
        raise DataError(f"quality is a whole number from {low} to {high}", value=quality)


def flight_points(rules: RuleSet, movement: int, *, cavalry: bool) -> int:
    """Return the movement points that a unit that does not rally flees; the option ``cavalry-flight`` counts."""
    if movement < 1:
        raise DataError("a unit has at least 1 movement point", value=movement)
    half = cavalry and rules.choice("cavalry-flight") == "half"
    return (movement + 1) // 2 if half else movement


NOTHING, WOUNDED, DIES = "RAS", "herido", "muere"
_FACES = {"nine": (9,), "nine-and-zero": (0, 9)}


def loss_situation(rules: RuleSet) -> Situation:
    """Return the roll of a leader's test."""
    return Situation(rules.table("leader-loss"), "leader").giving((NOTHING, WOUNDED, DIES))


def fate_situation(rules: RuleSet) -> Situation:
    """Return the roll for a leader whose banner is gone."""
    return Situation(rules.table("leader-fate"), "leader")


def risk_of_test(rules: RuleSet) -> Fraction:
    """Return the chance that an unmodified die tests leaders; the option ``leader-test-face`` counts."""
    return Fraction(len(faces_of_test(rules)), _SIDES)


def faces_of_test(rules: RuleSet) -> tuple[int, ...]:
    """Return which unmodified dice test leaders; the option ``leader-test-face`` counts."""
    return _FACES[rules.choice("leader-test-face")]


def leader_odds(rules: RuleSet, *, rolls: int, wounded: bool = False, tested: bool = False) -> dict[str, Fraction]:
    """Return the exact odds of a leader's fate after so many shots at his unit and attacks that it makes.

    He may be `wounded` already: a second wound is death. `tested`: it is known that each of these rolls tests him. No
    roll at all is a DataError.
    """
    if rolls < 1:
        raise DataError("at least one roll puts a leader at risk", value=rolls)
    once, risk = loss_situation(rules).odds(), Fraction(1) if tested else risk_of_test(rules)
    hurt, dead = (risk * once.get(letter, Fraction(0)) for letter in (WOUNDED, DIES))
    fit, wound, gone = (Fraction(0), Fraction(1), Fraction(0)) if wounded else (Fraction(1), Fraction(0), Fraction(0))
    safe = 1 - hurt - dead
    for _ in range(rolls):
        fit, wound, gone = fit * safe, fit * hurt + wound * safe, gone + fit * dead + wound * (hurt + dead)
    # A wound that he had before is not one by this.
    odds = {DIES: gone, WOUNDED: Fraction(0) if wounded else wound, NOTHING: wound if wounded else fit}
    return {letter: chance for letter, chance in odds.items() if chance}


WINNERS = ("christians", "muslims")
NOBODY, DRAWN = "nobody yet", "drawn"


@dataclass(frozen=True, slots=True)
class Losses:
    """Losses of a side."""

    eliminated: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    """`eliminated`, `fled`: types of units that were eliminated, and of those that fled off the map."""
    killed: int = 0
    captured: int = 0
    """`killed`, `captured`: leaders, without Alfonso VIII and Al-Nasir."""
    al_andalus: int = 0
    """Units of Al-Andalus that are eliminated or routed."""
    de_rada: bool = False
    ruy_diaz: bool = False
    """`de_rada`, `ruy_diaz`: whether they are lost."""
    of: str = WINNERS[1]
    """The side that has lost all this."""


def points(rules: RuleSet, lost: Losses) -> dict[str, int]:
    """Return the points that the losses of a side are worth to the other, by reason.

    Options ``fled-points`` and ``al-andalus-leaves`` count. An unknown type, or a special rule that is not in force, is
    a DataError, points that the source does not give are an UnknownCellError.
    """
    number, christians = rules.table("victory").number, WINNERS[0]
    if lost.al_andalus and lost.of == christians:
        raise DataError("Al-Andalus is on the other side", value=lost.of, allowed=[WINNERS[1]])
    if (lost.de_rada or lost.ruy_diaz) and lost.of != christians:
        raise DataError("De Rada and Ruy Díaz are on the other side", value=lost.of, allowed=[christians])
    parts = {"eliminated": sum(_worth(rules, kind) for kind in lost.eliminated)}
    fled = len(lost.fled) * number("fled")
    if lost.fled and rules.choice("fled-points") == "both":
        fled += sum(_worth(rules, kind) for kind in lost.fled)
    parts |= {"fled": fled, "leaders killed": lost.killed * number("leader_killed")}
    parts |= {"leaders captured": lost.captured * number("leader_captured")}
    if lost.al_andalus and rules.choice("al-andalus-leaves") == "leaves":
        gone = lost.al_andalus >= number("al_andalus_units")
        parts["Al-Andalus gone"] = number("al_andalus_gone") if gone else 0
    for claimed, option, row in (
        (lost.de_rada, "de-rada", "de_rada_lost"),
        (lost.ruy_diaz, "ruy-diaz", "ruy_diaz_lost"),
    ):
        if claimed:
            states.check_special(rules, option, option, option)
            parts[row.replace("_", " ")] = number(row)
    return {reason: value for reason, value in parts.items() if value}


def winner(rules: RuleSet, *, christians: int, muslims: int, turn: int) -> tuple[str, int]:
    """Return the winner when a turn is over, a side, ``drawn`` or ``nobody yet``, and further points of the Muslims.

    These are for a last turn that ends without a Christian victory; the given points are without them. Options
    ``time-limit`` and ``victory-seven`` count. A turn that there is not is a DataError.
    """
    number = rules.table("victory").number
    limited, last, at_once = rules.choice("time-limit") == states.ON, number("turns"), number("ahead_at_once")
    if turn < 1 or (limited and turn > last):
        raise DataError(f"there are turns 1 to {last}" if limited else "turns begin with 1", path="turn", value=turn)
    ahead, over = christians - muslims, turn >= last
    late = over and not limited and (turn > last or ahead < at_once)
    added = number("no_christian_win") if late else 0
    ahead -= added
    if abs(ahead) >= at_once:
        return WINNERS[ahead < 0], added
    if limited and over:
        return WINNERS[ahead < 0] if abs(ahead) >= ahead_at_the_end(rules) else DRAWN, 0
    return NOBODY, added


def ahead_at_the_end(rules: RuleSet) -> int:
    """Return by how many points a side has to lead to win when the last turn is over."""
    return rules.table("victory").number("ahead_at_the_end") + (rules.choice("victory-seven") == "draw")


def _worth(rules: RuleSet, kind: str) -> int:
    types = rules.table("types")
    if kind not in types.rows:
        raise DataError("unknown type of unit", value=kind, allowed=types.rows)
    return types.number(kind, "points")


SIDES = ("a", "b")
_TABLE = "initiative"
NO_INITIATIVE, _VETO = "C1", "C4"

Acting = tuple[str, Any]
"""A side, and its leader or his value."""


def class_of(rules: RuleSet, difference: int) -> str:
    """Return the class of initiative of a difference between the totals, whichever is higher."""
    table = rules.table(_TABLE)
    row = table.places.get(max(difference, table.bands[0][0]), len(table.rows) - 1)
    return table.cell(table.rows[row], "class")


def initiative_odds(rules: RuleSet, *, bonus_a: int, bonus_b: int) -> dict[tuple[str, str], Fraction]:
    """Return the exact odds of each class and of the side that has it, which is empty if nobody has the initiative.

    The bonuses are those of the leaders of the two armies.
    """
    totals = Counter(map(Die.total, rules.table(_TABLE).thrown.throws))
    differences: Counter[int] = Counter()
    for (first, times), (other, their_times) in product(totals.items(), totals.items()):
        differences[first + bonus_a - other - bonus_b] += times * their_times
    counts: Counter[tuple[str, str]] = Counter()
    for difference, times in differences.items():
        letter = class_of(rules, abs(difference))
        side = "" if difference == 0 or letter == NO_INITIATIVE else SIDES[difference < 0]
        counts[letter, side] += times
    return {place: Fraction(times, counts.total()) for place, times in counts.items()}


def usual_order(
    rules: RuleSet, leaders: Sequence[Sequence[Any]], begins: str, value: Callable[[Any], int] = int
) -> tuple[Acting, ...]:
    """Return the usual order of the leaders of both sides, by their values (option ``activation-order``).

    `begins` is the side that begins among equal values; another one is a DataError. `value` returns that of a leader
    who is no number; of a side, leaders of equal values stay as they are.
    """
    if begins not in SIDES:
        raise DataError("unknown side", value=begins, allowed=SIDES)
    sides = {side: sorted(theirs, key=value) for side, theirs in zip(SIDES, leaders, strict=True)}
    by_side = rules.choice("activation-order") == "by-side"
    if by_side and all(sides.values()):
        begins = min(SIDES, key=lambda side: (value(sides[side][0]), side != begins))
    places = list[tuple[tuple[int, int, bool], Acting]]()
    for side, theirs in sides.items():
        equal = Counter[int]()
        for leader in theirs:
            group = 0 if by_side else value(leader)
            # Leaders of a group alternate between the sides.
            places.append(((group, equal[group], side != begins), (side, leader)))
            equal[group] += 1
    return tuple(acting for _, acting in sorted(places, key=itemgetter(0)))


def first_chance(rules: RuleSet, values: Sequence[Sequence[int]], *, bonus_a: int, bonus_b: int) -> Fraction:
    """Return the chance that a leader of side a is the first to act; each side has one.

    The side with the initiative acts first; without it the usual order holds, and among equal values the side of the
    army leader with the smaller bonus begins, with equal bonuses each as likely as the other.
    """
    odds = initiative_odds(rules, bonus_a=bonus_a, bonus_b=bonus_b)
    ours, nobody = (sum((odds[at] for at in odds if at[1] == side), Fraction(0)) for side in ("a", ""))
    begins = SIDES if bonus_a == bonus_b else SIDES[bonus_b < bonus_a]
    usual = [usual_order(rules, values, side)[0][0] == "a" for side in begins]
    return ours + nobody * Fraction(sum(usual), len(usual))


def vetoes(rules: RuleSet, letter: str, leaders: int) -> bool:
    """Tell whether a class of initiative silences a leader of a side with so many."""
    return letter == _VETO and (leaders > 1 or rules.choice("veto-alone") == "veto")
