"""What the command of a battle says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.filo.command.setup import ArmyKeys, CommandSetup, RiskKeys
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: CommandSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.filo.command.sequence import command

    return command(setup, rules)


def _facts(setup: CommandSetup, words: Locale) -> Facts:
    decisive = words.text("facts.yes" if setup.decisive else "facts.no")
    return (
        (words.text("facts.side_a"), _army(setup.a, words)),
        (words.text("facts.side_b"), _army(setup.b, words)),
        (words.text("facts.decisive"), decisive),
    )


def _army(army: ArmyKeys, words: Locale) -> str:
    return words.text("frame.semicolon").join(_leader(leader, words) for leader in army.leaders)


def _leader(leader: RiskKeys, words: Locale) -> str:
    parts = [words.text("facts.leader_of", value=leader.value, bonus=leader.bonus)]
    parts += [words.plural("facts.attacks_a_turn", leader.attacks)] if leader.attacks else []
    parts += [words.plural("facts.shots_a_turn", leader.shots)] if leader.shots else []
    parts += [words.text("facts.destroyed_of_ten", chance=leader.destroyed)] if leader.destroyed else []
    return words.text("frame.comma").join(parts)


def _sweep(setup: CommandSetup) -> tuple[Axis, Axis]:
    del setup
    return ("a.leaders.1.bonus", (0, 1, 2, 3)), ("a.leaders.1.attacks", (0, 1, 2, 3))


PLAYABLE = Playable(name="command", keys=CommandSetup, make=_make, facts=_facts, sweep=_sweep)
