"""A melee of two groups in contact; see `docs/sequences/melee.md`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from mangonel.engine.process import Measure, Phase, Process
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.fights import Group, Melee, melee_columns, melee_tallies
from mangonel.games.cryhavoc.ground import check_standing
from mangonel.games.cryhavoc.men import FIT, RIDER, Kind
from mangonel.games.cryhavoc.panic import PANIC_TALLIES
from mangonel.games.cryhavoc.sides import BreakingOff, Force, in_turn, men_side
from mangonel.games.fields import POLICY, Told, block, one_of, text, whole
from mangonel.games.reading import Reading
from mangonel.games.system import Axis, Endings, Facts, Playable
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale

__all__ = ["ENDINGS", "PLAYABLE", "SIDES", "MeleeSetup", "MeleeSide", "melee_battle", "melee_start"]


SIDES = ("attackers", "defenders")
ENDINGS = Endings(
    {
        "attackers_win": "no defender is left",
        "defenders_win": "no attacker is left",
        "attackers_break_off": "the attackers break off",
        "defenders_break_off": "the defenders break off",
    }
)


def _follows(side: Reading) -> bool:
    assert side.above is not None
    return bool(side.above.below(side.names["other"])["policies"].follow)


@dataclass(frozen=True, slots=True)
class MeleeSide:
    """One of the two groups.

    ``room``, ``front``, ``losses`` and ``turn`` are None if there is no limit, ``panic`` if there is none.
    """

    kind: Kind = keys.kind("{side}.kind")
    men: int = whole(1, 20, "how many there are", at="{side}.men")
    mounted: int = keys.mounted("{side}.mounted", "kind")
    terrain: str = text(
        "the ground: a row of the terrain table, `ladder`, `siege_tower_top`, `+`, `0`, `-`",
        "flat_ground",
        offer=keys.STANDING,
        at="{side}.terrain",
    )
    room: int | None = whole(0, 20, "how many can be driven back at once, else all", None, at="{side}.room")
    front: int | None = whole(1, 20, "how many can attack in one phase, else all", None, at="{side}.front")
    policies: keys.MeleePolicies = block(keys.MeleePolicies, at="policies.{side}", told=POLICY)
    losses: int | None = keys.at_losses(20, "break_off.{side}.losses", Told("break_off_after_losses"))
    turn: int | None = keys.after_turn("break_off.{side}.turn", Told("break_off_in_turn"))
    panic: keys.PanicOf | None = keys.panic_of("panic_of.{side}", lambda side: side["kind"], _follows)


def _side(ours: str, theirs: str) -> Any:
    return block(MeleeSide, at=".", names={"side": ours, "other": theirs}, told=Told(side=ours))


@dataclass(frozen=True, slots=True)
class MeleeSetup:
    """A melee."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(SIDES, "who moves first")
    attackers: MeleeSide = _side(*SIDES)
    defenders: MeleeSide = _side(*SIDES[::-1])


@dataclass(frozen=True)
class Party:
    """One side: its block of the scenario, its men in their places, and all of them."""

    side: MeleeSide
    men: Group
    force: Force

    @classmethod
    def of(cls, rules: RuleSet, name: str, side: MeleeSide) -> Party:
        """Look up everything a side needs; ground on which it cannot fight or ride is refused (DataError)."""
        check_standing(rules, side.terrain, f"{name}.terrain", mounted=side.mounted > 0)
        keys = (side.kind, side.terrain, side.policies, side.mounted, side.room, side.panic)
        men = Group.of(rules, name, side.men, *keys)
        return cls(side, men, Force(name, side.men, men.groups, men.routed, _breaking_off(name, side)))

    def measures(self, first: str) -> list[Measure]:
        horses, column = self.side.mounted, f"{self.men.name}_horses"
        fallen = [Measure(column, horses, lambda s: getattr(s, column))] if horses else []
        return [*self.force.measures(first), *fallen, *self.men.measures(self.side.men)]


