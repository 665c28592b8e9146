"""``mangonel odds``: every situation, what it is made of, and several rule sets side by side."""

import json
from fractions import Fraction

import pytest

from cases import cases
from cli.starting import not_at_once
from mangonel.games.cryhavoc.outcomes import worst_first
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale

CASES = cases(__file__)

SIEGE = load_rules("siege")
MELEE = ["melee", "--attack", 8, "--defence", 3]


@pytest.fixture
def say(say):
    """Run ``mangonel odds`` and return its output."""

    def run_it(*words):
        code, out, err = say("odds", *words, *([] if "--help" in words else ["--all"]))
        assert (code, err) == (0, "")
        return out

    return run_it


@pytest.fixture
def ask(say):
    return lambda *words: json.loads(say(*words, "--json"))


def rows(text):
    """Return the lines of a text by their first word, a mark before it aside: the numbers, not what they mean below."""
    found = {}
    for line in text.splitlines():
        if words := line.removeprefix("  * ").split():
            found.setdefault(words[0], line.replace("  * ", "    ", 1))
    return found


def percent(chance):
    """Return a chance as it is printed."""
    return " ".join(load_locale("en").chance(Fraction(chance).limit_denominator(10**6)).split())


def told(text):
    """Return what the results mean that stand below numbers side by side, by result, in one line each."""
    parts = [line for line in text.partition("* not the same")[2].splitlines()[1:] if line.strip()]
    found, name = {}, ""
    for line in parts:
        name = line[2:].split("  ")[0] if line[2] != " " else name
        found[name] = " ".join([found.get(name, ""), line.removeprefix(f"  {name}").strip()]).strip()
    return found


SITUATIONS = [*CASES["SITUATIONS"], MELEE]


@pytest.mark.parametrize("words", SITUATIONS, ids=lambda words: " ".join(map(str, words)))
def test_every_situation_adds_up_and_says_the_same_in_both_forms(say, ask, words):
    document, text = ask(*words), say(*words)
    exact = {letter: Fraction(chance) for letter, chance in document["fractions"].items()}
    assert sum(exact.values()) == 1
    # Results that befall the attacker stand after "no effect" and are counted from the other end.
    order = list(worst_first(SIEGE, document.get("table") or "fire", document["outcomes"]))
    if document.get("column") in ("days", "turns"):
        order = list(document["at_least"])
    nothing = order.index("-") if "-" in order else len(order)
    if words[0] in ("melee", "batter") and "-" in order:
        halves = [order[:nothing], order[nothing + 1 :][::-1]]
    else:
        halves = [[one for one in order if one != "-"]]
    assert sorted(document["at_least"]) == sorted(letter for half in halves for letter in half)
    for half in halves:
        total = 0.0
        for letter in half:
            total += document["outcomes"][letter]
            reached = document["at_least"][letter]
            assert reached == pytest.approx(total)
            assert f"{exact[letter]}" in rows(text)[letter].split()
            assert percent(reached) in " ".join(rows(text)[letter].split())
    assert document["meanings"].keys() == document["outcomes"].keys()
    assert all(document["meanings"].values())
    if document["named"]:
        assert sum(document["named"].values()) == pytest.approx(1)
        assert "in short" in text
    for name, chance in document["named"].items():
        assert any(line.split() == [*name.split(), *percent(chance).split()] for line in text.splitlines())
    assert f"[siege {SIEGE.digest}], exact" in text


def test_column_shifts_and_next_column(say, ask):
    words = [*MELEE, "--terrain", "ladder", "--against", "battlement"]
    text, document = say(*words), ask(*words)
    assert "column       1-1, from 2-1" in text
    assert "shifts       -1 ground - against 0" in text
    assert "1 more attack point reaches 2-1" in text
    assert (document["next_column_needs"], document["next_column"]) == (1, "2-1")
    assert document["shifts"] == {"ground - against 0": -1}
    assert list(document["named"]) == ["driven back", "no effect", "attacker driven back", "attacker wounded"]


@pytest.mark.parametrize(("words", "text"), CASES["test_the_next_column_in_words"])
def test_the_next_column_in_words(say, words, text):
    assert f" {text}\n" in say("melee", *words)


@pytest.mark.parametrize(
    ("points", "needs", "column", "text"),
    [
        (1, 2, "3", "2 more points reach 3"),
        (8, 1, "9", "1 more point reaches 9"),
        (12, None, None, "none: more points"),
    ],
)
def test_the_next_column_of_battering(say, ask, points, needs, column, text):
    document = ask("batter", "--points", points)
    assert (document["next_column_needs"], document["next_column"]) == (needs, column)
    assert f" {text}" in say("batter", "--points", points)


@pytest.mark.parametrize(
    ("distance", "needs", "text"),
    [(31, 1, "1 hex nearer is short range"), (100, 10, "10 hexes nearer is medium range"), (5, None, "none")],
)
def test_the_next_range(say, ask, distance, needs, text):
    words = ["missile", "--weapon", "longbow", "--distance", distance]
    assert ask(*words)["next_band_needs"] == needs
    assert f" {text}" in say(*words)


