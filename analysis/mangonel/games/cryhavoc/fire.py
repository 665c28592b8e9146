"""Fire among tents, engines and buildings; see `docs/sequences/fire.md`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from mangonel.engine.board import Hex, HexMap
from mangonel.engine.owners import Side
from mangonel.engine.process import Act, Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.errors import DataError
from mangonel.games.cryhavoc import fire_and_walls as rolls
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.sides import alike, as_said, in_turn, men_side, one_by_one
from mangonel.games.fields import POLICY, REQUIRED, Keys, Offer, Usual, blocks, one_of, pairs, text, whole
from mangonel.games.reading import Reading
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

AIMS = ("oldest", "youngest", "most-neighbours")
SIDES = ("besiegers", "defenders")
ENDINGS = dict.fromkeys(("all_lost", "burnt_out", "put_out"), "nothing burns any more")
_MOST_HEXES = 24
_SMALL = 8
"""Hexes up to which a sweep plays many variants: beyond, each game takes seconds."""
_STEPS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))
"""From a hex to its neighbours, in axial coordinates."""
_WOUNDS, _KILLS = 2, 3
"""Age of a fire that wounds, and that kills, men staying in it (German rules 3.54)."""

# The column `flame` of a hex: unburnt, lost, or from `_FIRE` on a fire, two numbers for each age: by arrows alone, and
# by another cause. Fires that do not spread yet in this turn come first: they have just caught, or oil has lit them
# (option fire-spread-timing). So everything but the cause is one comparison.
_UNBURNT, _LOST, _FIRE, _SPREADING = 0, 1, 2, 4
_TARGETS = Offer("targets", lambda rules, _roster, _above: rules.table("fire-targets").rows)
_HEXES = Offer("", lambda _rules, _roster, fire: fire.hex_names)


class BurningObject(Keys):
    """Something that can burn."""

    name: str = text("what it is called", longest=keys.LONGEST_NAME)
    kind: str = text("a row of the table fire-targets", offer=_TARGETS)
    hexes: tuple[tuple[int, int], ...] = pairs(-99, 99, f"axial coordinates of its hexes; {_MOST_HEXES} in all")
    men: int = whole(0, 6, "able men in each hex", 0)
    lying: int = whole(0, 4, "stunned men in each hex", 0)

    @property
    def hex_names(self) -> tuple[str, ...]:
        if len(self.hexes) == 1:
            return (self.name,)
        return tuple(f"{self.name} {number}" for number in range(1, len(self.hexes) + 1))


def _place(reading: Reading, node: Node, key_name: str) -> int:
    names = [name for burning in reading.root["objects"] for name in burning.hex_names]
    return names.index(node.choice(key_name, names))


class LaidFire(Keys):
    """A fire that is laid; `place` is the number of the hex, from 0, through all objects."""

    place: int = text(
        "the name of the object, with ` 1`, ` 2` ... if it has several hexes", offer=_HEXES, read=_place, at="hex"
    )
    cause: str = one_of(rolls.CAUSES, "how it is laid", REQUIRED)
    turn: int = whole(1, 60, "when", 1)
    tries: int = whole(0, 12, "arrows or barrels, one roll each; 0: it catches for certain", 0)


def _check_objects(reading: Reading, node: Node, key_name: str, listed: Sequence[Reading]) -> None:
    keys.check_names(reading, node, key_name, listed)
    taken: set[tuple[int, int]] = set()
    names: set[str] = set()
    for block in listed:
        burning: BurningObject = block.made()
        if not burning.hexes:
            raise block.node.error("at least one hex is needed", "hexes")
        for number, place in enumerate(burning.hexes, start=1):
            if place in taken:
                raise block.node.error("this hex is taken already", f"hexes.{number}", value=str(list(place)))
            taken.add(place)
        if names & set(burning.hex_names):
            raise block.node.error("a hex of another object is called so", "name", value=burning.name)
        names.update(burning.hex_names)
    if not 1 <= len(taken) <= _MOST_HEXES:
        raise node.error(f"1 to {_MOST_HEXES} hexes are needed", key_name, value=len(taken))


class FireSetup(Keys):
    """A fire."""

    turns: int = whole(1, 60, "the most turns that are played")
    owner: str = one_of(SIDES, "whose is all that burns; the other side lays the fire")
    first: str = one_of(
        SIDES, "who moves first", Usual(lambda fire: SIDES[fire["owner"] == SIDES[0]], "the side that lays it")
    )
    objects: tuple[BurningObject, ...] = blocks(
        BurningObject, "what can burn", least=1, most=_MOST_HEXES, check=_check_objects
    )
    fires: tuple[LaidFire, ...] = blocks(LaidFire, "fires that are laid", least=1, most=24)
    fighters: int = whole(0, 20, "men who fight the fire", 0, at="fighters.men")
    fighters_from: int = whole(1, 60, "the turn from which they do", 1, at="fighters.from")
    aim: str = one_of(AIMS, "which fire they fight first", at="policies.", told=POLICY)
    room: int = whole(1, 6, "how many can fight one fire", 4, at="policies.", told=POLICY)
    occupants: str = one_of(("leave", "stay"), "what men in a burning hex do", at="policies.", told=POLICY)

    @property
    def hex_names(self) -> tuple[str, ...]:
        return tuple(name for burning in self.objects for name in burning.hex_names)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Coordinates of the hexes, in the order of their numbers."""
        return tuple(place for burning in self.objects for place in burning.hexes)


