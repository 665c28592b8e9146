"""Single rolls and what they hang on, for cells and options that no sequence asks for (`mangonel odds` asks them)."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from itertools import product

from mangonel.errors import MangonelError
from mangonel.games.cryhavoc.fire_and_walls import fire_odds, oil_situation, topple_situation
from mangonel.games.cryhavoc.ground import in_reach, terrain_signs
from mangonel.games.cryhavoc.missiles import target_cover, terrain_covers
from mangonel.games.cryhavoc.outcomes import after_roll
from mangonel.games.cryhavoc.rolls import animal_situation, melee_situation
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked, RuleSet

Question = Callable[[RuleSet], object]
REFUSED = "refused"
SIEGE = load_rules("siege")
PLACES = (*SIEGE.tables["elevation-base"].rows, "siege_tower", "siege_tower_middle")


QUESTIONS: dict[str, Question] = {
    **{f"cover of {place}": partial(terrain_covers, terrain=place) for place in SIEGE.tables["terrain"].rows},
    **{f"signs of {place}": partial(terrain_signs, terrain=place) for place in SIEGE.tables["terrain"].rows},
    **{
        f"fight between {one} and {other}, {levels}": lambda rules, one=one, other=other, levels=levels: in_reach(
            rules.replaced(options={"elevation-levels": levels, "rubble-battlement-combat": "by-level"})
            if levels
            else rules,
            one,
            other,
        )
        for one, other in product(PLACES, PLACES)
        if one < other
        for levels in ("", "base", "extension", "italian")
    },
    "a horse": lambda rules: animal_situation(rules, attack=4).odds(),
    "toppled from below": lambda rules: topple_situation(rules, below=True).odds(),
    "oil on the same height": lambda rules: oil_situation(rules, place="same_height").odds(),
    "fire from the battlement": lambda rules: fire_odds(rules, cause="hand", from_battlement=True),
    "a slope across its edge": lambda rules: target_cover(rules, "slope", across_edge=True),
    "across scrub": lambda rules: target_cover(rules, "flat_ground", crosses=("scrub",)),
    "two hexes": lambda rules: target_cover(rules, ["flat_ground", "slope"]),
    "from a ladder": lambda rules: target_cover(rules, "flat_ground", shooter="ladder"),
    "over the edge of a moat": lambda rules: after_roll(
        rules, melee_situation(rules, attack=2, defence=1), "fit", "fit", over_moat=True
    ),
}


def answer(question: Question, rules: RuleSet) -> object:
    """Return what a rule set answers."""
    try:
        return question(rules)
    except MangonelError:
        return REFUSED


@lru_cache
def asked_by(name: str) -> Asked:
    """Return what the base rule set is asked by a question."""
    asked = Asked()
    with suppress(MangonelError):
        QUESTIONS[name](SIEGE.noting(asked))
    return asked
