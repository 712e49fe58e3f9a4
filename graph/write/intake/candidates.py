"""Store the candidates of extractors and the decisions on them; the first writer wins.

Candidates are stored so that they can be judged again without another model call. Everything is
keyed by (episode, extractor version, number of the candidate), so that writes are idempotent.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from graph.database.session import Row, Session
from graph.ids import digest, id_from
from graph.model.commands import Origin
from graph.model.records import Caller, Decision, Usage
from graph.vocabulary import Outcome
from graph.write.intake.usage import (
    AnswerCounts,
    answer_fields,
    calls_fields,
    day_of,
    note_answer,
    note_usage,
    usage_fields,
)

# Between an extractor's version and that of one which has read before it.
_AFTER = " after "


@dataclass(frozen=True, slots=True)
class StoredCandidates:
    """The stored candidates of one episode, ``text`` as JSON.

    Those that came with a file are of no ``job``.
    """

    episode: str
    extractor: str
    job: str | None
    text: str
    count: int
    usage: Usage | None


class Reading(NamedTuple):
    """Episodes as an extractor version has read them."""

    episodes: Sequence[str]
    extractor: str


async def load_candidates(
    db: Session, tenant: str, episode: str, extractor: str
) -> StoredCandidates | None:
    """Load this extractor version's candidates of an episode; None if it has not read it."""
    key = candidates_key(episode, extractor)
    rows = await db.read("write/intake/candidates/stored", tenant=tenant, keys=[key])
    if not rows:
        return None
    row = rows[0]
    return StoredCandidates(
        episode, extractor, row["job"], row["json"], row["count"], usage_of(row)
    )


async def store_candidates(
    db: Session, tenant: str, proposed: StoredCandidates, *, answered: AnswerCounts | None = None
) -> str:
    """Store candidates and return the stored text, which may be that of an earlier writer.

    The usage is counted in both cases, for the job and for the tenant's day.
    """
    now = db.clock()
    note_usage(db, proposed.usage)
    if answered is not None:
        note_answer(db, answered, empty=proposed.count == 0)
    rows = await db.write(
        "write/intake/candidates/store",
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
        **answer_fields(answered or AnswerCounts(), empty=proposed.count == 0),
    )
    return rows[0]["json"]


async def decisions(
    db: Session, tenant: str, readings: Mapping[str, Reading]
) -> dict[str, list[Decision]]:
    """List the decisions on all candidates of each of some readings, in order.

    Two statements, however many readings there are.
    """
    wanted = {name: list(_keys(*reading)) for name, reading in readings.items()}
    stored = await _rows(db, "write/intake/candidates/stored", tenant, wanted)
    keys = {
        name: [
            decision_key(row["episode"], row["extractor"], number)
            for row in rows
            for number in range(row["count"])
        ]
        for name, rows in stored.items()
    }
    decided = await _rows(db, "write/intake/candidates/decisions", tenant, keys)
    return {name: [_decision(row) for row in rows] for name, rows in decided.items()}


async def counts(
    db: Session, tenant: str, *, episodes: Sequence[str], extractor: str
) -> dict[str, int]:
    """Count the candidates of this extractor version in each episode that it has read."""
    found: Counter[str] = Counter()
    for row in await _stored(db, tenant, episodes, extractor):
        found[row["episode"]] += row["count"]
    return found


async def _stored(
    db: Session, tenant: str, episodes: Sequence[str], extractor: str
) -> Sequence[Row]:
    """Return the stored candidates of some episodes, by each stage of an extractor."""
    wanted = {"": list(_keys(episodes, extractor))}
    return (await _rows(db, "write/intake/candidates/stored", tenant, wanted))[""]


def _keys(episodes: Sequence[str], extractor: str) -> Iterator[str]:
    for episode in episodes:
        for version in stage_versions(extractor):
            yield candidates_key(episode, version)


async def _rows(
    db: Session, statement: str, tenant: str, wanted: Mapping[str, Sequence[str]]
) -> dict[str, list[Row]]:
    """Load rows by their keys for several who want them, each in the order of its keys."""
    keys = list(dict.fromkeys(chain.from_iterable(wanted.values())))
    rows = await db.read(statement, tenant=tenant, keys=keys) if keys else []
    by_key = {row["key"]: row for row in rows}
    return {
        name: [by_key[key] for key in theirs if key in by_key] for name, theirs in wanted.items()
    }


def version_after(version: str, first: str) -> str:
    """Return the version of an extractor that reads after another one."""
    return f"{version}{_AFTER}{first}"


def stage_versions(extractor: str) -> tuple[str, ...]:
    """Return the versions of those who read an episode for an extractor, in their order."""
    _, _, first = extractor.partition(_AFTER)
    return (first, extractor) if first else (extractor,)


async def decided_numbers(
    db: Session, tenant: str, *, episode: str, extractor: str, count: int
) -> set[int]:
    """Return the numbers of the episode's candidates with a decision."""
    keys = {decision_key(episode, extractor, number): number for number in range(count)}
    rows = (
        await db.read("write/intake/candidates/decisions", tenant=tenant, keys=list(keys))
        if keys
        else []
    )
    return {keys[row["key"]] for row in rows}


async def decide(
    db: Session,
    caller: Caller,
    origin: Origin,
    *,
    outcome: Outcome,
    gate: str,
    reason: str,
    audited: str,
    policy: int,
) -> None:
    """Record a decision on a candidate that was not asserted; idempotent.

    ``audited`` is the reason for the audit, which must not repeat any source text. ``policy`` is
    the version of the policy that it was made by.
    """
    key = decision_key(origin.episode, origin.extractor, origin.number)
    db.counts.add("refused_claims", gate)
    await db.write(
        "write/intake/candidates/record_decision",
        tenant=caller.tenant,
        key=key,
        audit=id_from("a", key),
        job=origin.job,
        episode=origin.episode,
        extractor=origin.extractor,
        number=origin.number,
        candidate=json.dumps(origin.candidate, ensure_ascii=False),
        outcome=outcome.value,
        gate=gate,
        reason=reason,
        audited=audited,
        policy=policy,
        actor=caller.actor,
        now=db.clock(),
    )


def candidates_key(episode: str, extractor: str) -> str:
    """Return the key of an extractor version's candidates of an episode."""
    return digest("candidates", episode, extractor)


def decision_key(episode: str, extractor: str, number: int) -> str:
    """Return the key of the decision on one candidate."""
    return id_from("d", episode, extractor, number)


def usage_of(row: Row) -> Usage | None:
    """Build the usage from a row; None if the row has none."""
    if row["input_tokens"] is None:
        return None
    return Usage(
        model=row["model"],
        input_tokens=row["input_tokens"],
        output_tokens=row["output_tokens"],
        cached_tokens=row["cached_tokens"],
        cost_usd=row["cost_usd"],
        # What was counted before has none of these.
        written_tokens=row["written_tokens"] or 0,
        thinking_tokens=row["thinking_tokens"] or 0,
    )


def _decision(row: Row) -> Decision:
    return Decision(
        candidate=json.loads(row["candidate"]),
        outcome=Outcome(row["outcome"]),
        gate=row["gate"],
        reason=row["reason"],
        memory=row["memory"],
        contradiction=row["contradiction"],
        policy_version=row["policy"],
    )
