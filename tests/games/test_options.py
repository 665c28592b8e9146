"""Which odds each option moves, and by how much: numbers worked by hand from the printed tables.

Every case names the option, asks one question, and gives the answer under each of its values. `NO` stands for a roll that
the rules do not allow.
"""

from fractions import Fraction

import pytest

from mangonel.errors import MangonelError
from mangonel.games.cryhavoc.fire_and_walls import (
    batter_situation,
    damage_odds,
    fire_odds,
    marks_to_breach,
    oil_situation,
    stunned_in_fire_odds,
    topple_situation,
)
from mangonel.games.cryhavoc.missiles import missed_shot_situation, missile_situation, target_cover, terrain_cover
from mangonel.games.cryhavoc.rolls import animal_situation, healing_odds, melee_situation, panic_situation
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
NO = "not allowed"


def percent(situation, letters):
    odds = situation.odds()
    return round(100 * sum((odds.get(letter, Fraction(0)) for letter in letters), Fraction(0)))


def shot(rules, letters="ABC", **keys):
    return percent(missile_situation(rules, **{"weapon": "longbow", "distance": 20, "cover": "none"} | keys), letters)


def shot_at(rules, place, letters="ABC", **keys):
    """Chance of a longbow's shot at short range in the cover that the place gives."""
    return shot(rules, letters, distance=keys.get("distance", 20), cover=target_cover(rules, place, **keys))


def fight(rules, letters="CDEF", **keys):
    """Chance at 3-1 before shifts."""
    return percent(melee_situation(rules, **{"attack": 9, "defence": 3} | keys), letters)


def arrow(rules, target, **keys):
    return round(100 * fire_odds(rules, cause="arrow", target=target, **keys).get("F", 0))


def by_hand(rules, **keys):
    return round(100 * fire_odds(rules, cause="hand", **keys)["F"])


def batter(rules, **keys):
    return round(100 * damage_odds(batter_situation(rules, **{"points": 9} | keys)))


def out_days(rules):
    odds = healing_odds(rules)
    return float(round(100 * odds.get("never", 0) + 100 * odds.get("dies", 0), 1))


