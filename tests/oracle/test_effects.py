"""What results do by the tables of effects: how a cell is read, and how it is carried out, also where no shipped table has it."""

from fractions import Fraction

import pytest

from cases import cases
from games.hand_worked import on_both
from games.ladder_beside import assault_on_both
from games.melee_beside import melee_on_both
from oracle.effects import Effect, Side, carry_out, leaves_burning, missile_effect, read_effect
from oracle.fighting import FIGHT_TALLIES
from oracle.ladder import play_ladder
from oracle.melee import play_melee
from oracle.men import Man
from oracle.ram import play_ram
from oracle.rules import read_rules
from oracle.scripted import NO_ATTACK, SERGEANT, Dice, Setup, every_course
from oracle.setups import setup_of
from oracle.sortie import play_sortie
from oracle.volley import play_volley

CASES = cases(__file__)

FOOT, MOUNTED = "effects-melee-foot", "effects-melee-mounted"
SHOTS, SHOTS_AT_RIDERS = "effects-missile-foot", "effects-missile-mounted"


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("nobody", Effect()),
        ("attacker:wounded", Effect("attacker", "wounded")),
        ("attacker:killed+retreat-3", Effect("attacker", "killed", 3)),
        ("target:retreat-4", Effect("target", retreat=4)),
        (
            "target:horse-killed+stunned+unhorsed",
            Effect("target", "stunned", unhorsed=True, horse_killed=True),
        ),
    ],
)
def test_how_a_cell_is_read(text: str, effect: Effect) -> None:
    assert read_effect(text) == effect


@pytest.mark.parametrize(
    "text",
    ["", "target", "target:", "enemy:wounded", "target:hurt", "target:retreat-0", "target:wounded+killed", "wounded"],
)
def test_what_is_no_effect(text: str) -> None:
    with pytest.raises(ValueError, match="no effect"):
        read_effect(text)


def test_every_cell_of_the_shipped_tables_is_an_effect() -> None:
    siege = read_rules()
    read = {name: [read_effect(row[0]) for row in siege.tables[name].cells.values()] for name in (FOOT, MOUNTED, SHOTS)}
    assert [effect.harm for effect in read[FOOT]] == ["wounded", "", "", "stunned", "wounded", "killed", ""]
    assert [effect.throws for effect in read[MOUNTED]] == [False, False, False, True, False, True, True, True, False]
    assert [effect.hurts for effect in read[SHOTS]] == [False, True, True, False]


@pytest.mark.parametrize(("effect", "state", "after", "driven"), CASES["test_what_befalls_one_man"])
def test_what_befalls_one_man(effect: str, state: str, after: str, driven: int) -> None:
    man, hexes, buried = Man(SERGEANT, "defender", state), [0], []
    carry_out(read_effect(effect), Side([man], lambda _men, back: hexes.append(back), buried.append))
    assert (man.state, hexes[-1]) == (after, driven)
    assert buried in ([], [[]], [[man]])
    assert ([man] in buried) == (after == "dead")


def test_a_rider_who_is_stunned_by_his_own_attack_is_out_of_the_saddle() -> None:
    # 20 : 4 is 5-1: 9 is A. His horse lives, and he comes round on foot; only wounded he keeps his seat.
    riders = setup_of(
        "midgame/melee", {"attackers": {"kind": "knight", "mounted": 1}, "policies": {"defenders": NO_ATTACK}}
    )
    for effect, what, unhorsed in (("attacker:stunned", "fit", 1), ("attacker:wounded", "wounded rider", 0)):
        game = melee_on_both(riders, read_rules(cells=[(FOOT, "A", "value", effect)]), Dice(9))
        outcome = game.play()
        assert (game.men["attackers"][0].what, outcome.tallies["unhorsed"]) == (what, unhorsed)
        assert outcome.attackers_horses == 0


