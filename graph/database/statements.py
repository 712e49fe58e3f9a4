"""Load the Cypher statements, one per file under ``cypher/``, and check their headers.

A file starts with comment lines. Prose states the purpose; these declarations are checked::

    // access  read | write | schema
    // param   NAME  TYPE  [meaning]
    // column  NAME  TYPE  [meaning]
    // tenant  all   REASON                 only where a statement really spans tenants
    // scope   all   REASON                 only where a query does not compare $scopes, see below
    // scans   REASON                       only where it reads an index by range, not by key; what
                                            begins with "everything" may read all there is

After the header comes ``CYPHER 25`` on a line of its own (with ``replan=skip`` where the first
plan is kept), then the statement. A migration may hold several statements, each ended by a
semicolon and with comment lines of its own; the file's header declares for them all, but for those
that declare an access of their own.
The header cannot go stale: a parameter that is used and not declared, or declared and not used,
is refused here; a test compares columns, access and scans with the server's own plans.
A query is what reads in one of the folders ``QUERIES``: it gives what is in the scopes that its
reader sees, ``$scopes``, or says why that needs no comparison.
Every look-up names its index (``USING INDEX SEEK``), so that no statistics make it a scan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from graph.errors import StatementError

Access = Literal["read", "write", "schema"]

CYPHER_DIR = Path(__file__).resolve().parents[2] / "cypher"
MIGRATIONS = "migrations/"
QUERIES = (
    "database/embeddings/nearest/",
    "kernel/entities/",
    "read/beliefs/",
    "read/memories/",
    "read/recall/",
    "read/relations/",
    "read/review/",
)
LANGUAGE = "CYPHER 25"
# The one parameter, whose members a statement's are.
ALL = "p"
# For a statement whose look-ups all have hints, so that no later plan is better: keep the first.
# A young store would otherwise be replanned, for half a second, whenever it has grown.
FIXED = f"{LANGUAGE} replan=skip"

_DECLARATION = re.compile(
    r"(access|scans|param|column|(?:tenant|scope)(?=\s+all\s))\s+(\S+)(?:\s+(.+))?"
)
_OWN_ACCESS = re.compile(r"^// access[^\n]*\n", re.MULTILINE)
_COMMENTS = re.compile(r"\A(?://[^\n]*\n)*")
# Literals, quoted names and comments come first, so that a $ inside them names no parameter.
_PARAMETER = re.compile(
    r"""'(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `[^`]*` | //[^\n]* | /\*.*?\*/ | \$(\w+)""",
    re.DOTALL | re.VERBOSE,
)


