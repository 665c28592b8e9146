"""What tabs have done by other processes, done in this one."""

from mangonel.explore.plays import surveyed
from mangonel.games.scenario import load_scenario
from mangonel.paper.blocks import Table
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale


def test_a_survey_says_how_far_it_is_and_then_what_the_rules_do_to_each_scenario():
    scenarios = [load_scenario(name) for name in ("volley-wall", "volley-friends", "panic-one")]
    shares = []
    told = surveyed(scenarios, [load_rules("siege"), load_rules("croisades")], load_locale("de"), shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[-2] < 1
    assert shares[-1] == 1
    assert [row[0] for block in told if isinstance(block, Table) for row in block.rows] == ["volley-wall"]
    assert any("panic-one" in block.text for block in told if not isinstance(block, Table))
