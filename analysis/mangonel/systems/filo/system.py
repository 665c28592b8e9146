"""What the rest of the program knows of this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mangonel.systems.system import Fates, Names, System

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.template import Example
    from mangonel.sheets.catalogue import Catalogue
    from mangonel.systems.question import Question

__all__ = ["SYSTEM"]


def _questions() -> tuple[Question, ...]:
    from mangonel.systems.filo.questions import QUESTIONS

    return QUESTIONS


def _sheets() -> Catalogue:
    from mangonel.sheets.catalogue import Catalogue

    return Catalogue({})


def _fates() -> Fates:
    from mangonel.systems.filo.fates import OUTCOMES, backfires, named, worst_first

    return Fates(worst_first, named, OUTCOMES, backfires)


def _names() -> Mapping[str, Names]:
    from mangonel.systems.filo.names import NAMES

    return NAMES


def _examples(base: RuleSet) -> Iterable[Example]:
    from mangonel.systems.filo.examples import examples

    return examples(base)


SYSTEM = System(
    id="filo",
    title="¡Al filo de la Espada!",
    rules="filo-read",
    compared="filo",
    scenarios=(),
    playables=dict,
    questions=_questions,
    sheets=_sheets,
    fates=_fates,
    names=_names,
    examples=_examples,
)
