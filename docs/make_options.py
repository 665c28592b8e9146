"""Write docs/options.md: every option of the rules with its values, sources, and the sequences that ask for it.

The site makes this page when it is built (`docs/conf.py`), so it is not committed.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked

PAGE = Path(__file__).parent / "options.md"

HEAD = """# Options of the rules

Points on which the sources differ (*difference*), leave a reading open (*reading*), or are silent (*assumption*).
The default is in bold. Set another value in [a rule file](rule-files.md), or for one scenario under `[assumptions]`.
Points that are no option are in [the list of assumptions](../data/ASSUMPTIONS.md).
"""


def asked_by(game: str, rules: str) -> dict[str, list[str]]:
    """Return the sequences of a game whose shipped scenarios ask for an option, by option."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for scenario in map(load_scenario, scenario_names(game)):
        asked = Asked()
        build(scenario, load_rules(rules), asked)
        for option in asked.options:
            found[option][scenario.sequence] = None
    return {option: list(sequences) for option, sequences in found.items()}


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for game in systems():
        rules, asking = load_rules(game.rules), asked_by(game.id, game.rules)
        parts.append(f"## {rules.title}\n")
        for option in rules.options.values():
            sequences = ", ".join(asking.get(option.id, ())) or "single rolls only"
            rows = (
                f"| {_bold(choice.value, choice.value == option.default)} "
                f"| {rules.filled(choice.text)} | {choice.source} |"
                for choice in option.choices
            )
            parts.append(
                f"### {option.id}\n\n{option.title} ({option.kind}). {option.affects}.\nAsked by: {sequences}.\n\n"
                + "\n".join(["| value | meaning | source |", "|---|---|---|", *rows])
                + "\n"
            )
    return "\n".join(parts)


def _bold(value: str, default: bool) -> str:  # noqa: FBT001 - it is asked once
    return f"**`{value}`**" if default else f"`{value}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
