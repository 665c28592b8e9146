"""Answers to all that ``mangonel odds`` can be asked about this game; ``questions.toml`` declares the questions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, Final, TypeAlias

from mangonel.engine.notes import counted
from mangonel.errors import DataError, NoRollError
from mangonel.games.filo import rolls as throws
from mangonel.games.filo import states as units
from mangonel.games.filo.combat import Combat, combat_odds, combat_situation, reaction_chance, reaction_of
from mangonel.games.question import Answer, Thrown, answer_of, read_questions, thrown
from mangonel.games.system import Names
from mangonel.rules.cells import NO_EFFECT, UNKNOWN
from mangonel.rules.dice import Die
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Joint, Situation

RANKS = ("Dr+R", "D+R", "F+R", "R")
"""Harm to a side, the worst first; anything else is no harm."""
_MOST_MORE: Final = 40
_LOSSES: Final = {
    "eliminated": "eliminated units",
    "fled": "fled units",
    "de rada lost": "the loss of De Rada",
    "ruy diaz lost": "the loss of Ruy Díaz",
    "no christian win": "no Christian victory in time",
}
_SEATS: Final = ("foot", "mounted")

_Told: TypeAlias = tuple[dict[str, Any], dict[str, str]]
"""Facts for JSON, and lines for people."""


ACROSS = Names("attackers", lambda rules: [row for row in units.grounds_of(rules) if row in units.SIDES], "ground")
GROUNDS = Names("defenders", units.grounds_of, "ground")
SEATS = Names("seats", lambda _: _SEATS, "offered")
SEATS_AND_HEROES = Names(
    "words", lambda rules: (*_SEATS, *["ruy_diaz"] * (rules.choice("ruy-diaz") == "on")), "offered"
)
ATTACKING_ORDERS = Names("units", lambda _: (units.ORGANISED, units.DEMORALISED), "offered")
ALL_ORDERS = Names("units", lambda _: units.ORDERS, "offered")
PLACES = Names("--de-rada", lambda _: throws.DE_RADA, "offered")
SIDE_NAMES = Names("--of", lambda _: throws.WINNERS, "offered")


def joined_unit(
    *,
    type: str,  # noqa: A002 - the name of the part
    strength: int,
    quality: int | None = None,
    with_strength: int | None = None,
    order: str = units.ORGANISED,
    leader: int = 0,
    ground: str | None = None,
    more: str | None = None,
    **said: bool,
) -> str:
    """Return the text of a unit, such as ``Pi:6:5:demoralised:wood``, from its parts.

    A leader whose bonus is 0 is left out: it changes nothing. All else is said as `more`. With the
    strength of a second unit the two act as one, ``Mi:3+2:4+4``: of their qualities the lower one counts (5.2).
    """
    two = with_strength is not None
    words = [
        type,
        f"{strength}+{with_strength}" if two else str(strength),
        "" if quality is None else f"{quality}+{quality}" if two else str(quality),
        order if order != units.ORGANISED else "",
        f"leader={leader}" if leader else "",
        ground,
        *(word for word, is_said in said.items() if is_said),
        more,
    ]
    return ":".join(filter(None, words))


def result_order(results: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return results of defenders and attackers from the worst for the defenders down."""
    ranks = {letter: len(RANKS) - place for place, letter in enumerate(RANKS)}
    return sorted(results, key=lambda pair: (-ranks.get(pair[0], 0), ranks.get(pair[1], 0)))


def _points(gain: Fraction) -> str:
    return f"{float(gain) * 100:+.1f} percentage points" if gain else "0 percentage points"


def _gained(gains: Mapping[str, Fraction], what: str) -> _Told:
    """Return the worth of one more point of each kind, by which it raises a chance."""
    sentence = ", ".join(f"{name.replace('_', ' ')} {_points(gain)}" for name, gain in gains.items() if gain)
    facts = {"one_more_point": {name: float(gain) for name, gain in gains.items()}}
    return facts, {"one more point": f"{sentence or 'no gain'}: chance of {what}"}


