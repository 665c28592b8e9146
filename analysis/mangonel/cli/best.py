"""``mangonel best``: the best decision by state, and its gain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import click

from mangonel.cli.options import Json, Lang, argument, declared, new_file, option, speak
from mangonel.cli.output import check_target, print_json, print_told
from mangonel.cli.play_options import StateLimit, progress_bar
from mangonel.cli.setting import LIST, Start, Subject, placed, set_values
from mangonel.errors import DataError, StateLimitError

if TYPE_CHECKING:
    from mangonel.document.model import ReportData
    from mangonel.games.scenario import Scenario
    from mangonel.studies.decide import Best, Moment
    from mangonel.studies.priority_rules import PriorityRule
    from mangonel.studies.sampled_plans import SampledPlan

_OPTION = "option", "value", "loss", "mark", "best_in", "allowed_in"
_FEWER = "allow more states (--max-states), or name fewer decisions (--choose facing,shoot)"
_CARDS: dict[str, Literal["pdf", "svg", "png"]] = {".pdf": "pdf", ".svg": "svg", ".png": "png"}


@declared()
def command(
    *,
    subject: Annotated[Subject, {"rules": argument()}],
    side: str | None = option("The side that decides; by default each in turn.", "--for", metavar="SIDE"),
    against: str = option(
        "How the others decide: shipped, best, a plan of the scenario, a file with a plan, or PATH=VALUE,PATH=VALUE.",
        default="shipped",
        metavar="PLAN",
    ),
    choose: str | None = option("Decide only these by state: facing,shoot.", metavar="NAMES"),
    hidden: str | None = option("Columns that the side does not know: reserve.", metavar="NAMES"),
    value: str | None = option('What is wanted: "besiegers win - 0.08 besiegers dead".'),
    max_states: StateLimit,
    trials: int = option(
        "Games for the last comparison of plans, where there are too many states.",
        type=click.IntRange(min=200),
        default=1_000,
    ),
    seed: int = option("Seed of these games.", type=click.IntRange(min=0), default=0),
    no_rule: bool = option("Leave out the best fixed plan and the rule in words, which take longest."),
    card: Path | None = option(
        "Write a card of A5 as .pdf, .svg or .png: the rule, its gain, and the two tables that decide most.",
        type=new_file,
        metavar="FILE",
    ),
    force: bool = option("Replace the file if it exists."),
    start: Start,
    lang: Lang,
    as_json: Json,
) -> None:
    """Find the best decisions of SCENARIO under RULES, by state: their value, a short rule, and its loss.

    Where there are too many states, the best plan is searched by sampled games, and the answer says so. With --from
    the options of the next turn are listed, each with its loss against the best and a mark by its loss where it is
    allowed: ?! from 0.5 points on, ? from 2, ?? from 5.

    {examples}
    """
    from mangonel.document.best import best_told, card_of, moments_told
    from mangonel.document.decisions import looks_told, position_told
    from mangonel.engine.owners import called
    from mangonel.games.scenario import with_assumptions
    from mangonel.studies.decide import Best
    from mangonel.studies.sampled_plans import best_or_sampled

    speak(lang, as_json=as_json)
    _check_card(card, whole=start is None and not no_rule, force=force)
    loaded, rule_set, process = subject.loaded
    if start == LIST:
        print_told(looks_told(process))
        return
    place = None if start is None else placed(process, start)
    documents: list[dict[str, Any]] = []
    decided: list[tuple[Best | SampledPlan, PriorityRule | None]] = []
    left = [called(side or "", process.sides)]
    while left:
        with _blamed(), progress_bar(f"deciding {loaded.title}", quiet=as_json) as progress:
            study = best_or_sampled(
                loaded,
                rule_set,
                left.pop(0),
                trials=trials,
                seed=seed,
                against=_against(against, loaded),
                choose=_names(choose, "choose"),
                hidden=_names(hidden, "hidden"),
                value=value,
                position=place,
                state_limit=max_states,
                progress=progress,
            )
            rule = study.rule() if isinstance(study, Best) and not (no_rule or place is not None) else None
            moments = () if place is None or not isinstance(study, Best) else study.at(place)
        if not (side or choose or documents or left):
            left = [other for other in study.sides if other != study.side]
        decided += [] if card is None else [(study, rule)]
        documents.append(_document(study, rule, moments) if isinstance(study, Best) else _sampled(study))
        if not as_json:
            click.echo("\n" * (len(documents) > 1), nl=False)
            blocks = best_told(study, rule)
            if place is not None and isinstance(study, Best):
                blocks += (*position_told(place), *moments_told(study, moments))
            print_told(blocks)
    if card is not None:
        _write_card(card, card_of(decided, with_assumptions(loaded, rule_set)), force=force)
    if as_json:
        print_json({"scenario": loaded.title, "rules": rule_set.id, "best": documents})


def _check_card(card: Path | None, *, whole: bool, force: bool) -> None:
    if card is None:
        return
    if card.suffix not in _CARDS:
        raise DataError("a card is written as one of these", path="--card", value=card.name, allowed=_CARDS)
    if not whole:
        raise click.UsageError("--card has the rule from the start of the game: it goes without --from and --no-rule")
    check_target(card, force=force)


def _write_card(card: Path, report: ReportData, *, force: bool) -> None:
    from mangonel.document.typst import card_pages
    from mangonel.paper.writing import check_replaceable, write_all

    pages = card_pages(report, _CARDS[card.suffix])
    files = (card, *(card.with_stem(f"{card.stem}-{number}") for number in range(2, len(pages) + 1)))
    check_replaceable(files[1:], force=force)
    write_all(dict(zip(files, pages, strict=True)))


@contextmanager
def _blamed() -> Iterator[None]:
    try:
        yield
    except DataError as error:
        options = {"side": "--for"} | {name: f"--{name}" for name in ("against", "choose", "hidden", "value")}
        if error.file is None and error.path in options:
            raise error.at(options[error.path]) from None
        raise
    except StateLimitError as error:
        raise StateLimitError(f"{error}, or {_FEWER}") from None


def _names(text: str | None, path: str) -> tuple[str, ...]:
    names = tuple(filter(None, (name.strip() for name in (text or "").split(","))))
    if text is not None and not names:
        raise DataError("names nothing: leave it out, or write names with commas between them", path=path, value=text)
    return names


def _against(text: str, scenario: Scenario) -> Any:
    if text in ("shipped", "best"):
        return text
    if "=" not in text:
        try:
            return scenario.planned(text)
        except DataError as error:
            raise error if error.file else error.at("--against") from None
    return set_values([pair.strip() for pair in text.split(",")], "--against")


def _sampled(found: SampledPlan) -> dict[str, Any]:
    return {
        "side": found.side,
        "against": "shipped",
        "wanted": found.wanted.text,
        "maximised": found.sign > 0,
        "sampled": {"trials": found.trials, "plans": found.tried, "missed_at_most": found.missed},
        "shipped": found.shipped.value,
        "value": found.value.value,
        "gain": {"value": found.gain.value, "low": found.gain.low, "high": found.gain.high},
        "policies": dict(found.changes),
        "decisions": {name: list(map(str, clauses)) for name, clauses in found.clauses.items()},
    }


def _document(study: Best, rule: PriorityRule | None, moments: tuple[Moment, ...]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "side": study.side,
        "against": study.against,
        "wanted": study.wanted.text,
        "maximised": study.sign > 0,
        "shipped": study.shipped,
        "value": study.value,
        "gain": study.gain,
        **({"hidden": list(study.hidden), "informed": study.informed} if study.hidden else {}),
        "decisions": list(study.free),
    }
    if rule is not None:
        fixed = study.fixed
        document["fixed"] = {"changes": dict(fixed.changes), "value": fixed.value, "all_tried": fixed.complete}
        document["rule"] = {
            "policies": dict(rule.policies),
            "decisions": rule.decisions,
            "value": rule.value,
            "loss": rule.loss,
            "shares": [share for _, _, share in rule.steps],
        }
    document["now"] = [
        vars(moment)
        | {
            "options": [
                dict(zip(_OPTION, (of.text, of.value, of.loss, of.mark, of.chosen, of.allowed), strict=True))
                for of in moment.options
            ]
        }
        for moment in moments
    ]
    return document
