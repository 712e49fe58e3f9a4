"""Anything by its id: the id's prefix says what kind of thing it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from api.context import Info
from api.graphql_beliefs import Belief
from api.graphql_entities import Entity
from api.graphql_jobs import Job
from api.graphql_memories import Episode, Memory
from api.graphql_merges import MergeProposal
from api.graphql_records import AuditRecord, Contradiction, Rejection
from api.graphql_scalars import Node
from graph import jobs, merge_proposals, reads


async def node_by_id(info: Info, wanted: str) -> Node | None:
    """The thing with that id in the caller's tenant, whatever it is."""
    prefix, _, _ = wanted.partition("_")
    find = _FINDERS.get(prefix)
    return None if find is None else await find(info, wanted)


async def _entity(info: Info, wanted: str) -> Node | None:
    found = await info.context.loaders.entities.load(wanted)
    return None if found is None else Entity.of(found)


async def _memory(info: Info, wanted: str) -> Node | None:
    found = await info.context.loaders.memories.load(wanted)
    return None if found is None else Memory.of(found)


async def _episode(info: Info, wanted: str) -> Node | None:
    found = await info.context.loaders.episodes.load(wanted)
    return None if found is None else Episode.of(found)


async def _contradiction(info: Info, wanted: str) -> Node | None:
    found = await info.context.loaders.contradictions.load(wanted)
    return None if found is None else Contradiction.of(found)


async def _belief(info: Info, wanted: str) -> Node | None:
    found = await reads.belief_by_id(info.context.db, info.context.caller, wanted)
    return None if found is None else Belief.of(found)


async def _rejection(info: Info, wanted: str) -> Node | None:
    found = await reads.rejection_by_id(info.context.db, info.context.caller, wanted)
    return None if found is None else Rejection.of(found)


async def _audit_record(info: Info, wanted: str) -> Node | None:
    found = await reads.audit_record(info.context.db, info.context.caller, wanted)
    return None if found is None else AuditRecord.of(found)


async def _job(info: Info, wanted: str) -> Node | None:
    found = await jobs.job(info.context.db, info.context.caller, wanted)
    return None if found is None else Job.of(found)


async def _merge_proposal(info: Info, wanted: str) -> Node | None:
    found = await merge_proposals.merge_proposal(info.context.db, info.context.caller, wanted)
    return None if found is None else MergeProposal.of(found)


_FINDERS: dict[str, Callable[[Info, str], Awaitable[Node | None]]] = {
    "e": _entity,
    "m": _memory,
    "p": _episode,
    "c": _contradiction,
    "b": _belief,
    "ib": _belief,
    "r": _rejection,
    "a": _audit_record,
    "j": _job,
    "mp": _merge_proposal,
}
