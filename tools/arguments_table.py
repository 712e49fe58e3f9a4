"""The table of what each command takes, with its help, for the program to answer from at once."""

from __future__ import annotations

import json
from typing import Any

from api.cli.dispatch.arguments import OVERVIEW
from api.cli.dispatch.commands import help_text
from api.cli.dispatch.program import whole

WIDTH = 80


def reference() -> str:
    """The table as JSON: each command and each group by its words."""
    found: dict[str, Any] = {OVERVIEW: {"help": help_text()}}
    for name, command in whole().commands.items():
        _add(found, name, command)
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _add(found: dict[str, Any], path: str, command: Any) -> None:
    context = command.context_class(
        command, info_name=f"doxa {path}", terminal_width=WIDTH, max_content_width=WIDTH
    )
    # Typer names the words that help is asked with at the program alone, for all commands.
    context.help_option_names = ["-h", "--help"]
    own = found[path] = {"help": command.get_help(context) + "\n", "options": _options(command)}
    if not hasattr(command, "commands"):
        own["arguments"] = [_argument(each) for each in command.params if not _is_option(each)]
        return
    own |= {
        "commands": list(command.commands),
        "left_out": command.left_out,
        "alone": command.runs_alone,
    }
    for name, inner in command.commands.items():
        _add(found, f"{path} {name}", inner)


def _is_option(parameter: Any) -> bool:
    return parameter.opts[0].startswith("-")


def _options(command: Any) -> dict[str, Any]:
    """Each option by each of its spellings."""
    return {
        spelling: _option(each)
        for each in command.params
        if _is_option(each)
        for spelling in each.opts
    }


def _option(each: Any) -> dict[str, Any]:
    kind = each.type_descriptor
    told: dict[str, Any] = {"type": "text", "shown": each.get_error_hint()}
    if each.is_flag:
        told["type"] = "flag"
    elif kind.annotation is int:
        told |= {"type": "integer", "least": each.min, "most": each.max}
    elif kind.is_choice:
        told |= {"values": list(kind.choices), "any_case": not kind.case_sensitive}
    if each.required:
        told["required"] = each.opts
    return told


def _argument(each: Any) -> dict[str, Any]:
    told = {"shown": each.get_error_hint(), "many": each.nargs != 1}
    return told | {"required": each.required and not each.type_descriptor.is_choice}
