from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex

from mangonel.engine.owners import Side
from mangonel.errors import DataError
from mangonel.paper.charts.losses import loss_chances, loss_chart, loss_values, losses_caption, sides, spoken_losses
from mangonel.paper.charts.style import side_colour
from paper.charts.made_results import SIDES, exact_result, sampled_result

TWO = {"siege": exact_result(), "croisades": sampled_result()}


def test_sides_with_losses_come_in_the_order_of_their_measures():
    result = exact_result()
    assert sides(result) == ("besiegers", "defenders")
    assert sides(replace(result, sides=SIDES[::-1])) == ("besiegers", "defenders")
    assert sides(replace(result, sides=(Side("besiegers"), SIDES[1]))) == ("defenders",)
    assert sides(replace(result, sides=())) == ()


def test_losses_of_any_kind_have_their_words():
    lost = ("defenders_dead", "besiegers_wounded", "defenders_wounded")
    units = replace(exact_result(), sides=(Side("army", losses=lost),))
    # 0 + 1 + 1, 1 + 2 + 0, 1 + 1 + 1, 0 + 2 + 0, 0 + 2 + 1, 3 + 0 + 1.
    assert list(loss_values(units, "army")) == [2, 3, 3, 2, 3, 4]
    assert spoken_losses(units, "army") == "losses of army"
    assert losses_caption(units, "army") == "Losses of army"
    men = replace(units, sides=(replace(units.sides[0], kinds="dead_or_wounded"),))
    assert spoken_losses(men, "army") == "army dead or wounded"
    assert losses_caption(men, "army") == "Losses of army, dead and wounded"
    # A kind that no language has words for yet.
    broken = replace(units, sides=(replace(units.sides[0], kinds="routed_or_demoralised"),))
    assert spoken_losses(broken, "army") == "losses of army"
    dead = replace(units, sides=(replace(units.sides[0], losses=lost[:1]),))
    assert spoken_losses(dead, "army") == "defenders dead"


def values(result, of):
    """Return the chances of exactly and of at least 0, 1, ... losses."""
    return tuple([chance.value for chance in each] for each in zip(*loss_chances(result, of), strict=True))


def test_chances_add_dead_and_wounded():
    exactly, at_least = values(exact_result(), "besiegers")
    # Losses of the six outcomes: 2, 2, 3, 5, 6, 1.
    assert exactly == [0, 0.0625, 0.3125, 0.125, 0, 0.25, 0.25]
    assert at_least == [1, 1, 0.9375, 0.625, 0.5, 0.5, 0.25]
    assert all(chance.low == chance.value for pair in loss_chances(exact_result(), "besiegers") for chance in pair)


def test_a_single_measure_can_be_drawn():
    assert values(exact_result(), "defenders_dead")[0] == [0.5625, 0.375, 0, 0.0625]


def test_bars_and_lines_hold_the_chances():
    ax = loss_chart(TWO, "besiegers")
    for label, result in TWO.items():
        exactly, at_least = values(result, "besiegers")
        (bars,) = [bars for bars in ax.containers if bars.get_label().startswith(f"{label}: exactly")]
        assert [bar.get_height() for bar in bars] == exactly
        (line,) = [line for line in ax.get_lines() if line.get_label().startswith(f"{label}: at least")]
        assert list(line.get_xdata()) == list(range(1, len(at_least)))
        assert list(line.get_ydata()) == at_least[1:]


def test_whiskers_are_the_intervals():
    ax = loss_chart({"croisades": sampled_result()}, "besiegers")
    ends = [(exactly.low, exactly.high) for exactly, _ in loss_chances(sampled_result(), "besiegers")]
    whiskers = ax.collections[0].get_segments()
    np.testing.assert_allclose([(low[1], high[1]) for low, high in whiskers], ends, atol=1e-12)


def test_title_claims_no_difference_that_cannot_be_told():
    few = {"siege": exact_result(), "croisades": sampled_result(trials=4)}
    assert "cannot be told apart" in loss_chart(few, "besiegers").get_title(loc="left")
    assert "cannot be told apart" not in loss_chart(TWO, "besiegers").get_title(loc="left")


def test_an_unknown_side_is_named():
    with pytest.raises(DataError, match=r"no such side or measure: 'beseigers'; did you mean 'besiegers'"):
        loss_chart(TWO, "beseigers")


def test_men_of_a_side_with_a_name_of_their_own_have_its_colour():
    who = (Side("owner"), Side("layer", losses=SIDES[0].losses, losers="besiegers"))
    drawn = loss_chart({"siege": replace(exact_result(), sides=who)}, "besiegers").containers[0].patches[0]
    assert to_hex(drawn.get_facecolor()).upper() == side_colour("layer", who)


def test_losses_have_the_colour_of_the_side_and_a_hatch_for_the_rule_set():
    wins = (("foothold", "cleared"), ("repulsed",))
    who = tuple(replace(side, wins=won) for side, won in zip(SIDES, wins, strict=True))
    both = {label: replace(result, sides=who) for label, result in TWO.items()}
    for side in ("besiegers", "defenders"):
        drawn = [bars.patches[0] for bars in loss_chart(both, side).containers if "exactly" in str(bars.get_label())]
        assert [to_hex(bar.get_facecolor()).upper() for bar in drawn] == [side_colour(side, who)] * 2
        assert len({bar.get_hatch() for bar in drawn}) == 2
