"""Sheets of the melee and missile tables, and the counts of a view: single results, sums, or named outcomes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from mangonel.games.cryhavoc import missiles
from mangonel.games.cryhavoc.fire_and_walls import battering_effect
from mangonel.games.cryhavoc.outcomes import NAMED_OUTCOMES, named_outcome, worst_first
from mangonel.games.cryhavoc.rolls import has_effects, melee_situation, panic_effect
from mangonel.paper.blocks import Cell, Column, Grid, Row
from mangonel.paper.catalogue import column_grid, printed_cell
from mangonel.paper.wanted import ARROW, MISSING, Answer, Asked, Chance, Unknown, face_ranges, printed
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Modifier, Situation, possible

_NO_ATTACKER = "panic"
_TOGETHER = "\N{NO-BREAK SPACE}"
_KINDS = dict(zip(NAMED_OUTCOMES, ("out", "wounded", "back", "back", "nothing", *["attacker"] * 3), strict=True))
_SIGN_TEXT: Final = {"-": "\N{MINUS SIGN}", "0": "0", "+": "+"}
EXAMPLE: Final = (24, 7)
"""The published example: attack 24 against defence 7."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A set of results with a chance, its label in words and its kind (`mangonel.paper.blocks.KINDS`).

    The mark stands in the cells: ``F``, ``F+``; it is empty if each cell says which letters came together in it, or
    could under other columns. Letters are the results counted, for each rule set. The faces of the die that bring it
    are told if it is `by_face`.
    """

    mark: str
    label: str
    kind: str
    letters: tuple[tuple[str, ...], ...]
    by_face: bool = False

    def of_roll(self, place: int, roll: Situation) -> Chance:
        """Return the chance of one roll under the rule set at a place, with its faces if they are told."""
        letters, outcomes = self.letters[place], roll.outcomes()
        come = [letter for letter in letters if letter in outcomes]
        mark = self.mark or "".join(printed(letter) for letter in come or letters)
        faces = [face for face, outcome in zip(roll.faces, outcomes, strict=True) if outcome in letters]
        single = tuple(face for face in faces if isinstance(face, int))
        by_face = self.by_face and all(isinstance(face, int) for face in roll.faces)
        return Chance(mark, Fraction(len(faces), len(outcomes)), single if by_face else None)

    def of_rolls(self, rolls: Sequence[Situation | None]) -> list[Chance | None]:
        """Return the chance of a roll under each rule set, None where there is no roll."""
        return [None if roll is None else self.of_roll(place, roll) for place, roll in enumerate(rolls)]


def rolled_grid(
    asked: Asked,
    heads: Iterable[tuple[Column, Callable[[RuleSet], Situation | None]]],
    shown: Sequence[Measure],
    corner: tuple[str, str] = ("", ""),
) -> Grid:
    """Return a grid with a column for each roll and a row for each thing that is counted."""
    columns = [(head, asked.answers(roll)) for head, roll in heads]
    rows = (
        Row(each.label, tuple(asked.cell(each.of_rolls(rolls), each.kind) for _, rolls in columns), each.mark)
        for each in shown
    )
    return Grid("", tuple(head for head, _ in columns), tuple(rows), corner)


def _letters_of(asked: Asked, table: str) -> tuple[str, ...]:
    """Return the results of a table under all rule sets, from the worst for the target to the best."""
    letters = in_order([rules.table(table).result_codes for rules in asked.sets if table in rules.tables])
    used = {cell for rules in asked.sets for line in rules.table(table).cells for cell in line}
    return worst_first(asked.rules, table, [letter for letter in letters if letter in used or letter == NO_EFFECT])


def kind_of(rules: RuleSet, table: str, letter: str) -> str:
    """Return the kind of a result, for hatch and colour."""
    if has_effects(rules, table):
        known = letter == NO_EFFECT or letter in rules.table(table).results
        return _KINDS[named_outcome(rules, table, letter)] if known else ""
    if letter == NO_EFFECT:
        return "nothing"
    if table == "battering":
        damage, loss = battering_effect(letter)
        return "out" if damage else "attacker" if loss else "nothing"
    return "out" if table != _NO_ATTACKER or panic_effect(letter)[1] else "wounded"


def measures(asked: Asked, table: str) -> tuple[Measure, ...]:
    """Return the counts of the view in a die table of all its rule sets."""
    if asked.view == "outcomes" and has_effects(asked.rules, table):
        return _named_measures(asked, table)
    letters, sums = _letters_of(asked, table), asked.view == "at-least"
    more = "frame.or_worse" if table != _NO_ATTACKER else "frame.or_more"
    shown = []
    # The best for the target or any worse one is certain; it is shown only where nothing else can come.
    for place, letter in enumerate((sums and letters[:-1]) or letters):
        label, kind = asked.both(asked.meaning, table, letter), kind_of(asked.sets[-1], table, letter)
        if sums:
            label = asked.text(more, result=label) if place else label
            # A sum over harm of the target and of the attacker says nothing of either.
            kind = "nothing" if kind == "attacker" else kind
        counted = letters[: place + 1] if sums else (letter,)
        mark = printed(letter) + "+" * sums
        shown.append(Measure(mark, label, kind, (counted,) * len(asked.sets), asked.view == "faces"))
    return tuple(shown)


def _named_measures(asked: Asked, table: str, *, lettered: bool = True) -> tuple[Measure, ...]:
    """Return the outcomes by name of a missile or melee table, with their letters, those that some rule set has."""
    letters, shown = _letters_of(asked, table), []
    for name in NAMED_OUTCOMES:
        counted = tuple(_called(rules, table, letters, (name,)) for rules in asked.sets)
        if any(counted):
            label = asked.word("outcomes", name)
            if lettered:
                # In one word, so that no line ends between the letters.
                come = (printed(letter) for letter in letters if any(letter in each for each in counted))
                label += f" ({_TOGETHER.join(come)})"
            shown.append(Measure("", label, _KINDS[name], counted, asked.view == "faces"))
    return tuple(shown)


def _called(rules: RuleSet, table: str, letters: Sequence[str], names: Collection[str]) -> tuple[str, ...]:
    """Return the letters of a table under a rule set whose outcome has one of some names."""
    known = rules.table(table).result_codes
    return tuple(letter for letter in letters if letter in known and named_outcome(rules, table, letter) in names)


def reading(asked: Asked, table: str, roll: Situation, shown: tuple[Measure, ...], face: int = 2) -> str:
    """Return one roll and one cell in words: the last part of a worked example.

    The roll is one under the first rule set; its face is `face` if that has an effect.
    """
    die = next((face for face in (face, *roll.faces) if roll.outcome(face) != NO_EFFECT), face)
    letter = roll.outcome(die)
    meaning = asked.meaning(asked.rules, table, letter)
    thrown = asked.text("frame.roll", die=die, letter=printed(letter), meaning=meaning)
    measure = next((measure for measure in shown if letter in measure.letters[0]), shown[0])
    answer = measure.of_roll(0, roll)
    cell = face_ranges(answer.faces) if answer.faces is not None else asked.amount(answer.chance)
    sentence = asked.text("frame.cell", cell=cell, meaning=measure.label, chance=asked.spoken(answer.chance))
    return f"{thrown} {sentence}"


def results(asked: Asked, table: str) -> tuple[tuple[str, str], ...]:
    return tuple((printed(letter), asked.each(asked.meaning, table, letter)) for letter in _letters_of(asked, table))


def melee_grid(asked: Asked, table: str, *, named: bool = False) -> Grid:
    """Return the results of attacks by column, on men on foot or mounted men; perhaps outcomes by name."""

    def roll(column: str, rules: RuleSet) -> Situation | None:
        known = rules.table(table)
        return Situation(known, column) if column in known.columns else None

    heads = [(Column(column, asked.text("melee.column")), partial(roll, column)) for column in asked.columns(table)]
    shown = _named_measures(asked, table, lettered=False) if named else measures(asked, table)
    grid = rolled_grid(asked, heads, shown, ("", asked.text("frame.result")))
    if asked.view != "table":
        return grid
    # In one grid, so that one reads down from a chance to its faces of the die.
    below = column_grid(asked, table)
    rows = (structs.replace(row, group=below.corner[1]) for row in below.rows)
    return structs.replace(grid, rows=(*grid.rows, *rows))


def sign_text(asked: Asked, sign: str) -> str:
    return _SIGN_TEXT.get(sign) or asked.word("signs", sign)


def further_shifts(asked: Asked, target: str) -> list[tuple[str, str]]:
    """Return the columns moved for all else than the ground, on ``foot`` or ``mounted`` men."""

    def panicked(rules: RuleSet) -> str:
        known = rules.choice("panic-rule") != "none"
        return asked.signed(rules.table("panicked").number("column_shift") if known else 0)

    entries = [
        (asked.both(lambda rules: asked.signed(rules.table("joint-attack").number(target))), asked.text("melee.joint")),
        (asked.both(panicked), asked.text("melee.panicked")),
    ]
    # Shifts of no column under any of the rules say nothing.
    return [entry for entry in entries if entry[0] != asked.signed(0)]


def all_shifts(asked: Asked) -> list[tuple[str, str]]:
    foot, mounted = further_shifts(asked, "foot"), further_shifts(asked, "mounted")
    lines = [
        (term, text if (term, text) in other else asked.named(asked.text(f"aid.{name}"), text))
        for mine, other, name in ((foot, mounted, "foot"), (mounted, foot, "mounted"))
        for term, text in mine
    ]
    return list(dict.fromkeys(lines))


def melee_example(asked: Asked, table: str, named: str = "") -> str:
    (attack, defence), mounted = EXAMPLE, table == "melee-mounted"
    roll = possible(lambda: melee_situation(asked.rules, attack=attack, defence=defence, mounted=mounted))
    if roll is None:
        return ""
    example = asked.text("melee.example", attack=attack, defence=defence, column=roll.final_column)
    shown = _named_measures(asked, table, lettered=False) if named else measures(asked, table)
    return f"{example} {reading(asked, table, roll, shown)}"


# Shots: weapon, range and cover, and every total that can be added to the die.

_SHOT_EXAMPLE: Final = ("longbow", 40)
_BAND: Final = "medium"
_HURT: Final = NAMED_OUTCOMES[:2]
_TARGETS: Final = ("missile-foot", "missile-mounted")
_Rolls: TypeAlias = tuple[Situation | None, ...]
_Wanted: TypeAlias = tuple[str, str, Measure]
"""A column: the table, with its target on foot or mounted, the cover, and the results that are counted."""


class _Segment(NamedTuple):
    """Distances of one weapon, in hexes, at which no rule set changes the range band; lost ends are None."""

    weapon: str
    first: int
    last: int | None


def covers(asked: Asked, table: str) -> list[str]:
    """Return the covers with a column that is not empty; all that there are if nothing is printed at all."""
    tables = [rules.table(table) for rules in asked.sets]
    known = [cover for cover in missiles.COVERS if any(cover in printed.columns for printed in tables)]
    lines = [zip(printed.columns, line, strict=True) for printed in tables for line in printed.cells]
    filled = {cover for line in lines for cover, cell in line if cell != EMPTY}
    return [cover for cover in known if cover in filled] or known


def _wanted(asked: Asked, table: str) -> list[_Wanted]:
    return [(table, cover, measure) for cover in covers(asked, table) for measure in measures(asked, table)]


def missile_grid(asked: Asked, table: str, *, named: bool = False) -> Grid:
    # On cards there is no room for a column of misses.
    wanted = [column for column in _wanted(asked, table) if not asked.brief or column[2].kind != "nothing"]
    columns = tuple(Column(measure.mark or measure.label, asked.word("covers", cover)) for _, cover, measure in wanted)
    corner = (asked.text("missile.weapon"), asked.text("missile.range"))
    caption = asked.text("frame.chances") if asked.view == "table" else ""
    # Cells of two rule sets have two numbers: there the words are left out for room.
    return Grid(caption, columns, _missile_rows(asked, wanted, named=named and len(asked.sets) == 1), corner)


def _missile_rows(asked: Asked, wanted: Sequence[_Wanted], *, named: bool = True) -> tuple[Row, ...]:
    """Return a row for each weapon and range, which is `named` beside its number and its hexes."""
    rows = []
    for segment in _segments(asked):
        rolls = {(table, cover): asked.answers(_shot, segment, table, cover) for table, cover, _ in wanted}
        cells = []
        for table, cover, measure in wanted:
            answers = [_answer(asked, segment, *roll, measure) for roll in enumerate(rolls[table, cover])]
            cells.append(asked.cell(answers, measure.kind))
        weapon = asked.word("weapons", segment.weapon)
        rows.append(Row(_range_label(asked, segment, named=named), tuple(cells), weapon, _out_of_range(asked, segment)))
    return tuple(rows)


def _out_of_range(asked: Asked, segment: _Segment) -> str:
    """Return that the second of two rule sets no longer has such a shot; empty if it has, or the first has none."""
    first, last = (_band_at(rules, segment.weapon, segment.first) for rules in (asked.sets[0], asked.sets[-1]))
    gone = last is None and first is not None
    return asked.text("missile.out_of_range", rules=asked.short_names()[-1]) if gone else ""


def _shot(rules: RuleSet, segment: _Segment, table: str, cover: str) -> Situation | str | None:
    """Return the roll of a shot, ``?`` if the source has lost its range, or None if there is no such shot."""
    weapon, first, mounted = segment.weapon, segment.first, table != _TARGETS[0]
    band = _band_at(rules, weapon, first)
    if band is None or band == UNKNOWN:
        return band
    return missiles.missile_situation(rules, weapon=weapon, distance=first, cover=cover, mounted=mounted)


def _answer(asked: Asked, segment: _Segment, place: int, roll: Situation | str | None, measure: Measure) -> Answer:
    if isinstance(roll, Situation):
        return measure.of_roll(place, roll)
    if roll is None:
        return None
    where = f"{asked.word('weapons', segment.weapon)}, {asked.word('bands', 'long')}"
    unknown = missiles.range_table(asked.sets[place], segment.weapon).unknown
    why = next((why for cell, why in unknown.items() if cell.startswith(f"{segment.weapon}.")), "")
    return Unknown(asked.notes.sign(asked.text("frame.unknown", where=where, reason=asked.locale.translated(why))))


def printed_missiles(asked: Asked, table: str) -> Grid:
    longest = max((rules.table(table) for rules in asked.sets), key=lambda one: len(one.rows))
    names = in_order([tuple(rules.table(table).row_offset) for rules in asked.sets])
    kept = covers(asked, table)
    last = len(longest.rows) - 1

    def face(rules: RuleSet, weapon: str, row: int) -> str | None:
        offset = rules.table(table).row_offset.get(weapon)
        if offset is None:
            return None
        number = row + 1 - offset
        if row == last:
            return f"{asked.number(max(number, 1))}+"
        return asked.number(number) if number > 0 else ""

    rows = []
    for row in range(len(longest.rows)):
        dice = [asked.cell(asked.answers(face, weapon, row)) for weapon in names]
        rows.append(Row("", (*dice, *(printed_cell(asked, table, row, cover) for cover in kept))))
    die = asked.text("frame.die", faces=longest.die)
    columns = [Column(asked.word("weapons", weapon), die) for weapon in names]
    columns += [Column(asked.word("covers", cover), asked.text("missile.cover")) for cover in kept]
    return Grid(asked.text("frame.as_printed"), tuple(columns), tuple(rows))


def modifiers(asked: Asked, table: str) -> list[tuple[str, str]]:
    signed = asked.locale.signed

    def own(rules: RuleSet) -> str:
        low, high = map(signed, _aptitudes(rules))
        return low if low == high else f"{low}\N{HORIZONTAL ELLIPSIS}{high}"

    wounded = asked.both(lambda rules: signed(rules.table("missile-modifiers").number("shooter_wounded")))
    lines = [(wounded, asked.text("missile.wounded"))]
    if table == _TARGETS[0]:
        lines.append((asked.both(lambda rules: signed(_knight_counts(rules))), asked.text("missile.knight")))
    if any(any(_aptitudes(rules)) for rules in asked.sets):
        lines.append((asked.both(own), asked.text("missile.aptitude")))
    return lines


def total_example(asked: Asked) -> str:
    how = asked.text("missile.add_up")
    weapon, numbers = _SHOT_EXAMPLE[0], asked.rules.table("missile-modifiers")
    if weapon not in missiles.weapons(asked.rules):
        return how
    first, second = numbers.number(_BAND), numbers.number("shooter_wounded")
    added = {"first": first, "second": second, "total": first + second}
    words = {name: asked.locale.signed(number) for name, number in added.items()}
    words |= {"weapon": asked.word("weapons", weapon), "band": asked.word("bands", _BAND)}
    return f"{how} {asked.text('missile.added', **words)}"


def missile_example(asked: Asked, table: str) -> str:
    known = covers(asked, table)
    cover = "light" if "light" in known else known[0]
    shots = ((segment, _shot(asked.rules, segment, table, cover)) for segment in _segments(asked))
    rolls = [(segment, roll) for segment, roll in shots if isinstance(roll, Situation)]
    if not rolls:
        return ""
    weapon, distance = _SHOT_EXAMPLE
    mine = [(at, roll) for at, roll in rolls if at.weapon == weapon and at.first <= distance <= (at.last or distance)]
    segment, roll = (mine or rolls)[0]
    example = asked.text(
        "missile.example",
        weapon=asked.locale.inside(asked.word("weapons", segment.weapon)),
        distance=asked.number(distance if mine else segment.first),
        band=asked.word("bands", _band_at(asked.rules, segment.weapon, segment.first) or ""),
        cover=asked.word("covers", cover),
    )
    return f"{example} {reading(asked, table, roll, measures(asked, table))}"


def _segments(asked: Asked) -> list[_Segment]:
    parts: list[_Segment] = []
    for weapon in in_order(asked.answers(missiles.weapons)):
        limits = [each for rules in asked.sets for each in _limits(rules, weapon).values()]
        starts = {first for first, _ in limits}
        for rules in asked.sets:
            if _lost(rules, weapon):
                starts.add(max((last for _, last in _limits(rules, weapon).values()), default=0) + 1)
        edges = sorted(starts | {last + 1 for _, last in limits})
        parts += [_Segment(weapon, first, following - 1) for first, following in pairwise(edges)]
        if edges and edges[-1] in starts:
            parts.append(_Segment(weapon, edges[-1], None))
    return parts


def _band_at(rules: RuleSet, weapon: str, distance: int) -> str | None:
    """Return the range band at a distance, ``?`` where the source has lost it, None where there is no shot."""
    if weapon not in missiles.weapons(rules):
        return None
    band = next((band for band, (first, last) in _limits(rules, weapon).items() if first <= distance <= last), None)
    return UNKNOWN if band is None and _lost(rules, weapon) else band


def _range_label(asked: Asked, segment: _Segment, *, named: bool) -> str:
    """Return how a row is headed: die modifier, word for the range if it shall have one, and hexes."""
    bands = asked.answers(_band_at, segment.weapon, segment.first)
    known = [missiles.BANDS[-1] if band == UNKNOWN else band for band in bands]
    numbers = f" {ARROW} ".join(
        dict.fromkeys(
            MISSING if band is None else asked.locale.signed(rules.table("missile-modifiers").number(band))
            for band, rules in zip(known, asked.sets, strict=True)
        )
    )
    word = asked.word("distances", known[0]) if named and known[0] is not None and len(set(bands)) == 1 else ""
    last = UNKNOWN if segment.last is None else asked.number(segment.last)
    hexes = f"{asked.number(segment.first)}\N{EN DASH}{last}"
    # Number and word stay in one line: a number alone says nothing.
    head = "\N{NO-BREAK SPACE}".join(part for part in (numbers, word) if part)
    # Without a word between them the number and the hexes would read as one sum.
    return f"{head} {hexes}" if word else asked.named(head, hexes)


def _limits(rules: RuleSet, weapon: str) -> dict[str, tuple[int, int]]:
    return (possible(lambda: missiles.band_limits(rules, weapon)) if weapon in missiles.weapons(rules) else None) or {}


def _lost(rules: RuleSet, weapon: str) -> bool:
    table = possible(lambda: missiles.range_table(rules, weapon)) if weapon in missiles.weapons(rules) else None
    return table is not None and UNKNOWN in table.cells[table.row_index(weapon)]


def totals_by_range(asked: Asked) -> bool:
    """Return whether all that is added to the die of a shot can be read in the row of its range."""
    columns = [(cover, table) for table in _TARGETS for cover in covers(asked, table)]
    return all(read_by_range(rules, *column) for column in columns for rules in asked.sets)


def totals_grid(asked: Asked, table: str) -> Grid:
    """Return a row for each total of range and modifiers; weapons with the same chances share a row."""
    wanted = _wanted(asked, table)
    kept = covers(asked, table)
    rows: dict[tuple[object, ...], tuple[float, dict[str, list[int]], dict[str, _Rolls]]] = {}
    ends: dict[str, tuple[int, int]] = {}
    for weapon in in_order(asked.answers(missiles.weapons)):
        known = [each for each in asked.answers(_ends_of, weapon, table) if each is not None]
        if not known:
            continue
        low, high = ends[weapon] = min(low for low, _ in known), max(high for _, high in known)
        for total in range(low, high + 1):
            rolls = {cover: tuple(asked.answers(_roll, weapon, cover, total, table)) for cover in kept}
            key = tuple(roll and tuple(roll.odds().items()) for each in rolls.values() for roll in each)
            # How far down the table they lead: the sum of the rows.
            shot = next(roll for each in rolls.values() for roll in each if roll is not None)
            _, totals, _ = rows.setdefault(key, (sum(map(shot.row, shot.faces)), {}, rolls))
            totals.setdefault(weapon, []).append(total)
    lines = []
    for _, totals, rolls in sorted(rows.values(), key=lambda row: row[0]):
        first = [Cell(value=_written(asked, totals.get(weapon, []), ends[weapon][1])) for weapon in ends]
        cells = (asked.cell(each.of_rolls(rolls[cover]), each.kind) for _, cover, each in wanted)
        lines.append(Row("", (*first, *cells)))
    heads = [Column(asked.word("weapons", weapon), asked.text("missile.total")) for weapon in ends]
    heads += [Column(each.mark or each.label, asked.word("covers", cover)) for _, cover, each in wanted]
    return Grid(asked.text("missile.totals"), tuple(heads), tuple(lines), keys=len(ends))


def read_by_range(rules: RuleSet, cover: str, table: str) -> bool:
    """Return whether modifiers of the die besides the range can be read in the row of the range.

    The most that the die can show then has to bring the same as any more; less than 1 is read at a shorter range.
    """
    numbers = rules.table("missile-modifiers")
    first, *others = [numbers.number(band) for band in ("short", "medium", "long")]
    if rules.table(table).limit or others != [first + 1, first + 2]:
        return False
    for weapon in missiles.weapons(rules):
        low, high = _ends_of(rules, weapon, table) or (0, -1)
        ways = {total: _roll(rules, weapon, cover, total, table) for total in range(low, high + 1)}
        rolls = {total: roll for total, roll in ways.items() if roll is not None}
        lowest = {roll.outcome(roll.faces[0]) for total, roll in rolls.items() if total <= first}
        highest = {roll.outcome(roll.faces[-1]) for total, roll in rolls.items() if total >= first}
        if len(lowest) > 1 or len(highest) > 1:
            return False
    return True


def _aptitudes(rules: RuleSet) -> tuple[int, int]:
    if rules.choice("shooter-aptitude") == "none":
        return 0, 0
    numbers = rules.table("missile-modifiers")
    return numbers.number("aptitude_lowest"), numbers.number("aptitude_highest")


def _knight_counts(rules: RuleSet) -> int:
    known = rules.number("dismounted-knight")
    return rules.table("missile-modifiers").number("target_dismounted_knight") if known else 0


def _ends_of(rules: RuleSet, weapon: str, table: str) -> tuple[int, int] | None:
    """Return the smallest and largest total that can come for a weapon, None if it has no ranges."""
    if not _limits(rules, weapon):
        return None
    numbers = rules.table("missile-modifiers")
    # A band that the source has lost counts too: its number is known, its hexes are not.
    ranges = [numbers.number(band) for band in ("short", "medium", "long")]
    single = [0 if missiles.weapon_kind(rules, weapon) == "engine" else numbers.number("shooter_wounded")]
    single += [] if table != _TARGETS[0] else [_knight_counts(rules)]
    low, high = _aptitudes(rules)
    less, more = sum(min(number, 0) for number in single), sum(max(number, 0) for number in single)
    return min(ranges) + low + less, max(ranges) + high + more


def _roll(rules: RuleSet, weapon: str, cover: str, total: int, table: str) -> Situation | None:
    bands = _limits(rules, weapon)
    if not bands:
        return None
    band, (first, _) = next(iter(bands.items()))
    rest = (Modifier("all others", total - rules.table("missile-modifiers").number(band)),)
    return missiles.missile_situation(
        rules, weapon=weapon, distance=first, cover=cover, mounted=table != _TARGETS[0], modifiers=rest
    )


def _written(asked: Asked, totals: Sequence[int], highest: int) -> str:
    """Return the totals of a weapon in one row; the last row stands for all beyond."""
    if len(totals) < 2:
        return "".join(asked.locale.signed(total) for total in totals)
    if totals[-1] == highest:
        return f"\N{GREATER-THAN OR EQUAL TO}\N{NO-BREAK SPACE}{asked.locale.signed(totals[0])}"
    return ", ".join(asked.locale.signed(total) for total in totals)


def summary_missiles(asked: Asked) -> Grid:
    wanted = [(table, cover, _hurt(asked, table)) for table in _TARGETS for cover in covers(asked, table)]
    columns = (
        Column(asked.word("cover_columns", cover), asked.text(f"summary.{table}-cover")) for table, cover, _ in wanted
    )
    corner = (asked.text("missile.weapon"), asked.text("missile.range"))
    return Grid("", tuple(columns), _missile_rows(asked, wanted), corner)


def _hurt(asked: Asked, table: str) -> Measure:
    letters = _letters_of(asked, table)
    counted = tuple(_called(rules, table, letters, _HURT) for rules in asked.sets)
    # Results stand from the worst to the best: where the worst ones are counted, the best of them says it.
    worst = all(mine == letters[: len(mine)] for mine in counted) and len(set(counted)) == 1
    return Measure(f"{counted[0][-1]}+" if worst and counted[0] else "", "", "out", counted)