@pytest.mark.parametrize(
    ("effect", "states", "driven"),
    [
        ("attacker:wounded", ["fit", "wounded"], None),
        ("attacker:stunned", ["fit", "stunned"], None),
        ("attacker:killed", ["fit", "dead"], None),
        ("attacker:retreat-1", ["fit", "fit"], [0, 1]),
        ("attacker:wounded+retreat-1", ["fit", "wounded"], [0, 1]),
        ("attacker:stunned+retreat-1", ["fit", "dead"], [0]),
        ("attacker:killed+retreat-1", ["fit", "dead"], [0]),
        ("target:killed", ["fit", "fit"], None),
    ],
)
def test_of_several_attackers_one_is_hurt_and_all_retreat(effect: str, states: list[str], driven: list[int]) -> None:
    men = [Man(SERGEANT, "attacker") for _ in range(2)]
    went: list[list[int]] = []
    attackers = Side(men, lambda able, _hexes: went.append([men.index(man) for man in able]), victim=lambda: men[1])
    carry_out(read_effect(effect), Side([Man(SERGEANT, "defender")]), attackers)
    assert [man.state for man in men] == states
    assert went == ([] if driven is None else [driven])


@pytest.mark.parametrize(("effect", "state", "after"), CASES["test_what_burning_oil_does_to_a_man_inside"])
def test_what_burning_oil_does_to_a_man_inside(effect: str, state: str, after: str) -> None:
    man = Man(SERGEANT, "besieger", state)

    def leaves(one: Man) -> None:
        one.state = "left stunned"

    leaves_burning(read_effect(effect), man, leaves)
    assert man.state == after


def test_nobody_is_harmed_by_his_own_shot_or_misses_by_harm() -> None:
    # Every shot is B. A miss would be followed by a roll beside friends, who die of a second hit.
    setup = setup_of("worked/volley", {"approach": ["flat_ground x 40"], "friends": {"men": 1}})
    # No table of shots may say that the shooter is harmed: there the oracle plays alone.
    for effect, dead, play in (("attacker:wounded", 0, play_volley), ("nobody", 1, on_both(play_volley))):
        rules = read_rules(options={"missed-shot-rule": "errare-humanum-est"}, cells=[(SHOTS, "B", "value", effect)])
        dice = iter([3, 10, 3, 10] if dead else [3, 3])
        outcome = play(setup, rules, lambda dice=dice: next(dice))
        assert (outcome.measures["friends_dead"], outcome.tallies["hits"]) == (dead, 0)


def test_since_croisades_a_table_of_its_own_says_what_befalls_a_rider() -> None:
    siege, croisades = read_rules(), read_rules("croisades")
    assert missile_effect(siege, "C", rides=True).throws
    assert not missile_effect(croisades, "C", rides=True).throws


def chance(play: object, setup: Setup, of: str, *cells: tuple[str, str, str]) -> Fraction:
    """The chance of something that can happen once, under rules with these effects: table, result, effect."""
    rules = read_rules(cells=[(table, result, "value", effect) for table, result, effect in cells])

    def played(asked: Setup, _options: dict[str, str], roll: object) -> object:
        return on_both(play)(asked, rules, roll)  # type: ignore[operator]

    chances = every_course(played, setup, lambda told: getattr(told, of))  # type: ignore[arg-type]
    assert set(chances) <= {0, 1}, chances
    return chances.get(1, Fraction(0))


# One attack on 2-1: C on 2 dice, B on 2, A on 2, D on 1.
ONE_ATTACK = setup_of("midgame/melee", {"policies": {"defenders": NO_ATTACK}})


def test_a_melee_asks_what_its_results_do() -> None:
    assert chance(play_melee, ONE_ATTACK, "defenders_dead") == 0
    assert chance(play_melee, ONE_ATTACK, "defenders_dead", (FOOT, "C", "target:killed")) == Fraction(2, 10)
    assert chance(play_melee, ONE_ATTACK, "attackers_dead", (FOOT, "C", "attacker:killed")) == Fraction(2, 10)
    assert chance(play_melee, ONE_ATTACK, "attackers_wounded", (FOOT, "A", "nobody")) == 0


def test_counters_of_a_melee_are_of_what_results_do() -> None:
    rules = read_rules(
        cells=[(FOOT, "D", "value", "target:wounded+retreat-1"), (FOOT, "A", "value", "attacker:killed")]
    )
    told = {die: on_both(play_melee)(ONE_ATTACK, rules, lambda die=die: die).tallies for die in (1, 6)}
    named = {die: {name for name in FIGHT_TALLIES if tallies[name]} for die, tallies in told.items()}
    assert named == {1: {"wounds", "retreats"}, 6: {"self_wounds"}}


