"""What a recovery says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.filo.keys.words import unit_words
from mangonel.systems.filo.recovery.setup import RecoverySetup, ShotsKeys, StrayKeys
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: RecoverySetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.filo.recovery.sequence import recovery

    return recovery(setup, rules)


def _facts(setup: RecoverySetup, words: Locale) -> Facts:
    units = words.text("frame.semicolon").join(_unit(unit, words) for unit in setup.units)
    return (
        (words.text("facts.units"), units),
        (words.text("facts.enemy_shots"), "" if setup.shots is None else _shots(setup.shots, words)),
    )


def _unit(unit: StrayKeys, words: Locale) -> str:
    parts = [*unit_words(unit, words), words.plural("facts.hexes_to_edge", unit.edge)]
    parts += [words.text("facts.beside_enemy")] if unit.beside_enemy else []
    parts += [words.text("facts.beside_banner")] if unit.beside_banner else []
    parts += [words.plural("facts.passes", unit.passes)] if unit.passes else []
    return words.text("frame.comma").join(parts)


def _shots(shots: ShotsKeys, words: Locale) -> str:
    kind = words.translated(shots.kind.title)
    return words.plural("facts.shots_from", shots.distance, kind=kind, sight=shots.in_sight)


def _sweep(setup: RecoverySetup) -> tuple[Axis, Axis]:
    quality = setup.units[0].both("quality", 0)[0]
    low = min(max(0, quality - 2), 8)
    return ("units.1.edge", (2, 4, 6, 8, 10)), ("units.1.quality", tuple(range(low, low + 5)))


PLAYABLE = Playable(name="recovery", keys=RecoverySetup, make=_make, facts=_facts, sweep=_sweep)
