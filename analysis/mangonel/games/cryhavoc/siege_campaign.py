"""A siege, day by day: bombardment, storms, healing; see `docs/sequences/siege-campaign.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

from mangonel.engine.process import Chapter, Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import cached
from mangonel.errors import DataError
from mangonel.games.cryhavoc import bombardment, keys, ladder, melee, ram, siege_tower
from mangonel.games.cryhavoc.bombardment import MOST_DAYS, BombardmentSetup
from mangonel.games.cryhavoc.engines import CREW
from mangonel.games.cryhavoc.fire_and_walls import marks_to_breach
from mangonel.games.cryhavoc.healing import Infirmary
from mangonel.games.cryhavoc.men import FIT, Kind
from mangonel.games.cryhavoc.sides import BREAK_OFF, GO_ON, LEAVING, Force, Men, Others, as_said, columns_of, men_side
from mangonel.games.fields import POLICY, Keys, Of, Offer, Told, block, flag, given, one_of, root, text, texts, whole
from mangonel.games.reading import Reading, file_type
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.files import shipped
from mangonel.rules.reading import VERSION, Node, is_there
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {
    "taken": "the castle is taken",
    "given_up": "the siege is given up",
    "relieved": "the relieving army is there",
}
PARTS = ("ram", "breach", "tower", "assault")
"""Parts of an assault, in the order in which they are played."""
_POSTS = ("breach", "tower", "assault", "ram")
"""The order in which defenders are posted."""
_STORM_TODAY, _ORDER = Decision("assault", "besiegers"), Decision("order", "besiegers")
_POSTING, _GIVE_UP = Decision("garrison", "defenders"), Decision("break_off", "besiegers", frame=True)
_GARRISONS = ("even", "in-order")
_READS = ("ended", "besiegers_killed", "besiegers_hurt", "defenders_killed", "defenders_hurt", "battered")
"""Columns read at the end of a part; ``battered``: marks that a ram has added."""
_WON = {
    "breach": "the besiegers are through the breach",
    "tower": "the besiegers come over the wall from the tower",
    "assault": "the besiegers come over the wall by ladder",
}
_HELD = {"breach": "the breach is held", "tower": "the tower is beaten off", "assault": "the ladders are beaten off"}
"""The words of a trace for a part won, or not."""
_THROUGH, _OVER = ("attackers_win", "defenders_break_off"), ("foothold", "cleared", "abandoned")
"""The endings in which men are through a breach, or over the wall."""
_CALLED_OFF = "night falls on the {}, nothing is decided, and it is called off"
_MOST_MEN = 60
_PLAYABLES = {
    "bombardment": bombardment.PLAYABLE,
    "ram": ram.PLAYABLE,
    "breach": melee.PLAYABLE,
    "tower": siege_tower.PLAYABLE,
    "assault": ladder.PLAYABLE,
}
_SIDES = {"breach": ("attackers", "defenders"), "ram": ("besiegers", "sortie")}
"""Blocks of the two sides where they are not called besiegers and defenders."""


def _names(bombardment: BombardmentSetup | None) -> tuple[str, ...]:
    return () if bombardment is None else tuple(spot.name for spot in bombardment.hexes)


_HEXES = Offer("", lambda _rules, _roster, siege: _names(siege.bombardment))


def _hex(reading: Reading, node: Node, name: str) -> int | None:
    if name not in node:
        return None
    names = _names(reading.above["bombardment"])
    if not names:
        raise node.error("there is no bombardment with hexes to choose from", name)
    return names.index(node.choice(name, names))


def _ram(reading: Reading, node: Node, _name: str) -> ram.RamSetup:
    setup: ram.RamSetup = replace(_part(reading.above, "ram", node), rams=1, man_on_wall=False)
    if reading["place"] is None:
        return setup
    spot = reading.above["bombardment"].hexes[reading["place"]]
    return replace(setup, wall=spot.wall, marks=spot.marks)


_STOCK = "how many there are"
_ELSEWHERE: dict[str, Any] = {"instead": "scenario", "filled": ("kind",)}
"""A part may stand in a file of its own; the kinds of its men are those of the siege."""


class RamPart(Keys):
    """Rams: the part of one on an assault day, how many there are, and the hex they batter.

    ``place`` is the number, from 0, of the hex of the bombardment; None if it is a hex of its own.
    """

    setup: ram.RamSetup = block(ram.RamSetup, at=".", read=_ram, told=POLICY, **_ELSEWHERE)
    stock: int = whole(1, 9, _STOCK, 1)
    place: int | None = text(
        "the name of the hex of the bombardment that it batters", "", offer=_HEXES, read=_hex, at="hex"
    )


class TowerPart(Keys):
    """Siege towers: the part of one on an assault day, and how many there are."""

    setup: siege_tower.SiegeTowerSetup = block(
        siege_tower.SiegeTowerSetup,
        at=".",
        read=lambda tower, node, _: _part(tower.above, "tower", node),
        told=POLICY,
        **_ELSEWHERE,
    )
    stock: int = whole(1, 9, _STOCK, 1)


def _as_part(name: str, meaning: str, keys: type[Any], **more: Any) -> Any:
    """Declare a part of a siege: its sequence's decisions are told after those of the siege."""

    def read(reading: Reading, node: Node, name: str) -> Any:
        if name not in node:
            return None
        return _part(reading, name, node.node(name)) if "instead" in more else reading.below(name).made()

    sides = dict(zip(_SIDES.get(name, ()), ("besiegers", "defenders"), strict=False))
    telling = Told(rank=1, sides=sides, sequence=_PLAYABLES[name].name, part=name)
    return block(keys, meaning, read=read, told=telling, **more)


