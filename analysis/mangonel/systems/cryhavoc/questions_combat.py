"""Questions about blows, shots, ladders and walls."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from mangonel.odds.counted import counted
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.question import Parameter, Question
from mangonel.systems.roll_answer import Answer, after, answer_of

if TYPE_CHECKING:
    from mangonel.tables.situation import Situation

__all__ = [
    "APTITUDE",
    "ATTACK",
    "ATTACKERS",
    "BATTER",
    "COVER",
    "DISTANCES",
    "MELEE",
    "MISSED_SHOT",
    "MISSILE",
    "TOPPLE",
    "TRIES",
    "WEAPON",
    "grounds",
]

DISTANCES = (1, 180)
"""Hexes that a form offers: no weapon of the printed tables reaches farther."""


APTITUDE = Parameter("aptitude", "Number of the shooter, -3 (best) to 3.", "number", default=0, offered=(-3, 3))
TRIES = Parameter(
    "tries", "Tries, of which one has to succeed.", "number", default=1, lowest=1, highest=100, offered=(1, 12)
)

ATTACK = Parameter(
    "attack",
    "Attack strength; repeat it for joint attackers.",
    "number",
    required=True,
    several=True,
    offered=(1, 60),
    example="8",
)
ATTACKERS = Parameter("attackers", "Men behind a summed attack.", "number", default=1, lowest=1, offered=(1, 6))
WEAPON = Parameter(
    "weapon",
    "longbow, shortbow, crossbow or ballista.",
    required=True,
    metavar="NAME",
    names="weapons",
    example="longbow",
)
COVER = Parameter("cover", "none, light, medium, heavy or infinite.", default="none", metavar="COVER", names="covers")


def grounds(name: str, text: str) -> Parameter:
    """Return the parameter for the ground on which the men of a side stand."""
    return Parameter(name, text, default=("flat_ground",), several=True, metavar="GROUND", names="terrain")


def _melee_roll(rules: RuleSet, *, attack: tuple[int, ...], **rest: Any) -> Situation:
    from mangonel.systems.cryhavoc.rolls import melee_situation

    return melee_situation(rules, attack=_strength(attack), **rest)


def _melee(rules: RuleSet, *, attack: tuple[int, ...], attackers: int, **rest: Any) -> Answer:
    from mangonel.systems.cryhavoc.rolls import next_column

    roll = _melee_roll(rules, attack=attack, attackers=attackers, **rest)
    points = next_column(rules, attack=_strength(attack), attackers=attackers, **rest)
    if points is None:
        return _next_column(rules, roll, None, None, "more attack points change nothing")
    men = max(attackers, len(attack))
    column = _melee_roll(rules, attack=(sum(attack) + points,), attackers=men, **rest).final_column
    return _next_column(rules, roll, points, column, "more attack point")


def _strength(attack: tuple[int, ...]) -> int | tuple[int, ...]:
    return attack if len(attack) > 1 else attack[0]


def _next_column(rules: RuleSet, roll: Situation, points: int | None, column: str | None, what: str) -> Answer:
    """Return the odds of a roll, and how many of what more is needed for which column; none if there is no number."""
    facts = {"next_column_needs": points, "next_column": column}
    if points is None:
        return answer_of(rules, roll, facts, {"next column": f"none: {what}"})
    reach = "reaches" if points == 1 else "reach"
    return answer_of(rules, roll, facts, {"next column": f"{counted(points, what)} {reach} {column}"})


MELEE = Question(
    "melee",
    "Odds of an attack on the combat results table.\n\nA:B says attack and defence: 8:3, or 8+6:5 for joint attackers.",
    (
        ATTACK,
        Parameter(
            "defence",
            "Defence strength; repeat it for several.",
            "number",
            required=True,
            several=True,
            offered=(1, 20),
            example="3",
        ),
        ATTACKERS,
        Parameter("mounted", "The target is mounted.", "flag"),
        grounds("terrain", "Where the attackers stand: see mangonel names terrain; or a sign, + 0 -."),
        grounds("against", "Where the defenders stand."),
    ),
    answer=_melee,
    roll=_melee_roll,
    ratio=("attack", "defence"),
)


def _missile_roll(
    rules: RuleSet, *, weapon: str, distance: int, cover: str, terrain: str | None, wounded: bool, **rest: Any
) -> Situation:
    from mangonel.systems.cryhavoc.missiles import missile_situation

    covered = _cover(rules, cover, terrain, distance)
    return missile_situation(rules, weapon=weapon, distance=distance, cover=covered, shooter_wounded=wounded, **rest)


def _cover(rules: RuleSet, cover: str, terrain: str | None, distance: int) -> str:
    from mangonel.systems.cryhavoc.missiles import target_cover

    return cover if terrain is None else target_cover(rules, terrain, distance=distance)


def _missile(rules: RuleSet, *, weapon: str, distance: int, cover: str, terrain: str | None, **rest: Any) -> Answer:
    from mangonel.systems.cryhavoc.missiles import band_limits, range_band

    roll = _missile_roll(rules, weapon=weapon, distance=distance, cover=cover, terrain=terrain, **rest)
    facts: dict[str, Any] = (
        {} if terrain is None else {"terrain": terrain, "cover": _cover(rules, cover, terrain, distance)}
    )
    bands = band_limits(rules, weapon)
    here = list(bands).index(range_band(rules, weapon, distance))
    if not here:
        return answer_of(
            rules, roll, {**facts, "next_band_needs": None}, {"next range": "none: there is no nearer range"}
        )
    name, (_, last) = list(bands.items())[here - 1]
    nearer = distance - last
    text = f"{counted(nearer, 'hex')} nearer is {name} range"
    return answer_of(rules, roll, {**facts, "next_band_needs": nearer}, {"next range": text})


def _missile_refuses(given: Collection[str], *, terrain: str | None, **_rest: Any) -> str:
    if terrain is not None and "cover" in given:
        return "--terrain says which cover there is: it takes no --cover"
    return ""


MISSILE = Question(
    "missile",
    "Odds of a shot.\n\nWith --terrain the cover is that of the ground as a shooter on the ground sees it.",
    (
        WEAPON,
        Parameter("distance", "Hexes to the target.", "number", required=True, offered=DISTANCES, example="10"),
        COVER,
        Parameter(
            "terrain",
            "Ground of the target instead of its cover: see mangonel names terrain.",
            metavar="GROUND",
            also=("ground",),
            names="terrain",
        ),
        Parameter("mounted", "The target is mounted.", "flag"),
        Parameter("wounded", "The shooter is wounded.", "flag"),
        Parameter("dismounted-knight", "The target is a dismounted knight.", "flag"),
        APTITUDE,
    ),
    answer=_missile,
    roll=_missile_roll,
    refuses=_missile_refuses,
)


def _missed_shot_roll(rules: RuleSet, *, aptitude: int) -> Situation:
    from mangonel.systems.cryhavoc.missiles import missed_shot_situation

    return missed_shot_situation(rules, aptitude=aptitude)


MISSED_SHOT = Question(
    "missed-shot",
    "Odds that a shot that has missed wounds a friend beside the target (W).",
    (APTITUDE,),
    roll=_missed_shot_roll,
)


def _topple_roll(rules: RuleSet, *, wounded: bool, tries: int = 1) -> Situation:
    from mangonel.systems.cryhavoc.fire_and_walls import topple_situation

    del tries
    return topple_situation(rules, wounded=wounded)


def _topple(rules: RuleSet, *, wounded: bool, tries: int) -> Answer:
    answer = answer_of(rules, _topple_roll(rules, wounded=wounded))
    return answer if tries == 1 else after(answer, tries, "it is toppled", "it stands")


def _topple_refuses(given: Collection[str], *, tries: int, **_rest: Any) -> str:
    return "--trials rolls one try: it does not go with --tries" if tries > 1 and "trials" in given else ""


TOPPLE = Question(
    "topple",
    "Odds of toppling a ladder (T).",
    (Parameter("wounded", "The man who topples is wounded.", "flag"), TRIES),
    answer=_topple,
    roll=_topple_roll,
    refuses=_topple_refuses,
)


def _batter_roll(rules: RuleSet, *, points: int, **rest: Any) -> Situation:
    from mangonel.systems.cryhavoc.fire_and_walls import batter_situation

    return batter_situation(rules, points=points, **rest)


def _batter(rules: RuleSet, *, points: int, **rest: Any) -> Answer:
    roll = _batter_roll(rules, points=points, **rest)
    highest = max(int(label.rstrip("+")) for label in rules.table("battering").columns)
    for more in range(1, highest - points + 1):
        there = _batter_roll(rules, points=points + more, **rest).final_column
        if there != roll.final_column:
            return _next_column(rules, roll, more, there, "more point")
    return _next_column(rules, roll, None, None, "more points change nothing")


def _batter_refuses(_given: Collection[str], *, bombarded: bool, ram: bool, **_rest: Any) -> str:
    return "--bombarded goes with --ram: it counts for rams only" if bombarded and not ram else ""


BATTER = Question(
    "batter",
    "Odds of one battering roll.",
    (
        Parameter(
            "points",
            "Battering points against one wall hex; a ram has 9.",
            "number",
            required=True,
            offered=(1, 40),
            example="9",
        ),
        Parameter("target", "wall, tower or keep.", default="wall", metavar="WHAT", names="battered"),
        Parameter("bombarded", "Stone throwers have shot at this hex before.", "flag"),
        Parameter("ram", "A ram batters: C results are void.", "flag"),
    ),
    answer=_batter,
    roll=_batter_roll,
    refuses=_batter_refuses,
)
