"""Twenty questions that come up in play, answered from the four sides alone as a player would, against `mangonel odds`.

A look-up is one place of a side: the ground, or the row and column of a table. No question takes more than two.
"""

from functools import partial
from itertools import takewhile

import pytest

from cases import cases
from paper.asking import aid_grid, look_up
from paper.test_faces import told

CASES = cases(__file__)


grid, look = partial(aid_grid, "siege"), partial(look_up, "siege")


@pytest.fixture
def odds(ask):
    return lambda words: ask("odds", *words.split())


COLUMNS = [column.label for column in grid("melee", "Target on foot").columns]


def melee(target, ratio, attacker="flat ground", defender="flat ground", joint=0, rules="siege"):
    """Return what each face brings: the ground of both is the first look-up, the column the second."""
    moved = [
        look_up(rules, "ground", "Terrain", place, head)
        for place, head in ((attacker, "attacker there"), (defender, "target there"))
    ]
    column = COLUMNS[COLUMNS.index(ratio) + joint + sum(int(one.replace("\N{MINUS SIGN}", "-")) for one in moved)]
    found = aid_grid(rules, "melee", target)
    place = COLUMNS.index(column)
    return [next(row.group for row in found.rows if face in told(row.cells[place].value)) for face in range(1, 11)]


def shot(target, weapon, distance, cover="", added=0, place=""):
    """Return what each face brings; what is added to the die is read as the side says, and the cover of a place."""
    cover = cover or look("ground", "Terrain", place, "Cover") + " cover"
    found = grid("missiles", target)
    rows = [row for row in found.rows if row.group == weapon]
    ends = [int(row.label.split("\N{EN DASH}")[1]) for row in rows]
    at = next(number for number, end in enumerate(ends) if distance <= end)
    letters = []
    for face in range(1, 11):
        total = min(face + added, 10)
        row = rows[max(at - max(1 - total, 0), 0)]
        cells = zip(found.columns, row.cells, strict=True)
        letters.append(
            next(one.label for one, cell in cells if one.group == cover and max(total, 1) in told(cell.value))
        )
    return letters


@pytest.mark.parametrize("question", CASES["ROLLS"])
def test_every_face_of_a_roll(odds, question):
    said = dict(CASES["ROLLS"][question])
    words, read = said.pop("words"), shot if "weapon" in said else melee
    assert [letter.replace("\N{EM DASH}", "-") for letter in read(**said)] == odds(words)["by_die"]


def faces_of(answer, *letters):
    return {face for face, letter in enumerate(answer["by_die"], start=1) if letter in letters}


@pytest.mark.parametrize(
    ("place", "words", "letters"),
    CASES["test_the_faces_that_bring_one_result"]
)  # fmt: skip
def test_the_faces_that_bring_one_result(odds, place, words, letters):
    *where, more = place
    assert told(look(*where, **more)) == faces_of(odds(words), *letters)


@pytest.mark.parametrize(("place", "words", "letter"), CASES["test_chances_of_several_tries"])
def test_chances_of_several_tries(odds, place, words, letter):
    outcomes = odds(words)["outcomes"]
    chance = outcomes[letter] if letter else max(outcomes.values())
    assert look(*place) == f"{100 * chance:.1f}".removesuffix(".0")


def case(place, words):
    """Return what the chart says below a ground of one case of it; an empty cell is that of the ground."""
    rows = grid("ground", "Terrain").rows
    at = next(number for number, row in enumerate(rows) if row.label == place)
    below = takewhile(lambda row: row.label.startswith("\N{HORIZONTAL ELLIPSIS}"), rows[at + 1 :])
    mine = next(row for row in below if row.label.endswith(words))
    return [cell.value or base.value for cell, base in zip(mine.cells, rows[at].cells, strict=True)]


def test_what_a_ground_does_in_some_cases_stands_below_it():
    """The moat costs 1 from one hex of it to the next, and 4 from all else."""
    bar, dash, minus = "\N{BLACK SQUARE}", "\N{EN DASH}", "\N{MINUS SIGN}"
    assert case("moat", "from outside") == ["4", bar, "none", f"{minus}1", "+1"]
    assert case("battlement", "from a ladder")[:3] == ["4", bar, "heavy"]
    assert case("battlement", "from rubble")[0] == "3"
    assert case("mantlet", "across its front") == [bar, bar, "heavy", dash, dash]
    assert case("door or courtyard entry", "through an entry")[:2] == ["1", "+1"]
    # An attacker from outside stands on bad ground: two columns against him.
    assert case("keep door", "with neutral ground outside")[3:] == ["+1", f"{minus}2"]
    assert case("spiral stair", "defending from above")[3:] == ["+1", f"{minus}1"]
