"""Counters that give stunned men a defence of their own: what it moves, and that oracle and package agree on it."""

import pytest

from games.twins import play_both
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
SCENARIOS = {
    # One by one, so that a man may be attacked in the phase in which he was stunned.
    "ladder-one": {"turns": 6, "approach": [], "policies.attack": "separate", "policies.defence_attack": "separate"},
    "ram-sortie": {"turns": 8, "approach": [], "besiegers.men": 5, "sortie.turn": 1},
    "melee-line": {"turns": 2},
    "sortie-battery": {"turns": 5},
}


@pytest.fixture
def with_roster(tmp_path):
    """Return a shipped scenario with a roster in which stunned men have this defence."""
    text = (data_root() / "rosters" / "cryhavoc" / "illustrative.toml").read_text(encoding="utf-8")

    def changed(name, line):
        (tmp_path / "mine.toml").write_text(text.replace("\narmour = ", f"\n{line}\narmour = "), encoding="utf-8")
        scenario = (data_root() / "scenarios" / "cryhavoc" / f"{name}.toml").read_text(encoding="utf-8")
        file = tmp_path / f"{name}.toml"
        file.write_text(scenario.replace('roster = "illustrative"', 'roster = "mine.toml"'), encoding="utf-8")
        return load_scenario(file).replaced(SCENARIOS[name])

    return changed


def numbers(scenario):
    result = run(build(scenario, SIEGE), engine="exact")
    return [
        *(result.probability(name).value for name in result.all_endings),
        *(result.mean(name).value for name in result.measures),
    ]


# Not at a ram: there each side attacks once in a turn, and who was stunned is up again before the next time.
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name != "ram-sortie"])
def test_it_counts_where_a_stunned_man_may_be_attacked(with_roster, name):
    plain = numbers(load_scenario(name).replaced(SCENARIOS[name]))
    assert numbers(with_roster(name, "")) == plain
    assert numbers(with_roster(name, "stunned_defence = 1")) != plain


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("defence", [1, 9])
def test_the_oracle_plays_it_alike(with_roster, name, defence):
    scenario = with_roster(name, f"stunned_defence = {defence}")
    sequence = build(scenario, SIEGE)
    for seed in range(15):
        ours, theirs, _ = play_both(scenario, SIEGE, sequence, seed)
        assert ours == theirs


@pytest.mark.parametrize("line", ["stunned_defence = 0", 'stunned_defence = "1"', "stunned_defense = 1"])
def test_what_is_no_defence(with_roster, line):
    with pytest.raises(DataError, match=r"mine\.toml: kind\.1\.stunned_def"):
        with_roster("melee-line", line)
