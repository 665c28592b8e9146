"""What the attack with a siege tower says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.words import kind_words, named, shooter_words, side_word, way_words, weapon_word
from mangonel.systems.cryhavoc.siege_tower.setup import NO_WEAPON, SiegeTowerSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: SiegeTowerSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.siege_tower.sequence import siege_tower_assault

    return siege_tower_assault(setup, rules)


def _facts(setup: SiegeTowerSetup, words: Locale) -> Facts:
    sector = (words.plural("facts.battlement_hexes", setup.width), words.plural("facts.foothold_at", setup.foothold))
    ours = (words.text("facts.on_top", number=setup.top), words.text("facts.below", number=setup.men - setup.top))
    theirs = (
        words.text("facts.on_the_wall", number=setup.on_wall),
        words.text("facts.in_reserve", number=setup.reserve),
    )
    besiegers = named(", ".join(ours), kind_words(setup.besieger, words), words)
    if setup.platform_weapon != NO_WEAPON:
        besiegers += f", {words.text('facts.top_with_weapon', weapon=weapon_word(setup.platform_weapon, words))}"
    oil = ""
    if setup.oil:
        oil = f"{words.counted('barrel', setup.oil)}, {words.text('facts.poured_by', number=setup.oil_men)}"
    return (
        (words.text("facts.sector"), ", ".join(sector)),
        (words.text("facts.siege_tower"), words.plural("facts.top_hexes", setup.abreast)),
        (words.text("facts.approach"), way_words(setup.approach, words)),
        (words.text("facts.besiegers"), besiegers),
        (words.text("facts.defenders"), named(", ".join(theirs), kind_words(setup.defender, words), words)),
        (words.text("facts.archers_defenders"), shooter_words(setup.archers, "hexes_aside", words)),
        (words.text("facts.oil"), oil),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


def _sweep(setup: SiegeTowerSetup) -> tuple[Axis, Axis]:
    least = setup.top + 3
    return ("besiegers.men", tuple(range(least, least + 4))), ("defenders.reserve", (0, 1, 2, 3))


PLAYABLE = Playable(name="siege-tower", keys=SiegeTowerSetup, make=_make, facts=_facts, sweep=_sweep)
