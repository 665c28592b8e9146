"""The record by which the rest of the program knows this game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from mangonel.games.playable import playables_in
from mangonel.games.system import Names, System

__all__ = ["SYSTEM"]


def _of(module: str) -> Any:
    """Return a module of this game, which is read when it is asked for."""
    return import_module(f"mangonel.games.cryhavoc.{module}")


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


_TYPED = {
    "odds": (
        "odds melee 8:3",
        "odds melee 8:3 --terrain ladder --against battlement",
        "odds melee 8+6:5 --rules siege --rules croisades",
        "odds missile --weapon longbow --distance 40 --ground battlement",
        "odds fire --cause arrow --target ram",
        "odds heal --rules siege --rules croisades",
    ),
    "simulate": (
        "simulate ladder-one",
        "simulate ram-gate --engine monte-carlo --precision 0.001 --seed 7",
        'simulate ladder-one --from "turn=9, besiegers=4"',
        "simulate ladder-one --until-it-ends",
    ),
    "trace": (
        "trace ladder-one --seed 4",
        "trace ram-gate --rules croisades --turns 12",
        "trace ladder-one --turns 1 --dice 3,7",
        "trace ladder-one --lang de",
    ),
    "compare": (
        "compare ladder-one siege croisades",
        "compare ram-gate siege my-rules.toml --attribute",
        "compare ladder-one siege my-rules.toml --shapley --by cell",
        "compare ladder-two --engine monte-carlo --precision 0.0005",
    ),
    "tactics": (
        "tactics ladder-one",
        "tactics ladder-one policies.facing=fight policies.oil_first=false --together",
        'tactics ladder-one policies.facing=fight,shoot --from "turn=9, besiegers=4"',
        "tactics ram-gate policies.fire_fighters=0,2,6 archers.weapon=longbow,crossbow --ending breach",
    ),
    "best": (
        "best ram-gate",
        "best ladder-one --for defenders --choose facing,shoot --against best",
        'best ladder-one --for besiegers --from "turn=9, besiegers=4"',
        'best ladder-one croisades --for besiegers --value "besiegers win - 0.08 besiegers dead" --no-rule',
    ),
    "sensitivity": (
        "sensitivity ladder-one siege",
        "sensitivity ram-gate --of breach --table fire --out reports",
    ),
    "worth": (
        "worth ladder-one",
        "worth ladder-one --also besiegers.ladders=2,besiegers.men=3 --out reports",
    ),
    "reach": (
        "reach ladder-one --chance 60% --by besiegers.men",
        "reach ladder-one --chance 45% --by rules.joint-attack.foot",
        "reach ladder-one --chance 45% --by rules.ladder-topple.topple",
    ),
    "rank": (
        "rank goals.toml siege croisades vikings",
        "rank goals.toml my-rules.toml --strict",
    ),
    "solve": (
        "solve goals.toml siege",
        "solve goals.toml siege --cells 3 --table melee-foot --write mine.toml",
    ),
    "merge": (
        "simulate ram-gate --engine monte-carlo --trials 1000000 --blocks 0..7 --keep one",
        "simulate ram-gate --engine monte-carlo --trials 1000000 --blocks 8..15 --keep two",
        "merge one two --into all",
        "simulate ram-gate --engine monte-carlo --trials 1000000 --keep all",
    ),
    "survey": (
        "survey siege croisades",
        "survey siege mine.toml theirs.toml --scenarios 'ladder-*'",
        "survey siege croisades siege-de --scenarios ladder-one",
        "survey siege mine.toml --scenarios my-assaults/ --out reports",
    ),
    "sweep": (
        "sweep ladder-one --x besiegers.men=3..8 --y defenders.oil=0..3",
        "sweep ram-gate --x archers.men=0..5 --ending destroyed",
        "sweep ladder-one --x rules.ladder-topple.topple=-2..2 --y besiegers.men=4..8",
        "sweep ladder-one --x covering.men=0..3 --set covering.weapon=longbow --set covering.distance=6",
    ),
    "report": (
        "report ladder-two --right my-rules.toml --out mine --paper letter",
        "report my-assault.toml --x besiegers.men=4..8 --y towers.men=0..3",
        "report siege-tower-one --kind scenario --rules croisades --lang fr",
        "report --kind rules --left siege --right my-rules.toml",
        "report ram-gate --kind sweep --x archers.men=0..5",
        "report ram-gate --kind sweep --right siege-de --ending destroyed",
    ),
    "charts": ("charts summary melee --rules croisades --view outcomes",),
    "tables": ("tables melee-foot missile-foot", "tables ranges-croisades --rules croisades"),
    "rules": ("rules show croisades", "rules diff siege croisades", "rules new my-rules.toml --base siege"),
    "scenarios": ("scenarios ladder-one > my-assault.toml", "scenarios ladder-one --roster men.toml > my-assault.toml"),
    "export": (
        "export ladder-one --rules siege --rules croisades",
        "export ladder-one --no-sliders --lang de --out ladder.html",
        "export --rules siege --out rolls.html",
    ),
    "explore": ("explore ladder-one --rules siege --rules my-rules.toml --lang de",),
    "rosters": ("scenarios ladder-one --roster men.toml > mine.toml",),
    "names": ("names terrain",),
}
"""Examples in the help of commands, each as it is typed after ``mangonel``."""

SYSTEM = System(
    id="cryhavoc",
    title="Cry Havoc, Siege and Croisades",
    rules="siege",
    compared="croisades",
    scenarios=("ladder-one", "ram-gate"),
    playables=lambda: playables_in("cryhavoc"),
    questions=lambda: _of("questions").questions(),
    sheets=lambda: _of("sheets").CATALOGUE,
    fates=lambda: _of("outcomes").FATES,
    names=_names,
    doubts=lambda rules, base: _of("own_rules").doubts(rules, base),
    examples=lambda base: _of("own_rules").examples(base),
    man=lambda: _of("men").Kind,
    usual_roster="illustrative",
    steps=lambda: _of("outcomes").STEPS,
    words=lambda: _of("outcomes").WORDS,
    typed=_TYPED,
)
