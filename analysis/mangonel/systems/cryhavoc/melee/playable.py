"""What a melee of two groups says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.words import kind_words, named, panic_words, side_word
from mangonel.systems.cryhavoc.melee.setup import MeleeSetup, MeleeSide
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: MeleeSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.melee.sequence import melee_battle

    return melee_battle(setup, rules)


def _facts(setup: MeleeSetup, words: Locale) -> Facts:
    panic = {"attackers": setup.attackers.panic, "defenders": setup.defenders.panic}
    return (
        (words.text("facts.attackers"), _side(setup.attackers, words)),
        (words.text("facts.defenders"), _side(setup.defenders, words)),
        (words.text("facts.panic"), panic_words(panic, words)),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


def _side(side: MeleeSide, words: Locale) -> str:
    terrain = words.word("terrain", side.terrain)
    if side.mounted:
        men = words.plural("facts.mounted_on", side.men, mounted=side.mounted, terrain=terrain)
    else:
        men = words.plural("facts.men_on", side.men, terrain=terrain)
    parts = [named(men, kind_words(side.kind, words), words)]
    parts += [] if side.room is None else [words.text("facts.room_behind", number=side.room)]
    parts += [] if side.front is None else [words.text("facts.attack_at_once", number=side.front)]
    return words.text("frame.semicolon").join(parts)


def _sweep(setup: MeleeSetup) -> tuple[Axis, Axis]:
    ours = max(1, setup.attackers.mounted)
    theirs = max(1, setup.defenders.mounted)
    return ("attackers.men", tuple(range(ours, ours + 5))), ("defenders.men", tuple(range(theirs, theirs + 5)))


PLAYABLE = Playable(name="melee", keys=MeleeSetup, make=_make, facts=_facts, sweep=_sweep)
