"""A battle: banners against banners, with the points of both sides and the victory of Las Navas.

Steps in brackets are those of `docs/sequences/battle.md`; the activation of a banner is in `attacks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.games.fields import Fault, Keys, block, blocks, flag, whole
from mangonel.games.filo import banners
from mangonel.games.filo.attacks import Attack
from mangonel.games.filo.combat import Rolls
from mangonel.games.filo.keys import around, policies_of
from mangonel.games.filo.rolls import DRAWN, SIDES, WINNERS, winner
from mangonel.games.filo.states import ON
from mangonel.games.filo.turn import evening, help_by_rada
from mangonel.games.filo.units import FRESH, GONE, check_charge_asked, never_charges, owners
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

_WINS = {
    "a": ("b_leader_lost", "a_reaches_camp", "a_far_ahead", "a_ahead"),
    "b": ("a_leader_lost", "b_far_ahead", "b_ahead"),
}


class BattleSetup(Keys):
    """Two hosts."""

    turns: int = whole(1, 60, "the most turns that are played")
    pursuit: int = whole(0, 30, "hexes that a routed stack has gone back at most and can be attacked", 6)
    decisive: bool = flag("the loss of the first army leader ends the battle", usual=True)
    margin: int | None = whole(
        1, 99, "points by which a side ahead after the last turn of the scenario wins; undecided without it", None
    )
    sectors: tuple[banners.SectorKeys, ...] = blocks(
        banners.SectorKeys, "sectors, from the left", least=1, most=banners.MOST_SECTORS
    )
    a: banners.HostKeys = block(banners.HostKeys, at="a", names={"side": "a"})
    b: banners.HostKeys = block(banners.HostKeys, at="b", names={"side": "b"})
    policies_a: banners.FieldPolicies = policies_of(banners.FieldPolicies, "a", "a.banners.stacks")
    policies_b: banners.BattlePolicies = policies_of(banners.BattlePolicies, "b", "b.banners.stacks")

    def faults(self) -> Iterator[Fault]:
        for side, host in (("a", self.a), ("b", self.b)):
            of_andalus = 0
            for number, banner in enumerate(host.banners, start=1):
                path, stacks = f"{side}.banners.{number}", sum(company.number for company in banner.stacks)
                many = not 1 <= stacks <= banners.MOST_STACKS
                yield many, f"a banner has 1 to {banners.MOST_STACKS} stacks", f"{path}.stacks", stacks
                of_andalus += banner.al_andalus
                other = banner.al_andalus and (side == "a" or of_andalus > 1)
                yield other, "one banner of b at most is Al-Andalus", f"{path}.al_andalus", True


def _help(host: banners.Host, s: Any, dice: Any) -> None:
    """Let De Rada go to the stack that needs him most (phase E, 2)."""
    banner = host.banners[host.rada or 0]
    if not host.has_rada(s, banner):
        return
    in_need = [stack for stack in banner.stacks if FRESH < stack.state(s) < GONE]
    if in_need:
        worst = max(in_need, key=lambda stack: (stack.state(s), -stack.at))
        dice.note(f"De Rada is with {worst.who}")
        s.rada = worst.at + 1
        help_by_rada(s, dice, worst)


def _look(field_: banners.Field, sector: int, side: int, s: Any, dice: Any) -> None:
    """Look for a front banner when a turn is over (one game turn, 4)."""
    field_.look(sector, side, s, dice)


def _reckoning(rules: RuleSet, most: Sequence[int], margin: int | None, turns: int) -> Callable[[Any, Any], None]:
    """Return the phase that ends a battle by points when a turn is over (points and endings)."""
    number = rules.table("victory").number
    limited, at_once, turn_limit = rules.choice("time-limit") == ON, number("ahead_at_once"), number("turns")
    ways, bounds = range(-most[1], most[0] + 1), []
    for turn in range(turn_limit - 1, turn_limit + 2 - limited):
        names = [winner(rules, christians=max(by, 0), muslims=max(-by, 0), turn=max(turn, 1))[0] for by in ways]
        wins, losses = ([by for by, name in zip(ways, names, strict=True) if name == side] for side in WINNERS)
        bounds.append((min(wins, default=most[0] + 1), max(losses, default=-most[1] - 1), DRAWN in names))

    def judge(s: Any, dice: Any) -> None:
        """End the battle if a side is far enough ahead (points and endings)."""
        late = bool(s.turn >= turn_limit)
        first, last, drawn = bounds[-1 if s.turn > turn_limit else late]
        ahead = s.a_points - s.b_points
        far = not (late and limited)
        if ahead >= first:
            end(s, dice, banners.ENDINGS, "a_far_ahead" if far or ahead >= at_once else "a_ahead")
        elif ahead <= last:
            end(s, dice, banners.ENDINGS, "b_far_ahead" if far or ahead <= -at_once else "b_ahead")
        elif drawn:
            end(s, dice, banners.ENDINGS, "drawn")
        elif margin is not None and s.turn >= turns:
            end(s, dice, banners.ENDINGS, "a_ahead" if ahead >= margin else "b_ahead" if ahead <= -margin else "drawn")

    return judge


_COUNTABLE = 8
"""Stacks of both sides in a battle that can be played exactly."""


def battle(setup: BattleSetup, rules: RuleSet) -> Process:
    """Return the battle of a scenario; one that the rule set or its lost cells do not allow is a DataError."""
    rolls = Rolls(rules)
    first = banners.Host(rolls, "a", setup.a, setup.policies_a, 0)
    hosts = first, banners.Host(rolls, "b", setup.b, setup.policies_b, len(first.banners))
    for host in hosts:
        check_charge_asked(rules, host.policies, host.stacks, host.side)
    field_ = banners.Field(rules, setup.sectors, hosts)
    attack = Attack(rolls, field_, pursuit=setup.pursuit, decisive=setup.decisive)
    most = hosts[1].worth, hosts[0].worth
    reckon = _reckoning(rules, most, setup.margin, setup.turns)

    def end_turn(s: Any, dice: Any) -> None:
        """Let contact be lost where nobody has attacked, and look at the endings (one game turn, 4)."""
        for sector in range(len(setup.sectors)):
            if s.contact[sector] != banners.NOT:
                s.contact[sector] -= 1
        for banner in field_.banners.values():
            setattr(s, f"{banner.name}_fought", 0)
        field_.order.forget(s, dice)
        if any(field_.reached(s, sector) for sector in range(len(setup.sectors))):
            end(s, dice, banners.ENDINGS, "a_reaches_camp")
        else:
            reckon(s, dice)

    def points(side: str, top: int, s: Any) -> int:
        return min(int(getattr(s, f"{side}_points")), top)

    tops = zip(SIDES, (host.told for host in hosts[::-1]), strict=True)
    points_of = tuple(Measure(f"{side}_points", top, partial(points, side, top)) for side, top in tops)
    rada = [Phase("De Rada", partial(_help, host)) for host in hosts if host.rada is not None]
    left = [Measure("al_andalus_left", 1, attrgetter("al_andalus") if attack.al_andalus else lambda _: 0)]
    left = left if any(banner.keys.al_andalus for banner in hosts[1].banners) else []
    return Process(
        name="battle",
        columns=[
            *(column for host in hosts for column in host.columns),
            *(Column(f"{side}_points", top) for side, top in zip(SIDES, most, strict=True)),
            *field_.columns,
            *attack.columns,
        ],
        phases=[
            *attack.phase_b(),
            Phase("initiative", field_.throw),
            Phase("initiative: leaders", field_.choose),
            *attack.phases(),
            *evening(attack.stacks, attack.stacks, rada),
            *(
                Phase(f"end of the turn: side {side}, sector {sector + 1}", partial(_look, field_, sector, at))
                for sector in range(len(setup.sectors))
                for at, side in enumerate(SIDES)
            ),
            Phase("end of the turn", end_turn),
        ],
        endings=tuple(banners.ENDINGS),
        turns=setup.turns,
        measures=(
            *points_of,
            *(
                Measure(f"{host.side}_{order}", host.units, attrgetter(f"{host.side}_{order}"))
                for host in hosts
                for order in banners.LOSSES
            ),
            *left,
        ),
        tallies=(
            *(tally for host in hosts for tally in host.tallies),
            *(f"{side}_passed" for side in SIDES if any(sector.depth for sector in setup.sectors)),
        ),
        series=(*points_of, *(Measure(f"{host.side}_organised", host.units, host.organised) for host in hosts), *left),
        board=field_.board,
        plan=hosts[0].plan | hosts[1].plan,
        sides=owners(_WINS, banners.LOSSES, stacks=attack.stacks, called={"a": setup.a.called, "b": setup.b.called}),
        sampled=len(attack.stacks) > _COUNTABLE,
        notes_at_zero=never_charges(a=setup.policies_a, b=setup.policies_b),
    )


def _facts(setup: BattleSetup) -> Facts:
    hosts = [words().with_semicolons(_banner(each, host) for each in host.banners) for host in (setup.a, setup.b)]
    contacts = [str(sector.contact) for sector in setup.sectors]
    return (
        (say("facts.side_a"), hosts[0]),
        (say("facts.side_b"), hosts[1]),
        (say("facts.frontage"), words().with_commas(str(sector.frontage) for sector in setup.sectors)),
        (say("facts.contact"), "" if {*contacts} == {"1"} else words().with_commas(contacts)),
        (say("facts.decisive"), say("facts.yes" if setup.decisive else "facts.no")),
    )


def _banner(banner: banners.BannerKeys, host: banners.HostKeys) -> str:
    leader = [say("facts.leader_of", value=banner.value, bonus=banner.bonus)]
    leader += [say("facts.twice", value=host.banners[host.army - 1].value)] if banner.activations > 1 else []
    kinds = [
        f"{company.number * company.units} {words().translated(company.kind.title)} ({company.kind.type})"
        for company in banner.stacks
    ]
    return words().with_commas((*kinds, *leader))


def _sweep(setup: BattleSetup) -> tuple[Axis, Axis]:
    return ("a.banners.1.bonus", (0, 1, 2, 3)), ("sectors.1.frontage", around(setup.sectors[0].frontage, 3, 1, 5))


_ASSUMED = (
    "shots-before-contact",
    "shooters-stand",
    "pairs-from-the-left",
    "rout-passes-nobody",
    "fronts-only",
    "always-in-command",
)
PLAYABLE = Playable(name="battle", keys=BattleSetup, make=battle, facts=_facts, sweep=_sweep, assumed=_ASSUMED)
