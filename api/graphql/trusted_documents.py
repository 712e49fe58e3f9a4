"""Trusted documents: a service runs what its applications were built with, and nothing else.

A manifest is what the build of an application writes: an object of ids and documents, as the client
preset of GraphQL Code Generator and Relay write it, or the manifest of Apollo.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from graphql import GraphQLError, GraphQLSchema, OperationDefinitionNode, parse, validate

from api.graphql.schema import SCHEMA
from graph.errors import (
    DoxaError,
    Empty,
    Forbidden,
    IdConflict,
    InvalidArgument,
    NotFound,
)

SETTING = "DOXA_TRUSTED_DOCUMENTS"
APOLLO = "apollo-persisted-query-manifest"
# Clients that sent a hash alone send the whole document after an error of this message.
NOT_SUPPORTED = "PersistedQueryNotSupported"
# As many as `DOXA_QUERY_TOKENS` lets any operation have by default.
TOKENS_MAX = 10_000
SHA256 = "sha256:"


class TrustedDocuments:
    """Documents by their ids, and by the SHA-256 of their text, plain or after ``sha256:``.

    Args:
        texts: documents by id.

    Raises:
        Empty: there is none.
        InvalidArgument: one is no document of this schema, or not the one whose hash is its id.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        if not texts:
            raise _at_fault(Empty("it has no documents"))
        self._texts: dict[str, str] = {}
        for name, text in texts.items():
            _check(name, text)
            hashed = hashlib.sha256(text.encode()).hexdigest()
            if name.startswith(SHA256) and name != SHA256 + hashed:
                raise _at_fault(
                    InvalidArgument(f"document {name!r}: the SHA-256 of its text is {hashed}")
                )
            self._texts[hashed] = self._texts[SHA256 + hashed] = text
        # An id that somebody gave goes before a hash that was computed.
        self._texts.update(texts)

    @classmethod
    def load(cls, path: Path) -> TrustedDocuments:
        """Return the documents of a manifest.

        Raises:
            InvalidArgument: it cannot be read, is no manifest, or has a document that this schema
                does not allow; the message has its id and line.
            IdConflict: two documents have one id.
            Empty: it has none.
        """
        try:
            found: object = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise _at_fault(InvalidArgument(f"{path}: {error.strerror}")) from error
        except (ValueError, RecursionError) as error:
            raise _at_fault(InvalidArgument(f"{path} is no JSON in UTF-8: {error}")) from error
        return cls(_texts_of(found))

    def text_of(self, name: str) -> str:
        """Return a document.

        Raises:
            NotFound: none has this id.
        """
        if name not in self._texts:
            raise NotFound(
                "no trusted document has this id",
                field="documentId",
                hint="build the application and the manifest of the service from one source",
            )
        return self._texts[name]


def document_of(
    request: Mapping[str, Any],
    trusted: TrustedDocuments | None,
    own: Mapping[str, str] = MappingProxyType({}),
) -> str | None:
    """Return the text of the document that a request asks for; None if it names none at all.

    Args:
        request: the members of a request: ``query``, ``documentId``, ``extensions``.
        trusted: the documents that may be asked for; without them each request brings its own.
        own: documents of the service's own page, by id, which may be asked for in any case.

    Raises:
        Forbidden: it brings a document where only trusted ones are taken.
        NotFound: no trusted document has its id.
        InvalidArgument: the id is no text, or this service has no trusted documents.
    """
    query = request.get("query")
    # An empty one asks for nothing; some clients cannot leave it out.
    if query is not None and query != "":
        if trusted is not None:
            raise Forbidden(
                "this service runs trusted documents only",
                field="query",
                hint="send documentId, the id of a document of its manifest, and no query",
            )
        return query
    name, persisted = request.get("documentId"), False
    if name is None:
        name, persisted = _persisted(request.get("extensions")), True
    if name is None:
        return None
    if not isinstance(name, str):
        raise InvalidArgument("an id of a document is a text", field="documentId")
    if name in own:
        return own[name]
    if trusted is None:
        raise InvalidArgument(
            NOT_SUPPORTED if persisted else "this service has no trusted documents",
            field="documentId",
            hint=f"send query, the document itself; {SETTING} gives a service trusted ones",
        )
    return trusted.text_of(name)


def _persisted(extensions: object) -> object:
    """Return the id in the form of Apollo's persisted queries."""
    for member in ("persistedQuery", "sha256Hash"):
        if not isinstance(extensions, dict):
            return None
        extensions = cast("dict[str, object]", extensions).get(member)
    return extensions


def _texts_of(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _at_fault(InvalidArgument("a manifest is an object of ids and documents"))
    members = cast("dict[str, object]", value)
    if members.get("format") == APOLLO:
        return dict(_operations(members.get("operations")))
    for name, text in members.items():
        if not isinstance(text, str):
            raise _at_fault(InvalidArgument(f"document {name!r} is no text"))
    return cast("dict[str, str]", members)


def _operations(value: object) -> Iterator[tuple[str, str]]:
    known: dict[str, str] = {}
    listed = cast("list[object]", value) if isinstance(value, list) else [value]
    for number, one in enumerate(listed):
        members = cast("dict[str, object]", one) if isinstance(one, dict) else {}
        name, text = members.get("id"), members.get("body")
        if not isinstance(name, str) or not isinstance(text, str):
            raise _at_fault(InvalidArgument(f"operation {number} lacks an id or a body"))
        if known.setdefault(name, text) != text:
            raise _at_fault(IdConflict(f"two documents have the id {name!r}"))
        yield name, text


def _check(name: str, text: str) -> None:
    """Go on only if a text is a document that may run.

    Raises:
        InvalidArgument: it is not.
    """
    try:
        document = parse(text, max_tokens=TOKENS_MAX)
    except GraphQLError as error:
        raise _refused(name, error) from error
    except (RecursionError, UnicodeError) as error:
        raise _at_fault(InvalidArgument(f"document {name!r} cannot be read: {error}")) from error
    # Strawberry has no public way to the schema that graphql-core sees.
    for error in validate(cast(GraphQLSchema, vars(SCHEMA)["_schema"]), document):
        raise _refused(name, error)
    if not any(isinstance(one, OperationDefinitionNode) for one in document.definitions):
        raise _at_fault(InvalidArgument(f"document {name!r} has no operation"))


def _refused(name: str, error: GraphQLError) -> DoxaError:
    line = error.locations[0].line if error.locations else 1
    return _at_fault(InvalidArgument(f"document {name!r}, line {line}: {error.message}"))


def _at_fault(error: DoxaError) -> DoxaError:
    error.field, error.hint = SETTING, "build the manifest again, for the schema of this version"
    return error
