"""What a volley says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import kind_words, policy_words, way_words
from mangonel.systems.cryhavoc.volley.setup import BALLISTA, read_volley_setup

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.volley.setup import ShooterGroup, VolleySetup

__all__ = ["VOLLEY"]


def _make(setup: VolleySetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.volley.advance import volley

    return volley(setup, rules)


def _group_words(group: ShooterGroup) -> str:
    text = f"{group.men} with {group.weapon}"
    if group.weapon == BALLISTA:
        text = f"{counted(group.men, 'ballista')}, first shot in turn {group.ready}"
    text += f", {group.wounded} of them wounded" if group.wounded else ""
    text += f", aptitude {group.aptitude:+d}" if group.aptitude else ""
    text += f", {group.place.replace('_', ' ')}"
    return f"{text}, {counted(group.aside, 'hex')} aside" if group.aside else text


def _facts(setup: VolleySetup) -> Facts:
    targets = counted(setup.men, "rider" if setup.mounted else "man on foot")
    targets += f", {setup.wounded} of them wounded" if setup.wounded else ""
    friends = ""
    if setup.friends:
        friends = f"{setup.friends} beside every target, {setup.friends_wounded} of them wounded"
    return (
        ("Targets", f"{targets}: {kind_words(setup.kind)}"),
        ("Approach", way_words(setup.approach) + (", behind mantlets" if setup.mantlets else "")),
        ("Shooters", "; ".join(_group_words(group) for group in setup.shooters)),
        ("Friends of the shooters", friends),
        ("First player", setup.first),
    )


def _policies(setup: VolleySetup) -> Facts:
    mounted = {"band": setup.band, "unhorsed": setup.unhorsed} if setup.mounted else {}
    return policy_words(
        {
            "aim": setup.aim,
            "advance": setup.advance,
            "pace": setup.pace,
            **mounted,
            "break off after losses": setup.break_off_losses,
            "break off in turn": setup.break_off_turn,
        }
    )


def _sweep(setup: VolleySetup) -> tuple[Axis, Axis]:
    men = tuple(range(max(1, setup.wounded, setup.men - 3), setup.men + 1))
    return ("targets.men", men), ("shooters.1.men", tuple(range(setup.shooters[0].wounded, 7)))


VOLLEY = Playable(
    name="volley",
    read=read_volley_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=("band-retreat", "revised-ballista", "mounted-heavy-cover", "missed-shot-modifiers"),
    sweep=_sweep,
)
