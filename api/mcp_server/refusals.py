"""What a tool refuses, in words for a model.

``CODE (argument): what is wrong. What to do.``

Whatever refused it, the schema, GraphQL or the store: the argument is one of the tool's own, and
no name of ours and none of GraphQL stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError
from pydantic.alias_generators import to_snake

from api.hints import for_agents
from graph.nearness import nearest

SHOWN_MAX = 80

_TOO_LARGE = frozenset({"string_too_long", "too_long"})
_OUT_OF_RANGE = frozenset(
    {
        "finite_number",
        "greater_than",
        "greater_than_equal",
        "int_parsing_size",
        "less_than",
        "less_than_equal",
    }
)
_BAD_CHARACTERS = frozenset({"string_unicode"})
_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
# A name of GraphQL in a hint, and the path of an input.
_CAMEL = re.compile(r"\b(?:input\.)?[a-z]+(?:[A-Z][a-z]+)+\b")


class RefusedError(ToolError):
    """What a tool refuses: a code, the field at fault if there is one, and what to do.

    ``sent``: the field is an argument as it was sent, whether the tool has it or not; else it may
    be one of GraphQL.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        field: str | None = None,
        hint: str = "",
        sent: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.hint = hint
        self.sent = sent
        self.others: list[RefusedError] = []

    def all_of(self) -> list[RefusedError]:
        """Return it, and the others that were refused with it."""
        return [self, *self.others]

    def words(self, arguments: Collection[str], names: Mapping[str, str]) -> str:
        """Return the refusal in words, its field as one of a tool's arguments.

        ``names`` are the arguments for fields that GraphQL calls otherwise.
        """
        field = self.field if self.sent else argument_of(self.field, arguments, names)
        where = f" ({field})" if field else ""
        hint = for_agents(self.hint)
        hint = _sentence(_CAMEL.sub(lambda found: to_snake(found[0]), hint))
        return f"{self.code}{where}: {self.message.rstrip('.')}." + (f" {hint}" if hint else "")


def argument_of(
    field: str | None, arguments: Collection[str], names: Mapping[str, str]
) -> str | None:
    """Return the tool's argument that a field of GraphQL means: ``asOf.validAt`` is ``valid_at``.

    The names are those of whole fields, or of their parts. None if it means none.
    """
    if field is None:
        return None
    whole = ".".join(map(to_snake, field.split(".")))
    if whole in names:
        return names[whole]
    for own in reversed(whole.split(".")):
        for name in (names.get(own), own):
            if name in arguments:
                return name
    return None


def absent(argument: str, hint: str) -> RefusedError:
    """Return the refusal of an id that names nothing."""
    return RefusedError(
        "NOT_FOUND", f"there is no such {argument}", field=argument, hint=f"Give {hint}"
    )


def unknown_tool(name: str, tools: Collection[str]) -> RefusedError:
    """Return the refusal of a tool that there is not."""
    near = nearest(name, tools)
    meant = f"Did you mean {near.name}? " if near else ""
    return RefusedError(
        "INVALID_ARGUMENT",
        f"there is no tool {name[:SHOWN_MAX]!r}",
        hint=f"{meant}The tools are {', '.join(sorted(tools))}",
    )


def of_validation(error: ValidationError, schema: Mapping[str, Any]) -> list[RefusedError]:
    """Return what is wrong with a tool's arguments, each once, by its input schema."""
    found: dict[str, RefusedError] = {}
    for one in error.errors(include_url=False, include_context=False):
        argument = str(one["loc"][0]) if one["loc"] else ""
        if argument not in found:
            found[argument] = _refusal(argument, one["type"], one["input"], schema["properties"])
    return list(found.values())


def _refusal(
    argument: str, kind: str, given: object, arguments: Mapping[str, Mapping[str, Any]]
) -> RefusedError:
    if argument not in arguments:
        return _unknown(argument, arguments)
    about = arguments[argument]
    hint = f"Give {' and '.join(_taken(about))}. {about.get('description', '')}".strip(". ")
    if kind == "missing":
        return RefusedError(
            "INVALID_ARGUMENT", "it is missing", field=argument, hint=hint, sent=True
        )
    if kind in _TOO_LARGE:
        return RefusedError(
            "TOO_LARGE", f"{len(str(given)):,} characters", field=argument, hint=hint, sent=True
        )
    if kind in _OUT_OF_RANGE or (_is_number(given) and about.get("type") == "number"):
        return RefusedError(
            "OUT_OF_RANGE", "it is out of its bounds", field=argument, hint=hint, sent=True
        )
    if kind in _BAD_CHARACTERS:
        return RefusedError(
            "BAD_CHARACTERS",
            "half of a surrogate pair",
            field=argument,
            sent=True,
            hint="Send well-formed Unicode",
        )
    return RefusedError(
        "INVALID_ARGUMENT", f"it is {_kind(given)}", field=argument, hint=hint, sent=True
    )


def _unknown(argument: str, names: Collection[str]) -> RefusedError:
    near = nearest(argument, names)
    meant = f"Did you mean {near.name}? " if near else ""
    taken = f"It takes {', '.join(names)}" if names else "It takes none"
    return RefusedError(
        "INVALID_ARGUMENT",
        "this tool has no such argument; nothing was done",
        field=argument[:SHOWN_MAX],
        hint=f"{meant}{taken}",
        sent=True,
    )


def _taken(about: Mapping[str, Any]) -> Iterator[str]:
    """Yield what an argument takes, by its schema."""
    if words := about.get("enum"):
        yield f"one of {', '.join(words)}"
        return
    parts: list[Mapping[str, Any]] = list(about.get("anyOf", [about]))
    yield " or ".join(_TYPES.get(str(part.get("type")), "an object") for part in parts)
    for part in parts:
        for key, words in _LIMITS:
            if key in part:
                yield words.format(part[key])


_LIMITS = (
    ("minimum", "{} at least"),
    ("maximum", "{} at most"),
    ("maxLength", "{:,} characters at most"),
)


def _is_number(given: object) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)


def _kind(given: object) -> str:
    if given is None:
        return "null"
    if isinstance(given, bool):
        return "true or false"
    if _is_number(given):
        return "a number"
    if isinstance(given, str):
        return "a text" if len(given) > SHOWN_MAX else f"{given!r}"
    return "a list" if isinstance(given, list) else "an object"


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return text[:1].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")