def test_a_rider_who_is_stunned_or_loses_his_horse_is_on_foot() -> None:
    # 14 : 8 is 1-1: B on 2 dice, C on 1.
    setup = setup_of(
        "midgame/melee",
        {
            "attackers": {"kind": "knight"},
            "defenders": {"kind": "knight", "mounted": 1},
            "policies": {"defenders": NO_ATTACK},
        },
    )
    for effect, horse in (("target:stunned", 0), ("target:horse-killed+wounded+unhorsed", 1)):
        rules = read_rules(cells=[(MOUNTED, "C", "value", effect)])
        outcome = on_both(play_melee)(setup, rules, lambda: 1)
        assert (outcome.tallies["unhorsed"], outcome.defenders_horses) == (1, horse)


def test_a_ladder_assault_asks_what_its_results_do() -> None:
    # The man on the ladder is attacked on 2-1, and with one column for the ladder on 3-1: C and D on 2 dice each.
    setup = setup_of("midgame/ladder_fights", {"policies": {"attack_from": "12-1+", "facing": "fight"}})
    assert chance(play_ladder, setup, "attackers_dead") == 0
    assert chance(play_ladder, setup, "attackers_dead", (FOOT, "D", "target:killed")) == Fraction(2, 10)
    assert chance(play_ladder, setup, "attackers_dead", (FOOT, "C", "target:killed")) == Fraction(2, 10)
    assert chance(play_ladder, setup, "defenders_dead", (FOOT, "C", "attacker:killed")) == Fraction(2, 10)


def test_shots_at_a_ladder_ask_how_far_a_man_retreats() -> None:
    way = ["flat_ground"] * 12
    setup = setup_of(
        "midgame/ladder_fights",
        {
            "approach": way,
            "towers": {"men": 1, "weapon": "crossbow"},
            "defenders": {"on_wall": 0},
            "turns": 3,
            "first": "defenders",
            "policies": NO_ATTACK,
        },
    )

    options = {"carrier-retreat": "falls-back"}

    def hexes_entered(effect: str) -> int:
        game = assault_on_both(setup, read_rules(options=options, cells=[(SHOTS, "A", "value", effect)]), lambda: 6)
        for _ in range(2):
            game.besiegers_turn()
        before = game.ladders[0].distance
        game.defenders_turn()
        return game.ladders[0].distance - before

    assert [hexes_entered(f"target:retreat-{hexes}") for hexes in (1, 2, 4)] == [1, 2, 4]
    assert hexes_entered("nobody") == 0


def test_a_ram_and_its_burning_oil_ask_what_results_do() -> None:
    setup = setup_of(
        "midgame/ram",
        {
            "oil": {"barrels": 1, "men": 1},
            "first": "defenders",
            "besiegers": {"men": 4},
            "policies": {"fire_fighters": 6},
        },
    )
    rules = {"oil-occupants-of-burning-machine": "attacked"}
    for effect, dead in (("target:killed", 1), ("target:wounded", 0), ("nobody", 0)):
        changed_rules = read_rules(options=rules, cells=[(FOOT, "D", "value", effect)])
        dice = iter([8, 8, 6, 6, 6, 6, 6, 6])
        assert on_both(play_ram)(setup, changed_rules, lambda dice=dice: next(dice)).attackers_dead == dead


def test_a_sortie_asks_what_shots_do() -> None:
    # Two shots of a bow in a turn at a man on his way: C, B and A on 2 dice each; who is wounded drops out.
    setup = setup_of("midgame/sortie", {"turns": 1, "approach": ["flat_ground x 10"], "archers": {"men": 1}})
    assert chance(play_sortie, setup, "defenders_dead") == Fraction(2, 10) + Fraction(6, 10) * Fraction(2, 10)
    assert chance(play_sortie, setup, "defenders_dead", (SHOTS, "C", "nobody")) == 0
    assert chance(play_sortie, setup, "defenders_dead", (SHOTS, "B", "target:killed")) == 1 - Fraction(6, 10) ** 2
