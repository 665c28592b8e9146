"""A process as a game of OpenSpiel, for its tree search and best responses, and to check ours by them.

OpenSpiel is the extra ``openspiel``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mangonel.engine.learning import chosen, measured, play_phase
from mangonel.engine.owners import UNDECIDED
from mangonel.engine.policy import option_text
from mangonel.engine.process import Chapter, Decision, Options, Phase, Process, Rule
from mangonel.engine.rolls import Roll
from mangonel.errors import DataError
from mangonel.studies.wanted import Wanted, wanted

_MOST_OPTIONS = 64
"""The most options of a decision, or outcomes of a roll, of a game for OpenSpiel."""
_TERMINAL = "terminal"


@dataclass(frozen=True)
class _Node:
    """The next question: a roll (no side) with its odds, a decision with its options, or the end of the game."""

    side: str | None
    texts: tuple[str, ...] = ()
    odds: tuple[float, ...] = ()


class _AskedError(BaseException):
    def __init__(self, node: _Node) -> None:
        super().__init__()
        self.node = node


class _PathDice:
    """Replay a path of outcomes and options through a phase, then stop at the next question."""

    def __init__(
        self, plan: Mapping[str, Rule], players: Sequence[str], want: Wanted, s: Any, path: Sequence[int]
    ) -> None:
        self._plan, self._players, self._want, self._s = plan, players, want, s
        self._path = iter(path)

    def _next(self, node: _Node) -> int:
        for taken in self._path:
            return taken
        raise _AskedError(node)

    def roll(self, roll: Roll, *, who: str = "") -> Any:
        often = Counter(roll.faces)
        if len(often) == 1:
            return roll.faces[0]
        odds = tuple(number / len(roll.faces) for number in often.values())
        return list(often)[self._next(_Node(None, tuple(f"{roll.name}: {outcome}" for outcome in often), odds))]

    def choose(self, decision: Decision, options: Sequence[Any] | Options, **context: Any) -> Any:
        menu = tuple(options)
        if len(menu) == 1:
            return menu[0]
        if decision.side not in self._players or not self._want.frees(decision):
            return chosen(self._plan, self._s, decision, menu, context)
        texts = tuple(f"{decision.name}: {option_text(option)}" for option in menu)
        return menu[self._next(_Node(decision.side, texts))]

    def count(self, name: str, amount: Any = 1) -> None:
        """Do nothing."""

    def note(self, text: str, *values: Any) -> None:
        """Do nothing."""


def openspiel_game(process: Process, value: str | None = None, players: Sequence[str] = ()) -> Any:
    """Return a process as a game of OpenSpiel (``pyspiel.Game``).

    A state is the start of a phase and the path of outcomes and options since. Actions are options by number, chance
    outcomes come with their odds. All is open: everybody sees the state.

    Parameters
    ----------
    process
        A process with a turn limit, without processes inside it.
    value
        The value, as `mangonel.best` takes it; by default that the first side wins.
    players
        Sides that decide, in the order of the players; by default all. The others follow the plan.

    Raises
    ------
    DataError
        If OpenSpiel is not installed, a name is unknown, or the process has no turn limit or processes inside it.
    """
    try:
        import pyspiel
    except ImportError:
        raise DataError("this needs OpenSpiel: pip install 'mangonel[openspiel]'") from None
    if process.turns is None or any(isinstance(phase, Chapter) for phase in process.phases):
        raise DataError("OpenSpiel plays a process with a turn limit and without others inside it", value=process.name)
    sides = [side.name for side in process.sides]
    names = list(players) or sides
    for name in names:
        if name not in sides:
            raise DataError("no such side", path="players", value=name, allowed=sides)
    want = wanted(value, process)
    return _game(pyspiel, process, names, [want.sign(name, process.sides, names[0]) for name in names], want)


def _about(pyspiel: Any, process: Process, names: Sequence[str], signs: Sequence[int], want: Wanted) -> tuple[Any, Any]:
    measured = sum(abs(want.measures.get(measure.name, 0.0)) * measure.maximum for measure in process.measures)
    bound = max((abs(weight) for weight in want.endings.values()), default=0.0) + measured
    zero_sum = sorted(signs) == [-1, 1]
    kind = pyspiel.GameType(
        short_name=f"mangonel_{process.name.replace('-', '_')}",
        long_name=process.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(names),
        min_num_players=len(names),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=_MOST_OPTIONS,
        max_chance_outcomes=_MOST_OPTIONS,
        num_players=len(names),
        min_utility=-bound,
        max_utility=bound,
        max_game_length=process.limit * len(process.phases) * _MOST_OPTIONS,
        **({"utility_sum": 0.0} if zero_sum else {}),
    )
    return kind, info


def _game(pyspiel: Any, process: Process, names: Sequence[str], signs: Sequence[int], want: Wanted) -> Any:  # noqa: C901
    layout = process.layout
    kind, info = _about(pyspiel, process, names, signs, want)
    by_ending = [want.endings.get(name, 0.0) for name in (UNDECIDED, *process.endings)]
    measures = [measure for measure in process.measures if measure.name in want.measures]

    class Game(pyspiel.Game):  # type: ignore[misc]
        """The process as a game."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return State(self)

    class State(pyspiel.State):  # type: ignore[misc]
        """A state of the game, as its path of outcomes and options: plain values, which can be copied."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.values, self.turn, self.phase = list(layout.start), 1, 0
            self.path: list[int] = []
            self.node = self._settled()

        def _settled(self) -> _Node:
            while process.phases and self.turn <= process.limit and not self.values[0]:
                s, phase = layout.state(), process.phases[self.phase]
                assert isinstance(phase, Phase)
                s.load(self.values, self.turn)
                try:
                    play_phase(phase, s, _PathDice(process.plan, names, want, s, self.path))
                except _AskedError as asked:
                    return asked.node
                self.values, self.path = list(s.values()), []
                self.phase = (self.phase + 1) % len(process.phases)
                self.turn += self.phase == 0
            return _Node(_TERMINAL)

        def current_player(self) -> int:
            if self.node.side == _TERMINAL:
                return int(pyspiel.PlayerId.TERMINAL)
            return int(pyspiel.PlayerId.CHANCE) if self.node.side is None else names.index(self.node.side)

        def _legal_actions(self, player: int) -> list[int]:
            return list(range(len(self.node.texts)))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return list(enumerate(self.node.odds))

        def _apply_action(self, action: int) -> None:
            self.path.append(int(action))
            self.node = self._settled()

        def _action_to_string(self, player: int, action: int) -> str:
            return self.node.texts[action]

        def is_terminal(self) -> bool:
            return self.node.side == _TERMINAL

        def returns(self) -> list[float]:
            if not self.is_terminal():
                return [0.0] * len(names)
            amounts = measured(measures, layout.state(), self.values)
            worth = by_ending[self.values[0]] + sum(want.measures[name] * amount for name, amount in amounts.items())
            return [sign * worth for sign in signs]

        def information_state_string(self, player: int | None = None) -> str:
            return str(self)

        observation_string = information_state_string

        def __str__(self) -> str:
            return f"{process.unit} {self.turn}, phase {self.phase + 1}: {self.values} {self.path}"

    return Game()
