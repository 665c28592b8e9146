"""Millions of rolls on one table: outcomes counted, or one by one."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.faces import WORDS, digits_of_words
from mangonel.engine.rolls import Roll

__all__ = ["count_outcomes", "roll_outcomes"]

_RAW = 1 << 14
"""64-bit words drawn at a time."""
_DICE = 4
"""Ten-sided dice in a 16-bit word."""
_TEN = 10


def count_outcomes(roll: Roll, trials: int, bits: np.random.BitGenerator, situation: int = 0) -> NDArray[np.int64]:
    """Roll many times in one situation and count the outcomes.

    Parameters
    ----------
    roll
        A roll; of a ten-sided die many are thrown at once.
    trials
        How many dice to roll.
    bits
        The bit generator they come from.
    situation
        The situation they are read in.

    Returns
    -------
    numpy.ndarray
        How often each outcome code came. Shape (outcomes,), sums to `trials`.
    """
    counts = np.zeros(len(roll.outcomes), dtype=np.int64)
    if roll.sides != _TEN:
        faces = np.random.Generator(bits).multinomial(trials, np.full(roll.sides, 1 / roll.sides))
        np.add.at(counts, roll.codes[situation], faces)
        return counts
    met = np.unique(roll.codes[situation])
    packed, width = _packed_counts(roll, situation)
    mask = np.uint64((1 << width) - 1)
    left = trials // _DICE
    while left:
        # Unfair words count for nothing, so a full draw can be added up as it is, as long as it cannot be too many.
        words = bits.random_raw(_RAW).view(np.uint16)
        if left < len(words):
            words = words[words < WORDS][:left]
        sums = _added_up(packed.take(words), width)
        part = [int(((sums >> np.uint64(place * width)) & mask).sum()) for place in range(len(met))]
        counts[met] += part
        left -= sum(part) // _DICE
    rest = trials % _DICE
    if rest:
        digits = digits_of_words().take(_fair_words(bits)[:1]).view(np.uint8)[:rest]
        counts += np.bincount(roll.codes[situation].take(digits), minlength=len(counts))
    return counts


def _added_up(fields: NDArray[np.uint64], width: int) -> NDArray[np.uint64]:
    """Add up packed counts, as many at a time as cannot overflow a field into the next."""
    chunk = min(((1 << width) - 1) // _DICE, max(1, len(fields)))
    full = len(fields) // chunk * chunk
    sums: NDArray[np.uint64] = fields[:full].reshape(-1, chunk).sum(axis=1)
    return np.append(sums, fields[full:].reshape(1, -1).sum(axis=1))


def roll_outcomes(roll: Roll, trials: int, bits: np.random.BitGenerator, situation: int = 0) -> NDArray[np.int8]:
    """Roll many times in one situation and return every outcome.

    Parameters are those of `count_outcomes`; the roll is one of a ten-sided die.

    Returns
    -------
    numpy.ndarray
        Outcome codes. Shape (trials,), int8.
    """
    by_word = _outcomes_by_word(roll, situation)
    needed = -(-trials // _DICE)
    outcomes = np.empty(needed, dtype=np.uint32)
    done = 0
    while done < needed:
        words = _fair_words(bits)[: needed - done]
        by_word.take(words, out=outcomes[done : done + len(words)], mode="clip")
        done += len(words)
    return outcomes.view(np.int8)[:trials]


@lru_cache(maxsize=8)
def _outcomes_by_word(roll: Roll, situation: int) -> NDArray[np.uint32]:
    """Return the outcomes of the four dice of each 16-bit word, a byte each. Shape (65536,)."""
    digits = digits_of_words().view(np.uint8).reshape(-1, _DICE)
    return np.ascontiguousarray(roll.codes[situation].take(digits)).view(np.uint32).reshape(-1)


def _fair_words(bits: np.random.BitGenerator) -> NDArray[np.uint16]:
    words = bits.random_raw(_RAW).view(np.uint16)
    fair: NDArray[np.uint16] = words[words < WORDS]
    return fair


@lru_cache(maxsize=8)
def _packed_counts(roll: Roll, situation: int) -> tuple[NDArray[np.uint64], int]:
    """Return how often the dice of each 16-bit word give each outcome met, a field each, and the width of a field.

    Words that are not fair give nothing.
    """
    met = np.unique(roll.codes[situation])
    width = 64 // len(met)
    outcomes = roll.codes[situation].take(digits_of_words().view(np.uint8).reshape(-1, _DICE))
    packed = np.zeros(len(outcomes), dtype=np.uint64)
    fair = np.arange(len(outcomes)) < WORDS
    for place, code in enumerate(met):
        often = ((outcomes == code).sum(axis=1) * fair).astype(np.uint64)
        packed += often << np.uint64(place * width)
    return packed, width
