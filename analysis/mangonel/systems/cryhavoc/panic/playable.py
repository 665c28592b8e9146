"""What a panic says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.panic.setup import PanicSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: PanicSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.panic.sequence import panic

    return panic(setup, rules)


def _facts(setup: PanicSetup, words: Locale) -> Facts:
    deaths = [words.text("facts.first_death", man=words.word("classes", setup.first))]
    if setup.more:
        often = "more_deaths" if setup.risk == 10 else "risky_deaths"
        deaths.append(words.plural(f"facts.{often}", setup.more, risk=setup.risk))
        deaths.append(words.text("facts.next_death", man=words.word("classes", setup.next_class)))
    there = {"knight": setup.knights, "soldier": setup.soldiers, "peasant": setup.peasants}
    leaders = ""
    if setup.leaders:
        leaders = words.text("facts.leaders_from", number=setup.leaders, turn=setup.leaders_from)
    edge = words.text("facts.edge_reached", number=setup.edge) if setup.edge else words.text("facts.edge_far")
    men = ", ".join(words.counted(kind, number) for kind, number in there.items() if number)
    return (
        (words.text("facts.men_in_reach"), men),
        (words.text("facts.deaths"), ", ".join(deaths)),
        (words.text("facts.leaders"), leaders),
        (words.text("facts.rally_each"), str(setup.rally_each)),
        (words.text("facts.enemy"), words.text("facts.enemy_follows" if setup.enemy_follows else "facts.enemy_stays")),
        (words.text("facts.edge"), edge),
        (words.text("facts.broken"), str(setup.broken)),
    )


def _sweep(setup: PanicSetup) -> tuple[Axis, Axis]:
    del setup
    return ("knights", (0, 1, 2, 3)), ("rally_each", (0, 1, 2, 3))


PLAYABLE = Playable(name="panic", keys=PanicSetup, make=_make, facts=_facts, sweep=_sweep)
