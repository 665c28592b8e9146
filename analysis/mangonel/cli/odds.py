"""``mangonel odds``: one roll in one situation, exactly."""

from __future__ import annotations

import click

from mangonel.cli.groups import Group
from mangonel.cli.odds_after import extinguish, fire, heal, oil, panic
from mangonel.cli.odds_combat import batter, melee, missed_shot, missile, topple

__all__ = ["command"]


@click.group(cls=Group)
def command() -> None:
    """Exact odds of one roll on one table.

    "At least" is the chance of a result or of a worse one for the target; of a result that befalls the attacker, of a
    worse one for him.

    \b
    Examples:
      mangonel odds melee --attack 8 --defence 3 --terrain ladder \\
        --against battlement
      mangonel odds missile --weapon longbow --distance 40 --terrain battlement
      mangonel odds fire --cause arrow --target ram
      mangonel odds heal --rules siege --rules croisades
    """  # noqa: D301 - click reads the escape as one


for _one in (melee, missile, missed_shot, topple, batter, fire, extinguish, oil, heal, panic):
    command.add_command(_one)
