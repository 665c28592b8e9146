"""Questions about tests of quality: reaction charge, rout through friends, rally."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.question import Parameter, Question
from mangonel.systems.roll_answer import Answer, answer_of
from mangonel.systems.system import Names
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from mangonel.systems.filo.rolls import Rally
    from mangonel.systems.thrown import Thrown
    from mangonel.tables.situation import Situation

__all__ = ["RALLY", "REACTION_CHARGE", "ROUT"]


def _places(_rules: RuleSet) -> tuple[str, ...]:
    from mangonel.systems.filo.rolls import DE_RADA

    return DE_RADA


_PLACES = Names("--de-rada", _places, "offered")
_QUALITY = Parameter("quality", "On the face that is up.", "number", required=True, lowest=0, highest=12, example="6")


def _reaction_roll(rules: RuleSet, *, quality: int) -> Situation:
    from mangonel.systems.filo.rolls import reaction_situation

    return reaction_situation(rules, quality=quality)


def _reaction(rules: RuleSet, *, quality: int) -> Answer:
    return _with_better(rules, quality, lambda better: _reaction_roll(rules, quality=better), "passes")


def _with_better(rules: RuleSet, quality: int, roll: Callable[[int], Situation], letter: str) -> Answer:
    """Return the odds of a test, with what one more point of quality is worth."""
    now, better = (roll(quality + more).odds().get(letter, Fraction(0)) for more in (0, 1))
    lines = {"one more point": f"quality point {float(better - now) * 100:+.2f} percentage points: chance of {letter}"}
    return answer_of(rules, roll(quality), {"one_more_point": {"quality_point": float(better - now)}}, lines)


REACTION_CHARGE = Question(
    "reaction-charge",
    "Odds that a unit that is charged voids the charge.",
    (_QUALITY,),
    answer=_reaction,
    roll=_reaction_roll,
)


def _rout_roll(rules: RuleSet, *, quality: tuple[int, ...]) -> Situation:
    from mangonel.systems.filo.rolls import rout_situation

    return rout_situation(rules, quality=quality[0])


def _rout(rules: RuleSet, *, quality: tuple[int, ...]) -> Answer:
    from mangonel.systems.filo.rolls import rout_situation

    if len(quality) == 1:
        return _with_better(rules, quality[0], lambda better: rout_situation(rules, quality=better), "Dr")
    chances = [rout_situation(rules, quality=friend).odds().get("Dr", Fraction(0)) for friend in quality]
    odds: dict[int, Fraction] = {}
    for ran in product((False, True), repeat=len(chances)):
        share = Fraction(1)
        for chance, runs in zip(chances, ran, strict=True):
            share *= chance if runs else 1 - chance
        odds[sum(ran)] = odds.get(sum(ran), Fraction(0)) + share
    letters = {number: str(number) if number else NO_EFFECT for number in sorted(odds, reverse=True) if odds[number]}
    meanings = {letter: f"{letter} rout too" for letter in letters.values()} | {NO_EFFECT: "all stand"}
    chances_by_letter = {letter: odds[number] for number, letter in letters.items()}
    each = ", ".join(map(str, chances))
    return Answer(
        rules,
        chances_by_letter,
        tuple(chances_by_letter),
        {letter: meanings[letter] for letter in chances_by_letter},
        {"each": [float(chance) for chance in chances]},
        {"each of them": each},
    )


def _rout_rolls(rules: RuleSet, *, quality: tuple[int, ...]) -> tuple[Thrown, ...]:
    from mangonel.systems.thrown import thrown

    several = len(quality) > 1
    return tuple(
        thrown(rules, _rout_roll(rules, quality=(friend,)), f"friend of quality {friend}" if several else "")
        for friend in dict.fromkeys(quality)
    )


ROUT = Question(
    "rout",
    "Odds that friends who are passed by a rout rout too; each tests once.",
    (
        Parameter(
            "quality",
            "Of a friend; repeat it for several.",
            "number",
            required=True,
            several=True,
            lowest=0,
            highest=12,
            example="6",
        ),
    ),
    answer=_rout,
    roll=_rout_roll,
    rolls=_rout_rolls,
    refuses=lambda given, *, quality, **_rest: (
        "--trials rolls one test: it takes one --quality" if "trials" in given and len(quality) > 1 else ""
    ),
)


def _asked_rally(*, bonus: tuple[int, ...], **rest: Any) -> Rally:
    from mangonel.systems.filo.rolls import Rally

    names = {"almohad_banner": "banner"}
    return Rally(bonuses=tuple(bonus), **{names.get(name, name): value for name, value in rest.items()})


def _rally_roll(rules: RuleSet, *, movement: int | None = None, cavalry: bool = False, **asked: Any) -> Situation:
    from mangonel.systems.filo.rolls import rally_situation

    del movement, cavalry
    return rally_situation(rules, _asked_rally(**asked))


def _rally(rules: RuleSet, *, movement: int | None, cavalry: bool, **asked: Any) -> Answer:
    from mangonel.systems.filo.rolls import check_rally, flight_points, rally_situation

    rally = _asked_rally(**asked)
    check_rally(rules, rally)
    after = "demoralised" if rally.routed else "organised"
    if rally.de_rada == "with":
        odds = {"rallies": Fraction(1)}
        return Answer(rules, odds, ("rallies",), {"rallies": f"it is {after} and fresh"}, {}, {"roll": "none"})
    roll = rally_situation(rules, rally)
    now, better, led = (
        rally_situation(rules, rallying).odds().get("rallies", Fraction(0))
        for rallying in (rally, rally.better(1), rally.led(1))
    )
    gains = {"quality_point": float(better - now), "leader_point": float(led - now)}
    sentence = ", ".join(
        f"{name.replace('_', ' ')} {gain * 100:+.2f} percentage points" for name, gain in gains.items()
    )
    facts: dict[str, Any] = {"total": roll.modifier, "one_more_point": gains}
    lines = {"total": f"{roll.modifier:+d}", "one more point": f"{sentence}: chance of a rally"}
    if rally.routed and movement is not None:
        flees = flight_points(rules, movement, cavalry=cavalry)
        facts["flees"] = flees
        lines["if it does not"] = f"it flees {flees} movement points"
    return answer_of(rules, roll, facts, lines)


def _rally_rolls(rules: RuleSet, *, de_rada: str, **asked: Any) -> tuple[Thrown, ...]:
    from mangonel.systems.thrown import thrown

    return () if de_rada == "with" else (thrown(rules, _rally_roll(rules, de_rada=de_rada, **asked)),)


RALLY = Question(
    "rally",
    "Odds that a demoralised or routed unit rallies.",
    (
        _QUALITY,
        Parameter("routed", "It is routed, not demoralised.", "flag"),
        Parameter("fatigued", "It is fatigued.", "flag"),
        Parameter(
            "bonus",
            "Of its banner leader, of the army leader; the better one counts.",
            "number",
            default=(),
            several=True,
            lowest=0,
            highest=9,
        ),
        Parameter("beside-enemy", "An enemy is adjacent.", "flag"),
        Parameter("de-rada", "Where he is: none, beside, with.", default="none", metavar="PLACE", offered=_PLACES),
        Parameter("almohad-banner", "It is beside the Almohad banner or at it.", "flag"),
        Parameter("al-andalus", "It is a unit of Al-Andalus.", "flag"),
        Parameter("movement", "Movement points of a routed unit.", "number", lowest=1, highest=30, offered=(1, 12)),
        Parameter("cavalry", "The routed unit is cavalry.", "flag"),
    ),
    answer=_rally,
    roll=_rally_roll,
    rolls=_rally_rolls,
    refuses=lambda given, *, movement, routed, **_rest: (
        "--movement goes with --routed: who is demoralised does not flee"
        if movement is not None and not routed
        else "--cavalry goes with --movement"
        if "cavalry" in given and movement is None
        else ""
    ),
)
