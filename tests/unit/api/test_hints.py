"""Hints name what there is: at each door a command, an option, a field, a tool or a setting."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from api.cli.dispatch.program import whole
from api.graphql.schema import SCHEMA, print_sdl
from api.hints import COMMANDS, TOOLS, for_agents, for_command_line, option_of
from api.mcp_server.server import RIGHTS
from graph.settings import Settings

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r"`([^`]+)`")
CAMEL = re.compile(r"\b[a-z]+[A-Z]\w*\b")
COMMAND = re.compile(r"\bdoxa ([a-z]+(?: [a-z]+)?)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
SETTING = re.compile(r"\bDOXA_[A-Z0-9_]*[A-Z0-9]\b(?!_)")
# Words of Cypher, GraphQL and MCP that look like names of ours.
FOREIGN = {"documentId"}
# Keys of lines and sheets.
FILE_KEYS = {"evidence", "missed", "next", "of", "recorded_at", "to", "valid_from"}
OTHER_DOORS = ("api/cli", "api/files", "api/graphql", "api/service")


def hints() -> list[tuple[str, str]]:
    """Each hint that is written down, with the file; what it is filled with is left out."""
    found: list[tuple[str, str]] = []
    for package in ("graph", "api", "extraction"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.keyword) and node.arg == "hint":
                    text = "".join(
                        part.value
                        for part in ast.walk(node.value)
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    )
                    found.append((str(path.relative_to(ROOT)), text))
    return found


def commands() -> dict[str, set[str]]:
    """Each command with its options, in a group by both names."""
    found: dict[str, set[str]] = {}

    def note(name: str, command: object) -> None:
        found[name] = {one for param in command.params for one in param.opts}
        for own, inner in getattr(command, "commands", {}).items():
            note(f"{name} {own}".strip(), inner)

    note("", whole())
    return found


def test_what_a_hint_names_exists():
    fields = set(re.findall(r"\w+", print_sdl()))
    known, settings = commands(), {f"DOXA_{name.upper()}" for name in Settings.model_fields}
    options = set().union(*known.values()) | {"--help"}
    names = {*fields, *FILE_KEYS, "doxa"}
    assert len(hints()) > 300
    for path, hint in hints():
        for name in NAMED.findall(hint):
            own = name.split(" ")[0].rstrip("(")
            assert own in names or " " in name or "{" in name, (path, hint)
        for name in CAMEL.findall(NAMED.sub("", hint)):
            assert name in FOREIGN, (path, hint)
        for name in COMMAND.findall(hint):
            assert name in known or name.split()[0] in known, (path, hint)
        for name in OPTION.findall(hint):
            assert name in options, (path, hint)
        for name in SETTING.findall(hint):
            assert name in settings or any(one.startswith(name) for one in settings), (path, hint)


def test_a_field_of_graphql_that_a_hint_names_is_a_command_and_never_a_field_elsewhere():
    roots = (SCHEMA._schema.query_type, SCHEMA._schema.mutation_type)
    fields = {name: one for root in roots for name, one in root.fields.items()}
    known = commands()
    assert set(COMMANDS) <= set(fields)
    taken = {name for field in fields.values() for name in field.args}
    assert all(name.removeprefix("doxa ") in known for name in COMMANDS.values())
    assert {name.split(",")[0] for name in TOOLS.values()} <= set(RIGHTS)
    for path, hint in hints():
        if path.startswith(OTHER_DOORS):
            continue
        for name in NAMED.findall(hint):
            assert name not in fields or name in COMMANDS or name in taken, (path, hint)


def test_a_hint_is_read_in_the_words_of_its_door():
    options = {"valid_at": "--valid-at", "from": "--from", "until": "--until"}
    hint = "look it up with `mergeProposals`, or give `validAt`"

    assert for_command_line(hint, options) == "look it up with doxa merges list, or give --valid-at"
    assert for_agents("see `contradictions`") == "see contradictions"
    assert for_agents("see `reviewQueue`") == "see the command doxa review list"
    assert option_of("input.validFrom", options) == "--from"
    assert option_of("valid_to", options) == "--until"
    assert option_of("value", options) is None
