"""What the rest of the program knows of this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mangonel.systems.filo.typed import TYPED
from mangonel.systems.system import Fates, Names, System

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.template import Example
    from mangonel.sheets.catalogue import Catalogue
    from mangonel.systems.filo.stacks.kinds import Kind
    from mangonel.systems.playable import Playable
    from mangonel.systems.question import Question
    from mangonel.systems.told_tables import TableWords

__all__ = ["SYSTEM"]


def _playables() -> Mapping[str, Playable]:
    from mangonel.systems.playable import playables_in

    return playables_in("filo")


def _questions() -> Iterable[Question]:
    from mangonel.systems.filo.questions import questions

    return questions()


def _sheets() -> Catalogue:
    from mangonel.systems.filo.sheets import CATALOGUE

    return CATALOGUE


def _fates() -> Fates:
    from mangonel.systems.filo.fates import OUTCOMES, backfires, named, worst_first

    return Fates(worst_first, named, OUTCOMES, backfires)


def _names() -> Mapping[str, Names]:
    from mangonel.systems.filo.names import NAMES

    return NAMES


def _examples(base: RuleSet) -> Iterable[Example]:
    from mangonel.systems.filo.examples import examples

    return examples(base)


def _words() -> TableWords:
    from mangonel.systems.filo.told_tables import WORDS

    return WORDS


def _man() -> type[Kind]:
    from mangonel.systems.filo.stacks.kinds import Kind

    return Kind


SYSTEM = System(
    id="filo",
    title="¡Al filo de la Espada!",
    rules="filo-read",
    compared="navas",
    scenarios=("engagement-pikes",),
    playables=_playables,
    questions=_questions,
    sheets=_sheets,
    fates=_fates,
    names=_names,
    examples=_examples,
    words=_words,
    man=_man,
    usual_roster="banners",
    typed=TYPED,
)
