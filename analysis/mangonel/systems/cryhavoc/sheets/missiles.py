"""Sheets of the missile tables: weapon, range and cover."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.press.blocks import Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Footnotes, Unknown
from mangonel.sheets.as_printed import printed_cell
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.missiles import COVERS, VOID_FROM_ABOVE, missile_situation, terrain_covers, weapons
from mangonel.systems.cryhavoc.sheets.measures import Measure, letters_of, measures, reading
from mangonel.systems.cryhavoc.sheets.ranges import Segment, band_at, segment_label, segments, why_unknown
from mangonel.systems.cryhavoc.sheets.totals import aptitudes, knight_counts, totals_grid
from mangonel.tables.cells import EMPTY, UNKNOWN
from mangonel.tables.merging import in_order
from mangonel.tables.situation import Situation

__all__ = ["MISSILE_OPTIONS", "covers", "missile_grid", "missile_rows", "missile_sheet", "modifiers"]

MISSILE_OPTIONS = ("missile-ranges", "revised-ballista", "shooter-aptitude", "missed-shot-rule")
_EXAMPLE = ("longbow", 40)
_BAND = "medium"
_NO_SHOT = "infinite"


def missile_sheet(asked: Asked, *, mounted: bool) -> Sheet:
    """Return the sheet of shots at men on foot or mounted men."""
    table = "missile-mounted" if mounted else "missile-foot"
    notes = Footnotes()
    shown = measures(asked, table)
    wanted = [(mounted, cover, measure) for cover in covers(asked, mounted=mounted) for measure in shown]
    # Cells of two rule sets have two numbers: there the words are left out for room.
    named = len(asked.sets) == 1
    odds, totals = missile_grid(asked, notes, mounted=mounted, named=named), totals_grid(asked, wanted, mounted=mounted)
    shortened = any(grid.possible != grid for grid in (odds, totals))
    main = [odds.possible]
    if asked.view == "table":
        main.append(_printed_grid(asked, table, mounted=mounted))
    special = ("mounted-missile-croisades",) if mounted else ("dismounted-knight",)
    return make_sheet(
        asked,
        table,
        how=(*_how(asked, table, shown, mounted=mounted), *([asked.text("missile.no_column")] if shortened else [])),
        main=main,
        side=[
            Lines(asked.text("frame.results"), asked.results(table, letters_of(asked, table))),
            Lines(asked.text("missile.modifiers"), (*modifiers(asked, mounted=mounted), ("", _added_up(asked)))),
            Lines(asked.text("missile.who_has"), _cover_lines(asked)),
        ],
        last=[totals.possible],
        tables=lambda rules: [table, "missile-modifiers", f"ranges-{rules.choice('missile-ranges')}", "terrain"],
        at_play=("mounted-heavy-cover",) if mounted else (),
        options=(*MISSILE_OPTIONS, *special, "mantlet-cover"),
        notes=notes,
    )


def covers(asked: Asked, *, mounted: bool) -> list[str]:
    """Return the covers whose column is not empty; all that there are if nothing is printed at all."""
    name = "missile-mounted" if mounted else "missile-foot"
    tables = [rules.table(name) for rules in asked.sets]
    known = [cover for cover in COVERS if any(cover in table.columns for table in tables)]
    filled = [
        cover
        for cover in known
        if any(
            cover in table.columns and any(line[table.column_index(cover)] != EMPTY for line in table.cells)
            for table in tables
        )
    ]
    return filled or known


def missile_rows(
    asked: Asked, wanted: Sequence[tuple[bool, str, Measure]], notes: Footnotes, *, named: bool = True
) -> tuple[Row, ...]:
    """Return a row for each weapon and range, which is `named` beside its number and its hexes.

    `wanted` is for each column whether the target is mounted, its cover, and what is counted; `notes` take footnotes on
    unknown cells.
    """
    known: dict[tuple[Segment, bool, str], list[Situation | str | None]] = {}

    def answers(segment: Segment, column: tuple[bool, str, Measure]) -> list[Answer]:
        mounted, cover, measure = column
        rolls = known.get((segment, mounted, cover))
        if rolls is None:
            rolls = asked.answers(_shot, segment, cover, mounted=mounted)
            known[segment, mounted, cover] = rolls
        return [_answer(asked, segment, roll, place, measure, notes) for place, roll in enumerate(rolls)]

    return tuple(
        Row(
            segment_label(asked, segment, named=named),
            tuple(asked.cell(answers(segment, column), column[2].kind) for column in wanted),
            asked.word("weapons", segment.weapon),
            _out_of_range(asked, segment),
        )
        for segment in segments(asked)
    )


def _out_of_range(asked: Asked, segment: Segment) -> str:
    """Return that the second of two rule sets no longer has such a shot; empty if it has, or the first has none."""
    first, last = (band_at(rules, segment.weapon, segment.first) for rules in (asked.sets[0], asked.sets[-1]))
    gone = last is None and first is not None
    return asked.text("missile.out_of_range", rules=asked.short_names()[-1]) if gone else ""


def _shot(rules: RuleSet, segment: Segment, cover: str, *, mounted: bool) -> Situation | str | None:
    """Return the roll of a shot, ``?`` if the source has lost its range, or None if there is no such shot."""
    band = band_at(rules, segment.weapon, segment.first)
    if band is None or band == UNKNOWN:
        return band
    return missile_situation(rules, weapon=segment.weapon, distance=segment.first, cover=cover, mounted=mounted)


def _answer(
    asked: Asked, segment: Segment, roll: Situation | str | None, place: int, measure: Measure, notes: Footnotes
) -> Answer:
    if isinstance(roll, Situation):
        return measure.of_roll(place, roll)
    if roll is None:
        return None
    where = f"{asked.word('weapons', segment.weapon)}, {asked.word('bands', 'long')}"
    reason = asked.locale.translated(why_unknown(asked.sets[place], segment.weapon))
    return Unknown(notes.sign(asked.text("frame.unknown", where=where, reason=reason)))


def missile_grid(asked: Asked, notes: Footnotes, *, mounted: bool, caption: str = "", named: bool = False) -> Grid:
    """Return the results of shots at men on foot or mounted men, by weapon, range and cover."""
    shown = measures(asked, "missile-mounted" if mounted else "missile-foot")
    wanted = [(mounted, cover, measure) for cover in covers(asked, mounted=mounted) for measure in shown]
    columns = tuple(Column(measure.mark or measure.label, asked.word("covers", cover)) for _, cover, measure in wanted)
    corner = (asked.text("missile.weapon"), asked.text("missile.range"))
    caption = asked.text("frame.chances") if asked.view == "table" else caption
    return Grid(caption, columns, missile_rows(asked, wanted, notes, named=named), corner)


def _printed_grid(asked: Asked, table: str, *, mounted: bool) -> Grid:
    """Return the table as printed: each weapon's own die beside the common rows."""
    longest = max((rules.table(table) for rules in asked.sets), key=lambda one: len(one.rows))
    names = in_order([tuple(rules.table(table).row_offset) for rules in asked.sets])
    kept = covers(asked, mounted=mounted)
    last = len(longest.rows) - 1

    def face(rules: RuleSet, weapon: str, row: int) -> str | None:
        offset = rules.table(table).row_offset.get(weapon)
        if offset is None:
            return None
        number = row + 1 - offset
        if row == last:
            return f"{asked.locale.number(max(number, 1))}+"
        return asked.locale.number(number) if number > 0 else ""

    rows = []
    for row in range(len(longest.rows)):
        dice = [asked.cell(asked.answers(face, weapon, row)) for weapon in names]
        rows.append(Row("", (*dice, *(printed_cell(asked, table, row, cover) for cover in kept))))
    die = asked.text("frame.die", faces=longest.die)
    columns = [Column(asked.word("weapons", weapon), die) for weapon in names]
    columns += [Column(asked.word("covers", cover), asked.text("missile.cover")) for cover in kept]
    return Grid(asked.text("frame.as_printed"), tuple(columns), tuple(rows))


