"""The operations that the lines of a file ask for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from graph.commands import Assertion, AttributeDefinition, EntityRef
from graph.told import Told


@dataclass(frozen=True, slots=True)
class Assert:
    """Believe something, or with a negative assertion stop believing it.

    ``span`` is the line itself where it brings no evidence of its own.
    """

    line: int
    key: str | None
    assertion: Assertion
    span: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Meant:
    """The claim that a correction or a revocation is about.

    By the key of its line, or by what it says; never by both.
    """

    key: str | None
    said: Assertion | None


@dataclass(frozen=True, slots=True)
class Correct:
    """It was never right: what it should have been, or when."""

    line: int
    key: str | None
    meant: Meant
    value: str | None
    target: EntityRef | None
    valid_from: datetime | None
    valid_to: datetime | None
    reason: str
    reject: bool
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Revoke:
    """Take it back, as if it had never been said."""

    line: int
    key: str | None
    meant: Meant
    reason: str
    reject: bool
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Define:
    """Say how an attribute behaves."""

    line: int
    key: str | None
    definition: AttributeDefinition
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entities are one; ``absorb`` goes on as a name of ``keep``."""

    line: int
    key: str | None
    keep: EntityRef
    absorb: EntityRef
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """What was merged are two after all."""

    line: int
    key: str | None
    absorbed: EntityRef
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Restore:
    """What a line of an export tells."""

    line: int
    key: str | None
    told: Told
    at: datetime | None = None


Operation: TypeAlias = Assert | Correct | Revoke | Define | Merge | Split | Restore
