"""``mangonel tactics``: the effect of other decisions on a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import Telling, all_option, given, lang_option, rules_option, scenario_argument, spoken
from mangonel.cli.output import check_target, print_json, print_told, write_last
from mangonel.cli.play_options import Play, answer_options, engine_options, scenario_and_rules
from mangonel.cli.setting import LIST, blaming, choices_of, from_option, placed, set_option, set_values
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.studies.decide import Best
    from mangonel.studies.tactics import Value

__all__ = ["command"]


_MOST = 200
"""Variants that are played at most."""
_FEW = 200
"""Games for each variant of a game that is sampled only, unless told otherwise; all on the same dice."""


@click.command(cls=Telling)
@scenario_argument
@click.argument("choices", nargs=-1, metavar="[PATH=VALUES]...")
@rules_option
@engine_options
@set_option
@from_option
@all_option
@lang_option
@click.option("--together", is_flag=True, help="Try every combination, not one decision at a time.")
@answer_options("Write every number to a CSV file.")
def command(
    scenario: str,
    choices: tuple[str, ...],
    rules: str | None,
    play: Play,
    settings: tuple[str, ...],
    start: str | None,
    everything: bool,
    lang: str,
    together: bool,
    ending: str | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Play SCENARIO (a name or a file) with other decisions and rank them.

    Without PATH=VALUES every policy of the scenario is changed, one at a time. Any other value of the scenario can be
    named as well.

    \b
    Examples:
    {examples}
    """  # noqa: D301 - click reads the escape as one
    from mangonel.games.scenario import build

    words = spoken(lang, as_json=as_json)
    if together and not choices:
        raise click.UsageError("--together goes with the decisions to combine, as PATH=VALUES")
    check_target(csv_file, force=force)
    loaded, rule_set = scenario_and_rules(scenario, rules)
    # Any later error comes from the options and the choices.
    sequence = build(loaded, rule_set)
    if fixed := set_values(settings):
        with blaming(loaded, {}, fixed):
            loaded = loaded.replaced(fixed)
            sequence = build(loaded, rule_set)
    if sequence.sampled and not given("engine", "trials", "precision"):
        play = replace(play, engine="monte-carlo", trials=_FEW)
    asked = _read(choices) if choices else None
    _check_number(asked, together=together)
    named = dict(zip(choices, (asked or {}).items(), strict=True))
    with blaming(loaded, named):
        for path, values in (asked or {}).items() if not together else ():
            loaded.replaced({path: values[0]})
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.cli.report_making import best_of_sides
    from mangonel.document.decisions import looks_told, position_told, tactics_told
    from mangonel.document.wording import values_of
    from mangonel.engine.result import asked_about, frame_csv, plain_rows
    from mangonel.studies.tactics import policies_of, tactics

    if start == LIST:
        print_told(looks_told(sequence, words))
        return
    place = None if start is None else placed(sequence, start)
    _check_number(asked or policies_of(loaded), together=together)
    with play.under([loaded], [rule_set], title=f"trying {loaded.title}", quiet=as_json) as how, blaming(loaded, named):
        ranking = tactics(loaded, rule_set, asked, together=together, ending=ending or "", place=place, **how)
    wanted = ending or asked_about(ranking.base)
    ranked = ranking.ranked(wanted)
    if csv_file is not None:
        write_last({csv_file: frame_csv(ranking.to_frame())}, force=force)
    if as_json:
        print_json(
            {
                "method": ranking.method,
                "ending": wanted,
                "as_it_is": ranking.base.to_dict(),
                "choices": [dict(choice.changes) for choice in ranked],
                "differences": plain_rows(ranking.to_frame()),
            }
        )
        return
    plans: tuple[Best, ...] = ()
    if asked is None and place is None and ranking.base.exact:
        plans = best_of_sides(loaded, rule_set, wanted, lambda best: best)
    lines = () if place is None else position_told(place, words)
    print_told(
        (
            *lines,
            *tactics_told(ranking, wanted, words, everything=everything, named=ending is not None, best=plans),
            *values_of(loaded, words),
        )
    )


def _check_number(asked: Mapping[str, Sequence[Value]] | None, *, together: bool) -> None:
    """Refuse more variants than are played."""
    sizes = [len(values) for values in (asked or {}).values()]
    variants = prod(sizes) if together else sum(sizes)
    if variants > _MOST:
        raise DataError(f"more than {_MOST} variants; name fewer decisions or values", value=variants)


def _read(choices: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    """Return the values to try by path.

    Raises
    ------
    DataError
        If a choice is not written as ``path=value,value`` or ``path=1..5``, or a path is named twice.
    """
    choices_read: dict[str, tuple[Value, ...]] = {}
    for text in choices:
        path, values = choices_of(text, "PATH=VALUES")
        if path in choices_read:
            raise DataError("is named twice", path="PATH=VALUES", value=path)
        choices_read[path] = values
    return choices_read
