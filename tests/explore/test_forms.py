"""What a form says is what a scenario and a question are given: nothing, if nothing was touched."""

import re

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.explore.coach import named_looks
from mangonel.explore.edits import edited
from mangonel.explore.goals import quantities_of
from mangonel.explore.roll import answers_brief, answers_html, controls_of, given_in, one_more, usual_of
from mangonel.explore.scenario_form import groups_of, places_of, values_in
from mangonel.explore.text_forms import Control, Group, form
from mangonel.games.fields import decisions
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale
from rules.words.marking import said_in

CASES = cases(__file__)

ENGLISH = load_locale("en")
QUESTIONS = [(system, question) for system in systems() for question in system.questions()]


def test_goals_are_named_in_the_language_of_the_page_with_the_units_of_the_sides():
    names = dict(said_in("de", quantities_of, load_scenario("engagement-hill"), load_rules("filo-read")))
    assert (names["b_broken"], names["b_routed"]) == ("Ritter gebrochen", "Einheiten der Ritter auf der Flucht")


@pytest.mark.parametrize("name", scenario_names())
def test_an_untouched_form_changes_nothing_and_all_that_stands_in_it_has_a_word(name):
    scenario = load_scenario(name)
    places = places_of(scenario)
    assert values_in(places, {place.path: place.text for place in places}) == {}
    assert len({place.path for place in places}) == len(places)
    for place in places:
        if place.values and place.value is not None:
            assert place.value in place.values, place.path
    groups = groups_of(scenario, places, {}, load_rules(scenario.system.rules))
    assert sorted(control.name for group in groups for control in group.controls) == sorted(
        place.path for place in places
    )
    # Decisions are told by words of their own; that all languages have the words of English is looked at elsewhere.
    decided = decisions(scenario.playable.keys, scenario.sequence)
    parts = {part for place in places if place.path not in decided for part in place.path.split(".")}
    named = {part for part in parts if part.isdecimal() or ENGLISH.has_word("keys", part, scenario.sequence)}
    assert parts - named == set()


def test_when_a_side_has_lost_stands_among_no_decisions():
    scenario = load_scenario("engagement-pikes")
    groups = groups_of(scenario, places_of(scenario), {}, load_rules("filo-read"))
    heads = {control.name: group.heading for group in groups for control in group.controls}
    assert heads["policies.a.act"] == "Decisions: knights"
    assert heads["policies.a.until"] == heads["a.kind"]


def test_what_is_said_reaches_the_scenario():
    scenario = load_scenario("ladder-one")
    places = places_of(scenario)
    values = CASES["VALUES_OF_A_LADDER"]
    assert values_in(places, CASES["SAID_OF_A_LADDER"]) == values
    setup = scenario.replaced(values).setup
    reached = setup.men, setup.policies.facing, setup.policies.oil_first, setup.break_off_losses
    assert reached == tuple(values.values())
    assert values_in(places, {"besiegers.men": ""}) == {}
    for wrong in ("x", "2.5", "9" * 30):
        with pytest.raises(DataError, match="turns: must be a whole number"):
            scenario.replaced(values_in(places, {"turns": wrong}))


def test_a_limit_that_other_keys_decide_is_worked_out():
    places = {place.path: place for place in places_of(load_scenario("ladder-one"))}
    assert (places["foothold"].low, places["foothold"].high) == (1, 2)
    # The file of a part that is a scenario of its own says its keys.
    assert not any(place.path.startswith("assault.") for place in places_of(load_scenario("siege-great")))


@pytest.mark.parametrize(("system", "question"), QUESTIONS, ids=[f"{one.id}-{two.name}" for one, two in QUESTIONS])
def test_every_question_is_answered_as_its_form_begins_with_it(system, question):
    rules = load_rules("filo-read" if system.id == "filo" else system.rules)
    usual = {one.name: usual_of(one) for one in question.parameters}
    given = given_in(question, usual)
    assert set(given) == {one.name.replace("-", "_") for one in question.parameters if one.required}
    answer = question.answered(rules, question.values(given))
    assert abs(sum(answer.odds.values()) - 1) < 1e-9 or question.name == "victory"
    assert ENGLISH.has_word("questions", question.name)
    assert all(ENGLISH.has_word("parameters", one.name, question.name) for one in question.parameters)
    # One more of a number may be what cannot be asked; the answer stands all the same.
    rolls = question.thrown(rules, question.values(given))
    assert str(answers_html(question, given, (rules,))).count('class="strip"') == len(rolls)
    # Where nothing is thrown whose faces bring results, the answer says what there is instead.
    assert ("roll" in answer.lines) is not bool(rolls)
    names = [control.name for control in controls_of(system, question, rules, {})]
    assert names == [one.name for one in question.parameters]


