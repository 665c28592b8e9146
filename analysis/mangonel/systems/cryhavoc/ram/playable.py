"""What the attack of a ram says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.words import kind_words, named, shooter_words, side_word, way_words
from mangonel.systems.cryhavoc.ram.setup import RamSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: RamSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.ram.sequence import ram_attack

    return ram_attack(setup, rules)


def _facts(setup: RamSetup, words: Locale) -> Facts:
    wall = [words.word("ram_walls", setup.wall), words.plural("facts.marks", setup.marks)]
    wall += [words.text("facts.bombarded")] if setup.bombarded else []
    wall += [words.text("facts.man_on_wall")] if setup.man_on_wall else []
    rams = words.counted("ram", setup.rams), words.plural("facts.men_each", setup.men)
    sortie = oil = ""
    if setup.sortie_kind is not None:
        men = words.plural("facts.men_from", setup.sortie_men, turn=setup.sortie_turn)
        sortie = named(men, kind_words(setup.sortie_kind, words), words)
    if setup.oil:
        oil = f"{words.counted('barrel', setup.oil)}, {words.text('facts.poured_by', number=setup.oil_men)}"
    return (
        (words.text("facts.wall"), ", ".join(wall)),
        (words.text("facts.approach"), way_words(setup.approach, words)),
        (words.text("facts.besiegers"), named(", ".join(rams), kind_words(setup.besieger, words), words)),
        (words.text("facts.archers_fire"), shooter_words(setup.archers, "hexes_aside", words)),
        (words.text("facts.oil"), oil),
        (words.text("facts.sortie"), sortie),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


def _sweep(setup: RamSetup) -> tuple[Axis, Axis]:
    men = ("besiegers.men", tuple(range(3, 9)))
    return ("archers.men", tuple(range(6))) if setup.archers.men else men, ("oil.barrels", (0, 1, 2, 3, 4))


def _in_all(setup: RamSetup) -> int:
    return setup.rams * setup.men


PLAYABLE = Playable(name="ram", keys=RamSetup, make=_make, facts=_facts, sweep=_sweep, in_all=_in_all)
