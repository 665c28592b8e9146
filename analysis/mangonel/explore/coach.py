"""The tab of the coach: the decisions of a position entered during the evening, each option with its loss."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from htmltools import HTML, Tag
from shiny import Inputs, Outputs, Session, module

from mangonel.document.best import moments_told, wanted_told
from mangonel.document.decisions import look_name
from mangonel.document.html import fragment
from mangonel.engine.intervals import Estimate
from mangonel.engine.ledger import Progress
from mangonel.engine.owners import naming
from mangonel.engine.position import looks_of, position
from mangonel.engine.process import Process
from mangonel.explore.asking import asking_page, serve_asking
from mangonel.explore.jobs import kept
from mangonel.explore.page_state import PageState
from mangonel.explore.text_forms import Control, PageError
from mangonel.games.scenario import Scenario, build
from mangonel.paper.blocks import Blocks, Paragraph
from mangonel.paper.charts.numbers import short
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, say, words
from mangonel.studies.decide import Best, best

_TAB, _SIDE, _TURN = "coach", "side", "turn"


@module.ui
def page() -> Tag:
    """Return the tab as it comes."""
    return asking_page(say("explore_coach.about"), {"ask": say("explore_coach.ask")})


def named_looks(process: Process) -> dict[str, str]:
    """Return the numbers of a position that have a word, with it: the living of each side, the series, the oil."""
    looks = looks_of(process)
    with naming(process.sides):
        sides = [side.name for side in process.sides if side.name in looks]
        alike = {f"{side}_living" for side in sides}
        parts = (process.series, process.columns, process.looks)
        names = (*sides, *(each.name for part in parts for each in part if each.name in looks.keys() - alike), *looks)
        named = {name: look_name(name, process) for name in dict.fromkeys(names)}
        # Of two numbers of one name the first is asked for.
        first = {word: name for name, word in reversed(named.items()) if word != name or name in sides}
        return {name: named[name] for name in names if first.get(named[name]) == name}


def coached(
    scenario: Scenario, rules: RuleSet, side: str, turn: int, numbers: Mapping[str, int], progress: Progress
) -> Blocks:
    """Return the decisions of a side in a position, the best option first, each with its value, loss and mark.

    Raises
    ------
    DataError
        If no game comes to such a position, or the side decides nothing.
    StateLimitError
        If there are too many states to decide exactly.
    """
    progress(0.1)
    study: Best = kept(scenario, rules, f"best {side}", partial(best, scenario, rules, side))
    progress(0.7)
    place = position(study.process, turn, numbers)
    shipped, value = study.chances_from(place)
    before, best_now, share = (short(Estimate.of_exact(each)) for each in (shipped, value, place.share))
    chances = {"shipped": before, "value": best_now}
    with naming(study.process.sides):
        wanted = wanted_told(study)
    from_there = say("explore_coach.from_there", wanted=wanted, **chances)
    note = Paragraph(say("explore_coach.share", share=share), "note")
    return (Paragraph(capital(from_there), "lead"), *moments_told(study, study.at(place)), note)


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve it."""

    def controls(scenario: Scenario, kept: Mapping[str, str]) -> tuple[Control, ...]:
        process = build(scenario, state.base())
        # Without a side it is the one that decides.
        with naming(process.sides):
            named = [(side.name, capital(words().word("sides", side.name))) for side in process.sides]
        sides = [("", "\N{EN DASH}"), *named]
        unit, most = capital(words().word("units", process.unit)), min(process.limit, 60)
        turns = Control(_TURN, unit, "range", kept.get(_TURN, "1"), 1, most)
        side = Control(_SIDE, say("explore_coach.side"), "choice", kept.get(_SIDE, ""), choices=sides)
        looks = (
            Control(name, capital(word), "number", kept.get(name, ""), 0) for name, word in named_looks(process).items()
        )
        return side, turns, *looks

    def job(scenario: Scenario, said: Mapping[str, str]) -> partial[Blocks]:
        named = {name: text for name, text in said.items() if name not in (_SIDE, _TURN)}
        for name, text in named.items():
            if not text.isdecimal():
                label = capital(named_looks(build(scenario, state.base()))[name])
                wrong = say("explore.wrong_value", value=text, instead=say("explore.from_up", low=0))
                raise PageError(say("frame.named", name=label, text=wrong))
        numbers = {name: int(text) for name, text in named.items()}
        return partial(coached, scenario, state.rules(), said.get(_SIDE, ""), int(said[_TURN]), numbers)

    serve_asking(
        _TAB,
        say(f"explore.tab_{_TAB}"),
        controls,
        {"ask": job},
        lambda blocks: HTML(fragment(blocks)),
        inputs,
        session,
        state,
    )
