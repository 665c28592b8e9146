"""Small games whose results have all that can be drawn: two sides that lose men, series, and burning hexes."""

from typing import Any

from mangonel.engine.board import Hex, HexMap
from mangonel.engine.owners import Side
from mangonel.engine.process import Column, Dice, Measure, Phase, Process
from mangonel.engine.rolls import Roll


def skirmish(  # noqa: C901 - a game in one piece
    attackers: int = 6, defenders: int = 4, *, turns: int = 12, unit: str = "turn", lowest: int = 4
) -> Process:
    """Two sides hit one man of the other in turn: the attackers from `lowest` on, the defenders on 5 and 6 of six."""

    def blow(name: str, best: int) -> Roll:
        return Roll.of(name, ["-" if die < best else "wounded" if die < 6 else "killed" for die in range(1, 7)])

    sides = ("attackers", "defenders")
    blows = (blow("attack", lowest), blow("defence", 5))
    men = (attackers, defenders)

    def fight(place: int) -> Phase:
        fit, hurt = f"{sides[1 - place]}_fit", f"{sides[1 - place]}_hurt"

        def act(s: Any, dice: Dice) -> None:
            dice.count("blows")
            result = dice.roll(blows[place], who=sides[place])
            if result == "-":
                return
            if getattr(s, fit) > 0:
                setattr(s, fit, getattr(s, fit) - 1)
                if result == "wounded":
                    setattr(s, hurt, getattr(s, hurt) + 1)
            else:
                setattr(s, hurt, getattr(s, hurt) - 1)
            if getattr(s, fit) + getattr(s, hurt) == 0:
                s.ending = 1 + place

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

    return Process(
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


def blaze(  # noqa: C901 - a game in one piece
    hexes: HexMap, lit: tuple[str, ...], *, turns: int = 8, fighters: int = 1
) -> Process:
    """Fire among hexes: it spreads on 7 to 10 of ten, is put out on 1 to 3, and has burnt a hex in its third turn."""
    spread = Roll.at_least("spread", 10, 7)
    put_out = Roll.of("put out", ["out"] * 3 + ["-"] * 7)
    lost = 4  # ages 1 to 3, then this
    places = hexes.hexes
    steps = {(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)}
    near = [[m for m, b in enumerate(places) if (b.q - a.q, b.r - a.r) in steps] for a in places]

    def burns(s: Any, n: int) -> bool:
        return 0 < s.fire[n] < lost

    def fight(s: Any, dice: Dice) -> None:
        for _ in range(fighters):
            burning = next((n for n in range(len(places)) if burns(s, n)), None)
            if burning is not None and dice.roll(put_out) == "out":
                s.fire[burning] = 0

    def spreading(n: int) -> Phase:
        def act(s: Any, dice: Dice) -> None:
            if s.fire[n] == 0 and any(1 < s.fire[m] < lost for m in near[n]) and dice.roll(spread) == "spread":
                s.fire[n] = 1

        return Phase(f"spread to {places[n].name}", act)

    def growing(n: int) -> Phase:
        def act(s: Any, dice: Dice) -> None:
            if burns(s, n):
                s.fire[n] += 1
                if s.fire[n] == lost:
                    dice.count(hexes.counters[n])

        return Phase(f"{places[n].name} burns", act)

    def over(s: Any, _dice: Dice) -> None:
        if not any(burns(s, n) for n in range(len(places))):
            s.ending = 1

    every = range(len(places))
    start = tuple(int(one.name in lit) for one in places)
    return Process(
        name="blaze",
        columns=[Column("fire", lost, start, len(places))],
        phases=[Phase("fight", fight), *map(spreading, every), *map(growing, every), Phase("over", over)],
        endings=("burnt_out",),
        turns=turns,
        measures=(Measure("hexes_lost", len(places), lambda s: sum(s.fire[n] == lost for n in every)),),
        tallies=hexes.counters,
        series=(Measure("burning", len(places), lambda s: sum(burns(s, n) for n in every)),),
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
