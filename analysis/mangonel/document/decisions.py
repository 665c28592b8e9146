"""Decisions of the players: others ranked by side, and the position they are made in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mangonel.document.headline import result_finding
from mangonel.document.wording import endings_name, in_all_told, source, unfinished
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import Side, endings_meant, naming, winners
from mangonel.engine.position import columns_of
from mangonel.engine.process import Process
from mangonel.engine.result import NOISE
from mangonel.engine.run import NO_LIMIT, Position
from mangonel.games.fields import Decision, decisions
from mangonel.games.scenario import Scenario
from mangonel.paper.blocks import Blocks, Paragraph, Table
from mangonel.paper.charts.numbers import differs, full, points, short
from mangonel.rules.words import PhraseBook, capital, say, words
from mangonel.rules.words.phrase_book import names_of
from mangonel.studies.tactics import typed
from mangonel.studies.varying import numbers_of

if TYPE_CHECKING:
    from mangonel.studies.decide import Best
    from mangonel.studies.tactics import Tactic, Tactics, Value
    from mangonel.studies.wanted import Wanted

_SHOWN = 0.0005  # the least gain that a tenth of a point shows
_HARDLY = 0.1  # a side that wins less of the games that its rival does not win wants that to win seldom


@dataclass(frozen=True)
class _Telling:
    found: Tactics
    known: Mapping[str, Decision]
    """The decisions there are."""
    ending: str
    named: bool
    """`ending`, `named`: the question by which decisions are ranked, and whether it was asked for."""


def tactics_told(
    found: Tactics, ending: str, *, everything: bool = False, named: bool = False, best: Sequence[Best] = ()
) -> Blocks:
    """Return the effect of other decisions, the best of each side first.

    Parameters
    ----------
    ending
        An ending or a side, by which decisions are ranked that belong to no side that can win.
    everything
        Whether it is said in full where the numbers come from.
    named
        Whether somebody has asked for this ending: then all decisions are ranked by it.
    best
        Best decisions by state; their best fixed plans are told instead of the best that was tried.
    """
    scenario, rules, base = found.scenario, found.rules, found.base
    with naming(found.base.sides):
        known = decisions(scenario.playable.keys, scenario.sequence)
        telling = _Telling(found, known, ending, named)
        groups: dict[str, list[Tactic]] = {}
        for choice in found.choices:
            groups.setdefault(_side(choice.changes, known), []).append(choice)
        title = say("telling.tactics", scenario=words().translated(scenario.title))
        book = PhraseBook(rules.system)
        barred: dict[str, dict[tuple[str, str], list[str]]] = {}
        for changes, why in found.left_out:
            alike = barred.setdefault(_side(changes, known), {}).setdefault((" ".join(changes), why), [])
            alike.append(_decided(telling, changes))
        refused = {
            side: [f"{_joined(each)} ({book.told(why) or why})" for (_, why), each in by.items()]
            for side, by in barred.items()
        }
        # Of other decisions it is said whether they were sampled, not how their games are played.
        tried = () if everything else (choice.result.provenance for choice in found.choices)
        others = (each if each.trials or each.interrupted else replace(each, notes=()) for each in tried)
        plans = [_plan_told(each, found) for each in best if each.gain > NOISE or NOISE < each.value < 1 - NOISE]
        advice = tuple(plans) if best else best_tried(found, ending)
        finding = result_finding(base, ending, names_of([rules])[0])
        # In the order of the game; decisions of no side come last.
        sides = [side for side in (*(side.name for side in base.sides), *groups) if side in groups]
        return (
            *unfinished([base.provenance]),
            Paragraph(title, "title"),
            *advice,
            Paragraph(finding, "plain" if advice else "lead"),
            *(block for side in dict.fromkeys(sides) for block in _of_side(telling, side, groups[side])),
            *(_line("telling.barred", side, reasons) for side, reasons in refused.items()),
            source([base.provenance, *others], everything=everything),
        )


def best_tried(found: Tactics, ending: str, shipped: Estimate | None = None) -> Blocks:
    """Return for each side the best of the decisions that were tried, or the cost of the only other ones.

    Two or more decisions together that do better than each alone say so. `shipped` is the chance without them if it is
    known by more games than these.
    """
    known = decisions(found.scenario.playable.keys, found.scenario.sequence)
    wanted = set(endings_meant(ending, found.base.all_endings, found.base.sides))
    lines = []
    for side in found.base.sides:
        mine = [choice for choice in found.choices if _side(choice.changes, known) == side.name and not choice.idle]
        if not side.wins or not mine:
            continue
        sign = 1 if wanted & set(side.wins) else -1
        best = max(mine, key=lambda choice: sign * choice.difference(ending).value)
        change, base = best.difference(ending), found.base.probability(ending) if shipped is None else shipped
        given = {
            "side": capital(words().word("sides", side.name)),
            "plan": plan_said(found.scenario, best.changes),
            "wanted": endings_name(ending, found.base.sequence),
            "value": short(best.result.probability(ending) if shipped is None else base.value - -change),
            "shipped": short(base),
        }
        if given["value"] == given["shipped"] or not differs(change):
            lines.append(say("telling.none_tried", **given))
        elif sign * change.value > 0:
            together = _pair(best.changes, sign * change.value, mine, ending, sign)
            lines.append(say("telling.best_tried", **given) + together)
        elif len({path for choice in mine for path in choice.changes}) == 1:
            numbers, choices = numbers_of(found.scenario), found.scenario.choices
            now = {path: (choices[path] if path in choices else numbers[path]).value for path in best.changes}
            given["now"] = plan_said(found.scenario, now)
            given["plan"] = ", ".join(known[path].chosen(value) for path, value in best.changes.items())
            lines.append(say("telling.stay", **given))
    return tuple(Paragraph(line, "lead") for line in lines)


def _plan_told(best: Best, found: Tactics) -> Paragraph:
    """Return the best plan of a side that is kept all game, and the gain by deciding by state."""
    fixed = best.fixed
    ending = ending_wanted(best.wanted, found.base.sides)
    given = {
        "side": capital(words().word("sides", best.side)),
        "plan": plan_said(found.scenario, fixed.changes),
        "wanted": endings_name(ending, found.base.sequence),
        "value": short(Estimate.of_exact(fixed.value)),
        "shipped": short(Estimate.of_exact(best.shipped)),
        "best": short(Estimate.of_exact(best.value)),
    }
    if given["value"] == given["shipped"]:
        return Paragraph(say("telling.no_plan", **given), "lead")
    pair = _pair(fixed.changes, best.sign * (fixed.value - best.shipped), found.choices, ending, best.sign)
    return Paragraph(say("telling.plan", **given) + pair, "lead")


def ending_wanted(wanted: Wanted, sides: Sequence[Side]) -> str:
    """Return the side that is wanted to win, or else the endings that are wanted."""
    return next((each.name for each in sides if set(each.wins) == set(wanted.endings)), "+".join(wanted.endings))


def _pair(changes: Mapping[str, Value], gain: float, tried: Sequence[Tactic], ending: str, sign: int) -> str:
    """Return that decisions work together, if they do better than all of them alone and those were tried, too."""
    parts = [{path: value} for path, value in changes.items()]
    alone = [sign * choice.difference(ending).value for choice in tried if dict(choice.changes) in parts]
    if len(parts) < 2 or len(alone) < len(parts) or gain - sum(alone) < _SHOWN:
        return ""
    return " " + say("telling.together", points=points(Estimate.of_exact(gain - sum(alone))))


def plan_said(scenario: Scenario, changes: Mapping[str, Value]) -> str:
    """Return a plan in words: each policy that it changes, with its value."""
    known = decisions(scenario.playable.keys, scenario.sequence)
    return words().with_commas((known[path].said(value) for path, value in changes.items()))


def _of_side(telling: _Telling, side: str, choices: Sequence[Tactic]) -> Blocks:
    """Return the decisions of a side: a table of those that change its goal, and lines with the others."""
    tactics = telling.found
    ending = _after(telling, side, choices)
    moving = [choice for choice in choices if not choice.idle]
    blocks: list[Table | Paragraph] = []
    changes = (change for choice in moving for change in choice.differences if change.kind == "ending")
    open_ = NOISE < tactics.base.probability(ending).value < 1 - NOISE
    if moving and (open_ or any(abs(change.estimate.value) > NOISE for change in changes)):
        blocks.append(_table(telling, side, moving, ending))
        moving = []
    for key, listed in (("telling.aside", moving), ("telling.idle", [choice for choice in choices if choice.idle])):
        if listed:
            by_path: dict[str, list[Tactic]] = {}
            for choice in listed:
                by_path.setdefault(" ".join(choice.changes), []).append(choice)
            blocks.append(_line(key, side, (_together(telling, alike) for alike in by_path.values())))
    return tuple(blocks)


def _line(key: str, side: str, decided: Iterable[str]) -> Paragraph:
    """Return decisions of a side that are in no table."""
    whose = f" ({words().word('sides', side)})" if side else ""
    return Paragraph(words().named(say(key) + whose, words().with_semicolons(decided)))


def _after(telling: _Telling, side: str, choices: Sequence[Tactic]) -> str:
    """Return the goal of a side: to win, or if it hardly can, that its rival does not; or the ending asked for."""
    base, ending = telling.found.base, telling.ending
    known = winners(base.all_endings, base.sides)
    if telling.named or side not in known:
        return ending
    results = (base, *(choice.result for choice in choices))
    most = {name: max(result.probability(name).value for result in results) for name in known}
    rival = max((name for name in known if name != side), key=most.__getitem__, default=side)
    # A side that the question is about wants to win as long as it can.
    asked, wins = (endings_meant(name, base.all_endings, base.sides) for name in (ending, side))
    least = 0.0 if set(asked) & set(wins) else _HARDLY * (1 - base.probability(rival).value)
    return side if most[side] > least else rival if most[rival] else ending


def _side(changes: Mapping[str, Value], known: Mapping[str, Decision]) -> str:
    """Return the side that decides all of the changes; empty if there is none."""
    sides = {known[path].side if path in known and not known[path].defines else "" for path in changes}
    return sides.pop() if len(sides) == 1 else ""


def _table(telling: _Telling, side: str, choices: Sequence[Tactic], ending: str) -> Table:
    base = telling.found.base
    # Decisions of no side are ranked as if it wanted the ending in question.
    wins = {part.name: set(part.wins) for part in base.sides}
    meant = {name for part in ending.split("+") for name in wins.get(part, {part})}
    against = {name for part, theirs in wins.items() if part != side for name in theirs}
    best_first = side not in wins or bool(meant & wins[side]) or not meant <= against
    rows: dict[tuple[str, ...], tuple[float, list[Tactic]]] = {}
    for choice in choices:
        change = choice.difference(ending)
        # Values of one decision that come to the same numbers share a line.
        shown = (full(choice.result.probability(ending)), points(change))
        rows.setdefault((" ".join(choice.changes), *shown), (change.value, []))[1].append(choice)
    lines = [
        (value, (_together(telling, alike), *key[1:], typed(alike[0].changes))) for key, (value, alike) in rows.items()
    ]
    lines.append((0.0, (say("telling.as_it_is"), full(base.probability(ending)), "", "")))
    lines.sort(key=lambda line: -line[0] if best_first else line[0])
    caption = say("telling.may", side=capital(words().word("sides", side))) if side else say("telling.else")
    if not telling.named and ending != side and side in winners(base.all_endings, base.sides):
        caption = say("telling.may_not", side=capital(words().word("sides", side)))
    heads = map(words().text, ("report_differences.difference", "telling.typed"))
    head = ("", words().word("endings", ending, base.sequence), *heads)
    return Table(caption, head, tuple(line for _, line in lines), text=(0, 3))


def _together(telling: _Telling, alike: Sequence[Tactic]) -> str:
    """Return decisions with the same result: one in words, the others by their values."""
    scenario, changes = telling.found.scenario, [choice.changes for choice in alike]
    return _joined([_decided(telling, each) + in_all_told(scenario, each) for each in changes])


def _joined(decided: Sequence[str]) -> str:
    first, *others = decided
    return ", ".join([first, *(decision.rpartition(": ")[2] for decision in others)])


def _decided(telling: _Telling, changes: Mapping[str, Value]) -> str:
    rules = telling.found.rules
    return ", ".join(
        telling.known[path].said(value)
        if path in telling.known
        else words().named(
            words().path(path, telling.found.scenario.sequence, rules), words().value(path, value, rules)
        )
        for path, value in changes.items()
    )


def looks_told(sequence: Process) -> Blocks:
    """Return the numbers of a position: names, meanings, and ranges."""
    # A watched number may be recorded in the end, too.
    most = {look.name: look.maximum for look in (*sequence.series, *sequence.looks, *sequence.measures)}
    with naming(sequence.sides):
        rows = [
            (sequence.unit, words().word("units", sequence.unit), f"1..{sequence.limit}"),
            *((name, look_name(name, sequence), f"0..{maximum}") for name, maximum in most.items()),
        ]
    kept = say("telling.kept", names=", ".join(name for name in columns_of(sequence) if name not in most))
    return (Table(say("telling.looks"), ("", "", ""), tuple(rows), text=(0, 1, 2)), Paragraph(kept))


def position_told(place: Position) -> Blocks:
    """Return from where games are played, and how many of them come there."""
    with naming(place.process.sides):
        others = "".join(
            f", {look_name(name, place.process)} {_values(low, high)}" for name, (low, high) in place.wanted.items()
        )
        share = short(Estimate.of_exact(place.share))
        text = words().for_unit("telling.position", place.process.unit, turn=place.turn, what=others, share=share)
        return (Paragraph(text),)


def _values(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low}+" if high >= NO_LIMIT else f"{low}..{high}"


def look_name(name: str, sequence: Process) -> str:
    """Return the name of a number of a position; that of a side is the number of its living."""
    if name in {side.name for side in sequence.sides}:
        name = f"{name}_living"
    watched = name in {look.name for look in (*sequence.series, *sequence.looks)}
    kinds = ("series", "columns", "losses") if watched else ("losses", "columns", "series")
    known = (words().word(kind, name, sequence.name) for kind in kinds if words().has_word(kind, name, sequence.name))
    return next(known, name)