_OF_SIEGE: dict[str, Any] = {
    "turns": given(lambda stones: stones.above["turns"]),
    "wanted": whole(1, Of(("hexes",)), "hexes that have to be down", Of(("hexes",))),
    "relief": given(lambda stones: stones.above["relief"]),
}
"""The keys that a bombardment in a siege reads otherwise than one by itself."""


def _order(reading: Reading, node: Node, name: str) -> tuple[str, ...]:
    """Read the order in which besiegers are told off, parts that are left out omitted."""
    parts = [part for part in PARTS if reading[part] is not None]
    order = node.texts(name, default=PARTS)
    for number, part in enumerate(order, start=1):
        if part in order[: number - 1]:
            raise node.error("this part is named twice", f"{name}.{number}", value=part)
    for part in parts:
        if part not in order:
            raise node.error("a part of the assault is left out", name, value=part)
    return tuple(part for part in order if part in parts)


_ours, _theirs = (keys.policies(Told(whose=side)) for side in ("besiegers", "defenders"))


def _limit(most: int, meaning: str, at: str, when: str) -> Any:
    return whole(1, most, meaning, None, at=f"break_off.{at}", told=Told(f"break_off_{when}", whose="besiegers"))


class SiegeSetup(Keys):
    """A siege.

    Parts of an assault, and the bombardment, are None if they are left out; so are ``relief``, ``from_day`` and the
    limits of breaking off if nothing is said.
    """

    turns: int = whole(1, MOST_DAYS, "the most days that are played")
    relief: int | None = whole(1, MOST_DAYS, "the day on which relief comes", None)
    besieger: Kind = keys.kind("besiegers.kind")
    besiegers: int = whole(1, _MOST_MEN, "besiegers", at="besiegers.men")
    defender: Kind = keys.kind("defenders.kind")
    defenders: int = whole(1, _MOST_MEN, "defenders", at="defenders.men")
    bombardment: BombardmentSetup | None = _as_part(
        "bombardment", "as a bombardment; all its hexes are wanted", BombardmentSetup, changed=_OF_SIEGE
    )
    ram: RamPart | None = _as_part("ram", "rams of an assault", RamPart)
    breach: melee.MeleeSetup | None = _as_part("breach", "a melee in the breach", melee.MeleeSetup, **_ELSEWHERE)
    tower: TowerPart | None = _as_part("tower", "siege towers of an assault", TowerPart)
    assault: ladder.LadderSetup | None = _as_part("assault", "ladders", ladder.LadderSetup, **_ELSEWHERE)
    breaches: int = _ours(whole, 0, 13, "hexes that have to be down before an assault; 0: no matter", 1)
    from_day: int | None = _ours(whole, 1, MOST_DAYS, "a day from which on assaults are made whatever is down", None)
    rest: int = _ours(whole, 0, 60, "days between two assaults", 2)
    order: tuple[str, ...] = _ours(texts, "the order in which parts get men", PARTS, values=PARTS, read=_order)
    garrison: str = _theirs(one_of, _GARRISONS, "how defenders are posted")
    healing: bool = flag("the wounded are nursed", usual=True, at="policies.", told=POLICY)
    losses: int | None = _limit(_MOST_MEN, "dead and healing besiegers at which they break off", "losses", "at_losses")
    assaults: int | None = _limit(MOST_DAYS, "assaults after which they do", "assaults", "after_assaults")
    last_day: int | None = _limit(MOST_DAYS, "the day after which they do", "turn", "after_day")

    def check(self, node: Node) -> None:
        if all(getattr(self, part) is None for part in PARTS):
            raise node.error("at least one part of an assault is needed", allowed=PARTS)
        if self.breaches == 0 and self.from_day is None:
            raise node.error("without breaches to wait for there must be a day", "policies.from_day")


