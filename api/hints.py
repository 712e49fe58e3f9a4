"""Hints in the words of a door.

What the store says names what there is in GraphQL, in backticks: "look it up with `jobs`". On the
command line that is another command or an option, to an agent a tool or an argument. A hint names
nothing that is not at the door where it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

# Fields of GraphQL that hints name, and the commands that do the same.
COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "calibration": "doxa sample reliability",
        "contradictions": "doxa contradictions list",
        "conventionProposals": "doxa conventions list",
        "entities": "doxa entities",
        "jobs": "doxa jobs list",
        "memories": "doxa memories",
        "mergeProposals": "doxa merges list",
        "policy": "doxa policy show",
        "rejections": "doxa rejections list",
        "resolveContradiction": "doxa contradictions answer",
        "reviewQueue": "doxa review list",
        "webhooks": "doxa webhooks list",
        "similarMemories": "doxa similar list",
    }
)
# What of it agents have a tool for; with the rest a person helps.
TOOLS: Mapping[str, str] = MappingProxyType(
    {
        "contradictions": "contradictions",
        "entities": "beliefs, by name",
        "memories": "recall",
        "resolveContradiction": "resolve_contradiction",
    }
)
# Arguments that the command line calls otherwise than by their own name with dashes.
_OPTIONS = MappingProxyType({"valid_from": "from", "valid_to": "until"})
_NAMED = re.compile(r"`([^`]+)`")
_HUMP = re.compile(r"(?<=[a-z])([A-Z])")


def for_command_line(hint: str, options: Mapping[str, str]) -> str:
    """Return a hint as it is read beside a command.

    ``options`` are those of the command, by their names without dashes.
    """

    def named(name: str) -> str | None:
        return COMMANDS.get(name) or option_of(name, options)

    return _renamed(hint, named)


def for_agents(hint: str) -> str:
    """Return a hint as an agent reads it: it names tools, or commands that a person can give."""

    def named(name: str) -> str | None:
        return TOOLS.get(name) or (f"the command {COMMANDS[name]}" if name in COMMANDS else None)

    return _renamed(hint, named)


def option_of(field: str, options: Mapping[str, str]) -> str | None:
    """Return the option that an argument is on the command line; None if it is none there."""
    own = _HUMP.sub(r"_\1", field.rpartition(".")[2]).casefold()
    for name in (_OPTIONS.get(own), own):
        if name is not None and name in options:
            return options[name]
    return None


def _renamed(hint: str, name: Callable[[str], str | None]) -> str:
    def replaced(match: re.Match[str]) -> str:
        return name(match[1]) or match[0]

    return _NAMED.sub(replaced, hint)
