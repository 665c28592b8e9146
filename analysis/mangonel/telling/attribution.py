"""What each difference of two rule sets does by itself, the largest first; those that do nothing in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mangonel.charts.numbers import points
from mangonel.telling.blocks import Rows, Said, Told

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.studies.attribute import Attribution
    from mangonel.studies.compare import Comparison

__all__ = ["attribution_told"]


def attribution_told(found: Comparison, single: Attribution, names: Sequence[str], words: Locale) -> Told:
    """Return what the differences do to endings or sides.

    Parameters
    ----------
    found
        The comparison.
    single
        Its differences one by one.
    names
        The endings or sides; the differences are sorted by the first.
    words
        The language.
    """
    moving = [effect for effect in single.effects if not effect.idle]
    moving.sort(key=lambda effect: -abs(effect.alone.chance_of(names[0]).estimate.value))
    head = (
        words.text("report_differences.difference"),
        words.text("report_differences.alone", rules=found.left_rules),
        words.text("report_differences.last", rules=found.right_rules),
    )
    tables = []
    for name in names if moving else ():
        rows = tuple(
            (
                effect.difference.where,
                *(points(part.chance_of(name).estimate, words=words) for part in (effect.alone, effect.last)),
            )
            for effect in moving
        )
        ending = words.word("endings", name, found.left.sequence)
        tables.append(Rows(head, rows, words.text("report_differences.effects", ending=ending)))
    lists = [
        ("report_differences.idle", [effect.difference.where for effect in single.effects if effect.idle]),
        ("report_differences.unasked", [difference.where for difference in single.unasked]),
    ]
    return (
        *tables,
        *(
            Said(words.text("frame.named", name=words.text(key), text=", ".join(where)))
            for key, where in lists
            if where
        ),
        *(
            Said(words.text("telling.left_out", difference=one.difference.where, reason=one.reason))
            for one in single.left_out
        ),
    )