def _part(siege: Reading, name: str, block: Node) -> Any:
    """Read a part of an assault, from its block or from the file that the block names."""
    sequence, keys = _PLAYABLES[name].name, _PLAYABLES[name].keys
    kinds = siege["besieger"].id, siege["defender"].id
    if "scenario" in block:
        # One that comes with the program, or a path from the folder of the siege's file.
        named, own = block.text("scenario"), shipped("scenarios")
        file = own.get(named, (block.file.parent if block.file is not None else Path()) / named)
        if named not in own and not is_there(file):
            raise block.error("no such scenario or file", "scenario", value=named, allowed=own)
        block = Node.load(file)
        block.choice("sequence", (sequence,))
    block.content = _with_kinds(block.content, name, kinds)
    if "sequence" in block:
        head: dict[str, Any] = dict.fromkeys(("sequence", "title", "note", "roster"), str)
        head |= {"schema": VERSION, "assumptions": dict[str, str | int], "plans": dict[str, Any]}
        file_type(keys, head, ("schema", "sequence")).check(block)
        if block.content.get("assumptions"):
            raise block.error("a part of a siege has no assumptions of its own", "assumptions")
    setup = Reading(root(keys), block, siege.context).made()
    # Men of a castle do not panic inside it (German rules).
    return replace(setup, defenders=replace(setup.defenders, panic=None)) if name == "breach" else setup


def _with_kinds(content: Mapping[str, Any], name: str, kinds: tuple[str, str]) -> dict[str, Any]:
    changed = dict(content)
    for side, men in zip(_SIDES.get(name, ("besiegers", "defenders")), kinds, strict=True):
        block = changed.get(side)
        # Anything but a block of keys is for the reader to refuse.
        if isinstance(block, dict) and block:
            changed[side] = block | {"kind": men} | ({"mounted": 0} if name == "breach" else {})
    return changed


@dataclass(frozen=True, eq=False)
class Storm:
    """A part of an assault, and the men it wants: besiegers, the fewest with which it is played, and defenders.

    `start` returns its columns by the men told off, and for a ram by marks of the wall and whether it was shot at;
    those that the process does not have are left out. `wins` are endings in which the castle is taken.
    """

    process: Process
    besiegers: int
    least: int
    defenders: int
    start: Callable[..., Mapping[str, Any]]
    wins: tuple[str, ...] = ()

    @cached
    def begun(self, *told: int) -> Process:
        known = {column.name for column in self.process.columns}
        return self._starting(tuple((name, start) for name, start in self.start(*told).items() if name in known))

    @cached
    def _starting(self, columns: tuple[tuple[str, Any], ...]) -> Process:
        return self.process.starting(**dict(columns))

    def ending(self, s: Any) -> str:
        """Return the ending that was read; "" if it came to none on this day."""
        code = int(s.ended)
        return self.process.endings[code - 1] if code else ""


