"""Questions about leaders, initiative, what results make of units, and points."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from mangonel.errors import NoRollError
from mangonel.odds.counted import counted
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.questions_fight import ROOM
from mangonel.systems.question import Parameter, Question
from mangonel.systems.roll_answer import Answer, answer_of
from mangonel.systems.system import Names

if TYPE_CHECKING:
    from mangonel.systems.thrown import Thrown

__all__ = ["INITIATIVE", "LEADER", "STATES", "VICTORY"]


def _sides(_rules: RuleSet) -> tuple[str, ...]:
    from mangonel.systems.filo.victory import WINNERS

    return WINNERS


_SIDES = Names("--of", _sides, "offered")


def _leader(rules: RuleSet, *, rolls: int, wounded: bool, tested: bool, no_banner: bool) -> Answer:
    from mangonel.systems.filo.rolls import fate_situation, leader_odds, loss_situation, risk_of_test

    if no_banner:
        return answer_of(rules, fate_situation(rules))
    odds = leader_odds(rules, rolls=rolls, wounded=wounded, tested=tested)
    results = dict(loss_situation(rules).table.results)
    chance = Fraction(1) if tested else risk_of_test(rules)
    more = leader_odds(rules, rolls=rolls + 1, wounded=wounded, tested=tested)
    worth = {letter: float(more.get(letter, Fraction(0)) - odds.get(letter, Fraction(0))) for letter in results}
    lost = ", ".join(f"{letter} {value * 100:+.2f} percentage points" for letter, value in worth.items())
    facts = {"table": "leader-loss", "tested": float(chance), "rolls": rolls, "one_more_roll": worth}
    lines = {"table": "leader-loss", "tested by a roll": str(chance), "rolls": str(rolls), "one more roll": lost}
    order = tuple(letter for letter in ("muere", "herido", "RAS") if letter in odds)
    return Answer(rules, odds, order, {letter: results[letter] for letter in odds}, facts, lines)


def _leader_rolls(rules: RuleSet, *, rolls: int, wounded: bool, tested: bool, no_banner: bool) -> tuple[Thrown, ...]:
    from mangonel.systems.filo.rolls import fate_situation, loss_situation, risk_of_test
    from mangonel.systems.thrown import thrown

    del rolls, wounded
    if no_banner:
        return (thrown(rules, fate_situation(rules)),)
    if tested:
        return (thrown(rules, loss_situation(rules)),)
    return (thrown(rules, loss_situation(rules), "for each roll that tests him", risk_of_test(rules)),)


LEADER = Question(
    "leader",
    "Odds of what becomes of a leader whose unit is shot at or attacks.",
    (
        Parameter(
            "rolls", "Shots at his unit and its attacks.", "number", default=1, lowest=1, highest=200, offered=(1, 12)
        ),
        Parameter("wounded", "He is wounded already.", "flag"),
        Parameter("tested", "The rolls do test him.", "flag"),
        Parameter("no-banner", "His banner is gone: captured or dead.", "flag"),
    ),
    answer=_leader,
    rolls=_leader_rolls,
    refuses=lambda given, *, no_banner, **_rest: (
        "--no-banner is one roll of its own: it goes with nothing else"
        if no_banner and {"rolls", "wounded", "tested"} & set(given)
        else ""
    ),
)


def _initiative(
    rules: RuleSet, *, bonus_a: int, bonus_b: int, leader_a: tuple[int, ...], leader_b: tuple[int, ...]
) -> Answer:
    from mangonel.systems.filo.initiative import first_chance, initiative_odds, usual_order, vetoes

    chances = initiative_odds(rules, bonus_a=bonus_a, bonus_b=bonus_b)
    letters = tuple(rules.table("initiative").results)
    places = [*product(letters[::-1], "a"), *((letter, "") for letter in letters), *product(letters, "b")]
    order = {place: " ".join(filter(None, place)) for place in places if place in chances}
    values = (leader_a or (1,), leader_b or (1,))
    silent = {
        f"a leader of {other} is silenced": sum(
            (
                chance
                for (letter, side), chance in chances.items()
                if side == own and vetoes(rules, letter, len(values["ab".index(other)]))
            ),
            Fraction(0),
        )
        for own, other in ("ab", "ba")
    }
    more = initiative_odds(rules, bonus_a=bonus_a + 1, bonus_b=bonus_b)
    gain = _of_side(more, "a") - _of_side(chances, "a")
    orders = {begins: usual_order(rules, values, begins) for begins in "ab"}
    orders_told = {begins: " ".join(f"{side}{value}" for side, value in acting) for begins, acting in orders.items()}
    if bonus_a != bonus_b:
        orders_told = {"b" if bonus_b < bonus_a else "a": orders_told["b" if bonus_b < bonus_a else "a"]}
    usual = list(dict.fromkeys(orders_told.values()))
    named = [f"usual order, {begins} begins" for begins in orders_told] if len(usual) > 1 else ["usual order"]
    return Answer(
        rules=rules,
        odds={order[place]: chances[place] for place in order},
        order=tuple(order.values()),
        meanings={
            name: f"{rules.table('initiative').results[place[0]]}{f' ({place[1]})' if place[1] else ''}"
            for place, name in order.items()
        },
        facts={"usual_order": " or ".join(usual), "one_more_point": {"bonus_point": float(gain)}},
        lines={
            **dict(zip(named, usual, strict=True)),
            "roll": "two throws of two dice: what counts is how far their totals are apart",
            "one more point": f"bonus of a {float(gain) * 100:+.2f} percentage points: chance of the initiative",
        },
        named={
            **{
                letter: sum((chance for (came, _), chance in chances.items() if came == letter), Fraction(0))
                for letter in letters
            },
            "a has the initiative": _of_side(chances, "a"),
            "b has the initiative": _of_side(chances, "b"),
            "a acts first": first_chance(rules, values, bonus_a=bonus_a, bonus_b=bonus_b),
            **silent,
        },
        backfires=frozenset(name for place, name in order.items() if place[1] == "b"),
    )


def _of_side(odds: dict[tuple[str, str], Fraction], side: str) -> Fraction:
    return sum((chance for (_, winner), chance in odds.items() if winner == side), Fraction(0))


INITIATIVE = Question(
    "initiative",
    "Odds of the initiative of two sides, a and b, and of who acts first.",
    (
        Parameter("bonus-a", "Of the army leader of a.", "number", default=0, lowest=0, highest=9, offered=(0, 3)),
        Parameter("bonus-b", "Of the army leader of b.", "number", default=0, lowest=0, highest=9, offered=(0, 3)),
        Parameter(
            "leader-a",
            "Value of a leader of a; repeat it for several. One of 1 if none is named.",
            "number",
            default=(),
            several=True,
            lowest=0,
            highest=99,
            offered=(0, 3),
        ),
        Parameter(
            "leader-b", "The same of b.", "number", default=(), several=True, lowest=0, highest=99, offered=(0, 3)
        ),
    ),
    answer=_initiative,
)


def _states(rules: RuleSet, *, state: tuple[str, ...], result: str, room: str) -> Answer:
    from mangonel.systems.filo.states import after_results

    running = next((known for known in state if known.startswith("routed")), None)
    if running is not None and "rest" in result.split("+"):
        raise NoRollError("no rest: a routed unit does not rest", path="state", value=running)
    fates = after_results(rules, state, result, room=room)
    name = "/".join(fate.state for fate in fates)
    facts = {"after": [{"state": fate.state, "hexes": fate.hexes} for fate in fates]}
    lines = {
        f"unit {number}" if len(fates) > 1 else "unit": f"{before.replace('_', ' ')}, then "
        f"{fate.state.replace('_', ' ')}, {counted(fate.hexes, 'hex')} back"
        for number, (before, fate) in enumerate(zip(state, fates, strict=True), start=1)
    } | {"roll": "none: the result says it"}
    return Answer(rules, {name: Fraction(1)}, (name,), {name: "for certain"}, facts, lines)


STATES = Question(
    "states",
    "What a result makes of a unit, or of several who take it together.",
    (
        Parameter(
            "state",
            "As it is: organised_fresh, ... (mangonel names states); repeat it for several. Of several the first takes"
            " what only one takes.",
            required=True,
            several=True,
            metavar="STATE",
            names="states",
            example="organised_fresh",
        ),
        Parameter(
            "result",
            "As printed, such as D+R; or L, rally, rest.",
            required=True,
            metavar="RESULT",
            names="results",
            example="D",
        ),
        ROOM,
    ),
    answer=_states,
)


_LOSSES: Final = {
    "eliminated": "eliminated units",
    "fled": "fled units",
    "de rada lost": "the loss of De Rada",
    "ruy diaz lost": "the loss of Ruy Díaz",
}


def _victory(rules: RuleSet, *, theirs: int, of: str, turn: int, **lost: Any) -> Answer:
    from mangonel.systems.filo.victory import WINNERS, Losses, other_side, points, winner

    side = other_side(of)
    parts = points(rules, Losses(of=of, **lost))
    scores = {side: sum(parts.values()), of: theirs}
    verdict = winner(rules, turn=turn, **{name: scores[name] for name in WINNERS})
    facts = {"points": parts, "scores": scores}
    sentence = ", ".join(f"{value} for {_LOSSES.get(reason, reason)}" for reason, value in parts.items())
    lines = {f"points of the {side}": f"{scores[side]}{f' ({sentence})' if sentence else ''}"}
    lines |= {f"points of the {of}": str(theirs), "roll": "none: points are counted"}
    return Answer(rules, {verdict: Fraction(1)}, (verdict,), {verdict: f"after turn {turn}"}, facts, lines)


VICTORY = Question(
    "victory",
    "Points for the losses of a side at Las Navas, and who has won by them.",
    (
        Parameter(
            "of",
            "Whose losses: christians or muslims.",
            required=True,
            metavar="SIDE",
            offered=_SIDES,
            example="christians",
        ),
        Parameter("eliminated", "Type of a unit; repeat it.", default=(), several=True, metavar="TYPE", names="types"),
        Parameter(
            "fled", "Type of a unit off the map; repeat it.", default=(), several=True, metavar="TYPE", names="types"
        ),
        Parameter("killed", "Leaders killed.", "number", default=0, lowest=0, highest=20, offered=(0, 3)),
        Parameter("captured", "Leaders captured.", "number", default=0, lowest=0, highest=20, offered=(0, 3)),
        Parameter(
            "al-andalus",
            "Units of Al-Andalus eliminated or routed.",
            "number",
            default=0,
            lowest=0,
            highest=40,
            offered=(0, 8),
        ),
        Parameter("de-rada", "He is lost.", "flag"),
        Parameter("ruy-diaz", "He is lost.", "flag"),
        Parameter("theirs", "Points of the side itself.", "number", default=0, lowest=0, highest=999, offered=(0, 20)),
        Parameter("turn", "The turn that is over.", "number", default=1, lowest=1, highest=99, offered=(1, 12)),
    ),
    answer=_victory,
)
