"""The four sides of the player aid: melee, missiles, walls and fire, men."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mangonel.press.blocks import Block, Grid, Lines, Sheet
from mangonel.sheets.answers import Footnotes
from mangonel.sheets.frame import make_sheet
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.sheets.by_ground import (
    cost_grid,
    cost_lines,
    cover_grid,
    sign_grid,
    signs_add_up,
)
from mangonel.systems.cryhavoc.sheets.fires import FIRE_OPTIONS, fire_sheet, fire_tables
from mangonel.systems.cryhavoc.sheets.grounds import COVER_OPTIONS
from mangonel.systems.cryhavoc.sheets.heights import heights
from mangonel.systems.cryhavoc.sheets.ladders import LADDER_OPTIONS, ladder_sheet
from mangonel.systems.cryhavoc.sheets.measures import letters_of, measures
from mangonel.systems.cryhavoc.sheets.melees import (
    GROUND_OPTIONS,
    MELEE_AT_PLAY,
    MELEE_OPTIONS,
    further_shifts,
    melee_grid,
    shift_grid,
)
from mangonel.systems.cryhavoc.sheets.men import (
    PANIC_OPTIONS,
    healing_die,
    healing_sheet,
    healing_tables,
    panic_sheet,
)
from mangonel.systems.cryhavoc.sheets.missiles import MISSILE_OPTIONS, covers, missile_grid, modifiers
from mangonel.systems.cryhavoc.sheets.totals import read_by_range, totals_grid
from mangonel.systems.cryhavoc.sheets.walls import BATTERING_OPTIONS, battering_sheet

__all__ = ["melee_side", "men_side", "missile_side", "wall_side"]

_STEPS: Final = ("1", "2", "3", "4", "5")
_SIGHT: Final = ("level", "height", "near", "moat")
_STATES: Final = ("hurt", "retreat", "blocked")


def melee_side(asked: Asked) -> Sheet:
    """Return the side of melee: both tables, ground, joint attacks, heights."""
    grounds: list[Block] = [sign_grid(asked)]
    how: tuple[tuple[str, str], ...] = (("", asked.text("aid.ground_how")),)
    if not signs_add_up(asked):
        grounds, how = [shift_grid(asked), sign_grid(asked)], ()
    return make_sheet(
        asked,
        "aid-melee",
        how=(asked.text("melee.how"),),
        main=[
            melee_grid(asked, mounted=False, caption=asked.text("aid.foot")),
            melee_grid(asked, mounted=True, caption=asked.text("aid.mounted")),
        ],
        side=[
            Lines(asked.text("melee.more_shifts"), (*_further(asked), *how, ("", asked.text("aid.only_where")))),
            heights(asked),
        ],
        last=grounds,
        tables=lambda rules: [
            "melee-foot",
            "melee-mounted",
            "terrain-shift",
            "joint-attack",
            "panicked",
            "terrain",
            f"elevation-{rules.choice('elevation-levels')}",
        ],
        at_play=MELEE_AT_PLAY,
        options=(*MELEE_OPTIONS, "joint-bonus-number", "mounted-two-hexes", *GROUND_OPTIONS),
    )


def _further(asked: Asked) -> list[tuple[str, str]]:
    """Return the columns moved for all else; what holds for one kind of target only says for which."""
    foot, mounted = (further_shifts(asked, mounted=on_horse) for on_horse in (False, True))
    lines = [
        (term, text if (term, text) in other else asked.named(asked.text(f"aid.{name}"), text))
        for mine, other, name in ((foot, mounted, "foot"), (mounted, foot, "mounted"))
        for term, text in mine
    ]
    # Sentences without a number come last.
    return sorted(dict.fromkeys(lines), key=lambda line: not line[0])


def missile_side(asked: Asked) -> Sheet:
    """Return the side of missiles: both targets, results, modifiers, sight, cover by ground."""
    notes = Footnotes()
    targets = ((False, "foot", "missile-foot"), (True, "mounted", "missile-mounted"))
    most = asked.locale.number(asked.rules.table("missile-foot").die)
    rest_text = asked.text("aid.rest", most=most) if asked.view == "faces" else asked.text("aid.rest_chances")
    rest: tuple[tuple[str, str], ...] = (("", rest_text),)
    main: list[Block] = [
        missile_grid(asked, notes, mounted=mounted, caption=asked.text(f"aid.{name}")).possible
        for mounted, name, _ in targets
    ]
    main.append(Lines("", (("", asked.sentence("mounted-heavy-cover")),)))
    last: list[Block] = [cover_grid(asked)]
    if not all(
        read_by_range(rules, cover, mounted=mounted)
        for mounted, _, _ in targets
        for cover in covers(asked, mounted=mounted)
        for rules in asked.sets
    ):
        rest = ()
        for mounted, _, table in targets:
            wanted = [
                (mounted, cover, measure)
                for cover in covers(asked, mounted=mounted)
                for measure in measures(asked, table)
            ]
            last.append(totals_grid(asked, wanted, mounted=mounted).possible)
    return make_sheet(
        asked,
        "aid-missiles",
        how=(asked.text("missile.how"),),
        main=main,
        side=[
            *(
                Lines(asked.text(f"aid.results_{name}"), asked.results(table, letters_of(asked, table)))
                for _, name, table in targets
            ),
            Lines(asked.text("missile.modifiers"), (*modifiers(asked, mounted=False), *rest)),
            Lines(asked.text("aid.sight"), tuple(("", asked.text(f"aid.sight_{name}")) for name in _SIGHT)),
        ],
        last=last,
        tables=lambda rules: [
            *(table for _, _, table in targets),
            "missile-modifiers",
            f"ranges-{rules.choice('missile-ranges')}",
            "terrain",
        ],
        options=(*MISSILE_OPTIONS, "dismounted-knight", "mounted-missile-croisades", *COVER_OPTIONS),
        notes=notes,
    )


def wall_side(asked: Asked) -> Sheet:
    """Return the side of walls and fire: battering, breaches, fire, oil, ladders."""
    walls, fire, ladders = battering_sheet(asked), fire_sheet(asked, lettered=False), ladder_sheet(asked)
    batter, breach, ram = walls.main[0], walls.main[-2], walls.main[-1]
    readings = {name: asked.text(f"{name}.how") for name in ("battering", "fire", "ladders")}
    return make_sheet(
        asked,
        "aid-walls",
        how=(" ".join(readings.values()),),
        main=[
            _headed(batter, asked.text("aid.battering"), readings["battering"]),
            breach,
            ram,
            _headed(fire.main[0], asked.text("aid.fire"), readings["fire"]),
        ],
        side=[
            *walls.side[1:3],
            *fire.side[:2],
            *fire.side[3:],
            _headed(ladders.main[0], asked.text("ladders.topple"), readings["ladders"]),
            _headed(ladders.main[-1], asked.text("aid.by_ladder")),
            ladders.side[0],
        ],
        tables=lambda rules: [
            "battering",
            "battering-modifiers",
            "machine-points",
            "breach",
            *fire_tables(rules),
            "ladder-topple",
            "ladder",
        ],
        at_play=("between-columns",),
        options=(*BATTERING_OPTIONS, *FIRE_OPTIONS, *LADDER_OPTIONS),
        # They stand at the foot of another side, which has little room; the sheets have the places.
        places=False,
    )


def _headed(block: Block, caption: str, how: str = "") -> Block:
    """Return a block under another caption, a grid with how to read it."""
    if isinstance(block, Lines):
        return replace(block, heading=caption)
    return replace(block, caption=caption, how=how) if isinstance(block, Grid) else block


def men_side(asked: Asked) -> Sheet:
    """Return the side of men: sequence of play, movement, healing, panic."""
    healing, panic = healing_sheet(asked), panic_sheet(asked)
    recovered, one_death = healing.main[0], panic.main[0]
    assert isinstance(recovered, Grid)
    assert isinstance(one_death, Grid)
    heals = asked.text("healing.how", die=healing_die(asked))
    steps = tuple((f"{step}.", asked.text(f"aid.sequence_{step}")) for step in _STEPS)
    return make_sheet(
        asked,
        "aid-men",
        how=(heals,),
        main=[
            _headed(recovered.turned, asked.text("titles.healing"), heals),
            Lines("", (("", asked.sentence("healing-who-rolls")),)),
            _headed(one_death.turned, asked.text("titles.panic")),
            Lines("", (("", asked.text("panic.how")),)),
            panic.main[-1],
        ],
        side=[
            Lines(asked.text("aid.states"), tuple(("", asked.text(f"aid.states_{state}")) for state in _STATES)),
            Lines(asked.text("aid.sequence"), (*steps, ("", asked.text("aid.sequence_next")))),
            cost_lines(asked),
            *(_headed(block, asked.text("aid.panicked")) for block in panic.side),
        ],
        last=[cost_grid(asked)],
        tables=lambda rules: [*healing_tables(rules), "panic", "panicked", "terrain"],
        options=("healing-table", "panic-rule", *PANIC_OPTIONS),
        within=PANIC_OPTIONS,
    )
