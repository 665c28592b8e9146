"""What results make of units."""

from __future__ import annotations

from functools import partial
from typing import Final

from mangonel.press.blocks import Column, Grid, Lines, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.questions_fight import RANKS
from mangonel.systems.filo.states import ELIMINATED, ORDERS, STATES, after_result

__all__ = ["STATE_OPTIONS", "state_grid", "state_lines"]

STATE_OPTIONS: Final = ("rout-and-retreat", "blocked-retreat-level", "rest-outcome", "results-on-all")
_SIGNS: Final = {**dict(zip(ORDERS, ("O", "D", "Dr"), strict=True)), ELIMINATED: "\N{DAGGER}"}
_FATIGUED: Final = "F"
_LETTERED: Final = ("of_combat", "of_shots")
_ROWS: Final = ((RANKS, "of_combat"), (("Dr", "D"), "of_shots"), (("L", "rally", "rest"), "of_all_else"))


def state_grid(asked: Asked) -> Grid:
    """Return the state of a unit after each result, and the hexes that it goes back, by the state before."""
    before = STATES[:-1]
    rows = [
        Row(
            result if group in _LETTERED else asked.word("unit_results", result),
            tuple(asked.words(partial(_after, asked), state, result) for state in before),
            asked.text(f"states.{group}"),
        )
        for results, group in _ROWS
        for result in results
    ]
    columns = tuple(Column(asked.word("unit_states", state), asked.text("states.before")) for state in before)
    return Grid(asked.text("states.caption"), columns, tuple(rows), ("", asked.text("frame.result")))


def _after(asked: Asked, rules: RuleSet, state: str, result: str) -> str:
    # A unit that rallies or rests is in disorder or tired: of all others there is nothing to say.
    fate = after_result(rules, state, result)
    if fate.state == state and not fate.hexes:
        return "\N{EN DASH}"
    hexes = f" \N{LEFTWARDS ARROW}{asked.locale.number(fate.hexes)}" if fate.hexes else ""
    order, _, fatigue = fate.state.partition("_")
    return f"{_SIGNS[order]}{_FATIGUED if fatigue == 'fatigued' else ''}{hexes}"


def state_lines(asked: Asked) -> Lines:
    """Return the signs of states, or what they stand above where the sheet has the states by name."""
    if asked.view == "outcomes":
        return Lines(asked.text("states.way_back"), _way_back_lines(asked))
    return Lines(asked.text("states.signs"), _sign_lines(asked))


def _way_back_lines(asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return what a way back that is barred does."""
    return (("", asked.text("states.retreat")), ("", asked.text("states.flight")))


def _sign_lines(asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return what the signs of the states mean, and what a way back that is barred does."""
    words = [(sign, asked.word("unit_signs", order)) for order, sign in _SIGNS.items()]
    return (
        *words,
        (_FATIGUED, asked.word("unit_results", _FATIGUED)),
        ("\N{LEFTWARDS ARROW}", asked.text("states.hexes")),
        *_way_back_lines(asked),
    )
