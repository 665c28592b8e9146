"""``mangonel tactics``: what other decisions would do to a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mangonel.cli.options import rules_option
from mangonel.cli.output import chance_difference, check_target, print_json, print_provenance, print_table, write_last
from mangonel.cli.playing import Play, answer_options, asked_ending, engine_options, scenario_and_rules
from mangonel.cli.setting import blaming, set_option, set_values, value_of
from mangonel.errors import DataError
from mangonel.odds.sides import askable

if TYPE_CHECKING:
    from mangonel.odds.result import Result
    from mangonel.studies.tactics import Tactic, Tactics, Value

__all__ = ["command"]

_MOST = 200
"""Variants that are played at most."""


@click.command()
@click.argument("scenario")
@click.argument("choices", nargs=-1, metavar="[PATH=VALUES]...")
@rules_option
@engine_options
@set_option
@click.option("--together", is_flag=True, help="Try every combination, not one decision at a time.")
@answer_options("Write every number to a CSV file.")
def command(
    scenario: str,
    choices: tuple[str, ...],
    rules: str | None,
    play: Play,
    settings: tuple[str, ...],
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
      mangonel tactics ladder-one
      mangonel tactics ladder-one policies.facing=fight policies.oil_first=false \\
        --together
      mangonel tactics ram-gate policies.fire_fighters=0,2,6 \\
        archers.weapon=longbow,crossbow --ending breach
    """  # noqa: D301 - click reads the escape as one
    from mangonel.odds.frames import plain_rows
    from mangonel.studies.tactics import policies_of, tactics
    from mangonel.systems.scenario import build

    if together and not choices:
        raise click.UsageError("--together goes with the decisions to combine, as PATH=VALUES")
    check_target(csv_file, force=force)
    loaded, rule_set = scenario_and_rules(scenario, rules)
    # Whatever is refused after this is asked for by the options and the choices.
    sequence = build(loaded, rule_set)
    if fixed := set_values(settings):
        with blaming(loaded, {}, fixed):
            loaded = loaded.replaced(fixed)
            sequence = build(loaded, rule_set)
    asked = _read(choices) if choices else None
    sizes = [len(values) for values in (asked if asked is not None else policies_of(loaded)).values()]
    variants = prod(sizes) if together else sum(sizes)
    if variants > _MOST:
        raise DataError(f"more than {_MOST} variants; name fewer decisions or values", value=variants)
    # An ending that only a variant brings is checked with the variants.
    wanted = asked_ending(None, sequence) if ending is None else ending
    named = {f"{path}={','.join(map(_written, values))}": (path, values) for path, values in (asked or {}).items()}
    with play.under(loaded, rule_set, title=f"trying {loaded.title}", quiet=as_json) as how, blaming(loaded, named):
        found = tactics(loaded, rule_set, asked, together=together, ending=wanted, **how)
    ranked = found.ranked(wanted)
    if csv_file is not None:
        write_last({csv_file: found.to_frame().to_csv(index=False)}, force=force)
    if as_json:
        print_json(
            {
                "method": found.method,
                "ending": wanted,
                "as_it_is": found.base.to_dict(),
                "choices": [dict(choice.changes) for choice in ranked],
                "differences": plain_rows(found.to_frame()),
            }
        )
        return
    _print(loaded.title, wanted, found, ranked)


def _print(title: str, ending: str, found: Tactics, ranked: Sequence[Tactic]) -> None:
    """Print the scenario as it is, then every choice that changes anything, the best for the ending first."""
    from mangonel.locales import in_words
    from mangonel.odds.result import UNDECIDED

    base = found.base
    others = [name for name in (*base.endings, UNDECIDED) if name != ending]
    rows = [("as it is", _chance(base, ending), "", *(_chance(base, name) for name in others))]
    alike: dict[tuple[str, ...], list[str]] = {}
    for choice in ranked:
        if not choice.idle:
            shown = (_chance(choice.result, name) for name in others)
            paths = ", ".join(choice.changes) if len(choice.changes) == 1 else _words(choice.changes)
            change = chance_difference(choice.difference(ending))
            key = (paths, _chance(choice.result, ending), change, *shown)
            alike.setdefault(key, []).append(_words(choice.changes).partition("=")[2])
    for (paths, *numbers), values in alike.items():
        # Values of one decision that come to the same numbers share a line.
        name = f"{paths}={', '.join(values)}" if "=" not in paths else paths
        rows.append((name, *numbers))
    words = in_words(None)
    asked, *names = (words.word("endings", name, base.sequence) for name in (ending, *others))
    print_table(f"{title} ({found.method})", ["", asked, "difference", *names], rows)
    idle = [_words(choice.changes) for choice in ranked if choice.idle]
    if idle:
        click.echo(f"makes no difference here: {'; '.join(idle)}")
    for changes, reason in found.left_out:
        click.echo(f"not possible here: {_words(changes)} ({reason})")
    print_provenance(base.provenance)


def _chance(result: Result, ending: str) -> str:
    """Return how often an ending comes; a dash where the game cannot end so."""
    known = askable(result.all_endings, result.sides)
    meant = [one for one in ending.split("+") if one in known]
    return result.probability("+".join(meant)).text(percent=True) if meant else "-"


def _words(changes: Mapping[str, Value]) -> str:
    return ", ".join(f"{path}={_written(value)}" for path, value in changes.items())


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(choices: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    """Return the values to try by path.

    Raises
    ------
    DataError
        If a choice is not written as ``path=value,value``, or a path is named twice.
    """
    found: dict[str, tuple[Value, ...]] = {}
    for text in choices:
        path, equals, values = text.partition("=")
        words = values.split(",")
        if not path or not equals or not all(words):
            raise DataError("write it as policies.facing=fight,shoot", path="PATH=VALUES", value=text)
        if path in found:
            raise DataError("is named twice", path="PATH=VALUES", value=path)
        found[path] = tuple(dict.fromkeys(value_of(path, word) for word in words))
    return found
