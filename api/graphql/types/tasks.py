"""GraphQL: the tasks that work on the whole store on a schedule, and what is wrong with a store."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field
from strawberry.scalars import JSON

from api.graphql.request.permissions import Right, has_right
from graph.model import records
from graph.upkeep import tasks

FAILED = "it failed; whoever runs the store is told why"


@strawberry.type(
    description="Work on the whole store that runs on a schedule, by one process at a time."
)
class Task:
    name: str = field(description="Such as decay.")
    last_started: datetime | None = field(description="When the last run began.")
    last_finished: datetime | None = field(
        description="When the last run that ended did, well or not."
    )
    last_effect: JSON | None = field(
        description="What the last run that went well did, for all tenants together. Only owners of"
        " the tenant `default` are told; it is null to all others."
    )
    error: str | None = field(
        description="Why the last run that ended failed, if it did. Only owners of the tenant"
        " `default` are told the reason; all others, that it failed."
    )
    next_run: datetime | None = field(
        description="When it is due; if that has passed, as soon as a service runs. Null if it runs"
        " only by hand."
    )
    enabled: bool = field(description="Whether it runs by itself.")

    @classmethod
    def of(cls, task: tasks.Task, caller: records.Caller) -> Task:
        """Return the task as shown: what is of all tenants, to whoever runs the store alone."""
        runs_store = has_right(caller, Right.OPERATE)
        effect, error = task.last_effect, task.error
        return cls(
            name=task.name,
            last_started=task.last_started,
            last_finished=task.last_finished,
            last_effect=JSON(effect) if runs_store and effect is not None else None,
            error=error if runs_store or error is None else FAILED,
            next_run=task.next_run,
            enabled=task.enabled,
        )


@strawberry.type(description="A place where the store violates one of its five invariants.")
class Violation:
    invariant: int = field(description="Which one, 1 to 5.")
    subject: strawberry.ID = field(description="What it is about: a slot, memory, belief or so.")
    message: str = field(description="What is wrong with it.")

    @classmethod
    def of(cls, violation: records.Violation) -> Violation:
        """Return the violation as shown."""
        return cls(
            invariant=violation.invariant,
            subject=strawberry.ID(violation.subject),
            message=violation.message,
        )