# Longbow at short range hits rows 4 to 13: none C C B B A A, light C B B A A, medium B B A A, heavy A A.
# Foot, result for the defender (C and better): 1-1 10 %, 2-1 30 %, 3-1 50 %, 4-1 60 %, 5-1 70 %; 8-1 all ten.
CASES = {
    "missile-ranges": (
        # 40 hexes are medium range but for the Vikings, 70 only in the base; long range: rows 6 to 15, B B A A
        lambda r: (shot(r, distance=40), shot(r, distance=70)),
        {"base": (50, 50), "croisades": (50, 40), "vikings": (40, 40)},
    ),
    "revised-ballista": (
        lambda r: shot(r.replaced(options={"missile-ranges": "croisades"}), weapon="ballista"),
        {"base": 90, "none": NO},
    ),
    "mounted-heavy-cover": (
        # rows 4 to 13 of the mounted table: medium B A, none C B B A
        lambda r: shot(r, "ABCDEF", mounted=True, cover="heavy"),
        {"medium": 20, "none": 40},
    ),
    "dismounted-knight": (lambda r: shot(r, dismounted_knight=True), {"1": 50, "0": 60}),
    "mantlet-cover": (lambda r: shot(r, cover=terrain_cover(r, "mantlet")), {"heavy": 20, "infinite": NO}),
    "slope-cover": (
        lambda r: shot_at(r, "slope", across_edge=True),
        {"medium": 40, "light-across-edge": 50},
    ),
    "scrub-crossing-cover": (lambda r: shot_at(r, "flat_ground", crosses=("scrub",)), {"light": 50, "none": 60}),
    "downward-radius": (
        lambda r: shot_at(r, "slope", shooter="tower_slit", distance=8),
        {"play-sheet": 60, "english": 60, "german": 40},
    ),
    "siege-tower-shooter-cover": (
        lambda r: shot_at(r, "battlement", shooter="siege_tower_top", distance=5),
        {"radius": 20, "void": 60},
    ),
    "spiral-stairs": (
        lambda r: (shot_at(r, "spiral_stair"), fight(r, against="spiral_stair")),
        {"play-sheet": (40, 60), "cover-only": (40, 50), "flat": (60, 50)},
    ),
    "mounted-two-hexes": (
        # A rider half in the open (named first), half in scrub: mounted table 3-1 C C D.., 4-1 one column more.
        lambda r: (
            fight(r, "CDEFGH", mounted=True, against=["flat_ground", "scrub"]),
            shot_at(r, ["flat_ground", "scrub"], "ABC"),
        ),
        {"worse": (40, 50), "first": (30, 60)},
    ),
    "friend-adjacent-height": (
        # Half a level and a whole one apart; the last from the top of a siege tower, two levels apart.
        lambda r: (shot_or_no(r, 0.5), shot_or_no(r, 1), shot_or_no(r, 2, from_siege_tower=True)),
        {
            "whole-level": (NO, 60, 60),
            "any-difference": (60, 60, 60),
            "never-from-siege-tower": (NO, 60, NO),
        },
    ),
    "missed-shot-rule": (lambda r: shot(r, friend_apart=0), {"forbidden": NO, "errare-humanum-est": 60}),
    "missed-shot-modifiers": (
        # 8 and more on the die, and 2 for long range and 1 for the wound: 5 and more
        lambda r: percent(missed_shot_situation(r, band="long", wounded=True), "W"),
        {"all": 60, "aptitude": 30},
    ),
    "shooter-aptitude": (lambda r: shot(r, aptitude=-1), {"optional": 70, "none": NO}),
    "ladder-shooting": (
        lambda r: shot_at(r, "flat_ground", shooter="ladder"),
        {"faced-battlement": NO, "unregulated": 60},
    ),
    "sub-one-to-one-odds": (lambda r: fight(r, attack=2), {"impossible": NO, "one-to-one": 10}),
    "column-below-1-1": (lambda r: fight(r, attack=3, terrain="scrub"), {"stay": 10, "impossible": NO}),
    # 14 against 1 on bad ground: 11-1 or still 12-1+, of whose faces nine or all wound or kill.
    "column-above-12-1": (
        lambda r: fight(r, "EF", attack=14, defence=1, terrain="scrub"),
        {"last-column": 90, "ratio": 100},
    ),
    # Two against one at 1-1, from scrub: a column to the left and one to the right.
    "shift-order": (lambda r: fight(r, attack=[2, 1], terrain="scrub"), {"sum": 10, "one-after-another": 30}),
    "joint-bonus-number": (lambda r: fight(r, attack=[3, 3, 3]), {"one": 60, "each": 70}),
    "ladder-combat-sign": (lambda r: fight(r, terrain="ladder", against="battlement"), {"-": 30, "0": 50}),
    "tower-door-sign": (lambda r: fight(r, against="tower_door"), {"+": 30, "-": 60}),
    "siege-tower-top-sign": (lambda r: fight(r, terrain="siege_tower_top", against="battlement"), {"-": 30, "0": 50}),
    "rubble-sign": (lambda r: fight(r, terrain="rubble"), {"-": 30, "0": 50}),
    "window-combat": (
        lambda r: (fight_or_no(r, terrain="window"), fight_or_no(r, against="window")),
        {"impossible": (NO, NO), "plus": (60, 30), "defence-plus": (30, 30)},
    ),
    "elevation-levels": (
        # Slope 0.5 and battlement 2, with the extension 1; inside of a siege tower 0 and battlement 2, in Italian 1.
        lambda r: (
            fight_or_no(r, terrain="slope", against="battlement", heights=True),
            fight_or_no(r, terrain="siege_tower", against="battlement", heights=True),
        ),
        {"base": (NO, NO), "extension": (30, 50), "italian": (NO, 50)},
    ),
    "rubble-battlement-combat": (
        lambda r: fight_or_no(r, terrain="rubble", against="battlement", heights=True),
        {"allowed": 30, "by-level": NO},
    ),
    "panic-rule": (
        # a column right of 3-1, and results A and B void
        lambda r: (fight_or_no(r, panicked=True), fight_or_no(r, "AB", panicked=True), panic_or_no(r)),
        {"optional": (60, 0, 50), "none": (NO, NO, NO)},
    ),
    "horse-defence": (
        # 3 against 1, column 3-1 for mounted targets: D C C B A, so the horse dies on a 1
        lambda r: percent(animal_situation(r, attack=3), "DFH"),
        {"1": 10, "none": NO},
    ),
    "ladder-topple-wounded": (lambda r: percent(topple_situation(r, wounded=True), "T"), {"0": 60, "1": 50}),
    "ladder-topple-from-below": (
        lambda r: percent(topple_situation(r, below=True), "T"),
        {"forbidden": NO, "allowed": 60},
    ),
    "ram-bombarded-wall-minus-one": (lambda r: batter(r, ram=True, bombarded=True), {"0": 60, "-1": 50}),
    "tower-keep-minus-one": (lambda r: batter(r, target="tower"), {"-1": 50, "0": 60}),
    "ram-tower-minus-one": (lambda r: batter(r, target="tower", ram=True), {"0": 60, "-1": 50}),
    "ram-against-keep": (lambda r: batter(r, target="keep", ram=True), {"allowed": 60, "forbidden": NO}),
    "between-columns": (lambda r: batter(r, points=4), {"below": 20, "above": 40}),
    "inner-wall-d-count": (lambda r: marks_to_breach(r, "inner"), {"4": 4, "1": 1}),
    "keep-bombardment-condition": (
        lambda r: (batter_or_no(r, wall_whole=True), batter_or_no(r, keep_whole=True)),
        {"outer-breach": (NO, 50), "keep-damaged": (50, NO)},
    ),
    "first-fire-column": (by_hand, {"spread-only": 100, "also-hand-ignition": 40}),
    "fire-arrow-to-hit": (lambda r: arrow(r, "tent"), {"none": 30, "six-in-ten": 18}),
    "fire-arrow-weapons": (lambda r: arrow(r, "ram", weapon="crossbow"), {"bows": NO, "bows-and-crossbows": 10}),
    "fire-arrow-target-classes": (
        lambda r: (asked(lambda rules: arrow(rules, "mantlet"), r), arrow(r, "ram")),
        {"play-sheet": (30, 10), "protected-mantlets": (10, 10), "italian": (NO, 10)},
    ),
    "hand-ignition": (lambda r: by_hand(r, from_battlement=True), {"not-from-battlement": NO, "anywhere": 100}),
    "oil-targets": (
        # column 8-1: C D E F ten times in ten
        lambda r: percent(oil_situation(r, place="siege_tower_top"), "EF"),
        {"lower": NO, "any-adjacent": 60},
    ),
    "stunned-in-fire": (lambda r: round(100 * stunned_in_fire_odds(r)["K"]), {"rolls": 40, "killed": 100}),
    "healing-table": (out_days, {"d10": 20, "croisades": 5.6}),
}


def shot_or_no(rules, apart, **keys):
    return asked(lambda r: shot(r, friend_apart=apart, **keys), rules)


def fight_or_no(rules, letters="CDEF", **keys):
    return asked(lambda r: fight(r, letters, **keys), rules)


def panic_or_no(rules):
    return asked(lambda r: percent(panic_situation(r), ["P1", "P2", "P3", "R3", "R6"]), rules)


def batter_or_no(rules, **keys):
    return asked(lambda r: batter(r, target="keep", **keys), rules)


def asked(question, rules):
    try:
        return question(rules)
    except MangonelError:
        return NO


@pytest.mark.parametrize("option", CASES)
def test_what_an_option_moves(option):
    question, answers = CASES[option]
    assert set(answers) == set(SIEGE.options[option].values), "an answer for every value"
    found = {value: asked(question, SIEGE.replaced(options={option: value})) for value in answers}
    assert found == answers
    assert len(set(answers.values())) > 1, "the option makes a difference"
