"""What extractors proposed, and what was decided on it: kept with the episode, first writer wins.

Proposals are kept so that judging again never asks a model again. Everything is keyed by
(episode, extractor version, number of the candidate), so that doing it twice does nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from graph.ids import digest, id_from
from graph.model import Caller, Decision, Json, Usage
from graph.session import Row, Session
from graph.tallies import Answered, answer_fields, calls_fields, day_of, usage_fields
from graph.vocabulary import Outcome


@dataclass(frozen=True, slots=True)
class Kept:
    """What an extractor proposed from an episode, as kept with it."""

    episode: str
    extractor: str
    job: str
    text: str
    count: int
    usage: Usage | None


async def kept(db: Session, tenant: str, episode: str, extractor: str) -> Kept | None:
    """What this extractor version proposed from the episode, if it was ever asked."""
    key = candidates_key(episode, extractor)
    rows = await db.read("read/candidates", tenant=tenant, keys=[key])
    if not rows:
        return None
    row = rows[0]
    return Kept(episode, extractor, row["job"], row["json"], row["count"], usage_of(row))


async def keep(
    db: Session, tenant: str, proposed: Kept, *, answered: Answered | None = None
) -> str:
    """Keep what was proposed; the text that is kept now, which is another's if he came first.

    What it consumed is counted either way, for its job and for the tenant's day.
    """
    now = db.clock()
    rows = await db.write(
        "write/keep_candidates",
        tenant=tenant,
        key=candidates_key(proposed.episode, proposed.extractor),
        episode=proposed.episode,
        extractor=proposed.extractor,
        job=proposed.job,
        now=now,
        day=day_of(now),
        json=proposed.text,
        count=proposed.count,
        **usage_fields(proposed.usage),
        **calls_fields(proposed.usage),
        **answer_fields(answered or Answered(), empty=proposed.count == 0),
    )
    return rows[0]["json"]


async def decisions(
    db: Session, tenant: str, *, episodes: Sequence[str], extractor: str
) -> list[Decision]:
    """What became of every candidate that this extractor version proposed from some episodes."""
    keys = [candidates_key(episode, extractor) for episode in episodes]
    rows = await db.read("read/candidates", tenant=tenant, keys=keys) if keys else []
    numbers = [
        decision_key(row["episode"], extractor, number)
        for row in rows
        for number in range(row["count"])
    ]
    found = await db.read("read/decisions", tenant=tenant, keys=numbers) if numbers else []
    return [_decision(row) for row in found]


async def counts(
    db: Session, tenant: str, *, episodes: Sequence[str], extractor: str
) -> dict[str, int]:
    """How many claims this extractor version proposed from each episode that it has read."""
    keys = [candidates_key(episode, extractor) for episode in episodes]
    rows = await db.read("read/candidates", tenant=tenant, keys=keys) if keys else []
    return {row["episode"]: row["count"] for row in rows}


async def decided(
    db: Session, tenant: str, *, episode: str, extractor: str, count: int
) -> set[int]:
    """The numbers of the episode's candidates that have been decided."""
    keys = {decision_key(episode, extractor, number): number for number in range(count)}
    rows = await db.read("read/decisions", tenant=tenant, keys=list(keys)) if keys else []
    return {keys[row["key"]] for row in rows}


async def decide(
    db: Session,
    caller: Caller,
    *,
    job: str,
    episode: str,
    extractor: str,
    number: int,
    candidate: Json,
    outcome: Outcome,
    gate: str,
    reason: str,
    audited: str,
) -> None:
    """Record a decision on a candidate that was not asserted; a second time does nothing.

    ``audited`` is the reason for the audit, which must repeat nothing that was said.
    """
    key = decision_key(episode, extractor, number)
    await db.write(
        "write/decide",
        tenant=caller.tenant,
        key=key,
        audit=id_from("a", key),
        job=job,
        episode=episode,
        extractor=extractor,
        number=number,
        candidate=json.dumps(candidate, ensure_ascii=False),
        outcome=outcome.value,
        gate=gate,
        reason=reason,
        audited=audited,
        actor=caller.actor,
        now=db.clock(),
    )


def candidates_key(episode: str, extractor: str) -> str:
    """Where an extractor version's proposals from an episode are kept."""
    return digest("candidates", episode, extractor)


def decision_key(episode: str, extractor: str, number: int) -> str:
    """Where the decision on one candidate is kept."""
    return id_from("d", episode, extractor, number)


def usage_of(row: Row) -> Usage | None:
    """What was consumed, from a row that has it."""
    if row["input_tokens"] is None:
        return None
    return Usage(
        model=row["model"],
        input_tokens=row["input_tokens"],
        output_tokens=row["output_tokens"],
        cached_tokens=row["cached_tokens"],
        cost_usd=row["cost_usd"],
    )


def _decision(row: Row) -> Decision:
    return Decision(
        candidate=json.loads(row["candidate"]),
        outcome=Outcome(row["outcome"]),
        gate=row["gate"],
        reason=row["reason"],
        memory=row["memory"],
        contradiction=row["contradiction"],
    )
