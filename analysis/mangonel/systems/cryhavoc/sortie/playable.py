"""What a sortie says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.words import kind_words, named, panic_words, shooter_words, side_word, way_words
from mangonel.systems.cryhavoc.sortie.setup import SortieSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: SortieSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.sortie.sequence import sortie_raid

    return sortie_raid(setup, rules)


def _facts(setup: SortieSetup, words: Locale) -> Facts:
    if setup.mounted:
        men = words.plural("facts.mounted_from", setup.men, mounted=setup.mounted, turn=setup.turn)
    else:
        men = words.plural("facts.men_from", setup.men, turn=setup.turn)
    besiegers = ""
    if setup.besieger is not None:
        there = words.plural("facts.men_on", setup.besiegers, terrain=words.word("terrain", setup.terrain))
        besiegers = named(there, kind_words(setup.besieger, words), words)
    relief = words.plural("facts.men_in_turn", setup.relief, turn=setup.relief_turn) if setup.relief else ""
    party = named(men, kind_words(setup.party, words), words) + _room(setup.room, words)
    panic = {"sortie": setup.panic, "besiegers": setup.besiegers_panic}
    return (
        (words.text("facts.engines"), str(setup.engines)),
        (words.text("facts.way_out"), way_words(setup.approach, words)),
        (words.text("facts.sortie"), party),
        (words.text("facts.besiegers"), besiegers + _room(setup.besiegers_room, words)),
        (words.text("facts.relief"), relief),
        (words.text("facts.archers_besiegers"), shooter_words(setup.archers, "hexes_behind", words)),
        (words.text("facts.panic"), panic_words(panic, words)),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


def _room(room: int | None, words: Locale) -> str:
    return "" if room is None else words.text("frame.semicolon") + words.text("facts.room_behind", number=room)


def _sweep(setup: SortieSetup) -> tuple[Axis, Axis]:
    least = max(1, setup.mounted)
    return ("sortie.men", tuple(range(least, least + 5))), ("besiegers.men", tuple(range(1, 6)))


PLAYABLE = Playable(name="sortie", keys=SortieSetup, make=_make, facts=_facts, sweep=_sweep)
