"""Reports: a study as pages (HTML, PDF) and as one table of all its numbers (CSV)."""

from __future__ import annotations

from mangonel.press.writing import write_all
from mangonel.reports.rendering import render_report, write_report
from mangonel.reports.report_model import ReportData, ReportText
from mangonel.reports.study.report import build_report, build_scenario_report

__all__ = [
    "ReportData",
    "ReportText",
    "build_report",
    "build_scenario_report",
    "render_report",
    "write_all",
    "write_report",
]
