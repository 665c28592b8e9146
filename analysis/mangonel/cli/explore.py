"""``mangonel explore``: the answers of the program on a page, by touching."""

from __future__ import annotations

from importlib.util import find_spec

import click

from mangonel.cli.options import Telling, beside_option, lang_option, scenarios
from mangonel.errors import MangonelError

__all__ = ["command"]


_LOOPBACK = "127.0.0.1"


@click.command(cls=Telling)
@click.argument("scenario", required=False, shell_complete=scenarios)
@beside_option
@lang_option
@click.option("--port", type=click.IntRange(0, 65_535), default=0, help="Where to listen; by default any free port.")
@click.option(
    "--host", default=_LOOPBACK, show_default=True, help="Address to listen on: by default this machine only."
)
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
def command(scenario: str | None, names: tuple[str, ...], lang: str, port: int, host: str, show: bool) -> None:
    """Open the explorer in your browser: rolls, scenarios, rules, cards. Ctrl-C stops it.

    \b
    Examples:
      mangonel explore
    {examples}
    """  # noqa: D301 - click reads the escape as one
    if find_spec("shiny") is None:
        raise MangonelError("the explorer needs the extra packages explore: pip install 'mangonel[explore]'")
    from mangonel.explore.offer import offer_of
    from mangonel.explore.serving import LOOPBACK, listening, serve

    offer = offer_of(scenario or "", names, lang)
    bound = listening(host, port)
    if host not in LOOPBACK:
        click.echo(f"warning: whoever reaches {host} can use this page, without a password", err=True)
    try:
        serve(offer, bound, host, show=show, say=lambda address: click.echo(f"{address}  (Ctrl-C ends it)"))
    except KeyboardInterrupt:
        click.echo("ended", err=True)
