"""A recovery: units that come back, or are gone. Steps in brackets are those of `docs/sequences/recovery.md`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from mangonel.engine.board import Spot
from mangonel.engine.process import Column, Dice, Phase, Process
from mangonel.errors import DataError
from mangonel.games.fields import POLICY, Fault, Keys, Told, Usual, block, blocks, flag, one_of, whole
from mangonel.games.filo.combat import ROUTS, Rolls, chance_roll
from mangonel.games.filo.keys import ROOMS, UNITS, Kind, UnitKeys, around, unit_words
from mangonel.games.filo.lanes import check_shots, reach_of, shoot_at
from mangonel.games.filo.states import ON, STATES, STRENGTHS
from mangonel.games.filo.turn import evening, help_by_rada, mark_rests
from mangonel.games.filo.units import DEMORALISED, FRESH, GONE, ROUTED, Stack, columns_of, decide, owners, units_in
from mangonel.games.roster import kind_of
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {"all_organised": "all who are left are organised", "none_left": "nobody is left"}
_SIDE = "units"
_TEN = 10
_UNSEEN, _SEEN = "no target in sight", "a target in sight"
_MOST = 6


class StrayKeys(UnitKeys):
    """A stack behind the lines."""

    edge: int = whole(0, 30, "hexes it can go back on the map", 10)
    beside_enemy: bool = flag("an enemy is adjacent until it goes back")
    beside_banner: bool = flag("it is beside the Almohad banner until it goes back (option `almohad-banner`)")
    passes: int = whole(0, _MOST - 1, "how many of the units after it its rout passes before the first turn", 0)


class ShotsKeys(Keys):
    """Enemies that shoot."""

    kind: Kind = kind_of(UNITS)
    units: int = whole(1, 2, "units that act as one: one of them shoots", 1)
    strength: int | None = whole(*STRENGTHS, "of a unit, in place of the roster's", None)
    distance: int = whole(1, 6, "hexes to whom they shoot at")
    in_sight: int = whole(1, 10, "of ten, how often they have a target", 10)


class RecoverySetup(Keys):
    """Units behind the lines."""

    turns: int = whole(1, 60, "the most turns that are played")
    units: tuple[StrayKeys, ...] = blocks(StrayKeys, "the units", least=1, most=_MOST)
    together: bool = flag("they stand beside each other", usual=True)
    shots: ShotsKeys | None = block(ShotsKeys, "enemies who shoot", empty=None)
    rest: bool = flag("units rest when they may", usual=True, at="policies.", told=Told("rests"))
    de_rada: str = one_of(
        ("worst", "best", "none"),
        "with whom he is",
        Usual(
            lambda policies: "none" if any(unit.al_andalus for unit in policies.root["units"]) else "worst",
            "`worst`; `none` with a unit of Al-Andalus",
        ),
        at="policies.",
        told=POLICY,
    )

    def faults(self) -> Iterator[Fault]:
        for number, unit in enumerate(self.units, start=1):
            after = len(self.units) - number
            yield unit.passes > after, f"{after} units come after it", f"units.{number}.passes", unit.passes
            both = unit.al_andalus and self.de_rada != "none"
            message = f"De Rada does not help Muslims: unit {number} is of Al-Andalus"
            yield both, message, "policies.de_rada", self.de_rada


class Stray(Stack):
    """A unit behind the lines."""

    placed = True

    def __init__(self, rolls: Rolls, number: int, keys: StrayKeys, setup: RecoverySetup, *, rada: bool) -> None:
        super().__init__(rolls, str(number), keys, who="unit", side=_SIDE, path=f"units.{number}")
        self.stray, self.number = keys, number
        self._rada, self._together = rada, setup.together
        self._banner = keys.beside_banner and self.rules.choice("almohad-banner") == ON

    def free(self, s: Any) -> bool:
        return not self.stray.beside_enemy or bool(self.get(s, "stands") == 0)

    def may_rally(self, s: Any) -> bool:
        return self.free(s) and (not self._rada or bool(s.de_rada != self.number))

    def beside(self, s: Any) -> tuple[bool, bool]:
        he = self._rada and self._together and bool(s.de_rada > 0)
        return he, self._banner and bool(self.get(s, "stands") == 1)


def recovery(setup: RecoverySetup, rules: RuleSet) -> Process:
    """Return the recovery of a scenario; one that the rule set or its lost cells do not allow is a DataError."""
    rolls = Rolls(rules)
    rada = setup.de_rada != "none" and rules.choice("de-rada") == ON
    units = [Stray(rolls, number, unit, setup, rada=rada) for number, unit in enumerate(setup.units, start=1)]
    return Process(
        name="recovery",
        columns=[*columns_of(units), *([Column("de_rada", len(units))] if rada else [])],
        phases=[
            *(
                Phase(f"{unit.who} passes {friend.who}", partial(_pass, unit, friend))
                for place, unit in enumerate(units, start=1)
                for friend in units[place : place + unit.stray.passes]
            ),
            Phase("rest", partial(mark_rests, units)),
            *([] if setup.shots is None else [_shot(setup.shots, rolls, units)]),
            *([Phase("De Rada", partial(_come, units))] if rada else []),
            *evening(units, units),
            Phase("end of the turn", partial(_judge, units)),
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=tuple(units_in(_SIDE, units, "organised", "fresh", "demoralised", "routed", "eliminated")),
        tallies=tuple(f"{_SIDE}_{counted}" for counted in ("shots", "hits", "routs", "rallies")),
        series=tuple(units_in(_SIDE, units, "organised", "left")),
        board=partial(_board, units),
        plan={"rest": lambda _s, _options: setup.rest, "de_rada": partial(_needs_most, setup, units)},
        sides=owners({_SIDE: ["all_organised"]}, kinds="broken_strays"),
    )


def _board(units: Sequence[Stack], s: Any) -> tuple[Spot, ...]:
    """Return for each unit its way back to the edge of the map."""
    spots = list[Spot]()
    for row, unit in enumerate(units):
        away = int(unit.get(s, "edge"))
        spots += [Spot(-1, row, "edge"), *(Spot(column, row, "open") for column in range(away))]
        spots.append(unit.spot(s, away, row))
    return tuple(spots)


def _pass(unit: Stack, friend: Stack, s: Any, dice: Dice) -> None:
    """Let a friend test that the rout of a unit passes (before the first turn, 1)."""
    if s.turn == 1 and ROUTED <= unit.state(s) < GONE and friend.state(s) < ROUTED and friend.is_passed(s, dice):
        friend.suffer(s, dice, ROUTS)


def _shot(keys: ShotsKeys, rolls: Rolls, units: Sequence[Stack]) -> Phase:
    """Return the shot of a turn (one game turn, 2)."""
    enemy = UnitKeys(keys.kind, keys.units, keys.strength, None, None, STATES[FRESH], (), ROOMS[0], False, None)  # noqa: FBT003
    shooter = Stack(rolls, "shots", enemy)
    if not shooter.shoots:
        raise DataError("such units do not shoot", path="shots.kind", value=keys.kind.id)
    reach = reach_of(shooter)
    check_shots(rolls, shooter, units, range(1, reach + 1))
    if keys.distance > reach:
        raise DataError(f"such units shoot {reach} hexes", path="shots.distance", value=keys.distance)
    sight = chance_roll("sight", _SEEN, _UNSEEN, range(keys.in_sight))

    def shoot(s: Any, dice: Dice) -> None:
        """Shoot at the first unit that can be shot at, if the enemy sees one (one game turn, 2)."""
        for unit in units:
            if unit.state(s) >= ROUTED:
                continue
            roll = rolls.shot((shooter.unit(FRESH),), keys.distance, unit.ground(s), unit.led)
            if roll is None:
                continue
            if keys.in_sight == _TEN or dice.roll(sight, who="enemy") == _SEEN:
                dice.note(f"the enemy shoots at {unit.who}")
                shoot_at(s, dice, unit, roll, who="enemy", side=_SIDE)
            return

    return Phase("shot of the enemy", shoot)


def _come(units: Sequence[Stack], s: Any, dice: Dice) -> None:
    """Let De Rada join a unit, which is fresh and rallies without a die (one game turn, 3)."""
    in_need = [number for number, unit in enumerate(units, start=1) if FRESH < unit.state(s) < GONE]
    s.de_rada = chosen = decide(dice, _SIDE, "de_rada", (*in_need, 0))
    if chosen:
        dice.note(f"De Rada is with {units[chosen - 1].who}")
        help_by_rada(s, dice, units[chosen - 1])


def _needs_most(setup: RecoverySetup, units: Sequence[Stack], s: Any, options: Sequence[int]) -> int:
    """Return the unit that the policy `de_rada` helps: in the worst state, or the best; of equal ones the first."""
    in_need = options[:-1]
    if setup.de_rada == "best":
        return max(in_need, key=lambda number: units[number - 1].quality(s))
    return max(in_need, key=lambda number: int(units[number - 1].state(s)), default=0)


def _judge(units: Sequence[Stack], s: Any, dice: Dice) -> None:
    """Look whether all that are left are organised, or nobody is left (endings)."""
    if all(unit.state(s) < DEMORALISED or unit.state(s) == GONE for unit in units):
        end(s, dice, ENDINGS, "all_organised" if any(unit.state(s) < GONE for unit in units) else "none_left")


def _facts(setup: RecoverySetup) -> Facts:
    enemy, shots = "", setup.shots
    if shots is not None:
        kind = words().translated(shots.kind.title)
        enemy = words().plural("facts.shots_from", shots.distance, kind=kind, sight=shots.in_sight)
    units = words().with_semicolons(_unit(unit) for unit in setup.units)
    return (say("facts.units"), units), (say("facts.enemy_shots"), enemy)


def _unit(unit: StrayKeys) -> str:
    parts = [*unit_words(unit), words().plural("facts.hexes_to_edge", unit.edge)]
    parts += [say("facts.beside_enemy")] if unit.beside_enemy else []
    parts += [say("facts.beside_banner")] if unit.beside_banner else []
    parts += [words().plural("facts.passes", unit.passes)] if unit.passes else []
    return words().with_commas(parts)


def _sweep(setup: RecoverySetup) -> tuple[Axis, Axis]:
    return ("units.1.edge", (2, 4, 6, 8, 10)), ("units.1.quality", around(setup.units[0].both("quality")[0], 5))


PLAYABLE = Playable(name="recovery", keys=RecoverySetup, make=recovery, facts=_facts, sweep=_sweep)
