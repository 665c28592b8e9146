"""Questions about combat and fire."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.unit_parts import ATTACKER_PARTS, DEFENDER_PARTS, SHOOTER_PARTS, joined_unit
from mangonel.systems.question import Parameter, Question
from mangonel.systems.roll_answer import Answer
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from mangonel.systems.filo.combat import Combat
    from mangonel.systems.filo.rolls import Shot
    from mangonel.systems.filo.states import Unit
    from mangonel.systems.thrown import Thrown
    from mangonel.tables.joint import Joint
    from mangonel.tables.situation import Situation

__all__ = ["COMBAT", "FIRE", "RANKS", "ROOM", "result_order"]

RANKS = ("Dr+R", "D+R", "F+R", "R")
"""What happens to a side, the worst first; anything else is no harm."""
_MOST_MORE = 40


def result_order(results: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return results of defenders and attackers from the worst for the defenders down."""
    ranks = {letter: len(RANKS) - place for place, letter in enumerate(RANKS)}
    return sorted(results, key=lambda pair: (-ranks.get(pair[0], 0), ranks.get(pair[1], 0)))


def _letter(pair: tuple[str, str]) -> str:
    return NO_EFFECT if set(pair) == {NO_EFFECT} else "/".join(pair)


def _asked(
    rules: RuleSet, *, attacker: tuple[str, ...], defender: tuple[str, ...], charge: bool, approach: int, dropped: bool
) -> Combat:
    from mangonel.systems.filo.combat import Combat
    from mangonel.systems.filo.states import read_unit

    attackers = tuple(read_unit(rules, text, "attacker") for text in attacker)
    defenders = tuple(read_unit(rules, text, "defender") for text in defender)
    return Combat(attackers, defenders, charge, approach, dropped)


def _combat(rules: RuleSet, *, room: str, **asked: Any) -> Answer:
    from mangonel.systems.filo.combat import combat_odds, combat_situation, reaction_chance

    del room
    combat = _asked(rules, **asked)
    roll, reacts = combat_situation(rules, combat).situation, reaction_chance(rules, combat)
    pairs = combat_odds(rules, combat)
    ordered = result_order(pairs)
    facts, lines = _roll_told(roll, "")
    if reacts:
        void = combat_situation(rules, combat, reacted=True).situation
        more = _roll_told(void, " after a reaction charge")
        facts |= {"reaction_charge": float(reacts), "after_reaction_charge": more[0]}
        lines |= {"reaction charge": f"{float(reacts) * 100:.2f} %", **more[1]}
    if combat.dropped:
        lines["dropped"] = f"no: it is fought as declared (option combat-declared: {rules.choice('combat-declared')})"
    return Answer(
        rules=rules,
        odds={_letter(pair): pairs[pair] for pair in ordered},
        order=tuple(map(_letter, ordered)),
        meanings={_letter(pair): _meaning(roll, pair) for pair in ordered},
        facts=facts,
        lines=lines,
        backfires=_befall_attackers(ordered),
    )