def _worth(
    kinds: Mapping[str, tuple[Callable[[int], Any], int]],
    total: Callable[[Any], int],
    chance: Callable[[Any], Fraction],
    what: str,
) -> _Told:
    """Return how far the next better total is, and how much one more point of each kind is worth.

    `kinds` give the roll with so many more points, and how many more are tried; `total` is the number added to the die
    of a roll: the higher, the better; `chance` is the one that is looked at.
    """
    totals: dict[str, Any] = {}
    nexts = []
    for key, (stronger, most) in kinds.items():
        name, now = key.replace("_", " "), total(stronger(0))
        more = next((count for count in range(1, most + 1) if total(stronger(count)) > now), None)
        totals[key] = None
        if more is not None:
            reached = total(stronger(more))
            totals[key] = {"points": more, "total": reached}
            nexts.append(f"{counted(more, f'more {name}')} to {reached:+d}")
    facts, lines = _gained(
        {key: chance(stronger(1)) - chance(stronger(0)) for key, (stronger, _) in kinds.items()}, what
    )
    return {"next_total": totals, **facts}, {"next better total": ", ".join(nexts) or "none", **lines}


def _letter(pair: tuple[str, str]) -> str:
    return NO_EFFECT if set(pair) == {NO_EFFECT} else "/".join(pair)


def _asked_combat(
    rules: RuleSet, *, attacker: tuple[str, ...], defender: tuple[str, ...], charge: bool, approach: int, dropped: bool
) -> Combat:
    attackers = tuple(units.read_unit(rules, text, "attacker") for text in attacker)
    defenders = tuple(units.read_unit(rules, text, "defender") for text in defender)
    for (text, unit), foe in product(zip(attacker, attackers, strict=True), defenders):
        units.check_grounds(rules, (*foe.ground, *unit.ground), f"attacker {text}")
    return Combat(attackers, defenders, charge, approach, dropped)


def combat(rules: RuleSet, *, room: str, **asked: Any) -> Answer:
    fight = _asked_combat(rules, **asked)
    roll, reacts = combat_situation(rules, fight).situation, reaction_chance(rules, fight)
    pairs = combat_odds(rules, fight)
    ordered = result_order(pairs)
    facts, lines = _roll_told(roll, "")
    if reacts:
        void = combat_situation(rules, fight, reacted=True).situation
        more = _roll_told(void, " after a reaction charge")
        facts |= {"reaction_charge": float(reacts), "after_reaction_charge": more[0]}
        lines |= {"reaction charge": f"{float(reacts) * 100:.1f} %", **more[1]}
    if fight.dropped:
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


def combat_besides(rules: RuleSet, *, room: str, **asked: Any) -> _Told:
    fight = _asked_combat(rules, **asked)

    def harm(stronger: Combat) -> Fraction:
        return _total(chance for (letter, _), chance in combat_odds(rules, stronger).items() if letter in RANKS)

    facts, lines = _worth(
        {
            f"{name}_point": (partial(fight.more, name), most)
            for name, most in (("strength", _MOST_MORE), ("quality", 12), ("leader", 9))
        },
        lambda stronger: combat_situation(rules, stronger).situation.modifier,
        harm,
        "a retreat of the defenders or worse",
    )
    after, more = _states_after(rules, fight, combat_odds(rules, fight), room)
    return {**facts, "after": after}, {**lines, **more}


def combat_rolls(rules: RuleSet, *, room: str, **asked: Any) -> tuple[Thrown, ...]:
    fight = _asked_combat(rules, **asked)
    fought, reacts = combat_situation(rules, fight), reaction_chance(rules, fight)
    reaction = reaction_of(rules, fight.defenders[0]) if fight.charge else None
    if reaction is None:
        return (_of_both(fought),)
    tried = thrown(rules, reaction, "reaction charge")
    void = [_of_both(combat_situation(rules, fight, reacted=True), "if the charge is void", reacts)] if reacts else []
    stands = [_of_both(fought, "if the charge stands", 1 - reacts)] if reacts < 1 else []
    return (tried, *stands, *void)


