"""Questions that come up in a battle of units, answered from the four sides alone, against `mangonel odds`."""

from functools import partial

import pytest

from cases import cases
from mangonel.paper.blocks import Lines
from mangonel.paper.wanted import unsigned
from paper.asking import aid_grid, aid_side, cell_at, look_up
from paper.test_faces import told

CASES = cases(__file__)


grid, look = partial(aid_grid, "filo-read"), partial(look_up, "filo-read")


def number(text):
    text = unsigned(text)
    return int(text.replace("\N{MINUS SIGN}", "-")) if text != "\N{MIDDLE DOT}" else 0


def lines(name, rules="filo-read"):
    """Return the lines of a side: what they say, and what stands before it."""
    blocks = (block for block in aid_side(rules, name).blocks if isinstance(block, Lines))
    return {said: value for block in blocks for value, said in block.entries}


def added(name, text):
    """Return the value of a line that says what is added."""
    return number(lines(name)[text])


def signed(total):
    return f"{total:+d}".replace("-", "\N{MINUS SIGN}") if total else "0"


def combat(total):
    """Return how many of ten faces bring each result at a total, the defenders' first."""
    total = signed(max(-7, min(7, total)))
    rows = grid("combat", "").rows
    place = [column.label for column in grid("combat", "").columns].index(total)
    return [len(told(row.cells[place].value)) for row in rows]


@pytest.fixture
def odds(ask):
    return lambda words, rules="filo-read": ask("odds", "filo", *words.split(), "--rules", rules)


def tenths(answer):
    return sorted(round(10 * chance) for chance in answer["outcomes"].values())


def shown(counts):
    return sorted(count for count in counts if count)


@pytest.mark.parametrize("case", CASES)
def test_an_attack(odds, case):
    said = CASES[case]
    total = sum(number(look(*place)) for place in said["places"]) + sum(added("combat", one) for one in said["lines"])
    answer = odds("combat " + said["words"])
    assert (total, shown(combat(total))) == (answer["total"], tenths(answer))


def test_points_of_las_navas_and_what_wins_there(odds):
    told_of = lines("turn", "navas")
    points = {
        kind: number(value)
        for said, value in told_of.items()
        for kind in said.rpartition("eliminated: ")[2].split(", ")
        if value.isdecimal()
    }
    fled = "Points for a unit that flees off the map: 1, whatever it is." in told_of
    gone = points["Al-Andalus: 7 units eliminated or routed"]
    words = "--of muslims --eliminated Ch --eliminated Ha --eliminated Mi --fled Pi --killed 1 --al-andalus 7"
    kinds = ("knights", "men-at-arms or sergeants", "militia", "leader killed")
    christians = odds(f"victory {words}", "navas")["scores"]["christians"]
    assert sum(points[kind] for kind in kinds) + fled + gone == christians
    assert any(said.startswith("Won at once: ") for said in told_of)
    assert not any("if the Christians have not won" in said for said in told_of)


@pytest.mark.parametrize(
    ("weapon", "hexes", "lines", "ground", "words"),
    [
        ("crossbowmen", "3", ("more than 4 strength points",), "farm, mill, abbey", "--shooter Ab:5 --terrain farm_mill_abbey"),
        ("archers", "2", ("a shooter has moved in this activation",), "", "--shooter Ar:4:moved"),
        ("artillery", "1", ("more than 8, in all",), "wall", "--shooter At:9 --terrain wall"),
    ],
)  # fmt: skip
def test_shots(odds, weapon, hexes, lines, ground, words):
    total = sum(added("shots", line) for line in lines)
    total += number(look("turn", "Terrain", ground, "fire").partition(" ")[0]) if ground else 0
    counts = {
        letter: len(told(look("shots", "", hexes, letter, group=weapon, over=signed(total)))) for letter in ("Dr", "D")
    }
    answer = odds(f"fire --distance {hexes} {words}")["outcomes"]
    assert counts == {letter: round(10 * answer.get(letter, 0)) for letter in ("Dr", "D")}


def test_a_routed_and_fatigued_unit_with_a_leader_rallies(odds):
    total = added("shots", "it is fatigued") + added("shots", "it is routed") - 2
    faces = told(look("shots", "Tests", signed(total), "6", group="Rally"))
    assert len(faces) == round(10 * odds("rally --quality 6 --routed --fatigued --bonus 2")["outcomes"]["rallies"])


def test_a_friend_is_passed_by_a_rout_and_a_unit_is_charged(odds):
    assert len(told(look("shots", "Tests", "it routs", "4"))) == round(10 * odds("rout --quality 4")["outcomes"]["Dr"])
    void = odds("reaction-charge --quality 6")["outcomes"]["passes"]
    assert len(told(look("shots", "Tests", "the charge", "6"))) == round(10 * void)


def test_what_becomes_of_a_fatigued_unit_that_is_demoralised(odds):
    assert look("combat", "What", "D+R", "organised, fatigued") == "DF \N{LEFTWARDS ARROW}1"
    answer = odds("states --state organised_fatigued --result D+R")
    assert answer["after"] == [{"state": "demoralised_fatigued", "hexes": 1}]


def test_initiative_with_two_points_more_and_a_leader_at_risk(odds):
    (row,) = (row for row in grid("turn", "Initiative").rows if row.label == "2")
    answer = odds("initiative --bonus-a 3 --bonus-b 1")
    assert row.cells[-2].chance == pytest.approx(answer["named"]["a has the initiative"])
    assert row.cells[0].chance == pytest.approx(answer["outcomes"]["C4 a"])
    risk = odds("leader --rolls 3")["outcomes"]
    assert [cell_at(grid("shots", "A leader"), word, "3").chance for word in ("dead", "wounded")] == [
        pytest.approx(risk["muere"]),
        pytest.approx(risk["herido"]),
    ]