def _combat_besides(rules: RuleSet, *, room: str, **asked: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what one more point of each kind is worth, and the states of all units afterwards."""
    from mangonel.systems.filo.combat import combat_odds

    combat = _asked(rules, **asked)
    worth = _combat_worth(rules, combat)
    after, lines = _states_after(rules, combat, combat_odds(rules, combat), room)
    return {**worth[0], "after": after}, {**worth[1], **lines}


def _combat_rolls(rules: RuleSet, *, room: str, **asked: Any) -> tuple[Thrown, ...]:
    """Return the reaction charge, if one may be made, and the combat with and without the charge."""
    from mangonel.systems.filo.combat import combat_situation, reaction_chance, reaction_of
    from mangonel.systems.thrown import thrown

    del room
    combat = _asked(rules, **asked)
    fought, reacts = combat_situation(rules, combat), reaction_chance(rules, combat)
    reaction = reaction_of(rules, combat.defenders[0]) if combat.charge else None
    if reaction is None:
        return (_of_both(fought),)
    tried = thrown(rules, reaction, "reaction charge")
    void = [_of_both(combat_situation(rules, combat, reacted=True), "if the charge is void", reacts)] if reacts else []
    stands = [_of_both(fought, "if the charge stands", 1 - reacts)] if reacts < 1 else []
    return (tried, *stands, *void)


def _of_both(roll: Joint, when: str = "", chance: Fraction = Fraction(1)) -> Thrown:
    """Return the dice of a combat, with what each face brings both sides."""
    from mangonel.systems.thrown import Thrown, shown_face

    results = [(defenders, attackers) for defenders, attackers in roll.outcomes()]
    pairs = {pair: _letter(pair) for pair in result_order(set(results))}
    return Thrown(
        roll.situation.table.id,
        tuple(map(shown_face, roll.faces)),
        tuple(map(pairs.__getitem__, results)),
        tuple(pairs.values()),
        {letter: _meaning(roll.situation, pair) for pair, letter in pairs.items()},
        _befall_attackers(pairs),
        chance,
        when,
    )


def _befall_attackers(pairs: Collection[tuple[str, str]]) -> frozenset[str]:
    return frozenset(_letter(pair) for pair in pairs if pair[0] not in RANKS and pair[1] in RANKS)


def _roll_told(roll: Situation, when: str) -> tuple[dict[str, Any], dict[str, str]]:
    modifiers = {modifier.reason: modifier.value for modifier in roll.modifiers}
    total = sum(modifiers.values())
    capped = f", counts as {roll.modifier:+d}" if total != roll.modifier else ""
    facts = {"table": roll.table.id, "modifiers": modifiers, "sum": total, "total": roll.modifier}
    sentence = ", ".join(f"{value:+d} {reason}" for reason, value in modifiers.items())
    lines = {f"modifiers{when}": sentence, f"total{when}": f"{total:+d}{capped}"}
    return facts, ({"table": roll.table.id} | lines if not when else lines)


def _meaning(roll: Situation, pair: tuple[str, str]) -> str:
    sides = zip(("defenders", "attackers"), pair, strict=True)
    sentences = [f"{who}: {roll.meaning(letter)}" for who, letter in sides if letter != NO_EFFECT]
    return ", ".join(sentences) or "no effect"


def _combat_worth(rules: RuleSet, combat: Combat) -> tuple[dict[str, Any], dict[str, str]]:
    from mangonel.systems.filo.combat import combat_odds, combat_situation
    from mangonel.systems.filo.one_point import Kind, told_worth

    def kind(name: str, more: Mapping[str, Any], most: int) -> Kind:
        change = more[name]
        return Kind(
            name.replace("_", " "),
            lambda points: combat_situation(rules, change(points)).situation.modifier,
            lambda points: _harm(combat_odds(rules, change(points))),
            most,
        )

    changes = {"strength_point": combat.stronger, "quality_point": combat.better, "leader_point": combat.led}
    mosts = {"strength_point": _MOST_MORE, "quality_point": 12, "leader_point": 9}
    kinds = {name: kind(name, changes, mosts[name]) for name in changes}
    return told_worth(kinds, "chance of a retreat of the defenders or worse")


def _harm(odds: Mapping[tuple[str, str], Fraction]) -> Fraction:
    return sum((chance for (letter, _), chance in odds.items() if letter in RANKS), Fraction(0))


def _states_after(
    rules: RuleSet, combat: Combat, odds: Mapping[tuple[str, str], Fraction], room: str
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the chances of the states of all units afterwards, as facts and as lines."""
    from mangonel.systems.filo.states import STATES, after_results

    facts: dict[str, Any] = {}
    lines: dict[str, str] = {}
    for place, (who, units) in enumerate((("defender", combat.defenders), ("attacker", combat.attackers))):
        shares: list[dict[str, Fraction]] = [{} for _ in units]
        states = [unit.state for unit in units]
        for pair, chance in odds.items():
            for share, fate in zip(shares, after_results(rules, states, pair[place], room=room), strict=True):
                share[fate.state] = share.get(fate.state, Fraction(0)) + chance
        for number, share in enumerate(shares, start=1):
            name = f"{who} {number}" if len(units) > 1 else who
            chances = {state: share[state] for state in STATES if state in share}
            facts[name] = {state: float(chance) for state, chance in chances.items()}
            parts = (f"{state.replace('_', ' ')} {float(chance) * 100:.2f} %" for state, chance in chances.items())
            lines[f"{name} after"] = ", ".join(parts)
    return facts, lines


def _units(name: str, text: str, example: str, parts: tuple[Parameter, ...]) -> Parameter:
    return Parameter(
        name, text, required=True, several=True, metavar="UNIT", example=example, parts=parts, joined=joined_unit
    )


ROOM = Parameter(
    "room", "Behind whoever retreats: open, forward, blocked.", default="open", metavar="ROOM", names="rooms"
)

COMBAT = Question(
    "combat",
    "Odds of a combat, for both sides at once, with a reaction charge mixed in.\n\nA unit is TYPE:STRENGTH:QUALITY and"
    " words with colons between them: demoralised, fatigued, routed, just_routed (by the fire before), foot, mounted,"
    " leader=BONUS, ruy_diaz; a defender's ground, such as wood; for an attacker what he attacks across, such as"
    " stream, and rear (through a rear hex) and shot (he has just made an offensive shot). Two that act as one are"
    " Mi:3+2:4+3.",
    (
        _units("attacker", "A unit; repeat it for several.", "Ch:6:7", ATTACKER_PARTS),
        _units("defender", "A unit; repeat it for several.", "Ha:5:6", DEFENDER_PARTS),
        Parameter("charge", "The attackers charge.", "flag"),
        Parameter(
            "approach", "Movement points before the charge.", "number", default=0, lowest=0, highest=40, offered=(0, 8)
        ),
        ROOM,
        Parameter("dropped", "The attacker would drop it, now that the shots are made.", "flag"),
    ),
    answer=_combat,
    rolls=_combat_rolls,
    besides=_combat_besides,
    refuses=lambda given, *, charge, **_rest: (
        "--approach goes with --charge" if "approach" in given and not charge else ""
    ),
)


def _shot(
    rules: RuleSet,
    *,
    shooter: tuple[str, ...],
    distance: tuple[int, ...],
    terrain: tuple[str, ...],
    from_inside: bool,
    shot_before: str,
) -> Shot:
    from mangonel.systems.filo.rolls import Shot
    from mangonel.systems.filo.states import check_grounds, read_unit

    check_grounds(terrain, "terrain")
    shooters: tuple[Unit, ...] = tuple(read_unit(rules, text, "shooter") for text in shooter)
    if len(distance) > len(shooters):
        raise DataError(
            "at most one distance for each shooter", path="distance", value=len(distance), allowed=[len(shooters)]
        )
    return Shot(shooters, max(distance), tuple(terrain), from_inside, shot_before)


def _fire_roll(rules: RuleSet, *, state: str = "", **asked: Any) -> Situation:
    from mangonel.systems.filo.rolls import fire_situation

    del state
    return fire_situation(rules, _shot(rules, **asked))


def _fire_besides(rules: RuleSet, *, state: str, **asked: Any) -> tuple[dict[str, Any], dict[str, str]]:
    from mangonel.systems.filo.one_point import Kind, told_worth
    from mangonel.systems.filo.rolls import fire_situation, knows_nearer
    from mangonel.systems.filo.states import after_result

    shot = _shot(rules, **asked)
    roll = fire_situation(rules, shot)

    def harm(one: Shot) -> Fraction:
        return 1 - fire_situation(rules, one).odds().get(NO_EFFECT, Fraction(0))

    kinds = {
        "strength_point": Kind(
            "strength point",
            lambda points: fire_situation(rules, shot.stronger(points)).modifier,
            lambda points: harm(shot.stronger(points)),
            _MOST_MORE,
        )
    }
    facts, lines = told_worth(kinds, "chance of an effect")
    nearer = harm(shot.nearer(1)) - harm(shot) if knows_nearer(rules, shot) else None
    facts["one_hex_nearer"] = None if nearer is None else float(nearer)
    if nearer is not None:
        lines["one hex nearer"] = f"{float(nearer) * 100:+.2f} percentage points: chance of an effect"
    after = {letter: after_result(rules, state, letter).state for letter in roll.odds()}
    facts |= {"total": roll.modifier, "after": after}
    sentence = ", ".join(f"{letter} {outcome.replace('_', ' ')}" for letter, outcome in after.items())
    return facts, {"total": f"{roll.modifier:+d}", **lines, "target after": sentence}


FIRE = Question(
    "fire",
    "Odds of a shot, of one unit or of several together.\n\nA shooter is TYPE:STRENGTH and words with colons between"
    " them: demoralised, routed, resting, moved, foot, mounted. Of two that act as one (Ar:3+2) one shoots.",
    (
        _units("shooter", "A unit; repeat it for several of a type.", "Cl:5", SHOOTER_PARTS),
        Parameter(
            "distance",
            "Hexes; repeat it: the farthest counts.",
            "number",
            required=True,
            several=True,
            offered=(1, 12),
            example="2",
        ),
        Parameter(
            "terrain", "Of the target, or before it.", default=(), several=True, metavar="GROUND", names="ground"
        ),
        Parameter("from-inside", "Over a wall or a gate from inside out.", "flag"),
        Parameter(
            "shot-before",
            "When the target was shot at before: none, activation, step, phase-b (in another step of it).",
            default="none",
            metavar="WHEN",
            names="shots-before",
        ),
        Parameter("state", "Of the target.", default="organised_fresh", metavar="STATE", names="states"),
    ),
    roll=_fire_roll,
    besides=_fire_besides,
    refuses=lambda _given, *, terrain, from_inside, **_rest: (
        "--from-inside goes with a wall or a gate as --terrain"
        if from_inside and not {"wall", "gate", "parapet"} & set(terrain)
        else ""
    ),
)
