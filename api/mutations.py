"""The Mutation root: each field is one operation of the store, in one transaction."""

from __future__ import annotations

import strawberry
from strawberry import field

from api.arguments import known_id, moment
from api.context import Info, Right
from api.graphql_inputs import AssertInput, AttributeInput, RememberInput, RetractInput
from api.graphql_jobs import Job
from api.graphql_memories import Memory
from api.graphql_records import AssertResult, Attribute
from api.graphql_scalars import GivenTime
from api.loaders import there
from graph import correction as corrections
from graph import jobs, registry, revision, revocation
from graph.commands import Assertion, Correction, EntityRef
from graph.errors import DoxaError

# What the store calls the bounds of every statement, and what a retraction calls them.
_RETRACTION_FIELDS = {"input.validFrom": "input.at", "input.validTo": "input.until"}


@strawberry.type(description="Operations. Each is done whole or not at all.")
class Mutation:
    @field(description="Keep what was said and extract from it later; returns at once.")
    async def remember(self, info: Info, input: RememberInput) -> Job:
        _begin(info, Right.WRITE)
        job = await jobs.submit(
            info.context.db,
            info.context.caller,
            input.commands(),
            session=input.session,
            topic=input.topic,
        )
        info.context.services.wake()
        return Job.of(job)

    @field(description="Believe one statement, now and without extraction.")
    async def assert_belief(self, info: Info, input: AssertInput) -> AssertResult:
        _begin(info, Right.WRITE)
        return await _said(info, input.command())

    @field(description="Stop believing something from a moment on.")
    async def retract_belief(self, info: Info, input: RetractInput) -> AssertResult:
        _begin(info, Right.WRITE)
        try:
            return await _said(info, input.command())
        except DoxaError as error:
            if error.field is not None:
                error.field = _RETRACTION_FIELDS.get(error.field, error.field)
            raise

    @field(description="It was never right: another value, or other times.")
    async def correct_memory(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
        value: str | None = None,
        target: strawberry.ID | None = None,
        valid_from: GivenTime | None = None,
        valid_to: GivenTime | None = None,
        reject: bool | None = True,
    ) -> AssertResult:
        _begin(info, Right.DECIDE)
        asked = Correction(
            memory=known_id(id, "id"),
            reason=reason,
            value=value,
            target=None if target is None else EntityRef(id=known_id(target, "target")),
            valid_from=moment(valid_from, "validFrom"),
            valid_to=moment(valid_to, "validTo"),
            reject=reject is not False,
        )
        result = await corrections.correct_memory(info.context.db, info.context.caller, asked)
        return AssertResult.of(result)

    @field(description="It still holds.")
    async def confirm_memory(
        self, info: Info, id: strawberry.ID, at: GivenTime | None = None
    ) -> Memory:
        _begin(info, Right.DECIDE)
        confirmed = await revocation.confirm_memory(
            info.context.db, info.context.caller, known_id(id, "id"), moment(at, "at")
        )
        return Memory.of(await there(info.context.loaders.memories, confirmed))

    @field(description="Take it back, as if it had never been said.")
    async def revoke_memory(
        self, info: Info, id: strawberry.ID, reason: str, reject: bool | None = True
    ) -> Memory:
        _begin(info, Right.DECIDE)
        revoked = await revocation.revoke_memory(
            info.context.db,
            info.context.caller,
            known_id(id, "id"),
            reason,
            reject=reject is not False,
        )
        return Memory.of(await there(info.context.loaders.memories, revoked))

    @field(description="Say how an attribute behaves.")
    async def define_attribute(self, info: Info, input: AttributeInput) -> Attribute:
        _begin(info, Right.DEFINE)
        defined = await registry.define_attribute(
            info.context.db, info.context.caller, input.command()
        )
        return Attribute.of(defined)


async def _said(info: Info, assertion: Assertion) -> AssertResult:
    result = await revision.assert_belief(info.context.db, info.context.caller, assertion)
    return AssertResult.of(result)


def _begin(info: Info, right: Right) -> None:
    info.context.require(right)
    info.context.forget()
