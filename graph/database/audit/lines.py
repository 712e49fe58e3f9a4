"""Records and heads of the audit as JSON: the lines of an export, heads that are kept elsewhere.

A line has the names of the GraphQL schema, and what the chain has besides. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from graph.clock import format_instant, to_utc
from graph.database.audit.chain import Head, SealedRecord
from graph.errors import InvalidArgument, OutOfRange


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class _Line(_Strict):
    """One line of an export."""

    tenant: str
    sequence: int
    id: str | None
    at: AwareDatetime | None
    actor: str | None
    action: str | None
    subject: str | None
    gate: str | None
    policy: int | None
    reason: str | None = None
    salt: str | None = None
    reason_digest: str | None = Field(alias="reasonDigest")
    hash: str


class _Head(_Strict):
    """A head as it is printed."""

    tenant: str
    sequence: int = Field(ge=0)
    hash: str = Field(pattern="^[0-9a-f]{64}$")
    at: AwareDatetime


def record_line(record: SealedRecord, *, reasons: bool) -> str:
    """Return a record as a line of an export; without its reason it may be kept whatever is
    erased.
    """
    said = {
        "tenant": record.tenant,
        "sequence": record.sequence,
        "id": record.id,
        "at": None if record.at is None else format_instant(record.at),
        "actor": record.actor,
        "action": record.action,
        "subject": record.subject,
        "gate": record.gate,
        "policy": record.policy,
        **({"reason": record.reason, "salt": record.salt} if reasons else {}),
        "reasonDigest": record.reason_digest,
        "hash": record.hash,
    }
    return json.dumps(said, ensure_ascii=False) + "\n"


def read_records(lines: Iterable[bytes]) -> Iterator[SealedRecord]:
    """Yield the records of an export, in its order.

    Raises:
        InvalidArgument: a line is none of an audit's export.
    """
    for number, line in enumerate(lines, 1):
        try:
            found = _Line.model_validate_json(line)
            fields: dict[str, Any] = found.model_dump()
            if found.at is not None:
                fields["at"] = to_utc(found.at, field="at")
        except (ValidationError, OutOfRange) as error:
            raise InvalidArgument(
                f"line {number} is no record of an audit",
                field="--file",
                hint="give a file of doxa audit export",
            ) from error
        yield SealedRecord(**fields)


def head_document(head: Head) -> dict[str, Any]:
    """Return a head as it is printed and kept."""
    return {
        "tenant": head.tenant,
        "sequence": head.sequence,
        "hash": head.hash,
        "at": format_instant(head.at),
    }


def head_line(head: Head) -> str:
    """Return the same as one line of text."""
    return json.dumps(head_document(head), ensure_ascii=False)


def read_head(text: str) -> Head:
    """Return a head from what was printed.

    Raises:
        InvalidArgument: it is none.
    """
    try:
        found = _Head.model_validate_json(text)
    except ValidationError as error:
        raise InvalidArgument(
            "it is no head of an audit",
            field="--head",
            hint="give the output of doxa audit head, or a file with it",
        ) from error
    return Head(found.tenant, found.sequence, found.hash, to_utc(found.at, field="at"))
