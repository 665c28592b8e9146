"""Columns that a phase has not read are shuffled, and it must do the same."""

from collections import defaultdict

import numpy as np

from mangonel.engine.compiled import Compiled
from mangonel.engine.footprints import Looks
from mangonel.engine.ledger import Ledger
from mangonel.engine.propagation import branched
from mangonel.engine.splitting import ChanceSplit
from mangonel.engine.standing import begin_standing, play_by_tables
from mangonel.errors import StateLimitError

LIMIT = 30_000
ROWS = 60


def lines_of(layout, names):
    places = [layout.places[name] for name in names]
    return sorted(line for place in places for line in np.atleast_1d(np.arange(len(layout.maxima))[place]).tolist())


def met(sequence):
    """Yield every phase and states that come to it, turn by turn, as matrices."""
    compiled = Compiled(sequence)
    standing = begin_standing(compiled)
    for turn in range(1, sequence.limit + 1):
        if not standing.weights.any():
            return
        try:
            standing = play_by_tables(compiled, standing, Ledger(sequence), turn, LIMIT)
        except StateLimitError:
            turn = sequence.limit
        if turn in {1, 2, 4, 8, sequence.limit}:
            for level in compiled.chain(turn).levels:
                words = level.states.words
                if words.shape[1]:
                    yield level.table, compiled.packing.unpack(words), turn
        if turn == sequence.limit:
            return


def ways(sequence, phase, matrix, turn, touched):
    """Return the changes of each row with their chances, and check that no other column changes."""
    ancestor, after, chance, added = branched(
        sequence, phase, matrix, None, np.ones(matrix.shape[1]), ChanceSplit(), turn, 10**6
    )
    others = np.setdiff1d(np.arange(len(matrix)), touched)
    assert np.array_equal(after[others], matrix[others][:, ancestor]), phase.name
    found = [defaultdict(float) for _ in range(matrix.shape[1])]
    for row, values, more, part in zip(ancestor, after[touched].T.tolist(), added.T.tolist(), chance, strict=True):
        found[row][tuple(values), tuple(more)] += part
    return found


def assert_unread_columns_do_not_matter(sequence, seed=0):
    rng = np.random.default_rng(seed)
    layout = sequence.layout
    shuffled_any = False
    for table, every, turn in met(sequence):
        matrix = every[:, rng.permutation(every.shape[1])[:ROWS]]
        looks = Looks()
        weights = np.ones(matrix.shape[1])
        branched(sequence, table.phase, matrix, None, weights, ChanceSplit(), turn, 10**6, looks=looks)
        read = lines_of(layout, looks.read | table.read)
        touched = sorted({*read, *lines_of(layout, looks.overwritten)})
        unread = [line for line in range(len(matrix)) if line not in read]
        other = matrix.copy()
        for line in unread:
            other[line] = rng.choice(every[line], matrix.shape[1])
        shuffled_any |= bool((other != matrix).any())
        one = ways(sequence, table.phase, matrix, turn, touched)
        two = ways(sequence, table.phase, other, turn, touched)
        for mine, theirs in zip(one, two, strict=True):
            assert mine.keys() == theirs.keys(), table.phase.name
            assert all(abs(mine[key] - theirs[key]) < 1e-12 for key in mine), table.phase.name
    return shuffled_any
