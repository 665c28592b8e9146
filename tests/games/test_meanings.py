"""What a result is said to mean is what it does, and a changed result is played or refused by name."""

import re
import shutil
from dataclasses import replace
from functools import lru_cache
from itertools import product

import pytest

from cases import cases
from mangonel import build, load_rules, load_scenario, play_trace, run
from mangonel.errors import DataError
from mangonel.games.cryhavoc.rolls import animal_situation, called, melee_situation
from mangonel.rules.change import CellChange
from mangonel.rules.effects import Effect, effect_text
from mangonel.rules.files import data_root
from mangonel.rules.loading import rule_set_names
from mangonel.rules.ruleset import Asked as Record
from mangonel.rules.words import PhraseBook, locale_names
from rules.overlays import HEAD, change
from rules.words.marking import said_in

CASES = cases(__file__)

SIEGE = load_rules("siege")
BLOODY = HEAD + "".join(
    change(table="effects-melee-foot", row=row, column="value", value="target:killed") for row in "DE"
)
PRINTED = 'D = "defender stunned"'


def does(table, **effects):
    """Return siege with other effects of some letters."""
    return SIEGE.replaced(cells=[CellChange(f"effects-{table}", row, "value", cell) for row, cell in effects.items()])


@pytest.fixture
def bloody(write):
    return write("mine.toml", BLOODY)


@pytest.fixture
def own_base(tmp_path):
    """Return a function that types the printed rules anew, with some lines of their tables changed."""

    def typed(**lines):
        shutil.copytree(data_root() / "rules" / "cryhavoc", tmp_path / "own")
        base = tmp_path / "own" / "siege.toml"
        base.write_text(base.read_text(encoding="utf-8").replace('id = "siege"', 'id = "club"', 1), encoding="utf-8")
        for name, (old, new) in lines.items():
            file = tmp_path / "own" / "tables" / f"{name.replace('_', '-')}.toml"
            text = file.read_text(encoding="utf-8")
            assert text.count(old) == 1
            file.write_text(text.replace(old, new), encoding="utf-8")
        return base

    return typed


@pytest.mark.parametrize("croisades", ["base", "croisades"])
@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
def test_shipped_rule_sets_say_what_stands_in_their_tables(name, croisades):
    rules = load_rules(name).replaced(options={"mounted-missile-croisades": croisades})
    for table in rules.tables.values():
        printed = dict(table.results)
        for block in table.results_if:
            printed |= block.texts if rules.values[block.option] == block.value else {}
        assert dict(rules.table(table.id).results) == printed


@pytest.mark.parametrize(("table", "letter", "cell", "text"), CASES["test_a_changed_effect_is_said"])
def test_a_changed_effect_is_said(table, letter, cell, text):
    changed = does(table, **{letter: cell}).table(table).results
    printed = SIEGE.table(table).results
    assert changed[letter] == text
    assert {one: said for one, said in changed.items() if one != letter} == {
        one: said for one, said in printed.items() if one != letter
    }


def test_an_effect_that_is_changed_back_is_said_as_printed():
    back = does("melee-foot", D="target:killed").replaced(
        cells=[CellChange("effects-melee-foot", "D", "value", "target:stunned")]
    )
    assert back.table("melee-foot").results == SIEGE.table("melee-foot").results
    assert back.digest == SIEGE.digest


KILLS = ('"D" = "target:stunned"', '"D" = "target:killed"')


def test_a_text_of_ones_own_stays_with_its_effect(own_base):
    own = load_rules(own_base(effects_melee_foot=KILLS, melee_foot=(PRINTED, 'D = "struck down"')))
    assert own.table("melee-foot").results["D"] == "struck down"


def test_a_printed_text_does_not_stay_with_another_effect(own_base):
    own = load_rules(own_base(effects_melee_foot=KILLS))
    assert own.table("melee-foot").results["D"] == "defender killed"


@pytest.mark.parametrize("mounted", ["target:killed+unhorsed", "target:killed"])
def test_printed_words_for_the_same_effect_give_way_too(own_base, mounted):
    own = load_rules(own_base(effects_missile_mounted_croisades=('"C" = "target:wounded"', f'"C" = "{mounted}"')))
    revised = own.replaced(options={"mounted-missile-croisades": "croisades"})
    assert revised.table("missile-mounted").results["C"] == "rider killed, horse unharmed"


def test_a_text_of_ones_own_gives_way_when_its_effect_is_changed(own_base):
    base = own_base(melee_foot=(PRINTED, 'D = "struck down"'))
    file = base.parent / "mine.toml"
    file.write_text(BLOODY.replace('"siege"', '"./siege.toml"'), encoding="utf-8")
    assert load_rules(base).table("melee-foot").results["D"] == "struck down"
    assert load_rules(file).table("melee-foot").results["D"] == "defender killed"


def test_nothing_is_asked_for_words():
    record = Record()
    table = does("melee-foot", D="target:killed").noting(record).table("melee-foot")
    assert table.results["D"] == "defender killed"
    assert (list(record.tables), list(record.cells), list(record.options)) == (["melee-foot"], [], [])


def test_of_an_animal_only_what_befalls_it_is_said():
    rules = does("melee-mounted", E="target:wounded+retreat-1")
    assert melee_situation(rules, attack=30, defence=3, mounted=True).meaning("E") == (
        "rider wounded, retreats 1 hex, horse unharmed"
    )
    assert animal_situation(rules, attack=30).meaning("E") == "defender retreats 1 hex"
    assert animal_situation(rules, attack=30).meaning("F") == "horse killed"


