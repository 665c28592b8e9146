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
    ways = (("alone", found.left_rules), ("last", found.right_rules))
    rows = tuple(
        (
            effect.difference.where,
            words.text(f"report_differences.{way}", rules=rules),
            *(points(getattr(effect, way).chance_of(name).estimate, words=words) for name in names),
        )
        for effect in moving
        for way, rules in ways
    )
    heads = (words.word("endings", name, found.left.sequence) for name in names)
    head = (words.text("report_differences.difference"), "", *heads)
    lists = [
        ("idle", [effect.difference.where for effect in single.effects if effect.idle]),
        ("unasked", [difference.where for difference in single.unasked]),
    ]
    return (
        *((Rows(head, rows, text=(0, 1)),) if rows else ()),
        *(
            Said(words.text("frame.named", name=words.text(f"report_differences.{key}"), text=", ".join(where)))
            for key, where in lists
            if where
        ),
        *(
            Said(words.text("telling.left_out", difference=one.difference.where, reason=one.reason))
            for one in single.left_out
        ),
    )
