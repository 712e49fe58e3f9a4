"""The operations that the lines of a file ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from graph.history.file_format.parts import Line
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.vocabulary import Precision


@dataclass(frozen=True, slots=True)
class _Line:
    """The line that asks for it: its number, its key, and in a replay its system time."""

    line: int
    key: str | None
    at: datetime | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Assert(_Line):
    """Believe something, or with a negative assertion stop believing it.

    Its evidence is the line itself if the line brings no other.
    """

    assertion: Assertion


@dataclass(frozen=True, slots=True)
class Meant:
    """The claim that a correction or a revocation is about.

    By the key of its line, or by what it says; never by both.
    """

    key: str | None
    assertion: Assertion | None


@dataclass(frozen=True, slots=True)
class Correct(_Line):
    """It was never right: what it should have been, or when."""

    meant: Meant
    value: str | None
    target: EntityRef | None
    valid_from: datetime | None
    valid_to: datetime | None
    precision: Precision | None
    precision_to: Precision | None
    start_unknown: bool | None
    end_unknown: bool | None
    reason: str
    reject: bool


@dataclass(frozen=True, slots=True)
class Revoke(_Line):
    """Take it back, as if it had never been said."""

    meant: Meant
    reason: str
    reject: bool


@dataclass(frozen=True, slots=True)
class Define(_Line):
    """Say how an attribute behaves."""

    definition: AttributeDefinition


@dataclass(frozen=True, slots=True)
class Merge(_Line):
    """Two entities are one; ``absorb`` goes on as a name of ``keep``."""

    keep: EntityRef
    absorb: EntityRef


@dataclass(frozen=True, slots=True)
class Split(_Line):
    """What was merged are two after all."""

    absorbed: EntityRef


@dataclass(frozen=True, slots=True)
class Consent(_Line):
    """Categories of a subject's, or every one (None), may be kept, or may not any more."""

    entity: EntityRef
    categories: tuple[str, ...] | None
    basis: str
    granted: bool


@dataclass(frozen=True, slots=True)
class Restore(_Line):
    """Restore the event of an exported line."""

    exported: Line


Operation: TypeAlias = Assert | Correct | Revoke | Define | Merge | Split | Consent | Restore