def test_odds_side_by_side_say_both(say, bloody):
    _, out, _ = say("odds", "melee", "24:7", "--rules", "siege", "--rules", bloody)
    said = " ".join(out.split())
    assert "siege: defender stunned; mine: defender killed" in said


@lru_cache
def games(rules):
    sequence = build(load_scenario("ladder-two"), rules)
    return [play_trace(sequence, seed=seed) for seed in range(8)]


def told(rules, language, letters):
    """Return what the games of some seeds say of melee results."""
    lines = [line for game in games(rules) for line in said_in(language, game.lines)]
    melee = [line for line in lines if re.search(r"melee|Kampf", line)]
    return {said[1] for line in melee if (said := re.search(rf"-> (?:{'|'.join(letters)}) \((.*)\)$", line))}


def test_traces_say_what_a_result_does(bloody):
    assert told(SIEGE, "en", "DE") >= {"defender stunned", "defender wounded"}
    rules = load_rules(bloody)
    assert "defender killed" in told(rules, "en", "DE")
    assert told(rules, "en", "DE") <= {"defender killed", "besieger killed"}
    assert "Verteidiger getötet" in told(rules, "de", "DE")
    assert told(rules, "de", "DE") <= {"Verteidiger getötet", "Belagerer getötet"}


def test_traces_say_that_one_is_hurt_and_all_retreat():
    rules = does("melee-foot", A="attacker:wounded+retreat-1", B="attacker:retreat-2")
    both = {"besieger wounded, all who attacked retreat 1 hex", "defender wounded, all who attacked retreat 1 hex"}
    assert told(rules, "en", "A")
    assert told(rules, "en", "A") <= both
    assert "Belagerer verwundet, alle Angreifenden ziehen sich 1 Feld zurück" in told(rules, "de", "A")
    assert told(rules, "de", "B") & {"Belagerer zieht sich 2 Felder zurück", "alle Angreifenden ziehen sich 2 Felder zurück"}  # fmt: skip


def every_text():
    """Return the words for all effects, with all names that traces give to the sides."""
    for table, shot, mounted in CASES["SHOTS_AND_RIDERS"]:
        flags = (False, True) if mounted else (False,)
        sides = ("target",) if shot else ("attacker", "target")
        for side, harm, horse, seat, back in product(
            sides, ("", "wounded", "stunned", "killed"), flags, flags, range(4)
        ):
            if side == "attacker" and (horse or seat):
                continue
            text = effect_text(Effect(side, harm, horse, seat, back), SIEGE.tables[table].form.befalls)
            yield text
            for names in (called("besieger", "defender"), called("defender", "besieger", several=True),
                          called("attacker", "attacker", several=True)):  # fmt: skip
                yield re.sub("|".join(names), lambda found, names=names: names[found[0]], text)


TEXTS = sorted(set(every_text()))
ENGLISH = re.compile(r"\b(?:retreats?|hex|killed|wounded|stunned|rider|horse|unhorsed|target|attack\w*|besieger|who)\b")


@pytest.mark.parametrize("language", [name for name in locale_names() if name != "en"])
def test_every_effect_is_said_in_every_language(language):
    book = said_in(language, PhraseBook)
    assert len(TEXTS) > 60
    for text in TEXTS:
        said = book.told(text)
        assert said is not None, text
        # The Spanish field is called hex, too.
        assert not ENGLISH.search(said.replace("hex", "") if language == "es" else said), (text, said)


def with_letter(table, letter, *rows):
    """Return siege with a result that its table does not have, as a table file of one's own may have it."""
    printed = SIEGE.tables[table]
    cells = tuple(
        tuple(letter if row in rows else cell for cell in line)
        for row, line in zip(printed.rows, printed.cells, strict=True)
    )
    changed = replace(printed, results={**printed.results, letter: "of my own"}, cells=cells)
    return replace(SIEGE, tables={**SIEGE.tables, table: changed})


def test_a_letter_of_ones_own_does_what_its_row_says():
    kills = with_letter("melee-foot", "G", "1")
    with pytest.raises(DataError, match="what this result of table melee-foot does: 'G'"):
        build(load_scenario("ladder-one"), kills)
    effects = SIEGE.tables["effects-melee-foot"]
    known = replace(effects, rows=(*effects.rows, "G"), cells=(*effects.cells, ("target:killed",)))
    kills = replace(kills, tables={**kills.tables, effects.id: known})
    same = SIEGE.replaced(
        cells=[CellChange("melee-foot", "1", name, "F") for name in SIEGE.table("melee-foot").columns]
    )
    ours, theirs = (run(build(load_scenario("ladder-one"), rules), engine="exact") for rules in (kills, same))
    assert ours.probability("foothold").value == pytest.approx(theirs.probability("foothold").value, abs=1e-12)


@pytest.mark.parametrize(
    ("keys", "parts"), CASES["test_a_result_that_cannot_come_there_is_refused_when_the_file_is_read"]
)
def test_a_result_that_cannot_come_there_is_refused_when_the_file_is_read(write, keys, parts):
    file = write("mine.toml", HEAD + change(**keys))
    with pytest.raises(DataError) as caught:
        load_rules(file)
    assert all(part in str(caught.value) for part in ["mine.toml", *parts])


@pytest.mark.parametrize(
    ("table", "letter", "name"), CASES["test_a_letter_of_ones_own_that_nobody_can_carry_out_is_refused_by_name"]
)
def test_a_letter_of_ones_own_that_nobody_can_carry_out_is_refused_by_name(table, letter, name):
    rows = SIEGE.tables[table].rows
    with pytest.raises(DataError) as caught:
        build(load_scenario(name), with_letter(table, letter, *rows))
    error = caught.value
    assert error.value == letter
    assert error.allowed
    assert table in str(error)