def melee_battle(setup: MeleeSetup, rules: RuleSet) -> Process:
    """Build the melee of a scenario under a rule set.

    It is refused (DataError) if there is no such terrain, or no melee or no riding there.
    """
    parties = Party.of(rules, "attackers", setup.attackers), Party.of(rules, "defenders", setup.defenders)
    ours, theirs = parties
    fights = [
        Melee(rules, party.men, other.men, front=party.side.front, follow_up=True)
        for party, other in ((ours, theirs), (theirs, ours))
    ]
    turns = {"attackers": _player_turn(ours, theirs, fights[0]), "defenders": _player_turn(theirs, ours, fights[1])}
    seized = any(party.men.nerves is not None for party in parties)
    return Process(
        name="melee",
        columns=[
            *melee_columns(*fights),
            *(
                column
                for party in parties
                for column in party.men.columns({FIT: party.side.men - party.side.mounted, RIDER: party.side.mounted})
            ),
            *(column for party in parties for column in party.force.breaking_off.columns),
        ],
        phases=in_turn(setup.first, turns, Phase("end of the turn", partial(_end, ours, theirs))),
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=tuple(measure for party in parties for measure in party.measures(setup.first)),
        tallies=(
            *(party.men.attacks for party in parties),
            *melee_tallies(*(party.men.men for party in parties)),
            *(PANIC_TALLIES if seized else ()),
        ),
        plan=ours.men.plan | theirs.men.plan,
        sides=(
            men_side("attackers", ("attackers_win", "defenders_break_off")),
            men_side("defenders", ("defenders_win", "attackers_break_off")),
        ),
        series=tuple(party.force.watched for party in parties),
    )


def melee_start(setup: MeleeSetup, attackers: int, defenders: int) -> dict[str, int]:
    """Return the columns at the start with fewer men than the scenario has, all of them on foot."""
    start: dict[str, int] = {}
    for name, side, men in zip(SIDES, (setup.attackers, setup.defenders), (attackers, defenders), strict=True):
        start |= {f"{name}_fit": men} | _breaking_off(name, side).start(side.men - men)
    return start


def _breaking_off(name: str, side: MeleeSide) -> BreakingOff:
    return BreakingOff(keys.BreakOff(side.losses, side.turn), f"{name}_missing", side.men)


def _player_turn(ours: Party, theirs: Party, fight: Melee) -> list[Phase]:
    """Return the player turn of a side (one game turn, 1 to 3)."""
    name = ours.men.name
    return [
        Phase(f"{name}' movement", partial(_move, ours.men, theirs.men)),
        *fight.phases,
        Phase(f"{name} recover", partial(_recover, ours.men)),
    ]


def _move(ours: Group, theirs: Group, s: Any, dice: Any) -> None:
    """Bring men back, follow and catch others, calm panicked men (one game turn, 1)."""
    ours.rejoin(s, dice, f"back in the fight: {{}} of the {ours.name}")
    ours.follow(s, dice, theirs, f"followed: {{}} of the {theirs.name}")
    if ours.nerves is not None:
        ours.nerves.calm(s, dice)
    if ours.here(s) > 0 and theirs.out_of_reach(s):
        dice.note(f"none of the {theirs.name} is in reach")


def _recover(ours: Group, s: Any, dice: Any) -> None:
    """Let stunned men of the side be fit again (one game turn, 3)."""
    ours.men.recover(s, dice, f"fit again: {{}} of the {ours.name}")


def _end(ours: Party, theirs: Party, s: Any, dice: Any) -> None:
    """Look for an ending at the end of a game turn (Endings)."""
    if theirs.men.left(s) == 0:
        ENDINGS.end(s, dice, "attackers_win")
    elif ours.men.left(s) == 0:
        ENDINGS.end(s, dice, "defenders_win")
    else:
        for party in (ours, theirs):
            if party.force.breaks_off(s):
                ENDINGS.end(s, dice, f"{party.men.name}_break_off")
                return


def _facts(setup: MeleeSetup, words: Locale) -> Facts:
    panic = {"attackers": setup.attackers.panic, "defenders": setup.defenders.panic}
    return (
        (words.text("facts.attackers"), _side_facts(setup.attackers, words)),
        (words.text("facts.defenders"), _side_facts(setup.defenders, words)),
        (words.text("facts.panic"), keys.panic_words(panic, words)),
        (words.text("facts.first_player"), keys.side_word(setup.first, words)),
    )


def _side_facts(side: MeleeSide, words: Locale) -> str:
    terrain = words.word("terrain", side.terrain)
    if side.mounted:
        men = words.plural("facts.mounted_on", side.men, mounted=side.mounted, terrain=terrain)
    else:
        men = words.plural("facts.men_on", side.men, terrain=terrain)
    parts = [keys.named(men, keys.kind_words(side.kind, words), words)]
    parts += [] if side.room is None else [words.text("facts.room_behind", number=side.room)]
    parts += [] if side.front is None else [words.text("facts.attack_at_once", number=side.front)]
    return words.text("frame.semicolon").join(parts)


def _sweep(setup: MeleeSetup) -> tuple[Axis, Axis]:
    ours = max(1, setup.attackers.mounted)
    theirs = max(1, setup.defenders.mounted)
    return ("attackers.men", tuple(range(ours, ours + 5))), ("defenders.men", tuple(range(theirs, theirs + 5)))


PLAYABLE = Playable(name="melee", keys=MeleeSetup, make=melee_battle, facts=_facts, sweep=_sweep)
