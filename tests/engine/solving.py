"""Values of states, and the best decisions by state, straight from the chain of a process."""

from mangonel.engine.exact import Chain, chain_of
from mangonel.engine.values import backward, endings_of


def solve(process, free, utility, best, limit=100_000):
    """Return the chain with all options of some decisions, and values and policy of the sides that decide best."""
    chain = Chain(process, frozenset(free))
    chain.reach(process, process.limit, limit)
    return chain, backward(chain, process.limit, utility, best=best)


def best_value(process, free, sides, *endings):
    """Return the chance of some endings if the sides decide best by state."""
    codes = [process.endings.index(ending) + 1 for ending in endings]
    chain, solution = solve(process, free, lambda *states: endings_of(*states)[:, codes].sum(axis=1), sides)
    start = chain.states.add(process.layout.pack(process.layout.start))[0]
    return float(solution.values[0][int(start), 0])


def values_of(process):
    """Return a function: the chance of each ending from a position at the end of a turn."""
    chain = chain_of(process)
    chain.reach(process, process.limit, 100_000)
    by_turn = backward(chain, process.limit, endings_of).values

    def at(position=None, after=0):
        start = process.layout.pack(process.starting(**(position or {})).layout.start)
        return dict(zip(("undecided", *process.endings), by_turn[after][chain.states.add(start)[0]], strict=True))

    return at
