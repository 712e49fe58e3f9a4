"""Anything by its id: the id's prefix says what kind of thing it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from api.graphql.request.context import Info
from api.graphql.request.loaders import Loaders
from api.graphql.request.scalars import Node
from api.graphql.types.beliefs import Belief
from api.graphql.types.entities import Entity
from api.graphql.types.jobs import Job
from api.graphql.types.memories import Episode, Memory
from api.graphql.types.merges import MergeProposal
from api.graphql.types.recall import Recall
from api.graphql.types.review import AuditRecord, Contradiction, Rejection
from api.graphql.types.similarity import SimilarMemories
from graph.database.session import Session
from graph.model.records import Caller
from graph.proposals.merges import proposals
from graph.proposals.similarity import pairs
from graph.read import reads
from graph.read.recall import log
from graph.write.intake import jobs

Shown = Callable[[Any], Node]


async def node_by_id(info: Info, wanted: str) -> Node | None:
    """Return the thing with that id in the caller's tenant, whatever it is."""
    prefix, _, _ = wanted.partition("_")
    if prefix in _LOADED:
        find, shown = _LOADED[prefix]
        found = await find(info.context.loaders, wanted)
    elif prefix in _READ:
        read, shown = _READ[prefix]
        found = await read(info.context.db, info.context.caller, wanted)
    else:
        return None
    return None if found is None else shown(found)


_LOADED: dict[str, tuple[Callable[[Loaders, str], Awaitable[Any]], Shown]] = {
    "e": (lambda loaders, wanted: loaders.entities.load(wanted), Entity.of),
    "m": (lambda loaders, wanted: loaders.memories.load(wanted), Memory.of),
    "p": (lambda loaders, wanted: loaders.episodes.load(wanted), Episode.of),
    "c": (lambda loaders, wanted: loaders.contradictions.load(wanted), Contradiction.of),
    "r": (lambda loaders, wanted: loaders.rejections.load(wanted), Rejection.of),
}
_READ: dict[str, tuple[Callable[[Session, Caller, str], Awaitable[Any]], Shown]] = {
    "b": (reads.belief_by_id, Belief.of),
    "ib": (reads.belief_by_id, Belief.of),
    "a": (reads.audit_record, AuditRecord.of),
    "j": (jobs.job, Job.of),
    "q": (log.recall_by_id, Recall.of),
    "mp": (proposals.merge_proposal, MergeProposal.of),
    "sp": (pairs.similar_pair, SimilarMemories.of),
}