def _of_both(roll: Joint, when: str = "", chance: Fraction = Fraction(1)) -> Thrown:
    """Return the dice of a combat, with the results of each face for both sides."""
    results = [(defenders, attackers) for defenders, attackers in roll.outcomes()]
    pairs = {pair: _letter(pair) for pair in result_order(set(results))}
    return Thrown(
        roll.situation.table.id,
        tuple(map(Die.shown, roll.faces)),
        tuple(map(pairs.__getitem__, results)),
        tuple(pairs.values()),
        {letter: _meaning(roll.situation, pair) for pair, letter in pairs.items()},
        _befall_attackers(pairs),
        chance,
        when,
    )


def _befall_attackers(pairs: Collection[tuple[str, str]]) -> frozenset[str]:
    return frozenset(_letter(pair) for pair in pairs if pair[0] not in RANKS and pair[1] in RANKS)


def _roll_told(roll: Situation, when: str) -> _Told:
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


def _states_after(rules: RuleSet, fight: Combat, odds: Mapping[tuple[str, str], Fraction], room: str) -> _Told:
    facts: dict[str, Any] = {}
    lines: dict[str, str] = {}
    for place, (who, side) in enumerate((("defender", fight.defenders), ("attacker", fight.attackers))):
        shares: list[dict[str, Fraction]] = [{} for _ in side]
        before = [unit.state for unit in side]
        for pair, chance in odds.items():
            for share, fate in zip(shares, units.after_results(rules, before, pair[place], room=room), strict=True):
                share[fate.state] = share.get(fate.state, Fraction(0)) + chance
        for number, share in enumerate(shares, start=1):
            name = f"{who} {number}" if len(side) > 1 else who
            chances = {state: share[state] for state in units.STATES if state in share}
            facts[name] = {state: float(chance) for state, chance in chances.items()}
            parts = (f"{state.replace('_', ' ')} {float(chance) * 100:.1f} %" for state, chance in chances.items())
            lines[f"{name} after"] = ", ".join(parts)
    return facts, lines


def _asked_shot(
    rules: RuleSet,
    *,
    shooter: tuple[str, ...],
    distance: tuple[int, ...],
    terrain: tuple[str, ...],
    from_inside: bool,
    shot_before: str,
) -> throws.Shot:
    units.check_grounds(rules, terrain, "terrain")
    shooters = tuple(units.read_unit(rules, text, "shooter") for text in shooter)
    if len(distance) > len(shooters):
        raise DataError(
            "at most one distance for each shooter", path="distance", value=len(distance), allowed=[len(shooters)]
        )
    return throws.Shot(shooters, max(distance), tuple(terrain), from_inside, shot_before)


def fire_roll(rules: RuleSet, *, state: str = "", shots: int = 1, **asked: Any) -> Situation:
    return throws.fire_situation(rules, _asked_shot(rules, **asked))


def fire(rules: RuleSet, *, state: str, shots: int = 1, **asked: Any) -> Answer:
    """Return the odds of one shot, or of the states of the unit after several, of which the last is that it runs."""
    roll = fire_roll(rules, **asked)
    if shots == 1:
        return answer_of(rules, roll)
    odds, shot_at = dict.fromkeys(units.STATES, Fraction(0)), {state: Fraction(1)}
    for _ in range(shots):
        before, shot_at = shot_at, dict.fromkeys(units.STATES, Fraction(0))
        for (now, share), (letter, chance) in product(before.items(), roll.odds().items()):
            fate = units.after_result(rules, now, letter)
            # A unit that runs is out of these shots, two hexes away and in other terrain (12.2).
            (odds if fate.hexes or fate.state == units.ELIMINATED else shot_at)[fate.state] += share * chance
    odds = {name: odds[name] + shot_at[name] for name in units.STATES[::-1] if odds[name] + shot_at[name]}
    meanings = dict.fromkeys(odds, f"after {shots} shots, or when it runs")
    return Answer(rules, odds, tuple(odds), meanings, {"shots": shots}, {"shots": str(shots)})