def modifiers(asked: Asked, *, mounted: bool) -> tuple[tuple[str, str], ...]:
    """Return what is added to the die besides the range."""

    def wounded(rules: RuleSet) -> str:
        return asked.locale.signed(rules.table("missile-modifiers").number("shooter_wounded"))

    def own(rules: RuleSet) -> str:
        low, high = (asked.locale.signed(number) for number in aptitudes(rules))
        return low if low == high else f"{low}\N{HORIZONTAL ELLIPSIS}{high}"

    lines = [(asked.both(wounded), asked.text("missile.wounded"))]
    if not mounted:
        lines.append(
            (asked.both(lambda rules: asked.locale.signed(knight_counts(rules))), asked.text("missile.knight"))
        )
    if any(any(aptitudes(rules)) for rules in asked.sets):
        lines.append((asked.both(own), asked.text("missile.aptitude")))
    return tuple(lines)


def _added_up(asked: Asked) -> str:
    """Return where the total is read, with the row of a wounded man, where there is such a weapon."""
    how = asked.text("missile.add_up")
    weapon, numbers = _EXAMPLE[0], asked.rules.table("missile-modifiers")
    if weapon not in weapons(asked.rules):
        return how
    total = numbers.number(_BAND) + numbers.number("shooter_wounded")
    example = asked.text(
        "missile.added",
        weapon=asked.word("weapons", weapon),
        band=asked.word("bands", _BAND),
        first=asked.locale.signed(numbers.number(_BAND)),
        second=asked.locale.signed(numbers.number("shooter_wounded")),
        total=asked.locale.signed(total),
    )
    return f"{how} {example}"


