"""The record by which the rest of the program knows this game."""

from __future__ import annotations

from collections.abc import Mapping

from mangonel.games.system import Names, System, modules_of, playables_in

_of = modules_of("cryhavoc")


def _names() -> Mapping[str, Names]:
    from mangonel.games.cryhavoc.fire_and_walls import CAUSES, WALLS
    from mangonel.games.cryhavoc.men import ON_FOOT
    from mangonel.games.cryhavoc.missiles import COVERS, weapons

    return {
        "terrain": Names("--terrain and --against of odds", lambda rules: rules.table("terrain").rows, "terrain"),
        "weapons": Names("--weapon", weapons, "weapons"),
        "covers": Names("--cover", lambda _: COVERS, "covers"),
        "causes": Names("--cause of odds fire", lambda _: CAUSES, "causes"),
        "battered": Names("--target of odds batter", lambda _: WALLS, "battered"),
        "men-states": Names("--attacker-state and --target-state of odds duel", lambda _: ON_FOOT, "men_states"),
        "targets": Names("--target of odds fire", lambda rules: rules.table("fire-targets").rows, "targets"),
    }


SYSTEM = System(
    id="cryhavoc",
    title="Cry Havoc, Siege and Croisades",
    rules="siege",
    compared="croisades",
    scenarios=("ladder-one", "ram-gate"),
    playables=lambda: playables_in("cryhavoc"),
    questions=lambda: _of("questions").QUESTIONS,
    sheets=lambda: _of("sheets").CATALOGUE,
    fates=lambda: _of("outcomes").FATES,
    names=_names,
    doubts=lambda rules, base: _of("outcomes").doubts(rules, base),
    man=lambda: _of("men").Kind,
    usual_roster="illustrative",
    steps=lambda: _of("outcomes").STEPS,
)
