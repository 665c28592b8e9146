"""The record by which the rest of the program knows this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mangonel.games.cryhavoc.typed import TYPED
from mangonel.games.system import Fates, Names, System

if TYPE_CHECKING:
    from mangonel.games.cryhavoc.men import Kind
    from mangonel.games.playable import Playable
    from mangonel.games.question import Question
    from mangonel.games.system import Steps, TableWords
    from mangonel.paper.catalogue import Catalogue
    from mangonel.rules.loading import Example
    from mangonel.rules.ruleset import RuleSet


def _playables() -> Mapping[str, Playable]:
    from mangonel.games.playable import playables_in

    return playables_in("cryhavoc")


def _questions() -> Iterable[Question]:
    from mangonel.games.cryhavoc.questions import questions

    return questions()


def _sheets() -> Catalogue:
    from mangonel.games.cryhavoc.sheets import CATALOGUE

    return CATALOGUE


def _fates() -> Fates:
    from mangonel.games.cryhavoc.outcomes import NAMED_OUTCOMES, backfires, named_outcome, worst_first

    return Fates(worst_first, named_outcome, NAMED_OUTCOMES, backfires)


def _names() -> Mapping[str, Names]:
    from mangonel.games.cryhavoc.fire_and_walls import CAUSES, WALLS
    from mangonel.games.cryhavoc.missiles import COVERS, weapons
    from mangonel.games.cryhavoc.outcomes import STATES

    return {
        "terrain": Names("--terrain and --against of odds", lambda rules: rules.table("terrain").rows, "terrain"),
        "weapons": Names("--weapon", weapons, "weapons"),
        "covers": Names("--cover", lambda _: COVERS, "covers"),
        "causes": Names("--cause of odds fire", lambda _: CAUSES, "causes"),
        "battered": Names("--target of odds batter", lambda _: WALLS, "battered"),
        "men-states": Names("--attacker-state and --target-state of odds duel", lambda _: STATES[:-1], "men_states"),
        "targets": Names("--target of odds fire", lambda rules: rules.table("fire-targets").rows, "targets"),
    }


def _doubts(rules: RuleSet, base: RuleSet | None) -> tuple[str, ...]:
    from mangonel.games.cryhavoc.own_rules import doubts

    return doubts(rules, base)


def _examples(base: RuleSet) -> Iterable[Example]:
    from mangonel.games.cryhavoc.own_rules import examples

    return examples(base)


def _man() -> type[Kind]:
    from mangonel.games.cryhavoc.men import Kind

    return Kind


def _steps() -> Mapping[str, Steps]:
    from mangonel.games.cryhavoc.told_tables import STEPS

    return STEPS


def _words() -> TableWords:
    from mangonel.games.cryhavoc.told_tables import WORDS

    return WORDS


SYSTEM = System(
    id="cryhavoc",
    title="Cry Havoc, Siege and Croisades",
    rules="siege",
    compared="croisades",
    scenarios=("ladder-one", "ram-gate"),
    playables=_playables,
    questions=_questions,
    sheets=_sheets,
    fates=_fates,
    names=_names,
    doubts=_doubts,
    examples=_examples,
    man=_man,
    usual_roster="illustrative",
    steps=_steps,
    words=_words,
    typed=TYPED,
)
