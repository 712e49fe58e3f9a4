"""A live claim as stored: what the projection needs, and what beliefs and judgement need."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

from graph.clock import outward
from graph.database.rows import Row
from graph.ids import id_from
from graph.kernel.temporal.claim import Claim
from graph.periods import Dating, period_end
from graph.vocabulary import Precision, SupersessionReason

Successor: TypeAlias = tuple[str, SupersessionReason]
Holds: TypeAlias = tuple[datetime, datetime | None]


@dataclass(frozen=True, slots=True)
class UnknownBounds:
    """Which bounds of a claim are not known; an end that is not known is over all the same.

    Of one that is over, with no start, only that remains: its claim is a negative one.
    """

    start: bool = False
    end: bool = False


KNOWN = UnknownBounds()


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A live claim with what the projection does not need, but beliefs and judgement do.

    ``context`` is as its source spelled it.
    """

    claim: Claim
    value: str | None
    typed: str | None
    target: str | None
    dating: Dating
    dating_to: Dating | None
    confidence: float
    authority: int
    speaker: str | None
    successor: Successor | None
    holds: Holds | None
    bounds: UnknownBounds = KNOWN
    context: str | None = None


def read_claim(row: Row) -> StoredClaim:
    """Return a live claim from the row of a statement."""
    dating = Dating(Precision(row["precision"]), row.get("offset"))
    precision_to = row["precision_to"]
    successor = row["successor"]
    holds = row["holds_from"]
    return StoredClaim(
        claim=Claim(
            id=row["id"],
            value=row["canonical"],
            start=row["start"],
            end=outward(row["end"]),
            said_at=row["said_at"],
            placed=row["placed_at"],
            ordinal=row["ordinal"] or 0,
            negative=bool(row["negative"]),
            stated=row["stated"],
            vouched=row["vouched_until"],
            expires=row["expires_at"],
            period_end=period_end(row["start"], dating.precision) if row["stated"] else None,
            end_unknown=bool(row["end_unknown"]) and not row["negative"],
        ),
        value=row["value"],
        typed=row["typed"],
        target=row["target"],
        dating=dating,
        dating_to=precision_to and Dating(Precision(precision_to), row.get("offset_to")),
        confidence=row["confidence"],
        authority=row["authority"],
        speaker=row["speaker"],
        successor=None if successor is None else (successor[0], SupersessionReason(successor[1])),
        holds=None if holds is None else (holds, outward(row["holds_to"])),
        bounds=UnknownBounds(bool(row["start_unknown"]), bool(row["end_unknown"])),
        context=row.get("context"),
    )


def claim_in(row: Row) -> StoredClaim:
    """Return the claim that a memory's own properties hold, whether it counts or waits."""
    return read_claim({**_ABSENT, **row, "successor": None})


_ABSENT: dict[str, Any] = dict.fromkeys(
    (
        "canonical",
        "value",
        "typed",
        "target",
        "precision_to",
        "vouched_until",
        "expires_at",
        "speaker",
        "context",
        "holds_from",
        "holds_to",
        "successor",
        "start_unknown",
        "end_unknown",
    )
)


def denial_of(item: StoredClaim) -> StoredClaim:
    """Return the negative claim on the opposite that an assertion makes: over the interval that it
    says.

    Of one that is over at an unknown time that is as far as it vouches.
    """
    memory = id_from("m", item.claim.id, "opposite")
    claim = replace(
        item.claim,
        id=memory,
        end=end_said(item.claim),
        negative=True,
        vouched=None,
        expires=None,
        end_unknown=False,
    )
    return replace(item, claim=claim, successor=None, holds=None, bounds=KNOWN)


def end_said(claim: Claim) -> datetime | None:
    """Until when a claim says that its value held; none if it says no end."""
    return claim.until if claim.end_unknown else claim.end
