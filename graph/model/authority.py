"""The authority of a claim by its source, and the check that the caller is a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from graph.errors import Forbidden
from graph.model.commands import Assertion
from graph.model.records import Caller
from graph.vocabulary import Role, SourceKind, Verdict

AUTHORITY: Mapping[SourceKind, int] = MappingProxyType(
    {
        SourceKind.USER: 5,
        SourceKind.SYSTEM: 5,
        SourceKind.DOCUMENT: 4,
        SourceKind.TOOL: 3,
        SourceKind.WEB: 2,
        SourceKind.ASSISTANT: 1,
    }
)

# A person's decision outranks every source.
DECISION = 6


def authority(assertion: Assertion) -> int:
    """Return the rank of the claim's source, 1 to 5; a person stands for what was approved."""
    rank = AUTHORITY[assertion.source_kind]
    if assertion.verdict is Verdict.APPROVED:
        return max(rank, AUTHORITY[SourceKind.USER])
    return rank


def effective_source_kind(caller: Caller, assertion: Assertion) -> SourceKind:
    """Return the effective kind of source: a model always writes as the assistant."""
    return SourceKind.ASSISTANT if caller.role is Role.MODEL else assertion.source_kind


def require_person(caller: Caller) -> None:
    """Refuse a caller that is not a person.

    Raises:
        Forbidden: the caller is a model.
    """
    if caller.role is Role.MODEL:
        raise Forbidden(
            "a model may not decide what is believed", hint="use the token of a person's role"
        )
