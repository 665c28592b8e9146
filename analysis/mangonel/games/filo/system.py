"""The record of this game for the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping

from mangonel.games.system import Fates, Names, System, modules_of, playables_in

_of = modules_of("filo")


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
    from mangonel.games.filo.rolls import SHOT_BEFORE
    from mangonel.games.filo.states import RESULTS, ROOMS, STATES, grounds_of

    return {
        "types": Names("units of odds combat and fire", lambda rules: rules.table("types").rows, "unit_types"),
        "ground": Names("--terrain, and units of odds combat", grounds_of, "ground"),
        "states": Names("--state", lambda _: STATES, "unit_states"),
        "results": Names("--result of odds states", lambda _: RESULTS, "unit_results"),
        "rooms": Names("--room", lambda _: ROOMS, "rooms"),
        "shots-before": Names("--shot-before of odds fire", lambda _: SHOT_BEFORE, "shots_before"),
    }


SYSTEM = System(
    id="filo",
    title="¡Al filo de la Espada!",
    rules="filo-read",
    compared="navas",
    scenarios=("engagement-pikes",),
    playables=lambda: playables_in("filo"),
    questions=lambda: _of("questions").QUESTIONS,
    sheets=lambda: _of("sheets").CATALOGUE,
    fates=_fates,
    names=_names,
    man=lambda: _of("keys").Kind,
    usual_roster="banners",
)
