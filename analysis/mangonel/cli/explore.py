"""``mangonel explore``: the answers of the program on a page, by touching."""

from __future__ import annotations

from importlib.util import find_spec

import click

from mangonel.cli.options import Beside, Lang, argument, declared, option, scenarios
from mangonel.cli.setting import Settings, blaming, set_values
from mangonel.errors import MangonelError


@declared()
def command(
    *,
    scenario: str | None = argument(shell_complete=scenarios),
    rules: Beside,
    settings: Settings,
    lang: Lang,
    port: int = option(
        "Where to listen; by default any free port.", type=click.IntRange(0, 65_535), default=0, show_default=False
    ),
    host: str = option("Address to listen on: by default this machine only.", default="127.0.0.1"),
    show: bool = option("Open the page in a browser.", "--open/--no-open", default=True),
) -> None:
    """Open the explorer in your browser: rolls, scenarios, rules, cards. Ctrl-C stops it.

      mangonel explore
    {examples}
    """
    if find_spec("shiny") is None:
        raise MangonelError("the explorer needs the extra packages explore: pip install 'mangonel[explore]'")
    from mangonel.explore.address import offer_of

    # Wrong names are answered before the page is imported, which takes long.
    fixed, offer = set_values(settings), offer_of(scenario or "", rules, lang)
    from mangonel.explore.page_state import opening_with
    from mangonel.explore.serving import LOOPBACK, listening, serve

    if fixed:
        with blaming(offer.scenario(offer.start.scenario), {}, fixed):
            offer = opening_with(offer, fixed)
    bound = listening(host, port)
    if host not in LOOPBACK:
        click.echo(f"warning: whoever reaches {host} can use this page, without a password", err=True)
    try:
        serve(offer, bound, host, show=show, say=lambda address: click.echo(f"{address}  (Ctrl-C ends it)"))
    except KeyboardInterrupt:
        click.echo("ended", err=True)
