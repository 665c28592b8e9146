"""Worth of things, shares of a difference, and the number by which a chance is reached: summaries and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from mangonel.document.wording import bar, effects_head, idle_lines
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import naming
from mangonel.engine.trace import Trace
from mangonel.games.scenario import Scenario, build
from mangonel.paper.blocks import Block, Blocks, Bullets, Paragraph, Table
from mangonel.paper.charts.numbers import full, points, short
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.words import PhraseBook, capital, say, words
from mangonel.rules.words.phrase_book import difference_named, names_of, titles_of
from mangonel.studies.attribute import TOLD, Share, Shares
from mangonel.studies.editable import Quantity
from mangonel.studies.sweep import Reach
from mangonel.studies.worth import Thing, Worth, WorthByState

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def quantity_name(asked: Quantity, process: str) -> str:
    """Return the name of a quantity: an ending, a side, the turns, a measure."""
    if not asked.is_chance:
        return say("design.turns") if asked.measure == "turn" else words().word("losses", asked.measure, process)
    names = asked.endings if asked.text == "+".join(asked.endings) else (asked.text,)
    return "+".join(words().word("endings", name, process) for name in names)


def subject(scenario: Scenario, rules: RuleSet, asked: Quantity) -> str:
    """Return a scenario with the quantity that is asked about."""
    with naming(build(scenario, rules).sides):
        return words().named(words().translated(scenario.title), quantity_name(asked, scenario.sequence))


def cell_name(cell: Cell, rules: RuleSet) -> str:
    """Return the name of a cell: its table, row and column."""
    table, row, column = cell
    title = words().titled("tables", table, rules.tables[table].title)
    return say("design.cell", table=title, row=row, column=words().column(column))


def value_text(asked: Quantity, value: Estimate) -> str:
    """Return a value of a quantity as a label: a percentage, or a mean."""
    return short(value) if asked.is_chance else words().written(value.digits()[0])


def change_text(asked: Quantity, change: Estimate) -> str:
    """Return a change of a quantity with its sign and, if it is sampled, its interval."""
    return points(change, percent=asked.is_chance)


Bars: TypeAlias = "tuple[list[str], list[Estimate], list[str], str]"
"""Names, changes and their texts, and the title of the chart."""


def worth_told(study: Worth) -> Blocks:
    """Return the change by one more of each thing, the largest first."""
    sequence = study.scenario.sequence
    name = quantity_name(study.asked, sequence)
    title = subject(study.scenario, study.rules, study.asked)
    if not study.things:
        lead = say("design.nothing_moves", name=name, value=value_text(study.asked, study.value))
        return Paragraph(title, "title"), Paragraph(lead, "lead")
    rows = tuple((_thing_name(each, study), change_text(study.asked, each.change)) for each in study.things)
    table = Table("", (say("design.one_more"), say("design.effect")), rows)
    blocks: list[Block] = [Paragraph(title, "title"), Paragraph(_worth_title(study), "lead"), table]
    if study.refused:
        book = PhraseBook(study.rules.system)
        named = (words().named(words().path(path, sequence), book.meaning(reason)) for path, reason in study.refused)
        blocks.append(Paragraph(say("design.no_more", list=words().with_semicolons(named)), "note"))
    return tuple(blocks)


def _worth_title(study: Worth) -> str:
    first = study.things[0]
    thing, change = _thing_name(first, study), change_text(study.asked, first.change)
    name = quantity_name(study.asked, study.scenario.sequence)
    value = value_text(study.asked, study.value)
    return say("design.worth_lead", thing=thing, name=name, value=value, change=change)


def _thing_name(thing: Thing, study: Worth) -> str:
    if thing.kind == "setting":
        return thing.name
    if thing.kind == "number":
        name = words().path(thing.name, study.scenario.sequence)
    elif thing.kind == "column":
        name = words().titled("tables", thing.name, study.rules.tables[thing.name].title)
    elif "." in thing.name:
        name = words().path(f"rules.{thing.name}", rules=study.rules)
    else:
        name = PhraseBook(study.scenario.system.id).told(thing.name) or thing.name
    return say(f"design.thing_{thing.kind}", by=words().written(f"{thing.by:+d}"), name=name)


_ACROSS = 10
"""Turns that a summary shows."""


def by_state_told(study: WorthByState) -> Blocks:
    """Return the worth of one more by turn, and of the first thing by the number left."""
    shown, things = _shown(study), study.things
    by_place = {(each.thing, each.turn, each.left): each for each in study.standings}

    def cell(thing: str, turn: int, left: int | None = None) -> str:
        each = by_place.get((thing, turn, left))
        if each is None:
            return ""
        return words().written(f"{100 * each.change:+z.1f}" if study.asked.is_chance else f"{each.change:+z.2f}")

    names = [_one_more(study, thing) for thing in things]
    head = [words().for_unit("design.state_at", study.unit, turn=turn) for turn in shown]
    rows = tuple((name, *(cell(thing, turn) for turn in shown)) for name, thing in zip(names, things, strict=True))
    blocks: list[Block] = [
        Paragraph(subject(study.scenario, study.rules, study.asked), "title"),
        Paragraph(_by_state_title(study), "lead"),
        Table(words().for_unit("design.state_caption", study.unit), ("", *head), rows),
    ]
    amounts = {each.left for each in study.standings if each.thing == things[0] and each.left is not None}
    if len(amounts) > 1:
        watched = words().word("series", study.watched, study.scenario.sequence)
        caption = say("design.state_left", thing=names[0], name=watched)
        lines = ((str(left), *(cell(things[0], turn, left) for turn in shown)) for left in sorted(amounts)[::-1])
        blocks.append(Table(caption, (watched, *head), tuple(lines)))
    points = [say("design.state_points")] if study.asked.is_chance else []
    blocks.append(Paragraph(" ".join((*points, say("design.state_note"))), "note"))
    if study.fixed:
        listed = words().with_semicolons(words().path(path, study.scenario.sequence) for path in study.fixed)
        blocks.append(Paragraph(say("design.state_fixed", list=listed), "note"))
    return tuple(blocks)


def _shown(study: WorthByState) -> list[int]:
    turns = sorted({each.turn for each in study.standings})
    return turns[:: -(-len(turns) // _ACROSS)]


def _one_more(study: WorthByState, thing: str) -> str:
    return say("design.thing_number", by=words().written("+1"), name=words().path(thing, study.scenario.sequence))


def _by_state_title(study: WorthByState) -> str:
    thing = study.things[0]
    mine = [each for each in study.standings if each.thing == thing and each.left is None]
    last = max(mine[1:] or mine, key=lambda each: abs(each.change))
    texts = [change_text(study.asked, Estimate.of_exact(each.change)) for each in (mine[0], last)]
    return say(
        "design.state_lead",
        thing=_one_more(study, thing),
        first=texts[0],
        last=texts[1],
        turn=words().for_unit("design.state_at", study.unit, turn=last.turn),
        name=quantity_name(study.asked, study.scenario.sequence),
        value=value_text(study.asked, Estimate.of_exact(mine[0].value)),
    )


def by_state_bars(study: WorthByState) -> Bars:
    """Return the worth of one more by turn, thing by thing, as bars."""
    shown = set(_shown(study)[::2])
    bars = [
        (thing, each)
        for thing in study.things[:3]
        for each in study.standings
        if each.thing == thing and each.left is None and each.turn in shown
    ]
    names = [
        words().named(_one_more(study, thing), words().for_unit("design.state_at", study.unit, turn=each.turn))
        for thing, each in bars
    ]
    changes = [Estimate.of_exact(each.change) for _, each in bars]
    return names, changes, [change_text(study.asked, each) for each in changes], _by_state_title(study)


def worth_bars(study: Worth) -> Bars:
    """Return the change by one more of each thing as bars, the largest first."""
    return (
        [_thing_name(thing, study) for thing in study.things],
        [thing.change for thing in study.things],
        [change_text(study.asked, replace(thing.change, exact=True)) for thing in study.things],
        _worth_title(study) if study.things else "",
    )


def reach_told(study: Reach) -> Blocks:
    """Return the value by which a chance is reached, with the others that were tried."""
    named = words().word("endings", study.sweep.ending, study.sweep.sequence)
    across = words().path(study.sweep.x_name, study.sweep.sequence, study.sweep.rules)
    title = words().named(words().translated(study.sweep.provenance.scenario), named)
    rows = tuple(
        (f"{x} *" if x == study.value else str(x), bar(chance.value), full(chance))
        for x, chance in zip(study.sweep.xs, study.sweep.estimates[0], strict=True)
    )
    return (
        Paragraph(title, "title"),
        Paragraph(reach_title(study), "lead"),
        Table("", (across, "", named), rows, text=()),
    )


def reach_title(study: Reach) -> str:
    """Return the answer as a sentence."""
    value = study.nearest
    given = {
        "name": words().path(study.sweep.x_name, study.sweep.sequence, study.sweep.rules),
        "chance": words().percentage(words().written(f"{100 * study.chance:.4g}")),
        "value": words().written(str(value)),
        "things": words().things(study.sweep.x_name, value, study.sweep.sequence, study.sweep.rules),
        "found": full(study.at(value)),
        "start": words().written(str(study.start)),
        "now": full(study.at(study.start)),
    }
    if study.value is None:
        return capital(say("design.reach_cannot", **given))
    if study.value == study.start:
        return capital(say("design.reach_already", **given))
    before = value - 1 if value > study.start else value + 1
    given |= {"before": words().written(str(before)), "other": full(study.at(before))}
    text = say("design.reach_found", **given)
    return text if study.sure else f"{text} {say('design.not_sure')}"


def drawn_reach(study: Reach, ax: Axes | None = None) -> Axes:
    """Draw a chance by a number, with the chance that is wanted."""
    from mangonel.paper.charts.heat import sweep_lines

    with naming(study.sweep.sides):
        title = reach_title(study)
        drawn = sweep_lines({study.sweep.rules.id: study.sweep}, ax=ax, title=title, sides=study.sweep.sides)
    drawn.axhline(study.chance, color="#505050", linewidth=1.0, linestyle=(0, (4, 2)))
    return drawn


_EXPLAINED = 3
"""Differences, the largest first, with causes."""


def shares_told(study: Shares) -> Blocks:
    """Return the shares of all differences, the largest first, and the causes of the largest."""
    titles = titles_of((study.left, study.right))
    left, right = names_of((study.left, study.right))
    title = subject(study.scenario, study.left, study.asked)
    blocks: list[Block] = [Paragraph(title, "title"), Paragraph(_title(study), "lead")]
    rows = []
    for share in study.shares:
        changes = (change_text(study.asked, each) for each in (share.alone, share.last, share.share))
        rows.append((difference_named(share.difference, titles), *changes))
    if rows:
        blocks.append(Table("", (*effects_head(left, right), "Shapley"), tuple(rows)))
        key = "shapley_drawn" if study.orders else "shapley_exact"
        blocks.append(Paragraph(say(f"design.{key}", orders=words().number(study.orders)), "note"))
        moving = [share for share in study.shares if share.share.value][:_EXPLAINED]
        causes = tuple(line for share in moving for line in _why(study, share, titles))
        if causes:
            blocks.append(Bullets(causes))
    blocks += [Paragraph(line, "note") for line in idle_lines(titles, unasked=study.unasked)]
    return tuple(blocks)


def _title(study: Shares) -> str:
    left, right = names_of((study.left, study.right))
    name = quantity_name(study.asked, study.scenario.sequence)
    before, after = (value_text(study.asked, value) for value in (study.before, study.after))
    lead = say("design.shares_lead", name=name, left=left, right=right, before=before, after=after)
    if not (study.shares and study.shares[0].share.value):
        return lead
    first, titles = study.shares[0], titles_of((study.left, study.right))
    cause = difference_named(first.difference, titles)
    return lead + say("design.shares_first", cause=cause, change=change_text(study.asked, first.share))


def _why(study: Shares, share: Share, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield how often each side rolls on the changed cells, and the game that the difference turns."""
    why, book = study.why(share), PhraseBook(study.scenario.system.id)
    name = difference_named(share.difference, titles)
    sides = []
    for side, numbers in why.rolls.items():
        left, right = (words().written(f"{number:.2f}") for number in numbers)
        sides.append(say("design.rolls_of", side=book.told(side) or side, left=left, right=right))
    if sides:
        yield say("design.rolls_on", name=name, list=words().with_semicolons(sides))
    if why.left is None or why.right is None:
        yield say("design.no_seed", name=name, games=str(TOLD))
    else:
        games, (turn, texts) = (why.left, why.right), _parting(why.left, why.right)
        endings = (words().word("endings", game.ending, study.scenario.sequence) for game in games)
        given = dict(zip(("before", "after"), endings, strict=True))
        shown = ((book.told(text) or text).replace("->", "\N{RIGHTWARDS ARROW}") for text in texts)
        given |= zip(("left", "right"), shown, strict=True)
        at = words().for_unit("design.state_at", why.left.unit, turn=turn)
        yield say("design.turned", name=name, seed=str(why.seed), turn=at, **given)


def _parting(left: Trace, right: Trace) -> tuple[int, tuple[str, str]]:
    for first, other in zip(left.events, right.events, strict=False):
        if (first.text, first.phase) != (other.text, other.phase):
            return first.turn, (first.text, other.text)
    return left.turn, ("-", "-")


def shares_bars(study: Shares) -> Bars:
    """Return names, shares, their texts and the title of the chart."""
    titles = titles_of((study.left, study.right))
    return (
        [difference_named(share.difference, titles) for share in study.shares],
        [share.share for share in study.shares],
        [change_text(study.asked, replace(share.share, exact=True)) for share in study.shares],
        _title(study),
    )
