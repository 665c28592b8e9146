"""Reports of the kinds that are soon made: on two rule sets, on sweeps, on a survey."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cases import text_of
from mangonel.document.model import Making, ReportData
from mangonel.document.rules import build_rules_report
from mangonel.document.surveys import build_survey_report
from mangonel.document.sweeps import build_sweep_report
from mangonel.games.scenario import Scenario, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.survey import Survey, survey
from mangonel.studies.sweep import Sweep, sweep

OWN = text_of(__file__, "made_reports_own.toml")


@cache
def own_rules(text: str = OWN) -> RuleSet:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mine.toml"
        file.write_text(text, encoding="utf-8")
        return load_rules(file)


@cache
def rules(name: str) -> RuleSet:
    return load_rules(name)


def making() -> Making:
    return Making("mangonel report --kind ...", "2026-11-21")


def rules_report(left: RuleSet, right: RuleSet) -> ReportData:
    return build_rules_report(left, right, making())


@cache
def ram() -> Scenario:
    return load_scenario("ram-gate").replaced({"approach": ["flat_ground x 2"], "turns": 12})


@cache
def swept(name: str, engine: str = "exact", *, two: bool = True, values: int = 4) -> Sweep:
    return sweep(
        ram(),
        rules(name),
        x=("archers.men", tuple(range(values))),
        y=("oil.barrels", (0, 2)) if two else None,
        ending="breach",
        engine=engine,
        trials=1000,
        seed=3,
    )


def sweep_report(*names: str, engine: str = "exact", two: bool = True) -> ReportData:
    sweeps = {name: swept(name, engine, two=two) for name in names}
    return build_sweep_report(sweeps, making())


@cache
def surveyed() -> Survey:
    scenarios = [load_scenario(name) for name in ("healing-six", "melee-breach", "bombardment-keep")]
    wrong = replace(scenarios[1], assumptions={"no-such-option": "1"})
    sets = (rules("siege"), rules("croisades"), rules("siege-de"))
    return survey(*sets, scenarios=[*scenarios, wrong], trials=200, seed=3)


def survey_report(*, refused: bool = True) -> ReportData:
    found = surveyed()
    return build_survey_report(found if refused else replace(found, refused=()), making())
