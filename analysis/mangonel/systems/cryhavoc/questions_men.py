"""Questions about what becomes of two men who fight, and about animals as targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.questions_combat import APTITUDE, ATTACK, ATTACKERS, COVER, DISTANCES, WEAPON, grounds
from mangonel.systems.question import Parameter, Question
from mangonel.systems.roll_answer import Answer, answer_of
from mangonel.systems.system import Names
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men import Kind
    from mangonel.systems.cryhavoc.outcomes import Character
    from mangonel.systems.thrown import Thrown
    from mangonel.tables.situation import Situation

__all__ = ["ANIMAL", "ANIMAL_SHOT", "DUEL"]

_ROSTER = "illustrative"


def _kinds(_rules: RuleSet) -> tuple[str, ...]:
    return tuple(_men_of(_ROSTER))


_KINDS = Names("--attacker and --target of odds duel", _kinds, "kinds")


def _men_of(roster: str) -> Mapping[str, Kind]:
    """Return the kinds of men of a roster, by id. A file may have changed since it was last read, the program's not."""
    return _read_roster(roster) if roster.endswith(".toml") or "/" in roster else _known_roster(roster)


def _read_roster(roster: str) -> dict[str, Kind]:
    from mangonel.systems.cryhavoc.men import Kind
    from mangonel.systems.roster import load_roster

    return {kind.id: kind for kind in load_roster(roster, Path(), "cryhavoc", Kind).kinds}


_known_roster = lru_cache(maxsize=8)(_read_roster)


def _man(kinds: Mapping[str, Kind], kind: str, state: str, side: str, *, mounted: bool) -> Character:
    from mangonel.systems.cryhavoc.outcomes import STATES, Character

    if kind not in kinds:
        raise DataError("no such kind in the roster", path=f"--{side}", value=kind, allowed=kinds)
    if state not in STATES[:-1]:
        raise DataError("unknown state of a man", path=f"--{side}-state", value=state, allowed=STATES[:-1])
    return Character(kinds[kind], state, mounted)


def _duel_men(values: dict[str, Any]) -> tuple[Character, Character]:
    kinds = _men_of(values["roster"])
    attacker = _man(kinds, values["attacker"], values["attacker_state"], "attacker", mounted=values["attacker_mounted"])
    return attacker, _man(kinds, values["target"], values["target_state"], "target", mounted=values["mounted"])


def _duel_roll(rules: RuleSet, *, mounted: bool, terrain: str, against: str, **values: Any) -> Situation:
    from mangonel.systems.cryhavoc.rolls import melee_situation

    attacker, target = _duel_men(values | {"mounted": mounted})
    if not attacker.attack:
        raise DataError("a stunned man does not attack", path="attacker-state", value=attacker.state)
    return melee_situation(
        rules, attack=attacker.attack, defence=target.defence, mounted=mounted, terrain=terrain, against=against
    )


def _duel(rules: RuleSet, *, cornered: bool, over_moat: bool, **values: Any) -> Answer:
    from mangonel.systems.cryhavoc.outcomes import STATES, after

    roll, before = _duel_roll(rules, **values), _duel_men(values)
    pairs = after(rules, roll, *before, way_back=not cornered, over_moat=over_moat)
    # The worst for the target first; what befalls the attacker comes last, the worst at the end.
    worst_first = sorted(
        pairs,
        key=lambda pair: (-STATES.index(pair[1].state), pair[1].mounted, STATES.index(pair[0].state), -pair[0].mounted),
    )
    names = {pair: _named(before, pair) for pair in worst_first}
    odds = {name: pairs[pair] for pair, name in names.items()}
    meanings = dict.fromkeys(odds, "") | {NO_EFFECT: "neither is hurt"}
    backfires = frozenset(name for pair, name in names.items() if pair[0] != before[0])
    facts = {"table": roll.table.id, "column": roll.final_column}
    return Answer(rules, odds, tuple(odds), meanings, facts, facts, backfires=backfires)


