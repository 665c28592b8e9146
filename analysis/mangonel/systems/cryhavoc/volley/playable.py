"""What a volley says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.words import kind_words, named, side_word, way_words, weapon_word
from mangonel.systems.cryhavoc.volley.setup import BALLISTA, ShooterGroup, VolleySetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: VolleySetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.volley.sequence import volley

    return volley(setup, rules)


def _group_words(group: ShooterGroup, words: Locale) -> str:
    parts = [words.text("facts.shooters_with", number=group.men, weapon=weapon_word(group.weapon, words))]
    if group.weapon == BALLISTA:
        parts = [words.counted("ballista", group.men), words.text("facts.first_shot", turn=group.ready)]
    parts += [words.text("facts.of_them_wounded", number=group.wounded)] if group.wounded else []
    parts += [words.text("facts.aptitude", number=words.signed(group.aptitude))] if group.aptitude else []
    parts.append(words.word("stands", group.place))
    parts += [words.plural("facts.hexes_aside", group.aside)] if group.aside else []
    return ", ".join(parts)


def _facts(setup: VolleySetup, words: Locale) -> Facts:
    targets = [words.counted("rider", setup.men) if setup.mounted else words.plural("facts.on_foot", setup.men)]
    targets += [words.text("facts.of_them_wounded", number=setup.wounded)] if setup.wounded else []
    friends = []
    if setup.friends:
        friends = [words.text("facts.beside_target", number=setup.friends)]
        friends.append(words.text("facts.of_them_wounded", number=setup.friends_wounded))
    return (
        (words.text("facts.targets"), named(", ".join(targets), kind_words(setup.kind, words), words)),
        (words.text("facts.approach"), way_words(setup.approach, words, mantlets=setup.mantlets)),
        (
            words.text("facts.shooters"),
            words.text("frame.semicolon").join(_group_words(group, words) for group in setup.shooters),
        ),
        (words.text("facts.friends"), ", ".join(friends)),
        (words.text("facts.first_player"), side_word(setup.first, words)),
    )


def _sweep(setup: VolleySetup) -> tuple[Axis, Axis]:
    men = tuple(range(max(1, setup.wounded, setup.men - 3), setup.men + 1))
    return ("targets.men", men), ("shooters.1.men", tuple(range(setup.shooters[0].wounded, 7)))


PLAYABLE = Playable(name="volley", keys=VolleySetup, make=_make, facts=_facts, sweep=_sweep)
