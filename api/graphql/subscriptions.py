"""The Subscription root: what changes, as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import strawberry

from api.graphql.request.context import Info, RequestContext
from api.graphql.request.cursors import Cursors, Place
from api.graphql.request.shared_results import Answer, Once, share_result
from api.graphql.types.changes import BeliefChange, BeliefChangeEvent
from api.graphql.types.jobs import Job
from api.graphql.types.wanted_beliefs import WantedBeliefs
from graph.errors import BadCursor, NotFound
from graph.model import records
from graph.read.change_feed.belief_changes import Numbered
from graph.read.change_feed.feed import END
from graph.vocabulary import JobStatus
from graph.write.intake import jobs

JOB_POLL_S = 0.3
_ENDED = frozenset({JobStatus.SUCCEEDED, JobStatus.FAILED, JobStatus.CANCELLED})


@strawberry.type(
    description="What changes, as it changes: over `graphql-transport-ws` or server-sent events."
)
class Subscription:
    @strawberry.subscription(
        description="Every change in what is believed, once and in order, whoever made it; with"
        " `entity` those of its whole identity, relations to it included. `after` takes up where"
        " the event with that cursor ended, however long ago. What is replaced by the same value"
        " over the same interval is no change."
    )
    async def belief_changes(
        self,
        info: Info,
        entity: strawberry.ID | None = None,
        attribute: str | None = None,
        after: str | None = None,
    ) -> AsyncGenerator[BeliefChangeEvent, None]:
        context = info.context
        cursors = Cursors.of(context.services.secret, context.caller.tenant, "beliefChanges")
        place = await _place(context, cursors, after)
        wanted = await WantedBeliefs.resolve(context, entity, attribute)
        async for one in context.services.changes.follow(context.caller.tenant, place):
            context.forget()
            if one.joins:
                wanted = await WantedBeliefs.resolve(context, entity, attribute)
            event = await _event(context, cursors, wanted, one)
            if event.change.inserted or event.change.retired:
                yield event

    @strawberry.subscription(
        description="A job, at once and whenever it has come further, until it has ended."
    )
    async def job_progress(self, info: Info, id: strawberry.ID) -> AsyncGenerator[Job, None]:
        context = info.context
        told: records.Job | None = None
        while told is None or told.status not in _ENDED:
            found = await jobs.job(context.db, context.caller, id)
            if found is None:
                raise NotFound(f"there is no job {id[:40]!r}", field="id", hint="see `jobs`")
            if found != told:
                told = found
                context.forget()
                yield Job.of(found)
            else:
                await asyncio.sleep(JOB_POLL_S)


async def _place(context: RequestContext, cursors: Cursors, after: str | None) -> tuple[int, int]:
    """Where to begin: behind a cursor, or behind all that there is by now.

    Raises:
        BadCursor: it is none of this tenant's changes, or of a store that has them no more.
    """
    tenant = context.caller.tenant
    newest = await context.services.changes.newest(tenant)
    if after is None:
        return newest, END
    sequence, part = cursors.read(after).key
    if not (isinstance(sequence, int) and isinstance(part, int) and sequence <= newest):
        raise BadCursor(
            "the store has no such change: it is older than the cursor",
            field="after",
            hint="read the beliefs anew, and begin without a cursor",
        )
    return sequence, part


async def _event(
    context: RequestContext, cursors: Cursors, wanted: WantedBeliefs, numbered: Numbered
) -> BeliefChangeEvent:
    """Return a change as somebody sees it: the same event for all who see and ask the same."""

    async def shown(answer: Once[Answer] | None = None) -> BeliefChangeEvent:
        change = BeliefChange.of(await wanted.select(context, numbered))
        return BeliefChangeEvent(
            cursor=cursors.write(Place(numbered.place, None)), change=change, answer=answer
        )

    if context.operation is None:
        return await shown()
    caller = context.caller
    state = context.db.system_time.last_change(caller.tenant)
    events = share_result(
        numbered.made, (caller, context.db.scopes, context.operation, wanted, state)
    )
    return await events.get(lambda: shown(Once())) or await shown()
