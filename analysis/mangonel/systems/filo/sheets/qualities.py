"""The sheet of tests by quality, and of what becomes of leaders."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Final, TypeAlias

from mangonel.errors import UnknownCellError
from mangonel.press.blocks import Column, Grid, Lines, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance, Footnotes, face_ranges
from mangonel.sheets.tries import Try, faces_of, tries_cells, tries_columns
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.rolls import (
    DIES,
    WOUNDED,
    Rally,
    faces_of_test,
    fate_situation,
    leader_odds,
    loss_situation,
    rally_situation,
    reaction_situation,
    rout_situation,
)
from mangonel.systems.filo.sheets.counting import came
from mangonel.systems.filo.sheets.frame import make_sheet
from mangonel.systems.filo.sheets.modifiers import valued_lines
from mangonel.systems.filo.states import ON
from mangonel.tables.situation import Modifier, Situation

__all__ = [
    "LEADER_OPTIONS",
    "QUALITIES",
    "TEST_OPTIONS",
    "TEST_TABLES",
    "fate_lines",
    "leader_grid",
    "quality_grid",
    "rally_lines",
    "rally_roll",
    "test_sheet",
    "tested_by",
    "tries_grid",
]

TEST_OPTIONS: Final = ("routed-acts", "cavalry-flight", "de-rada", "almohad-banner", "al-andalus-rally")
LEADER_OPTIONS: Final = ("leader-test-face",)
TEST_TABLES: Final = ("rally-modifiers", "navas-modifiers", "leader-loss", "leader-fate")
QUALITIES: Final = range(11)
_TOTALS: Final = range(3, -4, -1)
_TRIES: Final = (1, 2, 3, 4, 6)
_RISKS: Final = (1, 2, 3, 6, 10, 20)
_RALLIES: Final = "rallies"
_EXAMPLE: Final = (5, 1)
"""Quality of a routed and fatigued unit, and bonus of the leader beside it, of the published example."""

_Roll: TypeAlias = Callable[[RuleSet, int], Situation]


def test_sheet(asked: Asked) -> Sheet:
    """Return the sheet of tests."""
    notes = Footnotes()
    return make_sheet(
        asked,
        "tests",
        how=(asked.text("tests.how"), *_example(asked)),
        main=[quality_grid(asked), tries_grid(asked), leader_grid(asked)],
        side=[rally_lines(asked, notes), fate_lines(asked)],
        tables=lambda _rules: [*TEST_TABLES],
        options=(*TEST_OPTIONS, *LEADER_OPTIONS),
        notes=notes,
    )


def rally_roll(rules: RuleSet, quality: int, total: int) -> Situation:
    """Return the roll of a rally with so much added in all."""
    roll = rally_situation(rules, Rally(quality))
    return Situation(roll.table, roll.column, modifiers=(Modifier("total", total),), natural=roll.natural)


def quality_grid(asked: Asked, caption: str = "") -> Grid:
    """Return the faces that pass each test, or how likely they are, by quality."""

    def row(label: str, group: str, roll: _Roll, letter: str, kind: str) -> Row:
        return Row(
            asked.text(f"tests.{label}"),
            tuple(
                asked.cell([came(asked, roll(rules, quality), letter) for rules in asked.sets], kind)
                for quality in QUALITIES
            ),
            asked.text(f"tests.{group}"),
        )

    def rally(total: int) -> Row:
        cells = (
            asked.cell([came(asked, rally_roll(rules, quality, total), _RALLIES) for rules in asked.sets], "nothing")
            for quality in QUALITIES
        )
        return Row(asked.signed(total), tuple(cells), asked.text("tests.rally"))

    rows = (
        row(
            "void", "reaction", lambda rules, quality: reaction_situation(rules, quality=quality), "passes", "attacker"
        ),
        row("routs", "passed", lambda rules, quality: rout_situation(rules, quality=quality), "Dr", "out"),
        *(rally(total) for total in _TOTALS),
    )
    columns = tuple(Column(asked.locale.number(quality), asked.text("tests.quality")) for quality in QUALITIES)
    return Grid(caption, columns, rows, (asked.text("tests.test"), asked.text("tests.result")))


def tries_grid(asked: Asked) -> Grid:
    """Return the chance of a rally within so many turns, by the faces that bring it in one."""

    def one(rules: RuleSet, quality: int) -> Try:
        roll = rally_roll(rules, quality, 0)
        return Try(roll.odds().get(_RALLIES, Fraction(0)), ((faces_of(roll, _RALLIES),),))

    rows = tuple(
        Row(asked.locale.number(quality), tries_cells(asked, partial(one, quality=quality), _TRIES, "", "nothing"))
        for quality in range(9)
    )
    columns = tries_columns(asked, _TRIES, asked.text("tests.turns"), asked.die("leader-loss"))
    return Grid(asked.text("tests.within"), columns, rows, ("", asked.text("tests.needed")))


def rally_lines(asked: Asked, notes: Footnotes) -> Lines:
    """Return what is added to the die of a rally."""
    by_set = asked.answers(_rally_values)
    lines = [("\N{MINUS SIGN}", asked.text("tests.bonus")), *valued_lines(asked, by_set, "rally-modifiers", notes)]
    if any(rules.choice("de-rada") == ON for rules in asked.sets):
        lines.append(("", asked.text("tests.de_rada")))
    return Lines(
        asked.text("tests.added"),
        (*lines, ("", asked.text("tests.no_rally")), ("", f"{asked.rule('cavalry-flight', titled=True)}.")),
    )


def _rally_values(rules: RuleSet) -> dict[str, int | None]:
    """Return what each modifier adds to the die of a rally, by its id; None if it is lost."""
    quality = _EXAMPLE[0]
    cases = {"fatigued": Rally(quality, fatigued=True), "routed": Rally(quality, routed=True)}
    special = {
        "de-rada": ("de_rada_adjacent", Rally(quality, de_rada="beside")),
        "almohad-banner": ("almohad_banner", Rally(quality, banner=True)),
        "al-andalus-rally": ("al_andalus", Rally(quality, al_andalus=True)),
    }
    cases |= dict(case for option, case in special.items() if rules.choice(option) == ON)
    values: dict[str, int | None] = {}
    for name, rally in cases.items():
        try:
            values[name] = rally_situation(rules, rally).modifier
        except UnknownCellError:
            values[name] = None
    return {name: value for name, value in values.items() if value != 0}


def leader_grid(asked: Asked) -> Grid:
    """Return what becomes of a leader who is tested, and who is at risk so many times."""

    def tested(rules: RuleSet, letter: str) -> Answer:
        return came(asked, loss_situation(rules), letter)

    def after(rules: RuleSet, letter: str, rolls: int) -> Answer:
        return Chance("", leader_odds(rules, rolls=rolls).get(letter, Fraction(0)))

    rows = tuple(
        Row(
            asked.text(f"tests.{word}"),
            (
                asked.cell(asked.answers(tested, letter), kind),
                *(asked.cell(asked.answers(after, letter, rolls), kind) for rolls in _RISKS),
            ),
        )
        for letter, word, kind in ((DIES, "dies", "out"), (WOUNDED, "wounded", "wounded"))
    )
    group = asked.counted(asked.text("tests.risks"))
    first = asked.die("leader-loss") if asked.view == "faces" else asked.text("tests.once")
    columns = (Column(first), *(Column(asked.locale.number(rolls), group) for rolls in _RISKS))
    return Grid(asked.text("tests.leaders"), columns, rows)


def fate_lines(asked: Asked) -> Lines:
    """Return when leaders are tested, and what becomes of one whose banner is gone."""

    def fate(letter: str) -> tuple[str, str]:
        faces = asked.both(lambda rules: face_ranges(faces_of(fate_situation(rules), letter)))
        return faces, asked.meaning(asked.rules, "leader-fate", letter)

    return Lines(
        asked.text("tests.at_risk"),
        (
            ("", asked.text("tests.tested_by", faces=tested_by(asked))),
            ("", asked.text("tests.second_wound")),
            ("", asked.text("tests.unit_lost")),
            ("", asked.text("tests.no_banner", die=asked.die("leader-fate"))),
            *(fate(letter) for letter in asked.rules.table("leader-fate").results),
        ),
    )


def tested_by(asked: Asked) -> str:
    """Return the unmodified faces that test leaders."""
    return asked.both(lambda rules: face_ranges(faces_of_test(rules)))


def _example(asked: Asked) -> tuple[str, ...]:
    quality, bonus = _EXAMPLE
    try:
        roll = rally_situation(asked.rules, Rally(quality, routed=True, fatigued=True, bonuses=(bonus,)))
    except UnknownCellError:
        return ()
    chance = asked.spoken(roll.odds().get(_RALLIES, Fraction(0)))
    total = asked.signed(roll.modifier)
    return (asked.text("tests.example", quality=quality, bonus=bonus, total=total, chance=chance),)
