"""Completion in a shell: names of scenarios, rule sets, sheets, and everything else that has a name in a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["Completion", "languages", "of_game"]


Completion = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def _completing(names: Callable[[], Iterable[str]], *, files: bool = True) -> Completion:
    """Return a completer of names, and of paths where a file may be named instead."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        del ctx, param
        items = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        # The shell knows the files.
        return [*items, CompletionItem(incomplete, type="file")] if files else items

    return complete


def _later(module: str, name: str, *values: str) -> Callable[[], Iterable[str]]:
    """Return names from a module that is only imported when something is completed."""

    def names() -> Iterable[str]:
        function: Callable[..., Iterable[str]] = getattr(import_module(f"mangonel.{module}"), name)
        return function(*values)

    return names


def _sheets() -> Iterable[str]:
    from mangonel.games.system import systems

    return dict.fromkeys(name for system in systems() for name in system.sheets().entries)


def _tables() -> Iterable[str]:
    from mangonel.games.system import systems
    from mangonel.rules.loading import load_rules

    return dict.fromkeys(name for system in systems() for name in load_rules(system.rules).tables)


def of_game(game: str, kind: str) -> Completion:
    """Return a completer of the names of a kind in a game, under its usual rule set."""

    def names() -> Iterable[str]:
        from mangonel.games.system import systems
        from mangonel.rules.loading import load_rules

        system = next(known for known in systems() if known.id == game)
        return system.names()[kind].listed(load_rules(system.rules))

    return _completing(names, files=False)


scenarios = _completing(_later("games.scenario", "scenario_names"))
rule_sets = _completing(_later("rules.loading", "rule_set_names"))
rosters = _completing(_later("rules.files", "shipped", "rosters"))
languages = _completing(_later("rules.words", "locale_names"))
sheets, tables = (_completing(names, files=False) for names in (_sheets, _tables))