def _storm(setup: SiegeSetup, name: str, rules: RuleSet, *, stones: bool) -> Storm:
    """Return a part of the assault; it is read at the end as `_READS` says."""
    ours, theirs = ("besiegers_dead", "besiegers_wounded"), ("defenders_dead", "defenders_wounded")
    # Rams and towers are part of a block with their stock.
    part = getattr(getattr(setup, name), "setup", getattr(setup, name))
    if name == "ram":
        process = ram.ram_attack(part, rules, stones=stones).reading(*ours, *theirs, "marks")
        return Storm(process, part.men, CREW, part.sortie_men, partial(ram.ram_start, part))
    if name == "breach":
        process = melee.melee_battle(part, rules).reading("attackers_dead", "attackers_wounded", *theirs)
        return Storm(process, part.attackers.men, 1, part.defenders.men, partial(melee.melee_start, part), _THROUGH)
    defenders = part.on_wall + part.reserve
    if name == "tower":
        process = siege_tower.siege_tower_assault(part, rules).reading(*ours, *theirs)
        return Storm(process, part.men, CREW, defenders, partial(siege_tower.siege_tower_start, part), _OVER)
    process = ladder.ladder_assault(part, rules).reading(*ours, *theirs)
    men = part.ladders * part.men
    return Storm(process, men, ladder.CARRIERS, defenders, partial(ladder.ladder_start, part), _OVER)


@contextmanager
def _in_block(name: str) -> Iterator[None]:
    """Name the block of the scenario file in the errors of a part built from it."""
    try:
        yield
    except DataError as error:
        if error.file is None and error.path:
            raise error.at(f"{name}.{error.path}") from None
        raise


def siege_campaign(setup: SiegeSetup, rules: RuleSet) -> Process:
    """Build the siege of a scenario under a rule set; it is refused as in `Game`."""
    game = Game(setup, rules)
    down = partial(Game.down, game)
    return Process(
        name="siege-campaign",
        columns=game.columns(),
        phases=game.phases(),
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *(measure for side in game.forces for measure in side.measures()[:2]),
            Measure("breaches", game.most_down, down),
        ),
        tallies=(
            "assaults",
            *(game.stones.day_tallies() if game.stones is not None else ()),
            *(("ram_breaches", "rams_lost") if setup.ram is not None else ()),
            *(("towers_lost",) if setup.tower is not None else ()),
            *(f"by_{name}" for name in game.storms if name != "ram"),
            "besiegers_back",
            "defenders_back",
        ),
        series=(
            *(Measure(f"{side}_fit", men.most, men.living) for side, men in game.fit.items()),
            Measure("hexes_down", game.most_down, down),
        ),
        plan={
            **({} if game.stones is None else game.stones.plan),
            _STORM_TODAY.name: game.is_due,
            **as_said(setup, _ORDER, _POSTING),
            _GIVE_UP.name: game.gives_up,
        },
        unit="day",
        sides=(men_side("besiegers", ("taken",)), men_side("defenders", ("given_up", "relieved"))),
    )