def fire_besides(rules: RuleSet, *, state: str, shots: int = 1, **asked: Any) -> _Told:
    shot = _asked_shot(rules, **asked)
    roll = throws.fire_situation(rules, shot)

    def harm(other: throws.Shot) -> Fraction:
        return 1 - throws.fire_situation(rules, other).odds().get(NO_EFFECT, Fraction(0))

    def stronger(points: int) -> throws.Shot:
        return replace(shot, shooters=(shot.shooters[0].more("most", points), *shot.shooters[1:]))

    facts, lines = _worth(
        {"strength_point": (stronger, _MOST_MORE)},
        lambda stronger: throws.fire_situation(rules, stronger).modifier,
        harm,
        "an effect",
    )
    table, before = rules.table("shots"), str(shot.distance - 1)
    cell = table.printed(units.shooter_of(rules, shot.shooters[0]), before) if before in table.columns else UNKNOWN
    known = cell not in (UNKNOWN, "imposible")
    nearer = harm(replace(shot, distance=shot.distance - 1)) - harm(shot) if known else None
    facts["one_hex_nearer"] = None if nearer is None else float(nearer)
    if nearer is not None:
        lines["one hex nearer"] = f"{_points(nearer)}: chance of an effect"
    after = {letter: units.after_result(rules, state, letter).state for letter in roll.odds()}
    facts |= {"total": roll.modifier, "after": after}
    sentence = ", ".join(f"{letter} {outcome.replace('_', ' ')}" for letter, outcome in after.items())
    return facts, {"total": f"{roll.modifier:+d}", **lines, "target after": sentence}


reaction_charge_roll = throws.reaction_situation


def reaction_charge(rules: RuleSet, *, quality: int) -> Answer:
    return _with_better(rules, quality, throws.reaction_situation, "passes")


def _with_better(rules: RuleSet, quality: int, roll: Callable[..., Situation], letter: str) -> Answer:
    """Return the odds of a test, with the worth of one more point of quality."""
    now, better = (roll(rules, quality=quality + more).odds().get(letter, Fraction(0)) for more in (0, 1))
    return answer_of(rules, roll(rules, quality=quality), *_gained({"quality_point": better - now}, letter))


def rout_roll(rules: RuleSet, *, quality: tuple[int, ...]) -> Situation:
    return throws.rout_situation(rules, quality=quality[0])


def rout(rules: RuleSet, *, quality: tuple[int, ...]) -> Answer:
    if len(quality) == 1:
        return _with_better(rules, quality[0], throws.rout_situation, "Dr")
    chances = [throws.rout_situation(rules, quality=friend).odds().get("Dr", Fraction(0)) for friend in quality]
    odds = {0: Fraction(1)}
    for chance in chances:
        ran = range(len(odds) + 1)
        odds = {run: odds.get(run, 0) * (1 - chance) + odds.get(run - 1, 0) * chance for run in ran}
    letters = {number: str(number) if number else NO_EFFECT for number in sorted(odds, reverse=True) if odds[number]}
    meanings = {letter: f"{letter} rout too" if number else "all stand" for number, letter in letters.items()}
    chances_by_letter = {letter: odds[number] for number, letter in letters.items()}
    facts, lines = {"each": [float(chance) for chance in chances]}, {"each of them": ", ".join(map(str, chances))}
    return Answer(rules, chances_by_letter, tuple(chances_by_letter), meanings, facts, lines)


def rout_rolls(rules: RuleSet, *, quality: tuple[int, ...]) -> tuple[Thrown, ...]:
    several = len(quality) > 1
    return tuple(
        thrown(rules, throws.rout_situation(rules, quality=friend), f"friend of quality {friend}" if several else "")
        for friend in dict.fromkeys(quality)
    )


def rout_refuses(given: Collection[str], *, quality: Sequence[int], **_rest: Any) -> str:
    return "--trials rolls one test: it takes one --quality" if "trials" in given and len(quality) > 1 else ""


def _asked_rally(*, bonus: tuple[int, ...], almohad_banner: bool, **rest: Any) -> throws.Rally:
    return throws.Rally(bonuses=tuple(bonus), banner=almohad_banner, **rest)


