"""``mangonel tactics``: the effect of other decisions on a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Annotated, Any

import click

from mangonel.cli.options import Ending, Everything, argument, declared, option
from mangonel.cli.output import Answer, print_told
from mangonel.cli.play_options import Play
from mangonel.cli.setting import LIST, Start, Subject, blaming, choices_of, placed
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.paper.blocks import Blocks
    from mangonel.studies.decide import Best
    from mangonel.studies.tactics import Value

_MOST = 200
"""Variants that are played at most."""
_FEW, _SOME = 200, 1_000
"""Games for each variant of a game that is only sampled, and of one with too many states to be exact, unless told
otherwise; all on the same dice."""


@declared()
def command(
    *,
    subject: Subject,
    choices: tuple[str, ...] = argument(metavar="[PATH=VALUES]..."),
    play: Play,
    start: Start,
    everything: Everything,
    together: bool = option("Try every combination, not one decision at a time."),
    ending: Ending,
    answer: Annotated[Answer, {"csv_file": {"help": "Write every number to a CSV file."}}],
) -> None:
    """Play SCENARIO (a name or a file) with other decisions and rank them.

    Without PATH=VALUES every policy of the scenario is changed, one at a time. Any other value of the scenario can be
    named as well.

    {examples}
    """
    if together and not choices:
        raise click.UsageError("--together goes with the decisions to combine, as PATH=VALUES")
    loaded, rule_set, sequence = subject.loaded
    from mangonel.studies.varying import varied

    asked = _read(choices) if choices else None
    _check_number(asked, together=together)
    named = dict(zip(choices, (asked or {}).items(), strict=True))
    with blaming(loaded, named):
        for path, values in (asked or {}).items() if not together else ():
            varied(loaded, rule_set, {path: values[0]})
    # Imported when nothing is refused any more: a mistake is answered at once.
    from mangonel.document.decisions import looks_told, position_told, tactics_told
    from mangonel.document.wording import with_values
    from mangonel.engine.result import asked_about, plain_rows
    from mangonel.studies.decide import best_of_sides
    from mangonel.studies.tactics import policies_of, tactics

    if start == LIST:
        print_told(looks_told(sequence))
        return
    place = None if start is None else placed(sequence, start)
    _check_number(asked or policies_of(loaded), together=together)
    # A million games of each variant would take a quarter of an hour and more.
    play = play.affordable(sequence, _FEW if sequence.sampled else _SOME, place)
    with (
        play.under([loaded], [rule_set], title=f"trying {loaded.title}", quiet=answer.as_json) as how,
        blaming(loaded, named),
    ):
        ranking = tactics(loaded, rule_set, asked, together=together, ending=ending or "", place=place, **how)
    wanted = ranking.asked or asked_about(ranking.base)
    ranked = ranking.ranked(wanted)

    def document() -> dict[str, Any]:
        return {
            "method": ranking.method,
            "ending": wanted,
            "as_it_is": ranking.base.to_dict(),
            "choices": [dict(choice.changes) for choice in ranked],
            "differences": plain_rows(ranking.to_frame()),
        }

    def told() -> Blocks:
        lines = () if place is None else position_told(place)
        plans: tuple[Best, ...] = ()
        if asked is None and place is None and ranking.base.exact:
            plans = best_of_sides(loaded, rule_set, wanted, lambda best: best)
        lines += tactics_told(ranking, wanted, everything=everything, named=ending is not None, best=plans)
        return with_values(lines, loaded)

    answer.give(ranking, document, told)


def _check_number(asked: Mapping[str, Sequence[Value]] | None, *, together: bool) -> None:
    sizes = [len(values) for values in (asked or {}).values()]
    variants = prod(sizes) if together else sum(sizes)
    if variants > _MOST:
        raise DataError(f"more than {_MOST} variants; name fewer decisions or values", value=variants)


def _read(choices: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    """Return the values to try by path.

    It is a DataError if a choice is not written as ``path=value,value`` or ``path=1..5``, or a path is named twice.
    """
    choices_read: dict[str, tuple[Value, ...]] = {}
    for text in choices:
        path, values = choices_of(text, "PATH=VALUES")
        if path in choices_read:
            raise DataError("is named twice", path="PATH=VALUES", value=path)
        choices_read[path] = values
    return choices_read
