"""Rule sets and languages that come with the program are read once by each process of the tests.

They do not change while tests run, and reading them again for every command and every case took a quarter of the time.
Files of one's own are always read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from mangonel.locales import loading as languages
from mangonel.locales.locale import Locale
from mangonel.locales.reading import Spoken
from mangonel.rules import loading as rule_sets
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.locate import data_root

DATA = data_root()
Files = tuple[tuple[str, Path], ...]
read_rules, read_language = rule_sets._load, languages._load


@cache
def rules_of(file: Path) -> RuleSet:
    return read_rules(file, ())


def rules_once(file: Path, trail: tuple[Path, ...]) -> RuleSet:
    return rules_of(file) if file.is_relative_to(DATA) else read_rules(file, trail)


@cache
def language_of(files: Files, shipped: tuple[tuple[str, Files], ...]) -> tuple[Locale, dict[str, Spoken]]:
    return read_language(dict(files), {name: dict(those) for name, those in shipped})


def language_once(
    files: Mapping[str, Path], shipped: Mapping[str, Mapping[str, Path]]
) -> tuple[Locale, dict[str, Spoken]]:
    if not all(file.is_relative_to(DATA) for those in (files, *shipped.values()) for file in those.values()):
        return read_language(files, shipped)
    found, parts = language_of(tuple(files.items()), tuple((name, tuple(shipped[name].items())) for name in shipped))
    return found, dict(parts)


rule_sets._load = rules_once
languages._load = language_once
