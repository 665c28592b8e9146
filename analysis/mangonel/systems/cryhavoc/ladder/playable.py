"""What the ladder assault says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.words import (
    kind_words,
    named,
    panic_words,
    shooter_words,
    side_word,
    way_words,
    weapon_word,
)
from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: LadderSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.ladder.sequence import ladder_assault

    return ladder_assault(setup, rules)


def _facts(setup: LadderSetup, words: Locale) -> Facts:
    sector = (words.plural("facts.battlement_hexes", setup.width), words.plural("facts.foothold_at", setup.foothold))
    parties = words.counted("ladder", setup.ladders), words.plural("facts.men_each", setup.men)
    men = (words.text("facts.on_the_wall", number=setup.on_wall), words.text("facts.in_reserve", number=setup.reserve))
    defenders = named(", ".join(men), kind_words(setup.defender, words), words)
    if setup.weapon != "none":
        defenders += f", {words.text('facts.with_weapon', weapon=weapon_word(setup.weapon, words))}"
    return (
        (words.text("facts.sector"), ", ".join(sector)),
        (words.text("facts.approach"), way_words(setup.approach, words, mantlets=setup.mantlets)),
        (words.text("facts.besiegers"), named(", ".join(parties), kind_words(setup.besieger, words), words)),
        (words.text("facts.covering"), shooter_words(setup.covering, "hexes_to_wall", words)),
        (words.text("facts.defenders"), defenders),
        (words.text("facts.towers"), shooter_words(setup.towers, "hexes_aside", words)),
        (words.text("facts.oil"), words.counted("barrel", setup.oil) if setup.oil else ""),
        (words.text("facts.panic"), panic_words({"besiegers": setup.panic}, words)),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


def _sweep(setup: LadderSetup) -> tuple[Axis, Axis]:
    shooters = ("towers.men", (0, 1, 2, 3)) if setup.towers.men else ("defenders.oil", (0, 1, 2, 3))
    return ("besiegers.men", tuple(range(3, 9))), shooters


def _in_all(setup: LadderSetup) -> int:
    return setup.ladders * setup.men


PLAYABLE = Playable(name="ladder-assault", keys=LadderSetup, make=_make, facts=_facts, sweep=_sweep, in_all=_in_all)
