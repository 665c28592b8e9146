"""What a siege says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.bombardment.playable import PLAYABLE as BOMBARDMENT
from mangonel.systems.cryhavoc.keys.words import kind_words, named
from mangonel.systems.cryhavoc.ladder.playable import PLAYABLE as LADDER_ASSAULT
from mangonel.systems.cryhavoc.melee import PLAYABLE as MELEE
from mangonel.systems.cryhavoc.ram.playable import PLAYABLE as RAM
from mangonel.systems.cryhavoc.siege_campaign.setup import PARTS, SiegeSetup
from mangonel.systems.cryhavoc.siege_tower.playable import PLAYABLE as SIEGE_TOWER
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]

_PLAYABLES = {"bombardment": BOMBARDMENT, "ram": RAM, "breach": MELEE, "tower": SIEGE_TOWER, "assault": LADDER_ASSAULT}


def _make(setup: SiegeSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.siege_campaign.sequence import siege_campaign

    return siege_campaign(setup, rules)


def _facts(setup: SiegeSetup, words: Locale) -> Facts:
    besiegers, defenders = (
        named(words.counted("man", men), kind_words(kind, words), words)
        for men, kind in ((setup.besiegers, setup.besieger), (setup.defenders, setup.defender))
    )
    facts = [
        (words.text("facts.besiegers"), besiegers),
        (words.text("facts.defenders"), defenders),
        (words.text("facts.relief"), "" if setup.relief is None else words.text("facts.on_day", day=setup.relief)),
    ]
    for name, part in _parts(setup).items():
        facts += [(_of_part(name, fact, words), text) for fact, text in _PLAYABLES[name].facts(part, words)]
    in_stock = words.text("facts.in_stock")
    if setup.ram is not None:
        facts.append((_of_part("ram", in_stock, words), str(setup.ram.stock)))
    if setup.tower is not None:
        facts.append((_of_part("tower", in_stock, words), str(setup.tower.stock)))
    return tuple(facts)


def _of_part(part: str, what: str, words: Locale) -> str:
    return named(words.word("parts", part), words.inside(what), words)


def _parts(setup: SiegeSetup) -> dict[str, object]:
    """Return what each part was read as by the sequence that plays it."""
    parts = {"bombardment": setup.bombardment} | {name: getattr(setup, name) for name in PARTS}
    return {name: getattr(part, "setup", part) for name, part in parts.items() if part is not None}


def _sweep(setup: SiegeSetup) -> tuple[Axis, Axis]:
    ours, theirs = setup.besiegers, setup.defenders
    men = tuple(sorted({max(1, ours // 2), max(1, 3 * ours // 4), ours}))
    return ("besiegers.men", men), ("defenders.men", tuple(sorted({max(1, theirs // 2), theirs})))


PLAYABLE = Playable(name="siege-campaign", keys=SiegeSetup, make=_make, facts=_facts, sweep=_sweep)