def _ages(age: int) -> tuple[int, int]:
    return (_FIRE if age == 0 else _SPREADING + 2 * age), _SPREADING + 2 * age + 1


def _by_arrows(flame: Any) -> bool:
    return any(flame == number for number in range(_FIRE, _ages(_KILLS)[1], 2))


def fire(setup: FireSetup, rules: RuleSet) -> Process:
    """Build the fire of a scenario; it is refused (DataError) if the rules have no such object, or no arrows at it."""
    game = Game(setup, rules)
    spread, at_end = game.spreading(), rules.choice("fire-spread-timing") != "end-of-opponents-turn"
    sides = {side: game.layers_turn() for side in SIDES}
    sides[setup.owner] = [*game.stayers(), *game.fighters(), *([] if at_end else spread)]
    burning = {name: [place] for place, name in enumerate(game.names)}
    if rules.choice("fire-destruction") == "machine":
        burning = {piece.name: group for piece, group in zip(setup.objects, game.groups, strict=True)}
    return Process(
        name="fire",
        columns=game.columns(),
        phases=[
            *in_turn(setup.first, sides, *(spread if at_end else [])),
            *(Phase(f"fire burns on in {name}", partial(game.burn, group)) for name, group in burning.items()),
            Phase("end of the turn", game.end_of_turn),
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=game.measures(),
        tallies=(
            *("fires", "spreads", "tries", "put_out"),
            *(f"lost:{name}" for name in game.names),
            *(f"caught:{name}" for name in game.names),
        ),
        series=(
            Measure("hexes_burning", len(game.names), lambda s: sum(flame >= _FIRE for flame in s.flame)),
            Measure("hexes_lost", len(game.names), lambda s: sum(flame == _LOST for flame in s.flame)),
        ),
        plan=as_said(setup, game.aim),
        hexes=HexMap("lost", tuple(Hex(name, q, r) for name, (q, r) in zip(game.names, setup.places, strict=True))),
        sides=tuple(
            men_side(side, ("put_out",), own=("objects_lost", "hexes_burning", "hexes_lost"), losers="men")
            if side == setup.owner
            else Side(side, ("all_lost",))
            for side in SIDES
        ),
    )


class Game:
    """A scenario under a rule set; hexes are known by their numbers.

    Men `staying` may ever stay in a hex while it burns. The cause of a fire counts only if men put it out.
    """

    def __init__(self, setup: FireSetup, rules: RuleSet) -> None:
        self.setup, self.rules = setup, rules
        self.names, places = setup.hex_names, setup.places
        self.aim = Decision("aim", setup.owner)
        around = [{(q + x, r + y) for x, y in _STEPS} for q, r in places]
        self.neighbours = [[at for at, place in enumerate(places) if place in near] for near in around]
        pieces = [piece for piece in setup.objects for _ in piece.hexes]
        self._kinds = [piece.kind for piece in pieces]
        self.groups = [[at for at, owner in enumerate(pieces) if owner is piece] for piece in dict.fromkeys(pieces)]
        kinds = rules.table("fire-targets").rows
        for number, piece in enumerate(setup.objects, start=1):
            if piece.kind not in kinds:
                path = f"objects.{number}.kind"
                raise DataError("unknown kind of object", path=path, value=piece.kind, allowed=kinds)
        stay = setup.occupants == "stay" and rules.choice("burning-hex-occupants") == "wounded-then-dead"
        self.lying = [piece.lying for piece in pieces]
        self.able = [piece.men if stay else 0 for piece in pieces]
        self.staying = [piece.men + piece.lying if stay else 0 for piece in pieces]
        self.people = sum(piece.men + piece.lying for piece in pieces)
        self.causes_count = bool(setup.fighters or any(self.staying))
        self.burnt_at = rolls.burning_turns(rules)
        self.room = min(setup.room, setup.fighters)
        self.spread, self.extinguish = rolls.fire_roll(rules, "spread"), rolls.extinguish_roll(rules)
        self.comes_round = rolls.comes_round_roll(rules) if rules.choice("stunned-in-fire") == "rolls" else None
        self.laying = [self._laying(laid, number) for number, laid in enumerate(setup.fires, start=1)]

    def _laying(self, laid: LaidFire, number: int) -> tuple[Roll, ...]:
        """Return the rolls for a fire that is laid: it catches if all of them succeed."""
        if not laid.tries:
            return ()
        if laid.cause == "arrow":
            hit = rolls.arrow_hit_roll(self.rules)
            try:
                catch = rolls.fire_roll(self.rules, "arrow", self._kinds[laid.place])
            except DataError as error:
                raise error.at(f"fires.{number}.hex") from None
            return (catch,) if hit is None else (hit, catch)
        if laid.cause == "oil":
            return (rolls.fire_roll(self.rules, "oil"),)
        by_hand = laid.cause == "hand" and self.rules.choice("first-fire-column") != "also-hand-ignition"
        return () if by_hand else (self.spread,)

    def is_lost(self, s: Any, place: int) -> bool:
        return bool(s.flame[place] == _LOST)

    def burning(self, s: Any, place: int) -> bool:
        return bool(s.flame[place] >= _FIRE)

    def anything_burns(self, s: Any) -> bool:
        return any(self.burning(s, place) for place in range(len(self.names)))

    def first_fire(self, s: Any, aim: str) -> int | None:
        """Return the fire that men fight first, of those with room for one more; None if there is none."""
        hexes = range(len(self.names))
        if aim == "most-neighbours":
            first, most = None, -1
            for place in hexes:
                # A fire with too few neighbours is not looked at.
                if len(self.neighbours[place]) > most and self.burning(s, place) and s.tried[place] < self.room:
                    # One put out in this player turn changes no rank.
                    around = self.neighbours[place]
                    unburnt = sum(s.flame[other] == _UNBURNT and s.tried[other] == 0 for other in around)
                    if unburnt > most:
                        first, most = place, unburnt
            return first
        oldest = aim == "oldest"
        for age in range(self.burnt_at - 1, -1, -1) if oldest else range(self.burnt_at):
            first, last = _ages(age)
            for place in hexes:
                # Fires of the ages before this one have no room.
                of_age = s.flame[place] >= first if oldest else self.burning(s, place) and s.flame[place] <= last
                if of_age and s.tried[place] < self.room:
                    return place
        return None

    def columns(self) -> list[Column]:
        hexes = len(self.names)
        columns = [Column("flame", _ages(self.burnt_at - 1)[1], 0, hexes)]
        if self.people:
            columns.append(Column("dead", self.people))
        if any(self.lying):
            columns.append(Column("lying", 1, tuple(int(men > 0) for men in self.lying), hexes))
        if any(self.staying):
            most = max(self.staying)
            columns += [Column("fit", most, tuple(self.able), hexes), Column("wounded", most, 0, hexes)]
            columns.append(Column("left_wounded", self.people))
        if self.setup.fighters:
            # Men that have tried at a fire in this player turn; one more than there is room for if it is out.
            columns.append(Column("tried", self.room + 1, 0, hexes))
        return columns

    def measures(self) -> tuple[Measure, ...]:
        def objects_lost(s: Any) -> int:
            return sum(all(self.is_lost(s, place) for place in group) for group in self.groups)

        def wounded(s: Any) -> Any:
            return s.left_wounded + s.total(s.wounded) if any(self.staying) else 0

        return (
            Measure("objects_lost", len(self.groups), objects_lost),
            Measure("men_dead", self.people, lambda s: s.dead if self.people else 0),
            Measure("men_wounded", self.people if any(self.staying) else 0, wounded),
        )

    def layers_turn(self) -> list[Phase]:
        """Return the fires of the scenario, a phase for each arrow, barrel or brand (the side that lays fire)."""
        phases = []
        for number, laid in enumerate(self.setup.fires):
            title = f"fire {number + 1}"
            tries = [f"{title}, try {attempt}" for attempt in range(1, laid.tries + 1)] or [title]
            phases += [Phase(each, partial(self._lay, number)) for each in tries]
        return phases

    def _lay(self, number: int, s: Any, dice: Any) -> None:
        """Try to lay a fire in an unburnt hex (the side that lays fire)."""
        laid = self.setup.fires[number]
        if s.turn != laid.turn or s.flame[laid.place] != _UNBURNT:
            return
        who = f"{laid.cause} at {self.names[laid.place]}"
        if all(dice.roll(roll, who=who) != NO_EFFECT for roll in self.laying[number]):
            dice.count("fires")
            waits = laid.cause == "oil" and self.rules.choice("fire-spread-timing") == "oil-from-next-turn"
            self._catch(s, dice, laid.place, arrows=laid.cause == "arrow", spreading=not waits)

    def _catch(self, s: Any, dice: Any, place: int, *, arrows: bool, spreading: bool) -> None:
        """Let an unburnt hex catch fire, by arrows alone or not (end of the game turn, When a hex catches)."""
        name = self.names[place]
        s.flame[place] = (_SPREADING if spreading else _FIRE) + (not (arrows and self.causes_count))
        dice.count(f"caught:{name}")
        dice.note(f"{keys.in_note(name)} is on fire")
        if not self.lying[place] or s.lying[place] == 0:
            return
        s.lying[place] = 0
        for man in range(self.lying[place]):
            if self.comes_round is None:
                dice.note(f"a stunned man in {keys.in_note(name)} is killed")
            elif dice.roll(self.comes_round, who=f"stunned man {man + 1} in {name}") != rolls.KILLED:
                if self.staying[place]:
                    s.fit[place] += 1
                continue
            s.dead += 1

    def stayers(self) -> list[Phase]:
        """Return the tries of men staying, each at his own hex (owner, 1)."""
        titles = [f"man {{}} who stays in {keys.in_note(name)}" for name in self.names]
        places = enumerate(zip(titles, self.staying, strict=True))
        return [phase for at, (title, men) in places for phase in one_by_one(title, range(men), self._stay, at)]

    def _stay(self, place: int, man: int, s: Any, dice: Any) -> None:
        """Let a man in a burning hex try to put it out (owner, 1)."""
        if self.burning(s, place) and s.fit[place] + s.wounded[place] > man:
            self._put_out(s, dice, place, f"man {man + 1} in {self.names[place]}")

    def _put_out(self, s: Any, dice: Any, place: int, who: str = "") -> bool:
        arrows = partial(_by_arrows, s.flame[place])
        out = rolls.put_out(dice, self.extinguish, who, "the fire is out", by_arrows=arrows)
        if out:
            s.flame[place] = _UNBURNT
        return out

    def fighters(self) -> list[Phase]:
        """Return the tries of the fighters, man after man, and the end of the fight (owner, 2)."""
        phases = alike("fire is fought, man {}", "man {}", self.setup.fighters, self._fight)
        return [*phases, Phase("smoke clears", self._clear)] if phases else []

    def _fight(self, s: Any, dice: Any) -> Act | None:
        """Let a man try at the first fire in rank that has room for him (owner, 2)."""
        if s.turn < self.setup.fighters_from or not self.anything_burns(s):
            return None
        place = self.first_fire(s, dice.choose(self.aim, AIMS))
        return None if place is None else partial(self._fight_at, place)

    def _fight_at(self, place: int, s: Any, dice: Any) -> None:
        """Let a man try at a fire (owner, 2)."""
        dice.note(f"{{who}} is at the fire in {keys.in_note(self.names[place])}")
        s.tried[place] = self.room + 1 if self._put_out(s, dice, place) else s.tried[place] + 1

    def _clear(self, s: Any, _dice: Any) -> None:
        """Forget which fires were fought (owner, 2)."""
        s.tried = 0

    def spreading(self) -> list[Phase]:
        """Return the spread of fires: unburnt hexes ask their neighbours (end of the game turn, 1; owner, 3)."""
        phases = []
        for place, around in enumerate(self.neighbours):
            title = f"fire spreads to {self.names[place]}"
            if self.rules.choice("spread-rolls") == "each-hex":
                phases.append(Phase(title, partial(self._spread, place, around)))
                continue
            for side, other in enumerate(around, start=1):
                phases.append(Phase(f"{title} (from neighbour {side})", partial(self._spread, place, [other])))
        return phases

    def _spread(self, place: int, around: list[int], s: Any, dice: Any) -> None:
        """Roll once for an unburnt hex beside one or more fires (end of the game turn, Spread)."""
        if s.flame[place] != _UNBURNT:
            return
        fires = (s.flame[other] for other in around if s.flame[other] >= _SPREADING)
        if (first := next(fires, None)) is None:
            return
        who = f"fire in {self.names[around[0]]}" if len(around) == 1 else "fires around"
        if dice.roll(self.spread, who=f"{who}, to {self.names[place]}") == rolls.CATCHES:
            dice.count("spreads")
            keeps_cause = self.causes_count and self.rules.choice("da-and-spread-fire") == "arrows"
            arrows = keeps_cause and _by_arrows(first) and all(map(_by_arrows, fires))
            self._catch(s, dice, place, arrows=arrows, spreading=False)

    def burn(self, group: list[int], s: Any, dice: Any) -> None:
        """Let the fires of some hexes grow older, with the men and hexes that they cost (end of the game turn, 2)."""
        last = _ages(self.burnt_at - 1)[0]
        lost = any(s.flame[place] >= last for place in group)
        for place in group:
            if self.burning(s, place):
                if self.staying[place]:
                    self._hurt(place, s, dice)
                if not lost:
                    s.flame[place] += 2 if s.flame[place] >= _SPREADING else 4
            if lost and not self.is_lost(s, place):
                self._lose(place, s, dice)

    def _hurt(self, place: int, s: Any, dice: Any) -> None:
        """Hurt the men staying in a fire that grows older (end of the game turn, 2)."""
        flame, name = s.flame[place], keys.in_note(self.names[place])
        fit, wounded = s.fit[place], s.wounded[place]
        first, last = _ages(_KILLS - 1)
        if first <= flame <= last:
            if fit + wounded > 0:
                dice.note(f"{{}} of the men in {name} are killed", fit + wounded)
            s.dead += fit + wounded
            s.fit[place] = s.wounded[place] = 0
        first, last = _ages(_WOUNDS - 1)
        if first <= flame <= last:
            if fit > 0:
                dice.note(f"{{}} of the men in {name} are wounded", fit)
            if wounded > 0:
                dice.note(f"{{}} of the wounded men in {name} are killed", wounded)
            s.dead += wounded
            s.fit[place], s.wounded[place] = 0, fit

    def _lose(self, place: int, s: Any, dice: Any) -> None:
        """Let a hex be lost; living men leave it (end of the game turn, 2)."""
        name = self.names[place]
        s.flame[place] = _LOST
        dice.count(f"lost:{name}")
        dice.note(f"{keys.in_note(name)} is lost")
        if self.lying[place]:
            s.lying[place] = 0
        if self.staying[place]:
            s.left_wounded += s.wounded[place]
            s.fit[place] = s.wounded[place] = 0

    def end_of_turn(self, s: Any, dice: Any) -> None:
        """Look for an ending once nothing burns and no fire is to be laid (Endings)."""
        if s.turn < max(laid.turn for laid in self.setup.fires) or self.anything_burns(s):
            return
        lost = [place for place in range(len(self.names)) if self.is_lost(s, place)]
        end(s, dice, ENDINGS, "all_lost" if len(lost) == len(self.names) else "burnt_out" if lost else "put_out")


def _object_words(thing: BurningObject) -> str:
    parts = [words().word("targets", thing.kind), words().counted("hex", len(thing.hexes))]
    for number, men in ((thing.men, "men_in_each"), (thing.lying, "stunned_in_each")):
        parts += [words().plural(f"facts.{men}", number)] if number else []
    return f"{words().place(thing.name)} ({', '.join(parts)})"


def _facts(setup: FireSetup) -> Facts:
    names = setup.hex_names

    def fire_words(laid: LaidFire) -> str:
        parts = [words().word("causes", laid.cause), say("facts.in_turn", turn=laid.turn)]
        parts += [words().counted("try", laid.tries)] if laid.tries else []
        return f"{words().place(names[laid.place])} ({', '.join(parts)})"

    fighters = ""
    if setup.fighters:
        fighters = words().plural("facts.men_from_on", setup.fighters, turn=setup.fighters_from)
    return (
        (say("facts.owner"), words().word("sides", setup.owner)),
        (say("facts.objects"), ", ".join(_object_words(burning) for burning in setup.objects)),
        (say("facts.fires_laid"), ", ".join(fire_words(laid) for laid in setup.fires)),
        (say("facts.fighters"), fighters),
        (say("facts.first_player"), words().word("sides", setup.first)),
    )


def _sweep(setup: FireSetup) -> tuple[Axis, Axis]:
    if len(setup.places) > _SMALL:
        return ("fighters.men", (0, 2, 4)), ("fighters.from", (1, 3))
    return ("fighters.men", tuple(range(6))), ("fighters.from", (1, 2, 3, 4))


PLAYABLE = Playable(name="fire", keys=FireSetup, make=fire, facts=_facts, sweep=_sweep)
