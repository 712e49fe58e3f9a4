"""GraphQL: jobs, and what became of each candidate."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field
from strawberry.scalars import JSON

from api.graphql.request.connections import Connection
from api.graphql.request.context import Info
from api.graphql.request.loaders import there
from api.graphql.request.scalars import Node
from api.graphql.types.memories import Memory
from api.graphql.types.review import Contradiction
from graph.model import records
from graph.vocabulary import JobStatus, Outcome

OPENING_MAX = 120


@strawberry.type(description="What a job's model calls consumed.")
class Usage:
    model: str | None = field(description="The model asked.")
    input_tokens: int = field(description="Tokens sent.")
    output_tokens: int = field(description="Tokens answered.")
    cached_tokens: int = field(description="Of those sent, read from the model's cache.")
    written_tokens: int = field(description="Of those sent, written to the model's cache.")
    thinking_tokens: int = field(description="Of those answered, spent on thinking.")
    cost_usd: float | None = field(description="What it cost, where prices are known.")


@strawberry.type(description="What became of one candidate, and why.")
class Decision:
    candidate: JSON = field(
        description="What was proposed; `predicate_said` is the extractor's own name of the"
        " attribute, where the registry has another."
    )
    outcome: Outcome = field(description="What became of it.")
    gate: str | None = field(
        description=(
            "The name of the check that decided: one of those of the gate, `conflict` or"
            " `duplicate`."
        )
    )
    reason: str = field(description="Why.")
    policy_version: int | None = field(
        description="The version of the policy that it was decided by; 0 is the built-in one."
    )
    memory_id: strawberry.Private[str | None]
    contradiction_id: strawberry.Private[str | None]

    @strawberry.field(description="The memory it led to.")
    async def memory(self, info: Info) -> Memory | None:
        memory = self.memory_id
        return None if memory is None else await Memory.there(info, memory)

    @strawberry.field(description="The contradiction it raised.")
    async def contradiction(self, info: Info) -> Contradiction | None:
        if self.contradiction_id is None:
            return None
        loader = info.context.loaders.contradictions
        return Contradiction.of(await there(loader, self.contradiction_id))

    @classmethod
    def of(cls, decision: records.Decision) -> Decision:
        """Return the decision as shown."""
        return cls(
            candidate=JSON(decision.candidate),
            outcome=decision.outcome,
            gate=decision.gate,
            reason=decision.reason,
            policy_version=decision.policy_version,
            memory_id=decision.memory,
            contradiction_id=decision.contradiction,
        )


@strawberry.type(description="Work accepted and not lost: the extraction of some episodes.")
class Job(Node):
    status: JobStatus = field(description="How far it is.")
    submitted_at: datetime = field(description="When it was accepted.")
    finished_at: datetime | None = field(description="When it came to its end.")
    attempts: int = field(description="How often it was begun.")
    error: str | None = field(description="Why it failed; while QUEUED: it will be tried again.")
    usage: Usage | None = field(description="What its model calls consumed.")
    episode_ids: strawberry.Private[tuple[str, ...]]

    @strawberry.field(
        description="The session of the messages that it reads; null too where the first of them"
        " has been erased."
    )
    async def session(self, info: Info) -> str | None:
        first = await self._first(info)
        return None if first is None else first.session

    @strawberry.field(
        description=f"The first {OPENING_MAX} characters of the first message that it reads; null"
        " where that has been erased."
    )
    async def opening(self, info: Info) -> str | None:
        first = await self._first(info)
        return None if first is None else first.text[:OPENING_MAX]

    async def _first(self, info: Info) -> records.Episode | None:
        if not self.episode_ids:
            return None
        return await info.context.loaders.episodes.load(self.episode_ids[0])

    @strawberry.field(description="One for each candidate, kept or not.")
    async def decisions(self, info: Info) -> list[Decision]:
        found = await there(info.context.loaders.decisions, self.id)
        return [Decision.of(decision) for decision in found]

    @strawberry.field(description="The memories that it stored.")
    async def memories(self, info: Info) -> list[Memory]:
        found = await there(info.context.loaders.decisions, self.id)
        stored = dict.fromkeys(one.memory for one in found if one.memory is not None)
        return await Memory.all_of(info, list(stored))

    @classmethod
    def of(cls, job: records.Job) -> Job:
        """Return the job as shown."""
        return cls(
            id=strawberry.ID(job.id),
            status=job.status,
            submitted_at=job.submitted_at,
            finished_at=job.finished_at,
            attempts=job.attempts,
            error=job.error,
            usage=None if job.usage is None else _usage(job.usage),
            episode_ids=job.episodes,
        )


def _usage(usage: records.Usage) -> Usage:
    return Usage(
        model=usage.model,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cached_tokens,
        written_tokens=usage.written_tokens,
        thinking_tokens=usage.thinking_tokens,
        cost_usd=usage.cost_usd,
    )


JobConnection = Connection[Job]