class Game:
    """A scenario under a rule set; with a hex down, or a part that the rules do not allow, it is a DataError."""

    def __init__(self, setup: SiegeSetup, rules: RuleSet) -> None:
        self.setup = setup
        self.stones: bombardment.Game | None = None
        if setup.bombardment is not None:
            with _in_block("bombardment"):
                self.stones = bombardment.Game(setup.bombardment, rules, lambda s: bool(s.rest <= setup.rest))
        # Whether it matters to a ram that stone throwers have shot at its wall in the siege.
        shot_at = setup.ram is not None and setup.ram.place is not None and not setup.ram.setup.bombarded
        self.remembers_shots = shot_at and rules.number("ram-bombarded-wall-minus-one") != 0
        self.storms: dict[str, Storm] = {}
        for name in PARTS:
            if getattr(setup, name) is not None:
                with _in_block(name):
                    self.storms[name] = _storm(setup, name, rules, stones=self.remembers_shots)
        last = setup.turns if setup.relief is None else min(setup.turns, setup.relief)
        self.men = {"besiegers": setup.besiegers, "defenders": setup.defenders}
        infirmary = partial(Infirmary, rules, dead=False, last=last)
        self.infirmaries = {side: infirmary(men, prefix=f"{side}_") for side, men in self.men.items()}
        self.fit = {side: Men(f"{side}_", men, (FIT,), start={FIT: men}) for side, men in self.men.items()}
        hurt = {side: Others(sick.wounded, sick.wounded) for side, sick in self.infirmaries.items()}
        self.forces = [Force(side, most, (self.fit[side], hurt[side])) for side, most in self.men.items()]
        self.ram_need = 0 if setup.ram is None else marks_to_breach(rules, setup.ram.setup.wall)
        self.own_hex = setup.ram is not None and setup.ram.place is None
        self.most_down = (0 if self.stones is None else len(self.stones.needs)) + int(self.own_hex)

    def is_due(self, s: Any, _options: Any) -> bool:
        """Return whether it is a day for an assault (morning, 2)."""
        setup = self.setup
        if s.rest > 0:
            return False
        if setup.from_day is not None and s.turn >= setup.from_day:
            return True
        return setup.breaches > 0 and self.down(s) >= setup.breaches

    def gives_up(self, s: Any, _options: Any) -> str:
        """Return whether the besiegers give up in the evening: their losses, assaults or the day say so."""
        setup = self.setup
        if setup.losses is not None and setup.besiegers - s.besiegers_fit >= setup.losses:
            return BREAK_OFF
        assaults = setup.assaults is not None and s.assaults_made >= setup.assaults
        return BREAK_OFF if assaults or (setup.last_day is not None and s.turn >= setup.last_day) else GO_ON

    def marks(self, s: Any) -> Any:
        assert self.setup.ram is not None
        return s.ram_marks if self.setup.ram.place is None else s.marks[self.setup.ram.place]

    def down(self, s: Any) -> int:
        """Return how many hexes are down, that of the ram among them."""
        down = 0 if self.stones is None else self.stones.hexes_down(s)
        return down + bool(self.own_hex and s.ram_marks >= self.ram_need)

    def is_open(self, s: Any, part: str) -> bool:
        """Return whether a part can be played if men are told off for it (morning, 2)."""
        if part == "ram":
            return bool(s.rams > 0 and self.marks(s) < self.ram_need)
        if part == "breach":
            return self.down(s) > 0
        return part == "assault" or bool(s.towers > 0)

    def columns(self) -> list[Column]:
        """Return the columns: over night only men, wounded men, marks, repair, stocks and the days of rest count."""
        setup, parts = self.setup, len(self.storms)
        columns = [
            *columns_of(*self.fit.values(), *self.infirmaries.values()),
            # Days before the next assault; on a day of assault one more than are to follow.
            Column("rest", setup.rest + 1),
            Column("told", setup.besiegers, 0, parts),
            Column("posted", setup.defenders, 0, parts),
            Column("ended", max(len(storm.process.endings) for storm in self.storms.values())),
            *(Column(name, setup.besiegers) for name in _READS[1:3]),
            *(Column(name, setup.defenders) for name in _READS[3:5]),
        ]
        if self.stones is not None:
            columns += self.stones.day_columns()
        if setup.ram is not None:
            columns += [Column("battered", self.ram_need), Column("rams", setup.ram.stock, setup.ram.stock)]
            if self.own_hex:
                columns.append(Column("ram_marks", self.ram_need, setup.ram.setup.marks))
            if self.remembers_shots:
                columns.append(Column("shelled", 1))
        if setup.tower is not None:
            columns.append(Column("towers", setup.tower.stock, setup.tower.stock))
        if setup.assaults is not None:
            columns.append(Column("assaults_made", setup.assaults))
        return columns

    def phases(self) -> list[Phase | Chapter]:
        phases: list[Phase | Chapter] = [Phase("morning", self._morning), *self._bombardment()]
        for place, name in enumerate(self.storms):
            phases.append(Chapter(name, partial(self._start, place, name), _READS if name == "ram" else _READS[:-1]))
            phases.append(Phase(name, partial(self._after, place, name)))
        phases.append(Phase("evening", self._evening))
        return [*phases, *self._healing()]

    def _morning(self, s: Any, dice: Any) -> None:
        """See the men back, and whether it is an assault day (morning, 1 and 2)."""
        for who, infirmary in self.infirmaries.items():
            if (back := infirmary.morning(s)) > 0:
                self.fit[who].of(s)[FIT] += back
                dice.count(f"{who}_back", back)
                dice.note(f"{who} who are fit again: {{}}", back)
        if dice.choose(_STORM_TODAY, (False, True)):
            self._tell_off(s, dice)

    def _tell_off(self, s: Any, dice: Any) -> None:
        """Tell men off for the parts of an assault (assault day, 1)."""
        setup = self.setup
        numbers = self._besiegers_told(s, dice.choose(_ORDER, tuple(permutations(self.storms))))
        if not numbers:
            return
        posted = self._defenders_posted(s, dice.choose(_POSTING, _GARRISONS), numbers)
        dice.count("assaults")
        s.rest = setup.rest + 1
        if setup.assaults is not None:
            s.assaults_made += 1
        dice.note("a day of assault")
        for place, name in enumerate(self.storms):
            if name in numbers:
                s.told[place], s.posted[place] = numbers[name], posted[name]
                dice.note(f"told off for the {name}: {{:besieger}}, {{:defender}}", numbers[name], posted[name])

    def _besiegers_told(self, s: Any, order: Sequence[str]) -> dict[str, Any]:
        """Return how many fit besiegers each part gets that is played (assault day, 1)."""
        numbers: dict[str, Any] = {}
        men = s.besiegers_fit
        for part in order:
            storm = self.storms[part]
            number = min(storm.besiegers, men)
            if number >= storm.least and (self.is_open(s, part) or (part == "breach" and "ram" in numbers)):
                numbers[part] = number
                men = men - number
        return numbers

    def _defenders_posted(self, s: Any, policy: str, played: Iterable[str]) -> dict[str, int]:
        """Return how many fit defenders stand against each part that is played (assault day, 1)."""
        wanted = {part: self.storms[part].defenders for part in _POSTS if part in played}
        if s.defenders_fit >= sum(wanted.values()):
            return wanted
        left, posted = int(s.defenders_fit), dict.fromkeys(wanted, 0)
        while left:
            for part, most in wanted.items():
                # In order each has all that it wants before the next, evenly one at a time.
                more = min(left, most - posted[part], left if policy == "in-order" else 1)
                posted[part] += more
                left -= more
        return posted

    def _bombardment(self) -> list[Phase]:
        """Return a day of bombardment, where there is no assault (other days)."""
        if self.stones is None:
            return []
        ram, (allotting, *shooting) = self.setup.ram, self.stones.day_phases()
        if ram is None or ram.place is None or not self.remembers_shots:
            return [allotting, *shooting]
        place = ram.place

        def remember(s: Any, _dice: Any) -> None:
            """Remember for the ram that its wall has been bombarded (assault day, 2, bombarded)."""
            if s.aim[place] > 0:
                s.shelled = 1

        return [allotting, Phase("the ram's wall is shot at", remember), *shooting]

    def _start(self, place: int, name: str, s: Any) -> Process | None:
        """Return the part with the men told off for it; None if it is not played (assault day, 2)."""
        if s.told[place] == 0 or (name == "breach" and self.down(s) == 0) or (name != "ram" and s.posted[place] == 0):
            return None
        men = (s.told[place], s.posted[place])
        if name != "ram":
            return self.storms[name].begun(*men)
        assert self.setup.ram is not None
        bombarded = s.shelled if self.remembers_shots else int(self.setup.ram.setup.bombarded)
        return self.storms[name].begun(*men, self.marks(s), bombarded)

    def _after(self, place: int, name: str, s: Any, dice: Any) -> None:
        """See how a part has ended, and at which cost (assault day, 2 and 3)."""
        if s.told[place] == 0:
            return
        if name == "ram":
            self._end_ram(s, dice)
        elif name != "breach" or self.down(s) > 0:
            self._end_storm(place, name, s, dice)
        s.told[place] = s.posted[place] = s.ended = 0

    def _end_ram(self, s: Any, dice: Any) -> None:
        """Let the wall have the marks of the ram, and the ram come back if it is not destroyed (assault day, 3)."""
        ending = self.storms["ram"].ending(s)
        if ending == "breach":
            dice.note("the ram brings the wall down")
            dice.count("ram_breaches")
        elif ending == "destroyed":
            dice.note("the ram is lost")
            dice.count("rams_lost")
            s.rams -= 1
        else:
            dice.note("too few of the crew are left" if ending else _CALLED_OFF.format("ram"))
        self._bear(s, dice)
        if self.setup.ram is None or self.setup.ram.place is None:
            s.ram_marks += s.battered
        else:
            s.marks[self.setup.ram.place] += s.battered
        s.battered = 0

    def _end_storm(self, place: int, name: str, s: Any, dice: Any) -> None:
        storm = self.storms[name]
        undefended = s.posted[place] == 0
        if undefended:
            dice.note("nobody is there to defend")
        ending = storm.ending(s)
        won = undefended or ending in storm.wins
        if not undefended:
            dice.note(_WON[name] if won else _HELD[name] if ending else _CALLED_OFF.format(name))
            if not won:
                dice.note("back unhurt: {:besieger}", s.told[place] - s.besiegers_killed - s.besiegers_hurt)
            self._bear(s, dice)
        if ending == "destroyed":
            dice.count("towers_lost")
            s.towers -= 1
        if won:
            dice.count(f"by_{name}")
            end(s, dice, ENDINGS, "taken")

    def _bear(self, s: Any, dice: Any) -> None:
        """Bury the dead of a part, and let the wounded heal (assault day, 3)."""
        for who, infirmary in self.infirmaries.items():
            here = self.fit[who].of(s)
            killed, hurt = here["killed"], here["hurt"]
            if killed + hurt > 0:
                dice.note(f"{who} lost: {{}} dead, {{}} wounded", killed, hurt)
            here[FIT] -= killed + hurt
            infirmary.admit(s, hurt)
            here["killed"] = here["hurt"] = 0

    def _evening(self, s: Any, dice: Any) -> None:
        """Look for an ending (evening, 1; Endings), and let a day of rest pass (morning, 2)."""
        # Nobody is fit and none can come back.
        out = s.besiegers_fit == 0 and not (self.setup.healing and self.infirmaries["besiegers"].healing(s) > 0)
        if out or dice.choose(_GIVE_UP, LEAVING) == BREAK_OFF:
            end(s, dice, ENDINGS, "given_up")
        elif self.setup.relief is not None and s.turn == self.setup.relief:
            end(s, dice, ENDINGS, "relieved")
        elif s.rest > 0:
            s.rest -= 1

    def _healing(self) -> list[Phase]:
        """Return the healing of both sides (evening, 2)."""
        phases = []
        for side, infirmary in self.infirmaries.items() if self.setup.healing else ():
            men, wanted = self.men[side], sum(getattr(want, side) for want in self.storms.values())
            phases += infirmary.evening(f"{side} heal", men if infirmary.daily else min(men, wanted))
        return phases