def test_at_least_counts_from_the_end_of_whom_it_befalls(ask):
    """At 2-1 the die says D C C B B A - - - -: at least B is B or A, not B or anything that befalls the defender."""
    document = ask("melee", "--attack", 8, "--defence", 3)
    assert document["at_least"] == {"D": 0.1, "C": 0.3, "B": pytest.approx(0.3), "A": 0.1}
    battered = ask("batter", "--points", 5)
    assert (battered["outcomes"], battered["at_least"]) == ({"D": 0.2, "-": 0.7, "1C": 0.1}, {"D": 0.2, "1C": 0.1})
    assert list(ask("heal")["at_least"]) == ["never", "10", "8", "6", "5", "4", "3", "2", "1"]
    assert ask("heal")["at_least"]["8"] == pytest.approx(0.4)
    assert list(ask("panic")["at_least"]) == ["R6", "R3", "P3", "P2", "P1"]


def test_several_rule_sets_fit_the_terminal(say, monkeypatch):
    """Beside each other, in parts where they do not fit, and once where they are the same."""
    monkeypatch.setenv("COLUMNS", "80")
    three = [word for name in ("siege", "croisades", "siege-de") for word in ("--rules", name)]
    shot = ["missile", "--weapon", "shortbow", "--distance", 45]
    for words in ([*shot, *three[:4]], [*shot, *three], ["heal", *three[:4]], [*MELEE, *three]):
        text = say(*words)
        assert max(map(len, text.splitlines())) <= 80, text
    same = say(*MELEE, *three)
    assert "The same under siege, croisades, siege-de:" in same
    assert same.count("defender stunned") == 1
    beside = say(*shot, *three[:4])
    marked = [line.split()[1] for line in beside.splitlines() if line.startswith("  * ")]
    assert marked == ["modifiers", "by", "next", "B", "-", "wounded", "no"]
    # The two that agree share a column.
    assert [line.split() for line in say(*shot, *three).splitlines()][4] == ["siege,", "siege-de", "croisades"]
    monkeypatch.setenv("COLUMNS", "44")
    below = say(*shot, *three[:4])
    assert max(map(len, below.splitlines()[2:])) <= 44
    assert below.count("  result ") == 2


def test_several_tries_succeed_if_one_does(ask):
    # Toppling is 3 in 5: of three tries one succeeds with 1 - (2/5)^3.
    assert ask("topple", "--tries", 3)["fractions"] == {"T": "117/125", "-": "8/125"}
    assert ask("topple", "--tries", 1)["fractions"] == ask("topple")["fractions"]
    assert ask("fire", "--cause", "spread", "--tries", 2)["fractions"] == {"F": "16/25", "-": "9/25"}
    assert ask("fire", "--cause", "hand", "--tries", 2)["fractions"] == {"F": "1"}


def test_a_roll_to_hit_first(ask, say, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "siege"\n[options]\nfire-arrow-to-hit = "six-in-ten"\n'
    )
    words = ["fire", "--cause", "arrow", "--target", "tent", "--rules", mine]
    assert ask(*words)["fractions"] == {"F": "9/50", "-": "41/50"}
    assert ask(*words)["to_hit"] == 0.6
    assert "roll to hit first  3/5" in say(*words)


def test_nothing_is_left_of_a_fire_that_surely_catches(ask, say):
    assert ask("fire", "--cause", "hand")["fractions"] == {"F": "1"}
    assert "none: it is certain" in say("fire", "--cause", "hand")


SHOT = ["missile", "--weapon", "shortbow", "--distance", 40, "--cover", "none", "--mounted"]


def test_a_meaning_that_differs_is_told_for_both(say):
    text = say(*SHOT[:4], 10, *SHOT[5:], "--rules", "siege", "--rules", "croisades")
    assert told(text)["B"].startswith("siege: horse killed")
    assert "croisades: " in told(text)["B"]


def test_json_is_an_object_for_one_rule_set_and_a_list_for_several(ask):
    one, other = ask(*MELEE, "--rules", "siege", "--rules", "croisades")
    assert (one["rules"], other["rules"]) == ("siege", "croisades")
    assert ask(*MELEE) == one
    keys = ["table", "column", "shifts", "modifiers", "by_die", "next_column_needs", "outcomes", "fractions"]
    assert {"rules", "digest", *keys} <= set(one)


def test_dice_are_rolled_too(say, ask):
    words = ["topple", "--trials", 4_000, "--seed", 5]
    assert ask(*words)["rolled"] == "4,000 dice, seed 5"
    assert set(ask(*words)["came"]) == {"T", "-"}
    assert "4,000 dice, seed 5" in say(*words)


def test_no_question_imports_anything_heavy():
    asked = [*SITUATIONS, [*SHOT, "--rules", "siege", "--rules", "croisades"]]
    assert not_at_once(*(["odds", *words] for words in asked)) == {}


def test_fire_names_its_faces_where_one_roll_decides(say):
    assert "1-7 -, 8-10 F" in say("fire", "--cause", "oil")
    assert "by die" not in say("fire", "--cause", "arrow", "--target", "ram", "--rules", "siege-it")