def rally_roll(rules: RuleSet, *, movement: int | None = None, cavalry: bool = False, **asked: Any) -> Situation:
    return throws.rally_situation(rules, _asked_rally(**asked))


def rally(rules: RuleSet, *, movement: int | None, cavalry: bool, **asked: Any) -> Answer:
    tried = _asked_rally(**asked)
    throws.check_rally(rules, tried)
    after = "demoralised" if tried.routed else "organised"
    if tried.de_rada == "with":
        odds = {"rallies": Fraction(1)}
        return Answer(rules, odds, ("rallies",), {"rallies": f"it is {after} and fresh"}, {}, {"roll": "none"})
    roll = throws.rally_situation(rules, tried)
    best = replace(tried, bonuses=(max(tried.bonuses, default=0) + 1,))
    now, better, led = (
        throws.rally_situation(rules, rallying).odds().get("rallies", Fraction(0))
        for rallying in (tried, replace(tried, quality=tried.quality + 1), best)
    )
    facts, lines = _gained({"quality_point": better - now, "leader_point": led - now}, "a rally")
    facts, lines = {"total": roll.modifier, **facts}, {"total": f"{roll.modifier:+d}", **lines}
    if tried.routed and movement is not None:
        flees = throws.flight_points(rules, movement, cavalry=cavalry)
        facts["flees"] = flees
        lines["if it does not"] = f"it flees {flees} movement points"
    return answer_of(rules, roll, facts, lines)


def rally_rolls(rules: RuleSet, *, de_rada: str, **asked: Any) -> tuple[Thrown, ...]:
    return () if de_rada == "with" else (thrown(rules, rally_roll(rules, de_rada=de_rada, **asked)),)


def leader(rules: RuleSet, *, rolls: int, wounded: bool, tested: bool, no_banner: bool) -> Answer:
    if no_banner:
        return answer_of(rules, throws.fate_situation(rules))
    odds = throws.leader_odds(rules, rolls=rolls, wounded=wounded, tested=tested)
    results = dict(throws.loss_situation(rules).table.results)
    chance = Fraction(1) if tested else throws.risk_of_test(rules)
    more = throws.leader_odds(rules, rolls=rolls + 1, wounded=wounded, tested=tested)
    worth = {letter: more.get(letter, Fraction(0)) - odds.get(letter, Fraction(0)) for letter in results}
    lost = ", ".join(f"{letter} {_points(gain)}" for letter, gain in worth.items())
    gains = {letter: float(gain) for letter, gain in worth.items()}
    facts = {"table": "leader-loss", "tested": float(chance), "rolls": rolls, "one_more_roll": gains}
    lines = {"table": "leader-loss", "tested by a roll": str(chance), "rolls": str(rolls), "one more roll": lost}
    order = tuple(letter for letter in ("muere", "herido", "RAS") if letter in odds)
    return Answer(rules, odds, order, {letter: results[letter] for letter in odds}, facts, lines)


def leader_rolls(rules: RuleSet, *, tested: bool, no_banner: bool, **_rest: Any) -> tuple[Thrown, ...]:
    if no_banner:
        return (thrown(rules, throws.fate_situation(rules)),)
    when = () if tested else ("for each roll that tests him", throws.risk_of_test(rules))
    return (thrown(rules, throws.loss_situation(rules), *when),)


