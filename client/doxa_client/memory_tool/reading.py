"""What the memory tool asks the service for: files, in pages of lines that hold now or later."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar

from anthropic.lib.tools import ToolError

from doxa_client import calls
from doxa_client.calls import Call
from doxa_client.errors import Ambiguous
from doxa_client.memory_tool.lines import File, Line, line_of
from doxa_client.memory_tool.paths import path_of
from doxa_client.models import Belief, Entity, Job

T = TypeVar("T")
# What yields what is to be sent, and is sent back what came of it: a call, or a job to wait for.
Steps: TypeAlias = Generator[Call[Any] | Job, Any, T]

LINES_A_PAGE = 500
# Of a directory, whose cost is that of all its pages.
ENTITIES_A_PAGE = 50
LINES_AN_ENTITY = 50

_FILE = (
    """
fragment Filed on Entity { id name kind timeline(first: $lines, after: $after) { ...Told cursor } }
"""
    + calls.BELIEF
)
FILE = (
    "query ($id: ID, $name: String, $lines: Int!, $after: String) {"
    " entity(id: $id, name: $name) { ...Filed } }" + _FILE
)
ENTITIES = (
    "query ($entities: Int!, $next: String, $lines: Int!, $after: String) {"
    " entities(first: $entities, after: $next) {"
    " edges { node { ...Filed } } pageInfo { hasNextPage endCursor } } }" + _FILE
)


@dataclass(frozen=True, slots=True)
class FilePage:
    """Lines of a file, and the cursor of further ones if there may be any."""

    entity: Entity
    lines: tuple[Line, ...]
    after: str | None


@dataclass(frozen=True, slots=True)
class EntityPage:
    """Files, each with its first page, and the cursor of further ones if there are any."""

    files: tuple[FilePage, ...]
    after: str | None


def read_file(entity: str) -> Steps[File | None]:
    """Read a file, in pages; None if nothing is believed that would stand in it.

    Raises:
        ToolError: several entities have the name.
    """
    lines: list[Line] = []
    after: str | None = None
    while True:
        try:
            page: FilePage | None = yield file_page(entity, after)
        except Ambiguous as error:
            raise ToolError(
                f"Several entities are called {entity}: {error.hint}. Each has the file"
                f" {path_of('ID')}."
            ) from error
        if page is None:
            return None
        lines += page.lines
        after = page.after
        if after is None:
            return File(page.entity, tuple(lines)) if lines else None


def file_page(entity: str, after: str | None) -> Call[FilePage | None]:
    """Return a page of an entity's file; None if there is no such entity."""
    variables = {**calls.entity_variables(entity), "lines": LINES_A_PAGE, "after": after}
    return Call(
        FILE,
        variables,
        lambda data: data["entity"] and _file_page(data["entity"], LINES_A_PAGE),
    )


def entity_page(after: str | None) -> Call[EntityPage]:
    """Return a page of entities with their files."""
    variables = {
        "entities": ENTITIES_A_PAGE,
        "next": after,
        "lines": LINES_AN_ENTITY,
        "after": None,
    }

    def read(data: Any) -> EntityPage:
        page = data["entities"]
        files = tuple(_file_page(edge["node"], LINES_AN_ENTITY) for edge in page["edges"])
        info = page["pageInfo"]
        return EntityPage(files, info["endCursor"] if info["hasNextPage"] else None)

    return Call(ENTITIES, variables, read)


def _file_page(entity: Mapping[str, Any], size: int) -> FilePage:
    nodes = entity["timeline"]
    now = datetime.now(UTC)
    beliefs = [Belief.model_validate(node) for node in nodes]
    lines = [
        line_of(belief) for belief in beliefs if belief.valid_to is None or belief.valid_to > now
    ]
    after = nodes[-1]["cursor"] if len(nodes) == size else None
    return FilePage(Entity.model_validate(entity), tuple(lines), after)
