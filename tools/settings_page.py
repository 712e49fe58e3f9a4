"""The page of all settings, from what ``graph/settings.py`` says of each."""

from __future__ import annotations

import json
from typing import Any

from pydantic import AliasChoices, SecretStr

from graph.settings import DEFAULT_PRICES, Settings

DOCUMENTS = {
    "stack": "libraries",
    "storage": "storage",
    "model": "[temporal model](../concepts/claims-and-beliefs.md)",
    "pipeline": "extraction",
    "recall": "recall",
    "upkeep": "upkeep",
    "api": "interfaces",
    "product": "operation",
}


# Where numbers come from that others recommend; all others were chosen or measured here.
WORKS = {
    "": "",
    "write": "*The WRITE Phase*, Memory in AI Systems 2",
    "manage": "*The MANAGE Phase*, Memory in AI Systems 3",
    "paths": "*The Write Path & the Read Path*",
    "filtering": "*LLM Extraction as Filtering, Not Recall*",
}


def reference() -> str:
    """The settings as a page of Markdown."""
    lines = [
        "# Settings",
        "",
        "Generated from `graph/settings.py` by `make fix`; a test keeps it current.",
        "",
        "| variable | default | what it does | area | the number is from |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, field in Settings.model_fields.items():
        extra: Any = field.json_schema_extra
        default = field.default
        if isinstance(default, SecretStr):
            default = default.get_secret_value()
        shown = "none" if default in ("", None, {}) else f"`{_plain(default)}`"
        aliases = field.validation_alias
        named: list[Any] = aliases.choices if isinstance(aliases, AliasChoices) else []
        variables = ", ".join(f"`{known}`" for known in named or [f"DOXA_{name.upper()}"])
        lines.append(
            f"| {variables} | {shown} | {field.description} | {DOCUMENTS[extra['source']]}"
            f" | {WORKS[extra['work']]} |"
        )
    return "\n".join([*lines, ""])


def _plain(default: Any) -> str:
    """The default as it would be written into the environment."""
    return (
        str(default)
        if default is not DEFAULT_PRICES
        else json.dumps({name: one.model_dump() for name, one in default.items()})
    )