def _duel_rolls(rules: RuleSet, *, cornered: bool, over_moat: bool, **values: Any) -> tuple[Thrown, ...]:
    from mangonel.systems.thrown import thrown

    del cornered, over_moat
    return (thrown(rules, _duel_roll(rules, **values)),)


def _named(before: tuple[Character, Character], now: tuple[Character, Character]) -> str:
    """Return how both are; as no effect if they are as they were."""
    if now == before:
        return NO_EFFECT
    attacker, target = (_told(*man) for man in zip(before, now, strict=True))
    return f"attacker {attacker}, target {target}"


def _told(before: Character, now: Character) -> str:
    """Return how a man is, and whether he has lost his horse."""
    return now.state + (", unhorsed" if before.mounted and not now.mounted and now.state != "dead" else "")


DUEL = Question(
    "duel",
    "Odds of how two men are after one of them has attacked the other.\n\nTheir values come from a roster.",
    (
        Parameter(
            "attacker", "Kind of the man who attacks.", required=True, metavar="KIND", offered=_KINDS, example="knight"
        ),
        Parameter(
            "target",
            "Kind of the man who is attacked.",
            required=True,
            metavar="KIND",
            offered=_KINDS,
            example="spearman",
        ),
        Parameter("attacker-state", "fit or wounded.", default="fit", metavar="STATE", names="men-states"),
        Parameter("target-state", "fit, stunned or wounded.", default="fit", metavar="STATE", names="men-states"),
        Parameter("attacker-mounted", "The attacker is mounted.", "flag"),
        Parameter("mounted", "The target is mounted.", "flag"),
        Parameter("terrain", "Where the attacker stands.", default="flat_ground", metavar="GROUND", names="terrain"),
        Parameter("against", "Where the target stands.", default="flat_ground", metavar="GROUND", names="terrain"),
        Parameter("cornered", "Who is driven back has no hex to go to.", "flag"),
        Parameter("over-moat", "Who is driven back goes over the edge of a moat.", "flag"),
        Parameter("roster", "A roster of the program, or a file.", default=_ROSTER, metavar="ROSTER"),
    ),
    answer=_duel,
    rolls=_duel_rolls,
)


def _of_animal(rules: RuleSet, roll: Situation) -> Answer:
    # What a result comes to by name is said of a rider.
    return replace(answer_of(rules, roll), named={})


def _animal_roll(rules: RuleSet, *, attack: tuple[int, ...], **rest: Any) -> Situation:
    from mangonel.systems.cryhavoc.rolls import animal_situation

    return animal_situation(rules, attack=attack if len(attack) > 1 else attack[0], **rest)


ANIMAL = Question(
    "animal",
    "Odds of an attack on a riderless horse or a draught animal.",
    (
        ATTACK,
        ATTACKERS,
        grounds("terrain", "Where the attackers stand."),
        grounds("against", "Where the animal stands."),
    ),
    answer=lambda rules, **values: _of_animal(rules, _animal_roll(rules, **values)),
    roll=_animal_roll,
)


def _animal_shot_roll(rules: RuleSet, *, wounded: bool, **rest: Any) -> Situation:
    from mangonel.systems.cryhavoc.missiles import animal_shot_situation

    return animal_shot_situation(rules, shooter_wounded=wounded, **rest)


ANIMAL_SHOT = Question(
    "animal-shot",
    "Odds of a shot at a riderless horse or a draught animal.",
    (
        WEAPON,
        Parameter("distance", "Hexes to the animal.", "number", required=True, offered=DISTANCES, example="10"),
        COVER,
        Parameter("wounded", "The shooter is wounded.", "flag"),
        APTITUDE,
    ),
    answer=lambda rules, **values: _of_animal(rules, _animal_shot_roll(rules, **values)),
    roll=_animal_shot_roll,
)