def _facts(setup: SiegeSetup) -> Facts:
    men = partial(words().counted, "man")
    facts = [
        (say("facts.besiegers"), keys.of_kind(men(setup.besiegers), setup.besieger)),
        (say("facts.defenders"), keys.of_kind(men(setup.defenders), setup.defender)),
        (say("facts.relief"), "" if setup.relief is None else say("facts.on_day", day=setup.relief)),
    ]

    def of_part(part: str, fact: str, text: str) -> tuple[str, str]:
        return say("frame.named", name=words().word("parts", part), text=words().inside(fact)), text

    parts = {name: getattr(setup, name) for name in _PLAYABLES if getattr(setup, name) is not None}
    for name, part in parts.items():
        facts += [of_part(name, *fact) for fact in _PLAYABLES[name].facts(getattr(part, "setup", part))]
    stocks = ((name, part.stock) for name, part in parts.items() if name in ("ram", "tower"))
    facts += [of_part(name, say("facts.in_stock"), str(stock)) for name, stock in stocks]
    return tuple(facts)


def _sweep(setup: SiegeSetup) -> tuple[Axis, Axis]:
    ours, theirs = setup.besiegers, setup.defenders
    men = tuple(sorted({max(1, ours // 2), max(1, 3 * ours // 4), ours}))
    return ("besiegers.men", men), ("defenders.men", tuple(sorted({max(1, theirs // 2), theirs})))


PLAYABLE = Playable(name="siege-campaign", keys=SiegeSetup, make=siege_campaign, facts=_facts, sweep=_sweep)
