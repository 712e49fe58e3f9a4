"""Cypher statements: one file each under ``cypher/``, loaded once, their headers enforced.

A file starts with comment lines. Prose says what the statement is for; these words bind it::

    // access  read | write | schema
    // param   NAME  TYPE  [what it is]
    // column  NAME  TYPE  [what it is]
    // tenant  all   REASON                 only where a statement truly spans tenants

After the header comes ``CYPHER 25`` on a line of its own (with ``replan=skip`` where the plan is to
stay), then the statement.
The header cannot go stale: a parameter that is used and not declared, or declared and not used,
is refused here; columns and access are compared with the server's own plan by a test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, get_args

from graph.errors import StatementError

Access = Literal["read", "write", "schema"]

CYPHER_DIR = Path(__file__).resolve().parent.parent / "cypher"
LANGUAGE = "CYPHER 25"
# For a statement of key look-ups only, whose plan no statistics can better: the first plan stays.
# A young store would otherwise be planned anew, for half a second, whenever it has grown.
FIXED = f"{LANGUAGE} replan=skip"
FOLDERS: Mapping[str, frozenset[Access]] = MappingProxyType(
    {
        "read": frozenset[Access]({"read"}),
        "write": frozenset[Access]({"write"}),
        "upkeep": frozenset[Access]({"read", "write", "schema"}),
        "migrations": frozenset[Access]({"schema", "write"}),
    }
)

_WORD = re.compile(r"(access|param|column|tenant(?=\s+all\s))\s+(\S+)(?:\s+(.+))?")
# Literals, quoted names and comments come first, so that a $ inside them names no parameter.
_PARAMETER = re.compile(
    r"""'(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `[^`]*` | //[^\n]* | /\*.*?\*/ | \$(\w+)""",
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One Cypher statement and what its header promises.

    ``text`` is what goes over the wire: the file without its header.
    """

    name: str
    text: str
    purpose: str
    access: Access
    params: Mapping[str, str]
    columns: tuple[str, ...]
    spans_tenants: bool


@dataclass(slots=True)
class _Header:
    """The header's words as they are gathered."""

    purpose: list[str] = field(default_factory=list[str])
    access: list[str] = field(default_factory=list[str])
    param: dict[str, str] = field(default_factory=dict[str, str])
    column: dict[str, str] = field(default_factory=dict[str, str])
    tenant: dict[str, str] = field(default_factory=dict[str, str])


@cache
def statements() -> Mapping[str, Statement]:
    """Every statement by its path without suffix, such as ``read/belief``.

    Raises:
        StatementError: some file breaks the contract.
    """
    return MappingProxyType(
        {name: parse(name, path.read_text(encoding="utf-8")) for name, path in _files()}
    )


def parse(name: str, source: str) -> Statement:
    """One file's text as a Statement.

    Raises:
        StatementError: the header and the text do not agree, or the house rules are broken.
    """
    lines = source.splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    header = _header(name, lines[:end])
    text = "\n".join(lines[end:]).strip()
    access = _access(name, header)
    used = {found for found in _PARAMETER.findall(text) if found}
    _check_text(name, text)
    _check_params(name, used, set(header.param))
    if access != "schema" and "tenant" not in used and not header.tenant.get("all"):
        raise StatementError(
            f"{name}: no $tenant",
            hint="bind the tenant, or say `// tenant  all  REASON` in the header",
        )
    return Statement(
        name=name,
        text=text,
        purpose=" ".join(header.purpose),
        access=access,
        params=MappingProxyType(header.param),
        columns=tuple(header.column),
        spans_tenants="all" in header.tenant,
    )


def _files() -> Iterator[tuple[str, Path]]:
    for path in sorted(CYPHER_DIR.rglob("*.cypher")):
        yield path.relative_to(CYPHER_DIR).with_suffix("").as_posix(), path


def _header(name: str, lines: list[str]) -> _Header:
    header = _Header()
    for line in lines:
        comment = line.removeprefix("//").strip()
        found = _WORD.fullmatch(comment)
        if not found:
            if comment:
                header.purpose.append(comment)
            continue
        word, subject, rest = found.groups(default="")
        if word == "access":
            header.access.append(subject)
            continue
        entries: dict[str, str] = getattr(header, word)
        if subject in entries:
            raise StatementError(f"{name}: {word} {subject} is declared twice")
        entries[subject] = rest
    return header


def _access(name: str, header: _Header) -> Access:
    said = " ".join(header.access)
    allowed = FOLDERS.get(name.partition("/")[0], frozenset())
    for access in get_args(Access):
        if said == access and access in allowed:
            return access
    raise StatementError(
        f"{name}: access is {said!r}, this folder takes {sorted(allowed)}",
        hint="one line `// access  read`, and a folder of the list in graph/statements.py",
    )


def _check_text(name: str, text: str) -> None:
    first, _, rest = text.partition("\n")
    if first.strip() not in (LANGUAGE, FIXED) or not rest.strip():
        raise StatementError(
            f"{name}: begins with {first[:40]!r}",
            hint=f"{LANGUAGE} stands alone on the first line after the header",
        )
    if text.endswith(";"):
        raise StatementError(f"{name}: ends with a semicolon", hint="one statement a file, bare")


def _check_params(name: str, used: set[str], declared: set[str]) -> None:
    if used != declared:
        raise StatementError(
            f"{name}: params used {sorted(used)}, declared {sorted(declared)}",
            hint="one `// param  NAME  TYPE` line for each parameter, and no other",
        )
