"""What the rest of the program knows of this game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from mangonel.games.system import Fates, Names, System

if TYPE_CHECKING:
    from mangonel.games.filo.keys import Kind
    from mangonel.games.playable import Playable
    from mangonel.games.question import Question
    from mangonel.games.system import TableWords
    from mangonel.paper.catalogue import Catalogue
    from mangonel.rules.loading import Example
    from mangonel.rules.ruleset import RuleSet

__all__ = ["SYSTEM"]


_CHANGES = (
    ("Even strength gives 0", "combat-ratio", "modifier", "1/1", "0"),
    ("A cell that the source has lost", "combat-types", "Pi", "Ch", "-2"),
    ("A charge through a rear hex", "combat-modifiers", "charge_rear", "value", "+2"),
    ("Another result of a combat", "combat-results", "5..6", "defenders", "F+R"),
    ("The figures of a shot: demoralised, routed", "shots", "crossbowmen", "4", "8/9"),
)
"""Examples of changes in a new rule file, each with its comment."""


def _playables() -> Mapping[str, Playable]:
    from mangonel.games.playable import playables_in

    return playables_in("filo")


def _questions() -> Iterable[Question]:
    from mangonel.games.filo.questions import questions

    return questions()


def _sheets() -> Catalogue:
    from mangonel.games.filo.sheets import CATALOGUE

    return CATALOGUE


def _fates() -> Fates:
    """Return the severity of results of single rolls: only a shot's have one target."""
    from mangonel.rules.cells import NO_EFFECT

    outcomes = ("routed", "demoralised", "no effect")
    of_shots = dict(zip(("Dr", "D", NO_EFFECT), outcomes, strict=True))
    return Fates(
        # Tables print the worst result first; no effect is last.
        lambda _rules, _table, results: tuple(sorted(results, key=NO_EFFECT.__eq__)),
        lambda _rules, table, letter: of_shots.get(letter, "") if table == "shots" else "",
        outcomes,
        # Results of a combat are told of both sides; no other befalls the attacker.
        lambda _rules, _table, _letter: False,
    )


def _names() -> Mapping[str, Names]:
    from mangonel.games.filo.keys import GROUND
    from mangonel.games.filo.rolls import SHOT_BEFORE
    from mangonel.games.filo.states import RESULTS, ROOMS, STATES

    def _grounds(rules: RuleSet) -> Iterable[str]:
        return GROUND.listed(rules, None, None)

    return {
        "types": Names("units of odds combat and fire", lambda rules: rules.table("types").rows, "unit_types"),
        "ground": Names("--terrain, and units of odds combat", _grounds, "ground"),
        "states": Names("--state", lambda _: STATES, "unit_states"),
        "results": Names("--result of odds states", lambda _: RESULTS, "unit_results"),
        "rooms": Names("--room", lambda _: ROOMS, "rooms"),
        "shots-before": Names("--shot-before of odds fire", lambda _: SHOT_BEFORE, "shots_before"),
    }


def _examples(base: RuleSet) -> Iterator[Example]:
    from mangonel.rules.loading import Example, free_label

    for about, name, row, column, value in _CHANGES:
        table = base.tables.get(name)
        if table is not None and row in table.rows and column in table.columns:
            keys = {"table": name, "row": row, "column": column, "value": value}
            yield Example(about, (("change", keys),))
    if ground := base.tables.get("ground"):
        keys = {"table": ground.id, "row": free_label(base, "ditch"), "values": "2 3 SE -1 -2"}
        yield Example("A new terrain: costs, then fire, combat and charge", (("add", keys),))


def _words() -> TableWords:
    from mangonel.games.system import KindWords, TableWords

    columns = ("infantry_and_leaders", "cavalry_and_artillery", "fire", "combat", "charge")
    return TableWords(
        rows=("shooters", "table_rows", "modifiers", "ground"),
        columns=("unit_states", "table_columns"),
        kinds={"ground": KindWords(headed={column: f"ground.{column}" for column in columns})},
    )


def _man() -> type[Kind]:
    from mangonel.games.filo.keys import Kind

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
    typed={
        "odds": ("odds combat --attacker Ch:4:6 --defender Pi:6:5 --charge", "odds rally --quality 5 --rules navas"),
        "simulate": ("simulate engagement-pikes",),
        "trace": ("trace recovery-militia --lang es",),
        "compare": ("compare engagement-pikes filo-read navas",),
    },
)
