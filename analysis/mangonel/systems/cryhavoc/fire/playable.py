"""What a fire says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.fire.setup import BurningObject, FireSetup, LaidFire
from mangonel.systems.cryhavoc.keys.words import side_word
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: FireSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.fire.sequence import fire

    return fire(setup, rules)


def _object_words(one: BurningObject, words: Locale) -> str:
    parts = [words.word("targets", one.kind), words.counted("hex", len(one.hexes))]
    for number, who in ((one.men, "men_in_each"), (one.lying, "stunned_in_each")):
        parts += [words.plural(f"facts.{who}", number)] if number else []
    return f"{words.place(one.name)} ({', '.join(parts)})"


def _facts(setup: FireSetup, words: Locale) -> Facts:
    names = setup.hex_names

    def fire_words(laid: LaidFire) -> str:
        parts = [words.word("causes", laid.cause), words.text("facts.in_turn", turn=laid.turn)]
        parts += [words.counted("try", laid.tries)] if laid.tries else []
        return f"{words.place(names[laid.place])} ({', '.join(parts)})"

    fighters = ""
    if setup.fighters:
        fighters = words.plural("facts.men_from_on", setup.fighters, turn=setup.fighters_from)
    return (
        (words.text("facts.owner"), side_word(setup.owner, words)),
        (words.text("facts.objects"), ", ".join(_object_words(burning, words) for burning in setup.objects)),
        (words.text("facts.fires_laid"), ", ".join(fire_words(laid) for laid in setup.fires)),
        (words.text("facts.fighters"), fighters),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


_SMALL = 8
"""Hexes that may burn."""


def _sweep(setup: FireSetup) -> tuple[Axis, Axis]:
    # Where much can burn each game takes seconds.
    if sum(len(burning.hexes) for burning in setup.objects) > _SMALL:
        return ("fighters.men", (0, 2, 4)), ("fighters.from", (1, 3))
    return ("fighters.men", tuple(range(6))), ("fighters.from", (1, 2, 3, 4))


PLAYABLE = Playable(name="fire", keys=FireSetup, make=_make, facts=_facts, sweep=_sweep)