def initiative(
    rules: RuleSet, *, bonus_a: int, bonus_b: int, leader_a: tuple[int, ...], leader_b: tuple[int, ...]
) -> Answer:
    chances = throws.initiative_odds(rules, bonus_a=bonus_a, bonus_b=bonus_b)
    results = rules.table("initiative").results
    letters = tuple(results)
    places = [*product(letters[::-1], "a"), *((letter, "") for letter in letters), *product(letters, "b")]
    order = {place: " ".join(filter(None, place)) for place in places if place in chances}
    values = (leader_a or (1,), leader_b or (1,))

    silent = {
        f"a leader of {other} is silenced": _total(
            share
            for (letter, side), share in chances.items()
            if side == own and throws.vetoes(rules, letter, len(values["ab".index(other)]))
        )
        for own, other in ("ab", "ba")
    }
    has = {side: _total(share for (_, own), share in chances.items() if own == side) for side in "ab"}
    more = throws.initiative_odds(rules, bonus_a=bonus_a + 1, bonus_b=bonus_b)
    gain = _total(share for (_, side), share in more.items() if side == "a") - has["a"]
    orders_told = {
        begins: " ".join(f"{side}{value}" for side, value in throws.usual_order(rules, values, begins))
        for begins in ("ab" if bonus_a == bonus_b else "ab"[bonus_b < bonus_a])
    }
    usual = list(dict.fromkeys(orders_told.values()))
    named = [f"usual order, {begins} begins" for begins in orders_told] if len(usual) > 1 else ["usual order"]
    return Answer(
        rules=rules,
        odds={order[place]: chances[place] for place in order},
        order=tuple(order.values()),
        meanings={name: results[letter] + (f" ({side})" if side else "") for (letter, side), name in order.items()},
        facts={"usual_order": " or ".join(usual), "one_more_point": {"bonus_point": float(gain)}},
        lines={
            **dict(zip(named, usual, strict=True)),
            "roll": "two throws of two dice: what counts is how far their totals are apart",
            "one more point": f"bonus of a {_points(gain)}: chance of the initiative",
        },
        named={
            **{letter: _total(share for (came, _), share in chances.items() if came == letter) for letter in letters},
            **{f"{side} has the initiative": share for side, share in has.items()},
            "a acts first": throws.first_chance(rules, values, bonus_a=bonus_a, bonus_b=bonus_b),
            **silent,
        },
        backfires=frozenset(name for (_, side), name in order.items() if side == "b"),
    )


def _total(shares: Iterable[Fraction]) -> Fraction:
    return sum(shares, Fraction(0))


def states(rules: RuleSet, *, state: tuple[str, ...], result: str, room: str) -> Answer:
    running = next((known for known in state if known.startswith("routed")), None)
    if running is not None and "rest" in result.split("+"):
        raise NoRollError("no rest: a routed unit does not rest", path="state", value=running)
    fates = units.after_results(rules, state, result, room=room)
    name = "/".join(fate.state for fate in fates)
    facts = {"after": [{"state": fate.state, "hexes": fate.hexes} for fate in fates]}
    lines = {
        f"unit {number}" if len(fates) > 1 else "unit": f"{before.replace('_', ' ')}, then "
        f"{fate.state.replace('_', ' ')}, {counted(fate.hexes, 'hex')} back"
        for number, (before, fate) in enumerate(zip(state, fates, strict=True), start=1)
    } | {"roll": "none: the result says it"}
    return Answer(rules, {name: Fraction(1)}, (name,), {name: "for certain"}, facts, lines)


def victory(rules: RuleSet, *, theirs: int, of: str, turn: int, **lost: Any) -> Answer:
    if of not in throws.WINNERS:
        raise DataError("unknown side", value=of, allowed=throws.WINNERS)
    side, muslims = throws.WINNERS[throws.WINNERS.index(of) - 1], throws.WINNERS[1]
    parts = throws.points(rules, throws.Losses(of=of, **lost))
    scores = {side: sum(parts.values()), of: theirs}
    verdict, late = throws.winner(rules, turn=turn, **scores)
    reasons: dict[str, dict[str, int]] = {side: {**parts}, of: {}}
    if late:
        scores[muslims] += late
        reasons[muslims]["no christian win"] = late
    lines = {}
    for name, points in reasons.items():
        sentence = ", ".join(f"{value} for {_LOSSES.get(reason, reason)}" for reason, value in points.items())
        lines[f"points of the {name}"] = f"{scores[name]}{f' ({sentence})' if sentence else ''}"
    lines["roll"] = "none: points are counted"
    facts = {"points": reasons[side], "scores": scores}
    return Answer(rules, {verdict: Fraction(1)}, (verdict,), {verdict: f"after turn {turn}"}, facts, lines)


QUESTIONS: Final = read_questions("filo", sys.modules[__name__])
