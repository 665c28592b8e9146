"""``mangonel tactics``: the effect of other decisions on a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import lang_option, rules_option, scenario_argument, spoken
from mangonel.cli.output import check_target, print_json, print_told, write_last
from mangonel.cli.play_options import Play, answer_options, engine_options, scenario_and_rules
from mangonel.cli.setting import blaming, set_option, set_values, value_of
from mangonel.cli.starting import LIST, from_option, placed
from mangonel.cli.telling import Telling
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.studies.tactics import Value

_MOST = 200
"""Variants that are played at most."""


@click.command(cls=Telling)
@scenario_argument
@click.argument("choices", nargs=-1, metavar="[PATH=VALUES]...")
@rules_option
@engine_options
@set_option
@from_option
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
    from mangonel.document.decisions import looks_told, position_told, tactics_told
    from mangonel.document.wording import values_of
    from mangonel.engine.asking import asked_about
    from mangonel.engine.frames import frame_csv, plain_rows
    from mangonel.games.scenario import build
    from mangonel.studies.tactics import policies_of, tactics, typed_value

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
    if start == LIST:
        print_told(looks_told(sequence, words))
        return
    place = None if start is None else placed(sequence, start)
    asked = _read(choices) if choices else None
    sizes = [len(values) for values in (asked if asked is not None else policies_of(loaded)).values()]
    variants = prod(sizes) if together else sum(sizes)
    if variants > _MOST:
        raise DataError(f"more than {_MOST} variants; name fewer decisions or values", value=variants)
    named = {f"{path}={','.join(map(typed_value, values))}": (path, values) for path, values in (asked or {}).items()}
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
    lines = () if place is None else position_told(place, words)
    print_told(
        (
            *lines,
            *tactics_told(ranking, wanted, words, named=ending is not None),
            *values_of(loaded, words),
        )
    )


def _read(choices: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    """Return the values to try by path.

    Raises
    ------
    DataError
        If a choice is not written as ``path=value,value``, or a path is named twice.
    """
    choices_read: dict[str, tuple[Value, ...]] = {}
    for text in choices:
        path, equals, values = text.partition("=")
        words = values.split(",")
        if not path or not equals or not all(words):
            raise DataError("write it as turns=8,12", path="PATH=VALUES", value=text)
        if path in choices_read:
            raise DataError("is named twice", path="PATH=VALUES", value=path)
        choices_read[path] = tuple(dict.fromkeys(value_of(path, word) for word in words))
    return choices_read