def _cover_lines(asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return which ground gives which cover; ground with two, or another under the other rules, is in both lines."""
    places: dict[str, list[str]] = {cover: [] for cover in COVERS}
    for terrain in in_order([rules.table("terrain").rows for rules in asked.sets]):
        covers_by_set = [
            set(terrain_covers(rules, terrain)) for rules in asked.sets if terrain in rules.table("terrain").rows
        ]
        # A shooter high above them sees men in scrub and on slopes without cover.
        starred = (
            terrain in VOID_FROM_ABOVE
            or len(covers_by_set[0]) > 1
            or any(covers_there != covers_by_set[0] for covers_there in covers_by_set)
        )
        for cover in COVERS:
            if any(cover in covers_there for covers_there in covers_by_set):
                places[cover].append(f"{asked.word('terrain', terrain)}{'*' if starred else ''}")
    lines = [(asked.word("covers", cover), ", ".join(names)) for cover, names in places.items() if names]
    if lines and lines[-1][0] == asked.word("covers", _NO_SHOT):
        lines[-1] = (lines[-1][0], asked.text("missile.no_shot", places=lines[-1][1]))
    return (*lines, ("*", asked.text("missile.starred")))


def _how(asked: Asked, table: str, shown: tuple[Measure, ...], *, mounted: bool) -> tuple[str, ...]:
    known = covers(asked, mounted=mounted)
    cover = "light" if "light" in known else known[0]
    rolls = [
        (segment, roll)
        for segment in segments(asked)
        if isinstance(roll := _shot(asked.rules, segment, cover, mounted=mounted), Situation)
    ]
    if not rolls:
        return (asked.text("missile.how"),)
    weapon, distance = _EXAMPLE
    mine = [
        entry
        for entry in rolls
        if entry[0].weapon == weapon and entry[0].first <= distance <= (entry[0].last or distance)
    ]
    segment, roll = mine[0] if mine else rolls[0]
    example = asked.text(
        "missile.example",
        weapon=asked.locale.inside(asked.word("weapons", segment.weapon)),
        distance=asked.locale.number(distance if mine else segment.first),
        band=asked.word("bands", band_at(asked.rules, segment.weapon, segment.first) or ""),
        cover=asked.word("covers", cover),
    )
    return (asked.text("missile.how"), f"{example} {reading(asked, table, roll, shown)}")
