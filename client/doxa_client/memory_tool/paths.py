"""The paths of the memory tool: `/memories`, and a file for each entity. No input or output.

A path comes from a model and is untrusted. It names an entity and nothing else, so that no path
leads out of the tenant; what looks like an attempt is refused all the same.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from anthropic.lib.tools import ToolError

ROOT = "/memories"
SUFFIX = ".md"
PATH_MAX = 1_000
NAME_MAX = 300
# Controls, line separators and halves of surrogate pairs.
_UNFIT = frozenset({"Cc", "Cs", "Zl", "Zp"})
# What a path cannot have, or would read otherwise.
_QUOTED = re.compile(r"[/\\%]|^\.")


def path_of(name: str) -> str:
    """Return the path of an entity's file."""
    return f"{ROOT}/{_QUOTED.sub(lambda match: f'%{ord(match[0]):02X}', name)}{SUFFIX}"


def read_entity_name(path: str) -> str | None:
    """Return the name of the entity whose file a path is, or its id; None for the directory.

    Raises:
        ToolError: it is the path of no file.
    """
    _refuse_unfit(path)
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with {ROOT}, got: {path}")
    rest = path.removeprefix(ROOT).strip("/")
    name = unquote(rest)
    _refuse_unfit(name)
    if any(part in (".", "..") for part in re.split(r"[/\\]", name.removesuffix(SUFFIX))):
        raise ToolError(f"Path {path} would escape {ROOT} directory")
    if not rest:
        return None
    if "/" in rest or not rest.endswith(SUFFIX) or name == SUFFIX:
        raise ToolError(
            f"The path {path} is no file: there are no directories in {ROOT}, and each entity has"
            f" one file, {ROOT}/NAME{SUFFIX}."
        )
    name = name.removesuffix(SUFFIX)
    if len(name) > NAME_MAX:
        raise ToolError(f"The name of a file has at most {NAME_MAX} characters.")
    return name


def _refuse_unfit(path: str) -> None:
    """Refuse what no path may have.

    Raises:
        ToolError: it is too long, or has characters that are not printed.
    """
    if len(path) > PATH_MAX:
        raise ToolError(f"A path has at most {PATH_MAX} characters.")
    if any(unicodedata.category(character) in _UNFIT for character in path):
        raise ToolError(f"The path {path!a} has characters that no path has.")
