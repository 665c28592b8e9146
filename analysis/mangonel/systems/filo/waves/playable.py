"""What waves say of themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mangonel.systems.filo.keys.words import unit_words
from mangonel.systems.filo.waves.setup import LineKeys, WaveKeys, WavesSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: WavesSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.filo.waves.sequence import waves

    return waves(setup, rules)


def _facts(setup: WavesSetup, words: Locale) -> Facts:
    gaps = words.text("frame.comma").join(str(wave.gap) for wave in setup.waves)
    banner = [words.text("facts.at_banner")] if setup.banner else []
    return (
        (words.text("facts.side_a"), _side(setup.waves, setup.a.army_bonus, [], words)),
        (words.text("facts.side_b"), _side(setup.lines, setup.b.army_bonus, banner, words)),
        (words.text("facts.before_the_waves"), gaps),
        (words.text("facts.between_lines"), words.plural("facts.empty_hexes", setup.depth)),
    )


def _side(stacks: Sequence[WaveKeys | LineKeys], bonus: int, more: list[str], words: Locale) -> str:
    each = [
        words.text("frame.comma").join(
            (*unit_words(stack, words), words.text("facts.leaders_value", value=stack.value))
        )
        for stack in stacks
    ]
    return words.text("frame.semicolon").join((*each, words.text("facts.army_bonus", bonus=bonus), *more))


def _sweep(setup: WavesSetup) -> tuple[Axis, Axis]:
    quality = setup.waves[0].both("quality", 0)[0]
    low = min(max(0, quality - 1), 10)
    return ("depth", (1, 2, 3)), ("lines.1.quality", tuple(range(low, low + 3)))


_ASSUMED = ("waves-go-on", "lines-behind-wait", "waves-beside-each-other")
PLAYABLE = Playable(name="waves", keys=WavesSetup, make=_make, facts=_facts, sweep=_sweep, assumed=_ASSUMED)
