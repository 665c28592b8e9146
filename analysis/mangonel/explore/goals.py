"""The tab of goals: changes of cells that meet them, and the rule sets of the page ranked by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from htmltools import HTML, Tag, TagList, tags
from shiny import Inputs, Outputs, Session, module, reactive, render, req

from mangonel.document.designs import told
from mangonel.document.html import fragment
from mangonel.document.quantities import quantity_name
from mangonel.engine.owners import UNDECIDED, winners
from mangonel.errors import DataError, MangonelError
from mangonel.explore.desk import Desk
from mangonel.explore.stages import Latest, asking_page, serve_watched, watched
from mangonel.explore.text_forms import MANY, PART, Control, Group, entries_in, form, wrong_html, wrong_of
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, capital
from mangonel.studies.editable import quantity
from mangonel.studies.goals import Goal, Goals
from mangonel.studies.rank import Ranking, rank
from mangonel.studies.solve import Solution, solve

if TYPE_CHECKING:
    from mangonel.engine.ledger import Progress

__all__ = ["goals_in", "page", "serve"]


_TAB, _GOALS, _CELLS = "goals", "goals", "cells"
_TRIALS: Final = 10_000


@module.ui
def page(words: Locale) -> Tag:
    """Return the tab as it comes."""
    buttons = {name: words.text(f"explore_goals.{name}") for name in ("solve", "rank")}
    return asking_page(words.text("explore_goals.about"), buttons)


def _named(scenario: Scenario, rules: RuleSet, words: Locale) -> tuple[tuple[str, str], ...]:
    """Return the quantities of a scenario, by id with their names."""
    process = build(scenario, rules)
    endings = (*process.endings, UNDECIDED)
    names = (*winners(endings, process.sides), *process.endings, "turns", *(each.name for each in process.measures))
    return tuple((name, capital(quantity_name(quantity(name, process), process.name, words))) for name in names)


def goals_in(said: Mapping[str, str], scenario: Scenario, rules: RuleSet, words: Locale) -> Goals:
    """Return the goals of a form, where probabilities are in percent.

    Raises
    ------
    DataError
        If a number is none, the first is larger than the second, or there is no goal.
    """
    process, named = build(scenario, rules), dict(_named(scenario, rules, words))
    goals = []
    for name, *ends in entries_in(said.get(_GOALS, "")):
        asked = quantity(name, process)
        try:
            low, high = (float(end) / (100 if asked.is_chance else 1) for end in ends)
        except ValueError:
            raise DataError("must be two numbers", path=_GOALS, value=" ".join(ends)) from None
        if low > high:
            raise DataError("the first is larger than the second", path=_GOALS, value=ends[0])
        goals.append(Goal(named.get(name, name), scenario, name, low, high, 1.0, "shipped", None, None, _GOALS))
    if not goals:
        raise DataError("at least one goal is needed", path=_GOALS)
    return Goals(words.text("explore.tab_goals"), tuple(goals))


def _solved(goals: Goals, rules: RuleSet, cells: int, progress: Progress) -> Solution:
    return _plain(solve(goals, rules, cells=cells, trials=_TRIALS, progress=progress))


def _plain(solution: Solution) -> Solution:
    """Return a solution without the learnt games, which need not travel."""
    for target in solution.targets:
        target.game.forget()
    return solution


def _ranked(goals: Goals, rules: Sequence[RuleSet], progress: Progress) -> Ranking:
    return rank(goals, rules, help_nearest=False, trials=_TRIALS, progress=progress)


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, desk: Desk) -> None:
    """Serve it."""
    del outputs
    words, study = desk.words, Latest[Solution | Ranking](session)
    html = serve_watched("goal", words.text("explore.tab_goals"), study, inputs, session, words)

    @render.ui
    def values() -> Tag | None:
        scenario = desk.present()
        req(scenario is not None)
        assert scenario is not None
        with reactive.isolate():
            kept = desk.start.of(_TAB)
            try:
                named = _named(scenario, desk.base(), words)
            except MangonelError as error:
                return wrong_html(wrong_of(error, words))
        ends = [
            Control("", words.text(f"explore_goals.{end}"), "number", text)
            for end, text in (("from", "40"), ("to", "60"))
        ]
        parts = (Control("", "", "choice", named[0][0], choices=named), *ends)
        usual = PART.join((named[0][0], "40", "60"))
        verbs = words.text("explore_goals.another"), words.text("explore.remove")
        goals = Control(
            _GOALS,
            words.text("explore.tab_goals"),
            "entries",
            kept.get(_GOALS, usual),
            parts=parts,
            verbs=verbs,
            least=1,
        )
        numbers = [(str(number), str(number)) for number in (1, 2, 3)]
        cells = Control(_CELLS, words.text("explore_goals.cells"), "choice", kept.get(_CELLS, "2"), choices=numbers)
        return form(session.ns("said"), (Group("", (goals, cells)),), goals.label, about=scenario.digest)

    def ask(which: str) -> None:
        scenario, fields = desk.scenario(), inputs.said()
        if scenario is None:
            return
        desk.note(_TAB, {name: fields[name] for name in (_GOALS, _CELLS)})
        try:
            goals = goals_in(fields, scenario, desk.base(), words)
            if which == "solve":
                job = partial(_solved, goals, desk.rules(), int(fields[_CELLS]))
                study.ask(watched(desk.players, job))
            else:
                study.ask(watched(desk.players, partial(_ranked, goals, desk.rule_sets())))
        except MangonelError as error:
            study.forget()
            study.error.set(error)

    @reactive.effect
    @reactive.event(inputs.solve)
    def _solve() -> None:
        ask("solve")

    @reactive.effect
    @reactive.event(inputs.rank)
    def _rank() -> None:
        ask("rank")

    @render.ui
    def answer() -> TagList | Tag | None:
        shown: TagList | Tag | None = html(lambda answer: _answer_html(answer, words))
        return shown


def _answer_html(study: Solution | Ranking, words: Locale) -> TagList:
    """Return an answer, of a solution with buttons that try it."""
    buttons = []
    for answer in study.answers if isinstance(study, Solution) else ():
        text = "; ".join(f"{' '.join(cell)} \N{RIGHTWARDS ARROW} {letter}" for cell, letter in answer.cells.items())
        place = MANY.join(f"{'.'.join(cell)}={letter}" for cell, letter in answer.cells.items())
        button = tags.button(
            words.text("explore_goals.try", change=text),
            type="button",
            data_sends="rules-place",
            data_kind="cells",
            data_place=place,
        )
        buttons.append(button)
    return TagList(HTML(fragment(told(study, words)[1:])), tags.div(*buttons, class_="buttons"))
