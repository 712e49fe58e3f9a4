"""The audit's chain: the form in which a record is hashed, and what is wrong with a chain. Pure.

A sealed record has a number, its place in the tenant's chain, and a hash over the hash before it
and everything that it says. Of its reason it says a salted digest only: the reason and the salt may
be taken away without breaking the chain, and what is left tells nothing of them.

A head is how far a chain is. One that is kept elsewhere is an anchor: what has been cut off or
written anew behind it cannot agree with it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graph.clock import format_instant

# What the first record's hash is over in place of the one before it.
GENESIS = "0" * 64
# In place of the digest of a reason that was taken away before its record was sealed.
REDACTED_UNSEALED = "redacted before it was sealed"
FINDINGS_MAX = 1_000


@dataclass(frozen=True, slots=True)
class SealedRecord:
    """A record of the audit with its place in the chain.

    ``reason`` and ``salt`` are gone, and ``reason_digest`` is left, if it was redacted. What no
    record is without may be missing after all, in one that was tampered with.
    """

    tenant: str
    sequence: int
    id: str | None
    at: datetime | None
    actor: str | None
    action: str | None
    subject: str | None
    gate: str | None
    policy: int | None
    reason: str | None
    salt: str | None
    reason_digest: str | None
    hash: str

    @property
    def redacted(self) -> bool:
        """Whether it had a reason that has been taken away."""
        return self.reason is None and self.reason_digest is not None


@dataclass(frozen=True, slots=True)
class Head:
    """How far a chain is: the number and the hash of its last record, and when that was sealed."""

    tenant: str
    sequence: int
    hash: str
    at: datetime


class Flaw(StrEnum):
    """What can be wrong with a chain."""

    ALTERED = "ALTERED"
    MISSING = "MISSING"
    OUT_OF_ORDER = "OUT_OF_ORDER"
    HEAD = "HEAD"
    UNCHAINED = "UNCHAINED"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: at which number, with which record, in one sentence."""

    flaw: Flaw
    sequence: int | None
    record: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What came of verifying a chain; ``more`` are findings beyond those that are listed."""

    findings: tuple[Finding, ...]
    more: int
    records: int
    redacted: int
    last: tuple[int, str]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def reason_digest(salt: str, reason: str) -> str:
    """Return the digest of a reason that stands in the chain: SHA-256, keyed by the salt."""
    return hmac.new(salt.encode(), reason.encode(), hashlib.sha256).hexdigest()


def canonical_form(record: SealedRecord) -> str:
    """Return what of a record is hashed: JSON without spaces, the names in order."""
    said = {
        "action": record.action,
        "actor": record.actor,
        "at": None if record.at is None else format_instant(record.at),
        "gate": record.gate,
        "id": record.id,
        "policy": record.policy,
        "reasonDigest": record.reason_digest,
        "sequence": record.sequence,
        "subject": record.subject,
        "tenant": record.tenant,
    }
    return json.dumps(said, ensure_ascii=True, sort_keys=True, separators=(",", ":"), default=str)


def link(previous: str, record: SealedRecord) -> str:
    """Return the hash of a record that follows the one with the hash ``previous``, in hex
    digits.
    """
    return hashlib.sha256(f"{previous}\n{canonical_form(record)}".encode()).hexdigest()


def resume(head: tuple[int, str] | None, last: int | None) -> tuple[int, str]:
    """Where sealing goes on: the number and the hash of the record before the next one.

    ``last`` is the greatest number of a sealed record. Where the head is gone, or behind that, a
    number is left out: nobody can tell what was there, and each verification will say so.
    """
    if head is None and last is None:
        return 0, GENESIS
    if head is None or (last is not None and last > head[0]):
        return (last or 0) + 1, GENESIS
    return head


@dataclass(slots=True)
class Verification:
    """Records taken one after the other, in the order in which they are stored."""

    anchors: Sequence[Head] = ()
    records: int = 0
    redacted: int = 0
    last: int = 0
    hash: str = GENESIS
    findings: list[Finding] = field(default_factory=list[Finding])
    more: int = 0

    def take(self, record: SealedRecord) -> None:
        """Compare a record with what precedes it."""
        self.records += 1
        self.redacted += record.redacted
        if not _agrees(record):
            self.find(Flaw.ALTERED, record, "its reason is not the one that was sealed")
        if record.sequence <= self.last:
            self.find(Flaw.OUT_OF_ORDER, record, f"it comes after number {self.last}")
            return
        follows = record.sequence == self.last + 1
        if not follows:
            self._miss(self.last + 1, record.sequence - 1)
        elif link(self.hash, record) != record.hash:
            self.find(Flaw.ALTERED, record, "its hash does not follow from what it says")
        for anchor in self.anchors:
            if anchor.sequence == record.sequence and anchor.hash != record.hash:
                self.find(Flaw.HEAD, record, "the head that was kept has another hash for it")
        self.last, self.hash = record.sequence, record.hash

    def end(self, head: Head | None) -> Report:
        """Return what is wrong; ``head`` is that of the store.

        A file has none: of its end only anchors tell.
        """
        furthest = max([one.sequence for one in (head, *self.anchors) if one], default=0)
        if furthest > self.last:
            self._miss(self.last + 1, furthest)
        if head is not None and head.sequence < self.last:
            self._head(f"the store's head is at number {head.sequence}, its records go further")
        elif head is not None and head.sequence == self.last and head.hash != self.hash:
            self._head("the store's head has another hash than the last record")
        last = self.last, self.hash
        return Report(tuple(self.findings), self.more, self.records, self.redacted, last)

    def find(self, flaw: Flaw, record: SealedRecord, message: str) -> None:
        """Note what is wrong with a record."""
        self.add(Finding(flaw, record.sequence, record.id, message))

    def add(self, finding: Finding) -> None:
        """Note what is wrong."""
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(finding)
        else:
            self.more += 1

    def _head(self, message: str) -> None:
        self.add(Finding(Flaw.HEAD, None, None, message))

    def _miss(self, first: int, last: int) -> None:
        what = f"number {first} is" if first == last else f"numbers {first} to {last} are"
        self.add(Finding(Flaw.MISSING, first, None, f"{what} missing"))


def verify(
    records: Iterable[SealedRecord], head: Head | None = None, anchors: Sequence[Head] = ()
) -> Report:
    """Verify records in the order given, against the store's head and heads kept elsewhere."""
    verification = Verification(anchors)
    for record in records:
        verification.take(record)
    return verification.end(head)


def _agrees(record: SealedRecord) -> bool:
    """Whether the reason is the one of the digest, or gone together with its salt."""
    if record.reason is None:
        return record.salt is None
    if record.salt is None or record.reason_digest is None:
        return False
    return hmac.compare_digest(reason_digest(record.salt, record.reason), record.reason_digest)
