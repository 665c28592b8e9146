"""The tab of goals: changes of cells that meet them, and the rule sets of the page ranked by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import isfinite, nan
from typing import Any, Final

from htmltools import HTML, Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module

from mangonel.document.designs import told
from mangonel.document.html import fragment
from mangonel.document.worth import cell_name, quantity_name
from mangonel.engine.ledger import Progress
from mangonel.engine.owners import UNDECIDED, naming, winners
from mangonel.errors import DataError
from mangonel.explore.asking import asking_page, serve_asking
from mangonel.explore.page_state import PageState
from mangonel.explore.text_forms import MANY, PART, Control, entries_in, sender
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, say
from mangonel.studies.editable import quantity
from mangonel.studies.rank import Ranking, rank
from mangonel.studies.solve import Goal, Goals, Solution, solve

_TAB, _GOALS, _CELLS = "goals", "goals", "cells"
_TRIALS: Final = 10_000


@module.ui
def page() -> Tag:
    """Return the tab as it comes."""
    buttons = {name: say(f"explore_goals.{name}") for name in ("solve", "rank")}
    return asking_page(say("explore_goals.about"), buttons)


def quantities_of(scenario: Scenario, rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return the quantities of a scenario, by id with their names."""
    process = build(scenario, rules)
    with naming(process.sides):
        endings = (*process.endings, UNDECIDED)
        names = (*winners(endings, process.sides), *process.endings, "turns", *(each.name for each in process.measures))
        return tuple((name, capital(quantity_name(quantity(name, process), process.name))) for name in names)


def _goals_in(said: Mapping[str, str], scenario: Scenario, rules: RuleSet) -> Goals:
    """Return the goals of a form, where probabilities are in percent.

    It is a DataError if a number is none, the first is larger than the second, or there is no goal.
    """
    process, named = build(scenario, rules), dict(quantities_of(scenario, rules))
    goals = []
    for name, *ends in entries_in(said.get(_GOALS, "")):
        asked = quantity(name, process)
        try:
            low, high = (float(end) / (100 if asked.is_chance else 1) for end in ends)
        except ValueError:
            low = high = nan
        if not (isfinite(low) and isfinite(high)):
            raise DataError("must be two numbers", path=_GOALS, value=" ".join(ends))
        if low > high:
            raise DataError("the first is larger than the second", path=_GOALS, value=ends[0])
        goals.append(Goal(named.get(name, name), scenario, name, low, high, path=_GOALS))
    if not goals:
        raise DataError("at least one goal is needed", path=_GOALS)
    return Goals(say("explore.tab_goals"), tuple(goals))


def _solved(said: Mapping[str, str], scenario: Scenario, base: RuleSet, rules: RuleSet, progress: Progress) -> Solution:
    goals = _goals_in(said, scenario, base)
    solution = solve(goals, rules, cells=int(said[_CELLS]), trials=_TRIALS, progress=progress)
    for target in solution.targets:
        # The learnt games need not travel.
        target.game.forget()
    return solution


def _ranked(
    said: Mapping[str, str], scenario: Scenario, base: RuleSet, rules: Sequence[RuleSet], progress: Progress
) -> Ranking:
    return rank(_goals_in(said, scenario, base), rules, help_nearest=False, trials=_TRIALS, progress=progress)


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve it."""

    def controls(scenario: Scenario, kept: Mapping[str, str]) -> tuple[Control, ...]:
        named = quantities_of(scenario, state.base())
        limits = {"from": "40", "to": "60"}
        ends = (Control("", say(f"explore_goals.{end}"), "number", text) for end, text in limits.items())
        goals = Control(
            _GOALS,
            say("explore.tab_goals"),
            "entries",
            kept.get(_GOALS, PART.join((named[0][0], "40", "60"))),
            parts=(Control("", "", "choice", named[0][0], choices=named), *ends),
            verbs=(say("explore_goals.another"), say("explore.remove")),
            least=1,
        )
        numbers = [(str(number), str(number)) for number in (1, 2, 3)]
        cells = Control(_CELLS, say("explore_goals.cells"), "choice", kept.get(_CELLS, "2"), choices=numbers)
        return goals, cells

    def solved(scenario: Scenario, said: Mapping[str, str]) -> partial[Solution]:
        return partial(_solved, said, scenario, state.base(), state.rules())

    def ranked(scenario: Scenario, said: Mapping[str, str]) -> partial[Ranking]:
        return partial(_ranked, said, scenario, state.base(), state.rule_sets())

    jobs: dict[str, Callable[..., partial[Any]]] = {"solve": solved, "rank": ranked}
    serve_asking(
        _TAB,
        say(f"explore.tab_{_TAB}"),
        controls,
        jobs,
        _answer_html,
        inputs,
        session,
        state,
    )


def _answer_html(study: Solution | Ranking) -> TagList:
    buttons = []
    if isinstance(study, Solution):
        for cells in (answer.cells.items() for answer in study.answers):
            named = (f"{cell_name(cell, study.rules)} \N{RIGHTWARDS ARROW} {letter}" for cell, letter in cells)
            place = MANY.join(f"{'.'.join(cell)}={letter}" for cell, letter in cells)
            buttons.append(sender("rules-place", "cells", place, say("explore_goals.try", change="; ".join(named))))
    return TagList(HTML(fragment(told(study)[1:])), tags.div(*buttons, class_="buttons"))
