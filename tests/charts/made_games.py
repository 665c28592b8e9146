"""Small games whose results have all that can be drawn: two sides that lose men, series, and burning hexes."""

from __future__ import annotations

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.odds.hexes import Hex, HexMap
from mangonel.odds.owners import Side


def skirmish(
    attackers: int = 6, defenders: int = 4, *, turns: int = 12, unit: str = "turn", lowest: int = 4
) -> PlaySequence:
    """Two sides hit one man of the other in turn: the attackers from `lowest` on, the defenders on 5 and 6 of six."""

    def blow(name: str, best: int) -> Roll:
        faces = ["-" if die < best else "wounded" if die < 6 else "killed" for die in range(1, 7)]
        return Roll.of(name, ("-", "wounded", "killed"), [faces])

    sides = ("attackers", "defenders")
    blows = (blow("attack", lowest), blow("defence", 5))
    men = (attackers, defenders)

    def fight(place: int) -> Phase:
        def act(s: State, dice: Dice) -> None:
            mine, other = sides[place], sides[1 - place]
            fit, hurt = getattr(s, f"{other}_fit"), getattr(s, f"{other}_hurt")
            there = (getattr(s, f"{mine}_fit") + getattr(s, f"{mine}_hurt") > 0) & (fit + hurt > 0)
            s.blows += there
            result = dice.roll(blows[place], there, who=mine)
            was_fit = fit > 0
            hit = result > 0
            fit -= hit & was_fit
            hurt += (result == 1) & was_fit
            hurt -= hit & ~was_fit
            s.ending = np.where(s.defenders_fit + s.defenders_hurt == 0, 1, 0)
            s.ending = np.where(s.attackers_fit + s.attackers_hurt == 0, 2, s.ending)

        return Phase(f"{sides[place]} strike", act)

    columns = [
        column
        for side, many in zip(sides, men, strict=True)
        for column in (Column(f"{side}_fit", many, many), Column(f"{side}_hurt", many))
    ]

    def living(side: str) -> Measure:
        return Measure(side, men[sides.index(side)], lambda s: getattr(s, f"{side}_fit") + getattr(s, f"{side}_hurt"))

    def dead(side: str) -> Measure:
        many = men[sides.index(side)]
        return Measure(f"{side}_dead", many, lambda s: many - getattr(s, f"{side}_fit") - getattr(s, f"{side}_hurt"))

    def wounded(side: str) -> Measure:
        return Measure(f"{side}_wounded", men[sides.index(side)], lambda s: getattr(s, f"{side}_hurt"))

    return PlaySequence(
        name="skirmish",
        columns=columns,
        phases=[fight(0), fight(1)],
        endings=("attackers_win", "defenders_win"),
        turns=turns,
        measures=tuple(count(side) for side in sides for count in (dead, wounded)),
        tallies=("blows",),
        series=(living("attackers"), living("defenders")),
        unit=unit,
        sides=tuple(Side(side, losses=(f"{side}_dead", f"{side}_wounded"), kinds="dead_or_wounded") for side in sides),
    )


def blaze(hexes: HexMap, lit: tuple[str, ...], *, turns: int = 8, fighters: int = 1) -> PlaySequence:
    """Fire among hexes: it spreads on 7 to 10 of ten, is put out on 1 to 3, and has burnt a hex in its third turn."""
    spread = Roll.at_least("spread", 10, 7)
    put_out = Roll.of("put out", ("-", "out"), [["out"] * 3 + ["-"] * 7])
    lost = 4  # ages 1 to 3, then this
    places = hexes.hexes
    steps = {(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)}
    near = [[m for m, b in enumerate(places) if (b.q - a.q, b.r - a.r) in steps] for a in places]

    def fight(s: State, dice: Dice) -> None:
        for _ in range(fighters):
            free = np.ones(s.size, dtype=bool)
            for n, _ in enumerate(places):
                tries = free & (s.fire[n] > 0) & (s.fire[n] < lost)
                s.fire[n] *= 1 - dice.roll(put_out, tries)
                free &= ~tries

    def spreading(n: int) -> Phase:
        def act(s: State, dice: Dice) -> None:
            burning = sum((s.fire[m] > 1) & (s.fire[m] < lost) for m in near[n]) > 0
            s.fire[n] += dice.roll(spread, burning & (s.fire[n] == 0))

        return Phase(f"spread to {places[n].name}", act)

    def grow(s: State, _dice: Dice) -> None:
        burning = (s.fire > 0) & (s.fire < lost)
        s.fire += burning
        for n, counter in enumerate(hexes.counters):
            value = getattr(s, counter)
            value += burning[n] & (s.fire[n] == lost)
        s.ending = np.where(((s.fire > 0) & (s.fire < lost)).any(axis=0), 0, 1)

    start = tuple(int(one.name in lit) for one in places)
    return PlaySequence(
        name="blaze",
        columns=[Column("fire", lost, start, len(places))],
        phases=[Phase("fight", fight), *(spreading(n) for n in range(len(places))), Phase("grow", grow)],
        endings=("burnt_out",),
        turns=turns,
        measures=(Measure("hexes_lost", len(places), lambda s: (s.fire == lost).sum(axis=0)),),
        tallies=hexes.counters,
        series=(Measure("burning", len(places), lambda s: ((s.fire > 0) & (s.fire < lost)).sum(axis=0)),),
        hexes=hexes,
    )


CAMP = HexMap(
    "lost",
    (
        Hex("tent_1", 0, 0),
        Hex("tent_2", 1, 0),
        Hex("mess_tent", 0, 1),
        Hex("light_stone_thrower", 2, -1),
        Hex("cart", 1, 1),
        Hex("mantlet", 3, -1),
        Hex("chapel", -1, 2),
    ),
)
