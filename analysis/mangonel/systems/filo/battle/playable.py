"""What a battle says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.filo.battle.setup import BannerKeys, BattleSetup, HostKeys
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: BattleSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.filo.battle.sequence import battle

    return battle(setup, rules)


def _facts(setup: BattleSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), _host(setup.a, words)),
        (words.text("facts.side_b"), _host(setup.b, words)),
        (
            words.text("facts.frontage"),
            words.text("frame.comma").join(str(sector.frontage) for sector in setup.sectors),
        ),
        (words.text("facts.decisive"), words.text("facts.yes" if setup.decisive else "facts.no")),
    )


def _host(host: HostKeys, words: Locale) -> str:
    return words.text("frame.semicolon").join(_banner(banner, words) for banner in host.banners)


def _banner(banner: BannerKeys, words: Locale) -> str:
    leader = words.text("facts.leader_of", value=banner.value, bonus=banner.bonus)
    kinds = [
        f"{company.number * company.units} {words.translated(company.kind.title)} ({company.kind.type})"
        for company in banner.stacks
    ]
    return words.text("frame.comma").join((*kinds, leader))


def _sweep(setup: BattleSetup) -> tuple[Axis, Axis]:
    frontage = min(max(2, setup.sectors[0].frontage), 4)
    return ("a.banners.1.bonus", (0, 1, 2, 3)), ("sectors.1.frontage", tuple(range(frontage - 1, frontage + 2)))


_ASSUMED = ("no-fire", "pairs-from-the-left", "rout-passes-nobody", "fronts-only", "always-in-command")
PLAYABLE = Playable(name="battle", keys=BattleSetup, make=_make, facts=_facts, sweep=_sweep, assumed=_ASSUMED)
