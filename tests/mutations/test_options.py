"""Every value of every option matters: it moves the digest, and the odds of whatever asks for the option."""

import pytest

from games.siege_campaign_twin import INSIDE
from mutations.playing import SIEGE, games, moves, smallest_first, tried_first
from mutations.questions import QUESTIONS, answer, asked_by
from mutations.scenarios import IDLE_VALUES, SMALL

pytestmark = pytest.mark.slow

OTHERS = [(name, value) for name, option in SIEGE.options.items() for value in option.values if value != option.default]
CAMPAIGN = "siege-campaign"


def asked_in(sequence):
    return {name for game in games(sequence) for name in game.asked.options}


def excused(sequence):
    return {(one.option, one.value) for one in IDLE_VALUES if sequence in one.sequences.split()}


def unmoved(sequence, names, without=frozenset()):
    """Return the options with the values that move no game of a sequence."""
    return {
        (name, value)
        for name, value in OTHERS
        if name in names
        and (name, value) not in without
        and not moves(
            [
                game
                for game in tried_first(sequence, f"{name}={value}", smallest_first(sequence))
                if name in game.asked.options and game.rules.values[name] != value
            ],
            lambda rules, name=name, value=value: iter([rules.replaced(options={name: value})]),
        )
    }


def test_every_value_is_in_the_digest():
    assert [one for one in OTHERS if SIEGE.replaced(options=dict([one])).digest == SIEGE.digest] == []


@pytest.mark.parametrize("sequence", [sequence for sequence in SMALL if sequence != CAMPAIGN])
def test_every_option_that_is_asked_for_moves_the_odds(sequence):
    assert unmoved(sequence, asked_in(sequence), without=excused(sequence)) == set()


@pytest.mark.release
@pytest.mark.parametrize("sequence", [sequence for sequence in SMALL if sequence != CAMPAIGN])
def test_excused_values_are_asked_for_and_move_nothing(sequence):
    names = {name for name, _ in excused(sequence)}
    assert names <= asked_in(sequence), "excused, but not asked for"
    assert excused(sequence) <= unmoved(sequence, names)


def test_what_a_siege_asks_for_itself_moves_the_odds():
    in_parts = set().union(*map(asked_in, INSIDE))
    own = asked_in(CAMPAIGN) - in_parts
    assert own
    assert unmoved(CAMPAIGN, own) == set()


def test_every_option_is_asked_for_by_something():
    in_games = set().union(*map(asked_in, SMALL))
    for name, value in (one for one in OTHERS if one[0] not in in_games):
        asking = [one for one in QUESTIONS if name in asked_by(one).options]
        other = SIEGE.replaced(options={name: value})
        assert any(answer(QUESTIONS[one], other) != answer(QUESTIONS[one], SIEGE) for one in asking), (name, value)
