"""An engagement and its oracle: random scenarios, the same dice for both."""

from __future__ import annotations

import random
from typing import Any

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.scales import STATES
from mangonel.systems.scenario import Scenario, load_scenario

FOOT = ("foot-sergeants", "pikemen", "militia", "light-foot")
HORSE = ("knights", "knights", "sergeants", "light-horse")
SHOOTERS = ("archers", "crossbowmen", "bombards")
GROUNDS = ("wood", "bushes_hedges_vines", "marsh", "village", "farm_mill_abbey", "bridge", "clear")
BETWEEN = ("stream", "palisade", "one_level_up", "one_level_down", "parapet")
OPTIONS = {
    "blocked-retreat-level": ("routed", "as-d"),
    "rout-and-retreat": ("rout-only", "both"),
    "routed-acts": ("no", "yes"),
    "rest-and-fire": ("no", "yes"),
    "rest-outcome": ("fresh", "fatigued"),
    "charge-movement": ("at-most-4", "free"),
    "charge-terrain": ("instead", "both"),
    "charge-on-routed": ("front", "none"),
    "reaction-terrain": ("combat-column", "charge-column"),
    "terrain-sum": ("sum", "lowest"),
    "leader-test-face": ("nine", "nine-and-zero"),
    "veto-alone": ("no-veto", "veto"),
    "ruy-diaz-defence": ("minus-one", "none", "plus-one"),
    "fire-strength-steps": ("two", "three"),
    "artillery-five": ("5/9", "5/8", "6/9"),
    "combat-after-rout": ("lapses", "fought"),
    "light-foot-row": ("as-foot", "as-archers", "zero"),
    "parapet-row": ("palisade", "none"),
}
"""Readings that count in an engagement."""


def some_engagement(draw: random.Random) -> Scenario:
    """Draw an engagement within what scenario files allow."""
    changes: dict[str, Any] = {"turns": draw.randint(1, 8), "gap": draw.choice((0, 0, 1, 2, 3, 4, 5, 7, 10))}
    for side in "ab":
        changes |= _stack(draw, side)
    return load_scenario("engagement-pikes").replaced(changes)


def _stack(draw: random.Random, side: str) -> dict[str, Any]:
    kind = draw.choice(draw.choice((FOOT, HORSE, HORSE, SHOOTERS)))
    acts = ("shoot", "hold") if kind == "bombards" else ("attack", "attack", "attack", "shoot", "hold")
    until = draw.choice(("rout", "eliminated", "eliminated", "gone"))
    found: dict[str, Any] = {
        f"{side}.kind": kind,
        f"{side}.state": draw.choice(("organised_fresh", "organised_fresh", *STATES[: 4 if until == "rout" else -1])),
        f"{side}.room": draw.choice(("open", "open", "open", "blocked")),
        f"{side}.army_bonus": draw.randint(0, 3),
        f"{side}.value": draw.randint(1, 3),
        f"{side}.activations": draw.choice((1, 1, 2)),
        f"{side}.army_value": draw.randint(1, 3),
        f"policies.{side}.act": draw.choice(acts),
        f"policies.{side}.charge": draw.random() < 0.8,
        f"policies.{side}.demoralised": draw.choice(("withdraw", "hold", "attack")),
        f"policies.{side}.offensive_fire": draw.random() < 0.5,
        f"policies.{side}.advance": draw.random() < 0.5,
        f"policies.{side}.rest": draw.random() < 0.5,
        f"policies.{side}.until": until,
        f"{side}.ruy_diaz": draw.random() < 0.2,
        f"{side}.al_andalus": draw.random() < 0.2,
    }
    if until == "gone":
        found[f"{side}.edge"] = draw.randint(0, 12)
    if draw.random() < 0.4:
        found[f"{side}.leader"] = {"bonus": draw.randint(0, 3)}
    for value, high in (("strength", 12), ("quality", 9), ("movement", 8)):
        if draw.random() < 0.3:
            found[f"{side}.{value}"] = draw.randint(1, high)
    if draw.random() < 0.4:
        found[f"{side}.ground"] = [draw.choice(GROUNDS), *([draw.choice(BETWEEN)] if draw.random() < 0.5 else [])]
    return found


def some_rules(draw: random.Random, base: RuleSet) -> RuleSet:
    """Draw readings of a rule set."""
    return base.replaced(options={name: draw.choice(values) for name, values in OPTIONS.items() if draw.random() < 0.4})
