"""What tabs have done by other processes, done in this one."""

import asyncio

from mangonel.explore.stages import surveying
from mangonel.games.scenario import load_scenario
from mangonel.paper.blocks import Table
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale


class Here:
    """Plays for a page at once."""

    async def do(self, job, _kind, told):
        return job(told)


def test_a_survey_says_how_far_it_is_and_then_what_the_rules_do_to_each_scenario():
    scenarios = [load_scenario(name) for name in ("volley-wall", "volley-friends", "panic-one")]

    async def all_of_it():
        rules = [load_rules("siege"), load_rules("croisades")]
        return [stage async for stage in surveying(Here(), scenarios, rules, load_locale("de"))]

    *shares, told = asyncio.run(all_of_it())
    assert shares == sorted(shares)
    assert 0 < shares[-2] < 1
    assert shares[-1] == 1
    assert [row[0] for block in told if isinstance(block, Table) for row in block.rows] == ["volley-wall"]
    assert any("panic-one" in block.text for block in told if not isinstance(block, Table))
