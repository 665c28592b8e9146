"""``mangonel export``: a page that works offline, with all its answers."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from mangonel.cli.options import Beside, Lang, argument, declared, either, given, new_file, option, scenarios, speak
from mangonel.cli.output import check_target
from mangonel.cli.play_options import Processes, StateLimit, crew, progress_bar
from mangonel.cli.setting import Axes, Grid, Settings, blaming, check_axes, set_rules, set_scenario
from mangonel.errors import MangonelError

if TYPE_CHECKING:
    from mangonel.document.positions import WholeGame
    from mangonel.engine.ledger import Progress
    from mangonel.games.scenario import Scenario
    from mangonel.rules.ruleset import RuleSet

_FEW = 3
"""Numbers that name a position of a variant."""
_MOST = 5_000_000 * 3 // 4
"""Bytes of all tables, which letters make a third longer."""


@declared()
def command(
    *,
    scenario: str | None = argument(shell_complete=scenarios),
    names: Beside,
    grid: Annotated[
        Grid,
        {
            "x": {"help": "A slider, for example turns=4..8; by default two."},
            "y": {"help": "A second slider, for example turns=4,6,8."},
        },
    ],
    no_sliders: bool = option("The scenario alone, in a fraction of the time."),
    settings: Settings,
    max_states: StateLimit,
    workers: Processes,
    out: Path | None = option("By default SCENARIO.html.", type=new_file, metavar="PAGE.HTML"),
    force: bool = option("Replace the file if it exists."),
    lang: Lang,
) -> None:
    """Write one page that works offline, on a phone too: the odds and best decisions in every position of SCENARIO.

    Single rolls are on the page as well; without SCENARIO they are all of it.

    {examples}
    """
    from mangonel.games.scenario import load_scenario
    from mangonel.games.system import usual_system
    from mangonel.rules.loading import load_rules

    if scenario is None and (idle := given("x", "y", "no_sliders", "settings", "max_states", "workers")):
        raise click.UsageError(f"without a scenario the page has single rolls only: it takes no {either(idle)}")
    if no_sliders and grid.x:
        raise click.UsageError("--no-sliders goes without --x or --y")
    from mangonel.paper.writing import check_folder

    speak(lang)
    loaded = None if scenario is None else set_scenario(load_scenario(scenario), settings)
    usual = usual_system() if loaded is None else loaded.system
    rules = set_rules(map(load_rules, names or (usual.rules, usual.compared)), settings)
    file = out or Path(f"{'rolls' if loaded is None else loaded.file.stem}.html")
    check_folder(file.parent)
    if file.parent.is_dir():
        check_target(file, force=force)
    game = None
    if loaded is not None:
        axes = {} if no_sliders else grid.axes(loaded)
        for rule_set in rules:
            check_axes(loaded, axes, rule_set)
        with blaming(loaded, axes), progress_bar(f"positions of {loaded.title}") as progress:
            game = _positions(loaded, rules, axes, lang, max_states, workers, progress)
    from mangonel.document.offline import page_bytes
    from mangonel.paper.writing import write_all

    page = page_bytes(rules, lang, game)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_all({file: page})
    click.echo(file)


def _positions(
    scenario: Scenario,
    rules: tuple[RuleSet, ...],
    asked: Axes,
    lang: str,
    max_states: int,
    workers: int,
    progress: Progress,
) -> WholeGame:
    from mangonel.document.positions import (
        WholeGame,
        fitted,
        front_pictures,
        packed_size,
        page_languages,
        position_names,
    )
    from mangonel.engine.owners import usually_asked
    from mangonel.engine.result import asked_about
    from mangonel.games.scenario import build
    from mangonel.studies.playing import Work
    from mangonel.studies.run_cache import Runs, part_of
    from mangonel.studies.tablebase import tablebases
    from mangonel.studies.varying import current

    languages = page_languages(lang)
    process, runs = build(scenario, rules[0]), Runs()
    try:
        asked_for = asked_about(*(runs.result(scenario, each, Work(engine="exact")) for each in rules[:2]))
    except MangonelError:
        # The tables name the mistake.
        asked_for = usually_asked(process.endings, process.sides)
    names = position_names(process)
    usual = tuple(current(scenario, rules[0], path) for path, _ in asked.values())
    paths = [path for path, _ in asked.values()]
    sliders = [tuple(sorted({*values, now})) for (_, values), now in zip(asked.values(), usual, strict=True)]
    games, places = [], list(product(*sliders))
    for place, rule_set in product(places, rules):
        numbers = dict(zip(paths, place, strict=True))
        games.append((scenario, rule_set, numbers, names if place == usual else names[:_FEW], asked_for))
    with crew(workers) as executor:
        solved = tablebases(games, state_limit=max_states, executor=executor, progress=part_of(progress, 0.0, 0.9))
    count = len(rules)
    under = {place: tuple(solved[count * at : count * (at + 1)]) for at, place in enumerate(places)}
    own, variants = under[usual], [table for place in places if place != usual for table in under[place]]
    coarse = fitted(variants, _MOST * 0.45) if variants else ()
    fine, rest = fitted(own, _MOST * 0.9 - packed_size(coarse)), iter(coarse)
    tables = {place: fine if place == usual else tuple(next(rest) for _ in rules) for place in places}
    findings, pictures = front_pictures(scenario, rules, asked_for, languages, runs)
    axes = tuple(zip(paths, sliders, strict=True))
    return WholeGame(scenario, rules, axes, tables, usual, asked_for, findings, pictures)