@pytest.mark.parametrize(
    ("name", "path", "said", "holds"),
    [
        ("ladder-one", "approach", "flat_ground~3,slope", ("flat_ground",) * 3 + ("slope",)),
        ("ladder-one", "defenders.weapon", "crossbow", "crossbow"),
        ("siege-great", "policies.order", "ram,assault,breach,tower", ("ram", "assault", "breach", "tower")),
        ("fire-camp", "objects.1.hexes", "5~-1", ((5, -1),)),
        ("engagement-knights", "a.ground", "wood,stream", ("wood", "stream")),
        ("engagement-knights", "a.kind", "militia", "militia"),
    ],
)
def test_lists_and_names_are_chosen_from_what_there_is(name, path, said, holds):
    scenario = load_scenario(name)
    places = places_of(scenario)
    setup = scenario.replaced(values_in(places, {path: said})).setup
    *_, last = path.split(".")
    if last == "hexes":
        assert setup.objects[0].hexes == holds
    else:
        assert str(holds) in repr(setup)
    rules = load_rules(scenario.system.rules)
    controls = {
        control.name: control
        for group in groups_of(scenario, places, {path: said}, rules)
        for control in group.controls
    }
    control = controls[path]
    assert control.value == said
    # What is said can be chosen: a list of its own has it, and so has the usual one.
    which = control if control.kind == "choice" else control.parts[0]
    if last != "hexes":
        offered = {word for word, _ in which.choices}
        assert {entry.partition("~")[0] for entry in said.split(",")} <= offered
        (text,) = (place.text for place in places if place.path == path)
        assert {entry.partition("~")[0] for entry in text.split(",") if entry} <= offered
    assert path in str(form("f", (Group("", (control,)),), name))


def test_what_stands_in_a_scenario_is_offered_though_the_rules_do_not_know_it():
    scenario = load_scenario("ladder-one").replaced({"approach": ["bog x 3"]})
    groups = groups_of(scenario, places_of(scenario), {}, load_rules("siege"))
    (approach,) = (control for group in groups for control in group.controls if control.name == "approach")
    assert "bog" in dict(approach.parts[0].choices)


def test_units_are_put_together_from_their_parts():
    filo, combat = next((system, question) for system, question in QUESTIONS if question.name == "combat")
    said = {"attacker": "Ch~6~7~demoralised~2~stream~true,Pi~4~5~organised~0~~~~fatigued", "defender": "Ha~5~6"}
    given = given_in(combat, said)
    assert given == {
        "attacker": ("Ch:6:7:demoralised:leader=2:stream:rear", "Pi:4:5:fatigued"),
        "defender": ("Ha:5:6",),
    }
    # Two that act as one have both their strengths, and the lower quality.
    assert given_in(combat, said | {"attacker": "Mi~3~4~organised~0~~~~~2"})["attacker"] == ("Mi:3+2:4+4",)
    shot = next(question for _, question in QUESTIONS if question.name == "fire" and question.parameters[0].parts)
    assert given_in(shot, {"shooter": "Ar~3~organised~true~~~5"})["shooter"] == ("Ar:3+5:moved",)
    with pytest.raises(DataError, match="attacker: is no number: ''"):
        given_in(combat, said | {"attacker": "Ch~~6"})
    # What is not said at the end of an entry is as it begins.
    usual = [usual_of(part) for part in combat.parameters[0].parts[1:3]]
    assert given_in(combat, said | {"attacker": "Ch"})["attacker"] == (":".join(("Ch", *usual)),)
    controls = {one.name: one for one in controls_of(filo, combat, load_rules("navas"), said)}
    assert [part.name for part in controls["attacker"].parts] == [part.name for part in combat.parameters[0].parts]
    assert ("stream", "stream") in controls["attacker"].parts[5].choices
    assert controls["attacker"].least == 1


def test_what_is_said_of_a_roll_is_what_is_asked():
    question = next(question for _, question in QUESTIONS if question.name == "melee")
    said = CASES["SAID_OF_A_MELEE"]
    given = given_in(question, said)
    assert given == {"attack": (8, 6), "defence": (5,), "attackers": 2, "mounted": True, "terrain": ("slope", "tree")}
    assert one_more(question, given)["attack"]["attack"] == (9, 6)
    assert one_more(question, given)["attackers"]["attackers"] == 3
    with pytest.raises(DataError, match="is no number"):
        given_in(question, said | {"attack": "eight"})
    # A list whose fields are all empty says nothing.
    assert "attack" not in given_in(question, said | {"attack": ",,"})
    heal = next(question for _, question in QUESTIONS if question.name == "heal")
    answer = str(answers_html(heal, {}, (load_rules("croisades"),)))
    assert "again: second roll on the healing table" in answer


def test_what_is_written_in_a_form_stays_text():
    name = '<script>alert(1)</script>"'
    html = str(form("f", (Group(name, (Control(name, name, "choice", name, choices=((name, name),)),)),), name))
    assert "<script>" not in html
    assert re.search(r'name="[^"<]*&lt;script', html)


@pytest.mark.parametrize("roster", ["/etc/hosts", "mine.toml", "..\\men"])
def test_no_file_is_read_for_an_address(roster):
    duel = next(question for _, question in QUESTIONS if question.name == "duel")
    with pytest.raises(DataError, match="no file is read from here"):
        given_in(duel, {"attacker": "knight", "target": "spearman", "roster": roster})


def test_the_line_of_a_roll_tells_rule_sets_apart_where_they_differ():
    melee = next(question for _, question in QUESTIONS if question.name == "melee")
    given = given_in(melee, {"attack": "8", "defence": "3"})
    mine = load_rules("siege").applying(edited(load_rules("siege"), (), "cell", "melee-foot.1.2-1", "F"))
    lines = [
        answers_brief(melee, given, rules).replace("\N{NO-BREAK SPACE}", " ")
        for rules in ((load_rules("siege"), load_rules("croisades")), (load_rules("siege"), mine))
    ]
    chances = "C 20.0 %, - 40.0 %, B 20.0 %, A 10.0 %"
    assert lines[0] == f"D 10.0 %, {chances}"
    assert lines[1].count("; ") == 1
    assert f"F 10.0 %, {chances}" in lines[1]


def test_the_coach_asks_for_the_oil_among_its_first_numbers():
    assert "oil" in list(named_looks(build(load_scenario("ladder-one"), load_rules("siege"))))[:3]
