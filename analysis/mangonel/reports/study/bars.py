"""The chart of the endings."""

from __future__ import annotations

from mangonel.charts.bars import bars_height, ending_bars
from mangonel.charts.findings import ending_finding
from mangonel.press.blocks import Picture
from mangonel.reports.study.study import Study

__all__ = ["bars"]


def bars(study: Study) -> Picture:
    """Return how often each ending comes, rule set beside rule set."""
    words, results = study.words, study.results
    title = ending_finding(results, study.main_ending, difference=study.asked.difference, words=words)
    height = bars_height(results, study.main_ending, words=words)
    return Picture(
        "bars",
        words.text("report_charts.bars_alt", rules=words.joined(results), finding=title),
        height,
        height,
        lambda ax: ending_bars(results, asked=study.main_ending, ax=ax, title=title, words=words),
    )
