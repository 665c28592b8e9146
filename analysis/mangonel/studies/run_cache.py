"""Runs kept by the cells, options and keys they have read, so that studies play nothing twice."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

from mangonel.engine.ledger import Progress
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.sampling import BLOCK
from mangonel.games.scenario import KeysAsked, Scenario, build, by_plan, identity_of, with_assumptions
from mangonel.rules.ruleset import Asked, RuleSet
from mangonel.studies.differences import Change, play_plans
from mangonel.studies.playing import Pair, Work, named, played
from mangonel.studies.run_folder import KeptFolder

Scene = tuple[Scenario, RuleSet]
"""A scenario, and the rule set it is played under."""

_Played: TypeAlias = tuple[tuple[Result, ...], tuple[Change, ...]]
"""The result of a game; or those of two on the same dice, with their differences."""

_MANY = 32 * BLOCK
"""Trials of a run from which on it is better played by all processes at once than each run by one."""


@dataclass(eq=False)
class _Game:
    """A game that was built, the questions asked of it, and its outcome."""

    scenario: Scenario
    rules: RuleSet
    asked: Asked = field(default_factory=Asked)
    keys: KeysAsked = field(default_factory=KeysAsked)
    played: bool = False
    """Whether it was played, so that all is noted that it asks."""
    unseen: bool = False
    """Whether blocks of it were played in other processes, so that its questions are unknown."""

    def __post_init__(self) -> None:
        self.sequence = build(self.scenario, self.rules, self.asked, self.keys)
        self.assumed = with_assumptions(self.scenario, self.rules)
        self.built = KeysAsked(dict(self.keys.paths))

    def builds(self, other: _Game) -> bool:
        """Tell whether another game would answer the same to all that this one was asked when it was built."""
        alike = self.scenario.decisions == other.scenario.decisions and self.assumed.digest == other.assumed.digest
        return alike and not self.built.tells_apart(self.scenario.setup, other.scenario.setup)

    def is_that_of(self, scenario: Scenario, rules: RuleSet) -> bool:
        """Tell whether a scenario, under rules with its assumptions, answers the same to all that was asked."""
        if self.unseen or not self.played:
            return (scenario.digest, rules.digest) == (self.scenario.digest, self.assumed.digest)
        return (
            scenario.sequence == self.scenario.sequence
            and scenario.decisions == self.scenario.decisions
            and not self.keys.tells_apart(self.scenario.setup, scenario.setup)
            and (rules is self.assumed or not self.asked.tells_apart(self.assumed, rules))
        )

    def plain(self) -> dict[str, Any] | None:
        """Return its questions, as JSON can hold them; None if not all are known."""
        return None if self.unseen else self.asked.plain() | {"keys": list(self.keys.paths)}

    def take(self, plain: Mapping[str, Any] | None) -> None:
        """Note its questions of another process."""
        if plain is None:
            self.unseen = True
        else:
            self.asked.take(plain)
            self.keys.paths.update(dict.fromkeys(map(tuple, plain["keys"])))


class Runs:
    """The games played, by the values they have read: of the scenario, and of the rule set.

    A game that is asked for is one that is kept if its scenario and its rules give the same answers to everything that
    the kept one was asked, from the time it was built to the end of its runs. So it would have asked nothing else, and
    would have come to the same. It lives as long as this object, and on disk longer.

    Parameters
    ----------
    keeps
        Where runs are kept on disk; by default nowhere.
    """

    def __init__(self, keeps: KeptFolder | None = None) -> None:
        self.keeps = keeps
        self._games: list[_Game] = []
        self._done: dict[tuple[Hashable, ...], _Played] = {}
        self._held: list[_Game] = []

    @property
    def played(self) -> int:
        """How many runs there were."""
        return len(self._done)

    def sequence(self, scenario: Scenario, rules: RuleSet) -> Process:
        """Return a game as built, under the name in the request.

        Raises
        ------
        DataError
            As `mangonel.games.scenario.build`.
        """
        return replace(self._game(scenario, rules).sequence, identity=identity_of(scenario, rules))

    def hold(self, *scenes: Scene) -> None:
        """Keep the last block of games, so that others on the same dice do not play them again."""
        self._held += [self._game(*scene) for scene in scenes]

    def same(self, one: Scene, other: Scene) -> bool:
        """Tell whether all that the first game was asked so far has the same answers in the second.

        Raises
        ------
        DataError
            If the first cannot be built, or the rules of the second are none for its scenario.
        """
        return self._game(*one).is_that_of(other[0], with_assumptions(*other))

    def result(
        self,
        scenario: Scenario,
        rules: RuleSet,
        work: Work,
        *,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> Result:
        """Return the result of a game; arguments as for `results`."""
        return self.results(work, [(scenario, rules)], executor=executor, progress=progress)[0]

    def results(
        self, work: Work, scenes: Sequence[Scene], *, executor: Executor | None = None, progress: Progress | None = None
    ) -> list[Result]:
        """Return the results of games, in their order.

        Parameters
        ----------
        work
            How each is played.
        scenes
            The games.
        executor
            Other processes in which those are played that are not kept, or parts of them; by default this one.
        progress
            Called with the share of the work that is done.

        Raises
        ------
        KeyboardInterrupt
            If one of several is interrupted; of a single one the result so far is returned.
        """
        return [results[0] for results, _ in self._all(work, [(scene,) for scene in scenes], executor, progress)]

    def pairs(
        self,
        work: Work,
        wanted: Sequence[tuple[Scene, Scene]],
        *,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> list[Pair]:
        """Return the results of pairs of games on the same dice; arguments and errors as for `results`."""
        if executor is None and self.keeps is None and work.place is None:
            self._play_plans(work, wanted)
        return [(*results, changes) for results, changes in self._all(work, wanted, executor, progress)]  # type: ignore[misc]

    def _play_plans(self, work: Work, wanted: Sequence[tuple[Scene, Scene]]) -> None:
        """Play sampled games at once that are built alike, and differ only in keys that are asked for in play.

        They share tables, and a phase is played in all of them in one go.
        """
        every = [tuple(self._game(*scene) for scene in pair) for pair in wanted]
        missing = dict.fromkeys(game for games in every if (work, *games) not in self._done for game in games)
        games = [game for game in missing if every[0][0].builds(game)]
        if len(games) < 3 or not games[0].sequence.sampled or len(games) * work.trials > BLOCK:
            return
        keys, setups = games[0].keys, [game.scenario.setup for game in games]

        def learning(s: Any) -> None:
            keys.answer = by_plan(setups, s)

        try:
            play_plans([game.sequence for game in games], learning, work.seed, work.trials)
        finally:
            keys.answer = None
        for game in games:
            game.take(games[0].plain())

    def _all(
        self, work: Work, wanted: Sequence[tuple[Scene, ...]], executor: Executor | None, progress: Progress | None
    ) -> list[_Played]:
        in_blocks = work.engine == "monte-carlo" or any(len(scenes) > 1 for scenes in wanted)
        one_by_one = in_blocks and (self.keeps is not None or work.trials > _MANY)
        together = executor is not None and len(wanted) > 1 and not one_by_one
        if executor is not None and together:
            self._elsewhere(work, wanted, executor, progress)
        done = []
        for number, scenes in enumerate(wanted):
            tell = None if progress is None or together else part_of(progress, number / len(wanted), 1 / len(wanted))
            later = {id(scene) for others in wanted[number + 1 :] for scene in others}
            done.append(self._one(work, scenes, None if together else executor, tell, later))
            if len(wanted) > 1 and _interrupted(done[-1]):
                raise KeyboardInterrupt
        return done

    def _game(self, scenario: Scenario, rules: RuleSet) -> _Game:
        assumed = with_assumptions(scenario, rules)
        # One that was played also stands for scenes that were built before.
        games = sorted(self._games, key=lambda game: not game.played)
        kept_game = next((game for game in games if game.is_that_of(scenario, assumed)), None)
        if kept_game is None:
            kept_game = _Game(scenario, rules)
            self._games.append(kept_game)
        return kept_game

    def _one(
        self,
        work: Work,
        scenes: tuple[Scene, ...],
        executor: Executor | None,
        progress: Progress | None,
        later: Collection[int],
    ) -> _Played:
        while True:
            games = [self._game(*scene) for scene in scenes]
            key = (work, *games)
            if key not in self._done:
                sequences = [game.sequence for game in games]
                for game in games:
                    game.unseen |= executor is not None
                keeps = None if self.keeps is None else self.keeps.noting(*games)
                done = _play(work, sequences, executor=executor, keeps=keeps, progress=progress)
                for game, scene in zip(games, scenes, strict=True):
                    game.played = True
                    again = games.count(game) > 1 or (len(games) > 1 and game in self._held)
                    if id(scene) not in later and not again:
                        # Its tables take room, and are not needed again.
                        # It holds the game, too: without it nothing has to wait for the garbage collector.
                        game.sequence.learnt.clear()
                        game.sequence = replace(game.sequence)
                if _interrupted(done):
                    return _named(done, scenes)
                self._done[key] = done
            elif progress is not None:
                progress(1.0)
            # In play something may have been asked to which these scenes answer otherwise.
            if all(self._game(*scene) is game for scene, game in zip(scenes, games, strict=True)):
                return _named(self._done[key], scenes)

    def _elsewhere(
        self, work: Work, wanted: Sequence[tuple[Scene, ...]], executor: Executor, progress: Progress | None
    ) -> None:
        keys = dict.fromkeys(tuple(self._game(*scene) for scene in scenes) for scenes in wanted)
        missing = [games for games in keys if (work, *games) not in self._done]
        for games in missing:
            if self.keeps is not None and len(games) == 1:
                on_disk = work.found(self.keeps.noting(*games), games[0].sequence)
                if on_disk is not None:
                    self._done[work, *games], games[0].played = ((on_disk,), ()), True
        missing = [games for games in missing if (work, *games) not in self._done]

        def took(number: int, came: tuple[_Played, list[dict[str, Any] | None]]) -> None:
            games, (done, notes) = missing[number], came
            for game, plain in zip(games, notes, strict=True):
                game.take(plain)
                game.played = True
            if not _interrupted(done):
                self._done[work, *games] = done
                if self.keeps is not None and len(games) == 1:
                    work.keep(self.keeps.noting(*games), done[0][0], games[0].sequence)

        jobs = [partial(_done, work, tuple((game.scenario, game.rules) for game in games)) for games in missing]
        played(jobs, executor=executor, took=took, progress=progress)


def _done(work: Work, scenes: tuple[Scene, ...]) -> tuple[_Played, list[dict[str, Any] | None]]:
    """Play games in a process of their own; return their outcomes, and the questions asked of each."""
    games = [_Game(*scene) for scene in scenes]
    return _play(work, [game.sequence for game in games]), [game.plain() for game in games]


def _play(work: Work, sequences: Sequence[Process], **how: Any) -> _Played:
    try:
        if len(sequences) == 1:
            return (work(sequences[0], **how),), ()
        left, right, changes = work.pair(*sequences, **how)
    except BaseException:
        # Tables of a game that is dropped take as much room as those of one that was played.
        for each in sequences:
            each.learnt.clear()
        raise
    return (left, right), changes


def _named(done: _Played, scenes: tuple[Scene, ...]) -> _Played:
    """Return results under the names by which games are asked for."""
    results, changes = done
    return tuple(named(result, identity_of(*scene)) for result, scene in zip(results, scenes, strict=True)), changes


def _interrupted(done: _Played) -> bool:
    return any(result.provenance.interrupted for result in done[0])


def part_of(progress: Progress, start: float, size: float) -> Progress:
    """Return the progress of a part of some work, which begins when a share of all is done and is so large."""
    return lambda share: progress(start + size * share)
