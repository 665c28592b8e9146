"""Missile sheets say what the missile tables and ranges say."""

# ruff: noqa: RUF001 - sheets have dashes and minus signs, and no hyphens for either

from itertools import product

import pytest

from mangonel.games.cryhavoc.missiles import missile_situation
from paper.asking import cell_at, grids, rules, sheet, spaced, spoken

SIEGE = rules("siege")


def total_row(grid, weapon, total):
    """Return the one row that a total of a weapon is read in; the last one with a total stands for all beyond."""
    place = next(place for place, column in enumerate(grid.columns) if column.label == weapon.capitalize())
    written = f"{'−' if total < 0 else '+'}{abs(total)}"
    found = [
        row
        for row in grid.rows
        if (said := row.cells[place].value) == written
        or (said.startswith("≥") and total >= int(said.removeprefix("≥\N{NO-BREAK SPACE}")))
    ]
    assert len(found) == 1, (weapon, total)
    return found[0]


def test_results_that_never_come_under_a_cover_have_no_column_and_the_sheet_says_so():
    found = sheet("missile-mounted")
    ranges, totals, _ = grids(found)
    assert [column.label for column in ranges.columns if column.group == "medium cover"] == list("DCBA—")
    assert [column.label for column in totals.columns if column.group == "light cover"] == list("EDCBA—")
    assert "A result without a column under a cover cannot come there." in found.how
    for grid in (ranges, totals):
        for cover in ("no cover", "light cover", "medium cover"):
            places = [place for place, column in enumerate(grid.columns) if column.group == cover]
            for row in grid.rows:
                assert sum(row.cells[place].chance for place in places) == 1


@pytest.mark.parametrize("names", [("siege",), ("siege", "croisades")])
@pytest.mark.parametrize("mounted", [False, True])
def test_every_shot_can_be_read_by_its_total(mounted, names):
    found = sheet("missile-mounted" if mounted else "missile-foot", *names)
    totals = [one for one in grids(found) if one.caption.startswith("By the total")]
    for weapon, distance, wounded, knight, own in product(
        ("ballista", "crossbow", "longbow", "shortbow"), (20, 50, 75), (False, True), (False, True), range(-3, 4)
    ):
        if knight and mounted:
            continue
        for cover in ("none", "light", "medium"):
            shot = missile_situation(
                SIEGE,
                weapon=weapon,
                distance=distance,
                cover=cover,
                mounted=mounted,
                wounded=wounded,
                dismounted_knight=knight,
                aptitude=own,
            )
            over = {"none": "no cover"}.get(cover, f"{cover} cover")
            (grid,) = (one for one in totals if any(column.group == over for column in one.columns))
            row = total_row(grid, weapon, sum(one.value for one in shot.modifiers))
            chances = {
                column.label: cell.chance
                for column, cell in zip(grid.columns, row.cells, strict=True)
                if column.group == over
            }
            odds = shot.odds()
            assert chances == {label: odds.get("-" if label == "—" else label, 0) for label in chances}


def test_what_the_source_has_lost_says_so_with_its_reason():
    found = sheet("missile-foot", "vikings")
    grid = grids(found)[0]
    lost = [row for row in grid.rows if row.group == "Shortbow" and all(cell.value == "?¹" for cell in row.cells)]
    assert [spoken(row) for row in lost] == ["+2 long 26–?"]
    assert spaced(found.foot[0]) == (
        "¹ Shortbow, long range: not known (the row is shifted in print and its last cell is cut off)."
    )
    assert "?" not in "".join(cell.value for cell in grids(sheet("missile-foot"))[0].cells)


def test_two_rule_sets_cut_the_ranges_where_either_changes():
    found = sheet("missile-foot", "siege", "croisades")
    grid = grids(found)[0]
    longbow = [spoken(row) for row in grid.rows if row.group == "Longbow"]
    assert longbow == ["+0: 1–30", "+1: 31–60", "+1 → +2: 61–90", "+2: 91–120", "+2 → ×: 121–150"]
    changed = cell_at(grid, "+1 → +2: 61", "B", group="Longbow", over="light")
    assert (changed.value, changed.other) == ("20", "10")
    gone = cell_at(grid, "+2 → ×", "B", group="Longbow", over="no cover")
    assert (gone.value, gone.other) == ("20", "×")
    assert not any(cell.changed for row in grid.rows if row.group == "Ballista" for cell in row.cells)
    # Out of range under one of them is one thing, and said once.
    assert {row.note for row in grid.rows} == {"", "no shot under croisades"}
    count = sum(1 if row.note else cell.changed for row in grid.rows for cell in row.cells[: 1 if row.note else None])
    count += sum(cell.changed for cell in grids(found)[1].cells)
    total = sum(len(one.cells) for one in grids(found))
    assert f"{count} of {total} cells differ" in found.how[-1]
    assert found.subtitle.startswith("Siege and Cry Havoc, common base (siege) → Croisades (croisades)")


def test_results_that_changed_their_meaning_are_told_under_both():
    found = sheet("missile-mounted", "siege", "croisades")
    meanings = dict(next(block for block in found.side if block.heading == "Results").entries)
    assert meanings["B"] == (
        "siege: horse killed, rider stunned and unhorsed; croisades: rider stunned and unhorsed, horse unharmed"
    )
    assert meanings["A"] == "target retreats 4 hexes"