# Neo4j 2026.01 takes no member of a map there, after an aggregation.
_COUNT = re.compile(r"\b(?:LIMIT|SKIP)\s+\$(\w+)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One Cypher statement with its declarations; ``text`` is the file without its header.

    In what is sent often, each ``$name`` of the file is ``$p.name``: see ``arguments``. But the
    ``counts``, how many rows are wanted, stay as they are.
    """

    name: str
    text: str
    purpose: str
    access: Access
    params: Mapping[str, str]
    columns: tuple[str, ...]
    spans_tenants: bool
    scans: str
    counts: tuple[str, ...] = ()

    def arguments(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters as they are sent with the text.

        They are the members of one map. The server keeps a plan for each combination of the types
        of parameters, the sizes of lists and the lengths of texts, none of which shows in a map:
        so it plans each statement once.
        """
        if f"${ALL}." not in self.text:
            return dict(params)
        return {ALL: params, **{name: params[name] for name in self.counts}}


@dataclass(slots=True)
class _Header:
    """The declarations of a header, while it is parsed."""

    purpose: list[str] = field(default_factory=list[str])
    access: list[str] = field(default_factory=list[str])
    scans: list[str] = field(default_factory=list[str])
    param: dict[str, str] = field(default_factory=dict[str, str])
    column: dict[str, str] = field(default_factory=dict[str, str])
    tenant: dict[str, str] = field(default_factory=dict[str, str])
    scope: dict[str, str] = field(default_factory=dict[str, str])


@cache
def statements() -> Mapping[str, Statement]:
    """Load every statement, by its path without suffix, such as ``read/beliefs/at_point``.

    The statements of a migration have a number too: ``migrations/V0004__memories/01``.

    Raises:
        StatementError: a file breaks the rules of this module.
    """
    return MappingProxyType({one.name: one for one in _all()})


def parse(name: str, source: str) -> Statement:
    """Parse one file's text.

    Raises:
        StatementError: the header and the text do not agree, or a rule of this module is broken.
    """
    lines = source.splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    header = _parse_header(name, lines[:end])
    text = "\n".join(lines[end:]).strip()
    access = _parse_access(name, header)
    used = {param for param in _PARAMETER.findall(text) if param}
    _check_text(name, text)
    _check_params(name, used, set(header.param))
    if access != "schema" and "tenant" not in used and not header.tenant.get("all"):
        raise StatementError(
            f"{name}: no $tenant",
            hint="bind the tenant, or say `// tenant  all  REASON` in the header",
        )
    if _reads_scoped(name, access) and "scopes" not in used and not header.scope.get("all"):
        raise StatementError(
            f"{name}: no $scopes",
            hint="compare the scopes, or say `// scope  all  REASON` in the header",
        )
    as_written = access == "schema" or name.startswith(MIGRATIONS)
    counts = tuple(sorted(set(_COUNT.findall(text))))
    return Statement(
        name=name,
        text=text if as_written else _in_one_map(text, counts),
        purpose=" ".join(header.purpose),
        access=access,
        params=MappingProxyType(header.param),
        columns=tuple(header.column),
        spans_tenants="all" in header.tenant,
        scans=" ".join(header.scans),
        counts=counts,
    )


def _in_one_map(text: str, counts: tuple[str, ...]) -> str:
    """Return the text with each parameter but those in ``counts`` as a member of one map."""
    kept = {None, *counts}
    return _PARAMETER.sub(
        lambda found: found[0] if found[1] in kept else f"${ALL}.{found[1]}", text
    )


def _reads_scoped(name: str, access: Access) -> bool:
    """Whether it is a query, of what callers see only in their scopes."""
    return access == "read" and name.startswith(QUERIES)


def parse_migration(name: str, source: str) -> list[Statement]:
    """Return the statements of a migration file, in order; the first is named ``NAME/01``.

    Raises:
        StatementError: one of them breaks the contract.
    """
    header, language, body = source.partition(f"{LANGUAGE}\n")
    parts = [part.strip() for part in re.split(r";\s*\n", body + "\n") if part.strip()]
    return [
        parse(f"{name}/{number:02}", _with_header(header, language, part))
        for number, part in enumerate(parts, 1)
    ]


def _with_header(header: str, language: str, part: str) -> str:
    own = _COMMENTS.match(part)
    comments = own[0] if own else ""
    if _OWN_ACCESS.search(comments):
        header = _OWN_ACCESS.sub("", header)
    return f"{header}{comments}{language}{part[len(comments) :]}"


def _all() -> Iterator[Statement]:
    for path in sorted(CYPHER_DIR.rglob("*.cypher")):
        name = path.relative_to(CYPHER_DIR).with_suffix("").as_posix()
        source = path.read_text(encoding="utf-8")
        if name.startswith(MIGRATIONS):
            yield from parse_migration(name, source)
        else:
            yield parse(name, source)


def _parse_header(name: str, lines: list[str]) -> _Header:
    header = _Header()
    for line in lines:
        comment = line.removeprefix("//").strip()
        declaration = _DECLARATION.fullmatch(comment)
        if not declaration:
            if comment:
                header.purpose.append(comment)
            continue
        word, subject, rest = declaration.groups(default="")
        if word in {"access", "scans"}:
            getattr(header, word).append(f"{subject} {rest}".rstrip())
            continue
        entries: dict[str, str] = getattr(header, word)
        if subject in entries:
            raise StatementError(f"{name}: {word} {subject} is declared twice")
        entries[subject] = rest
    return header


def _parse_access(name: str, header: _Header) -> Access:
    declared = " ".join(header.access)
    for access in get_args(Access):
        if declared == access:
            return access
    raise StatementError(
        f"{name}: access is {declared!r}", hint="one line `// access  read`, or write, or schema"
    )


def _check_text(name: str, text: str) -> None:
    first, _, rest = text.partition("\n")
    if first.strip() not in (LANGUAGE, FIXED) or not rest.strip():
        raise StatementError(
            f"{name}: begins with {first[:40]!r}",
            hint=f"the first line after the header is {LANGUAGE} alone",
        )
    if text.endswith(";"):
        raise StatementError(f"{name}: ends with a semicolon", hint="one statement a file, bare")


def _check_params(name: str, used: set[str], declared: set[str]) -> None:
    if used != declared:
        raise StatementError(
            f"{name}: params used {sorted(used)}, declared {sorted(declared)}",
            hint="declare each parameter once: `// param  NAME  TYPE`",
        )
