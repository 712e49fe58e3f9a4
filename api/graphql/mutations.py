"""The Mutation root: each field is one operation of the store, in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

import strawberry
from strawberry import field
from strawberry.scalars import JSON

from api.graphql.request.arguments import GivenInterval, known_id, moment
from api.graphql.request.context import Info
from api.graphql.request.scalars import GivenTime
from api.graphql.types.beliefs import Belief
from api.graphql.types.changes import DistrustResult
from api.graphql.types.consolidation import ConsolidationResult
from api.graphql.types.conversation_imports import ImportConversationInput, ImportResult
from api.graphql.types.entities import Entity
from api.graphql.types.governance import ErasureReceipt
from api.graphql.types.inputs import (
    AssertInput,
    AttributeInput,
    ContextValue,
    DistrustInput,
    RememberInput,
    RetractInput,
)
from api.graphql.types.jobs import Job
from api.graphql.types.memories import Memory
from api.graphql.types.merges import MergeProposal
from api.graphql.types.reliability import Calibration, MarkInput
from api.graphql.types.review import AssertResult, Attribute, Rejection
from api.graphql.types.similarity import SimilarMemories
from api.graphql.types.tasks import Task
from api.graphql.types.webhooks import CreatedWebhook, Webhook, WebhookInput
from graph.errors import DoxaError, TooLarge, Unavailable
from graph.governance.consents import consents
from graph.governance.erasure import erase as erasure
from graph.governance.webhooks import webhooks
from graph.limits import DEFAULT_SCALE
from graph.model.commands import Answer, Assertion, Correction, EntityRef
from graph.proposals.consolidation.consolidate import consolidate
from graph.proposals.consolidation.schedule import schedule_consolidation
from graph.proposals.merges import proposals
from graph.proposals.merges.discovery import find_merges
from graph.proposals.reliability.calibration import apply_calibration
from graph.proposals.reliability.marks import mark_memories
from graph.proposals.resolution import conventions, rejections, resolve
from graph.proposals.resolution import policy_versions as policies
from graph.proposals.resolution import review as reviewing
from graph.proposals.resolution.review import Review
from graph.proposals.similarity import pairs
from graph.upkeep import tasks
from graph.vocabulary import Precision, Resolution
from graph.write import assertion as revision
from graph.write import correction as corrections
from graph.write import distrust as distrusting
from graph.write import revocation
from graph.write.attributes import definition
from graph.write.intake import job_control, jobs
from graph.write.merging import merge

_log = logging.getLogger("doxa.api")

# A retraction's bounds, by the names that every statement has for them.
_RETRACTION = {"valid_from": "at", "valid_to": "until"}
_WHOLE: Mapping[str, str] = dict.fromkeys(
    ("valid_from", "valid_to", "start_unknown", "end_unknown"), "valid"
)


@contextmanager
def _of_input(renamed: Mapping[str, str] = MappingProxyType({})) -> Generator[None]:
    """Name a field of the store's command as a field of the argument ``input``."""
    try:
        yield
    except DoxaError as error:
        if error.field is not None and error.field.split(".")[0] != "input":
            error.field = f"input.{renamed.get(error.field, error.field)}"
        raise


@strawberry.type(description="Operations that change the store. Each is done whole or not at all.")
class Mutation:
    @field(
        description=(
            "Store messages and queue their extraction. It returns at once, with a job"
            " whose progress `jobProgress` tells."
        )
    )
    async def remember(self, info: Info, input: RememberInput) -> Job:
        with _of_input():
            job = await jobs.submit(
                info.context.db,
                info.context.caller,
                input.commands(),
                session=input.session,
                topic=input.topic,
                priority=input.priority or 0,
                scope=input.scope,
            )
        info.context.services.wake()
        return Job.of(job)

    @field(
        description=(
            "Store the messages of a conversation as another program has exported it, and queue"
            " their extraction. Ids are those of the export, so the same again adds nothing, and"
            " one that was cut off goes on; until then what was accepted stays."
        )
    )
    async def import_conversation(self, info: Info, input: ImportConversationInput) -> ImportResult:
        services = info.context.services
        if services.importer is None:
            raise Unavailable("nothing is imported here", hint="ask the service of `doxa serve`")
        size = len(input.content.encode("utf-8", "surrogatepass"))
        with _of_input():
            if size > services.import_max:
                raise TooLarge(
                    f"{size:,} bytes, at most {services.import_max:,} are taken",
                    field="content",
                    hint="import it at a command line, or in parts",
                )
            done = await services.importer(info.context.db, info.context.caller, input.file())
        if done.jobs:
            services.wake()
        return ImportResult.of(done)

    @field(
        description=(
            "Record one statement and derive what is believed at once, without extraction."
            " It may wait or be refused instead: `outcome` and `believed` tell."
        )
    )
    async def assert_belief(
        self, info: Info, input: AssertInput, dry_run: bool | None = False
    ) -> AssertResult:
        await info.context.rehearse(dry_run=dry_run)
        with _of_input(_WHOLE if input.valid is not None else {}):
            return await _said(info, input.command())

    @field(
        description=(
            "State that something ceased to be true at a moment; what was believed of"
            " before stays. What was never true is corrected or revoked."
        )
    )
    async def retract_belief(
        self, info: Info, input: RetractInput, dry_run: bool | None = False
    ) -> AssertResult:
        await info.context.rehearse(dry_run=dry_run)
        with _of_input(_RETRACTION):
            return await _said(info, input.command())

    @field(
        description=(
            "Replace a memory that was wrong from the start by one with another value or"
            " other times; what is absent stays as it was."
        )
    )
    async def correct_memory(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
        value: str | None = None,
        target: strawberry.ID | None = None,
        valid_from: GivenTime | None = None,
        valid_to: GivenTime | None = None,
        start_unknown: bool | None = None,
        end_unknown: bool | None = None,
        reject: bool | None = True,
        precision: Precision | None = None,
        precision_to: Precision | None = None,
        valid: str | None = None,
        dry_run: bool | None = False,
    ) -> AssertResult:
        await info.context.rehearse(dry_run=dry_run)
        given = GivenInterval(
            valid_from, valid_to, precision, precision_to, start_unknown, end_unknown, valid
        )
        interval = given.read(corrects=True)
        asked = Correction(
            memory=known_id(id, "id"),
            reason=reason,
            value=value,
            target=None if target is None else EntityRef(id=known_id(target, "target")),
            valid_from=interval.start,
            valid_to=interval.end,
            precision=interval.precision,
            precision_to=interval.precision_to,
            start_unknown=interval.start_unknown,
            end_unknown=interval.end_unknown,
            reject=reject is not False,
        )
        result = await corrections.correct_memory(info.context.db, info.context.caller, asked)
        return AssertResult.of(result)

    @field(description="Record that a memory still holds, which raises its `currentConfidence`.")
    async def confirm_memory(
        self, info: Info, id: strawberry.ID, at: GivenTime | None = None
    ) -> Memory:
        confirmed = await revocation.confirm_memory(
            info.context.db, info.context.caller, known_id(id, "id"), moment(at, "at")
        )
        return await Memory.there(info, confirmed)

    @field(
        description=(
            "Take a memory back: from now on beliefs are derived as if it had never been"
            " said. It can still be read, with the status REVOKED and as of before; `erase`"
            " deletes."
        )
    )
    async def revoke_memory(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
        reject: bool | None = True,
        dry_run: bool | None = False,
    ) -> Memory:
        await info.context.rehearse(dry_run=dry_run)
        revoked = await revocation.revoke_memory(
            info.context.db,
            info.context.caller,
            known_id(id, "id"),
            reason,
            reject=reject is not False,
        )
        return await Memory.there(info, revoked)

    @field(
        description=(
            "Revoke every memory that came from a source, and derive what is believed"
            " instead. Without `dryRun: false` it only tells what would fall."
        )
    )
    async def distrust(
        self, info: Info, input: DistrustInput, dry_run: bool | None = True
    ) -> DistrustResult:
        with _of_input():
            found = await distrusting.distrust(
                info.context.db,
                info.context.caller,
                input.command(),
                input.reason,
                dry_run=dry_run is not False,
            )
        return DistrustResult.of(found)

    @field(description="Let a rejected value be believed again when it is next said.")
    async def lift_rejection(self, info: Info, id: strawberry.ID, reason: str) -> Rejection:
        lifted = await rejections.lift_rejection(
            info.context.db, info.context.caller, known_id(id, "id"), reason
        )
        return Rejection.of(lifted)

    @field(
        description=(
            "Answer a contradiction that is OPEN. The answer is kept as a memory of the"
            " type RESOLUTION."
        )
    )
    async def resolve_contradiction(
        self,
        info: Info,
        id: strawberry.ID,
        resolution: Resolution,
        contexts: list[ContextValue] | None = None,
        value: str | None = None,
        target: strawberry.ID | None = None,
        reason: str | None = None,
        dry_run: bool | None = False,
    ) -> AssertResult:
        await info.context.rehearse(dry_run=dry_run)
        given = contexts or []
        answer = Answer(
            contradiction=known_id(id, "id"),
            resolution=resolution,
            contexts=tuple(one.command(f"contexts.{n}") for n, one in enumerate(given)),
            value=value,
            target=None if target is None else EntityRef(id=known_id(target, "target")),
            reason=reason,
        )
        result = await resolve.resolve_contradiction(info.context.db, info.context.caller, answer)
        return AssertResult.of(result)

    @field(
        description=(
            "Merge two entities: from now on beliefs of both are read under `keep`, which"
            " is returned, and the other's id leads there. The claims are not rewritten, and"
            " `splitEntity` undoes it."
        )
    )
    async def merge_entities(
        self, info: Info, keep: strawberry.ID, absorb: strawberry.ID
    ) -> Entity:
        stands = await merge.merge_entities(
            info.context.db,
            info.context.caller,
            known_id(keep, "keep"),
            known_id(absorb, "absorb"),
        )
        return await Entity.there(info, stands)

    @field(description="An absorbed entity stands for itself again, as before it was merged.")
    async def split_entity(self, info: Info, absorbed: strawberry.ID) -> Entity:
        parted = await merge.split_entity(
            info.context.db, info.context.caller, known_id(absorbed, "absorbed")
        )
        return await Entity.there(info, parted)

    @field(
        description="Propose which entities may be one, and have a model judge what waits, where"
        " one is configured; gives how many proposals are new."
    )
    async def propose_merges(self, info: Info, entity: strawberry.ID | None = None) -> int:
        db, caller = info.context.db, info.context.caller
        one = None if entity is None else known_id(entity, "entity")
        async with info.context.services.comparing(caller) as (beliefs, judge):
            found = await find_merges(db, caller, one, beliefs=beliefs, judge=judge)
        if found.why is not None:
            _log.warning("pairs of %s wait to be judged: %s", caller.tenant, found.why)
        return found.new

    @field(description="The two are one: they are merged, and the one that stands is given back.")
    async def accept_merge(self, info: Info, id: strawberry.ID) -> Entity:
        stands = await proposals.accept_merge(
            info.context.db, info.context.caller, known_id(id, "id")
        )
        return await Entity.there(info, stands)

    @field(description="The two are two, and are never proposed again.")
    async def dismiss_merge(
        self, info: Info, id: strawberry.ID, reason: str | None = None
    ) -> MergeProposal:
        dismissed = await proposals.dismiss_merge(
            info.context.db, info.context.caller, known_id(id, "id"), reason
        )
        return MergeProposal.of(dismissed)

    @field(
        description="Mark memories that an extractor made as right or wrong, 1 to 1,000 at once:"
        " all or none. Each has one mark. New claims of the extractor are as sure as the marks say."
    )
    async def mark_memories(self, info: Info, marks: list[MarkInput]) -> Calibration:
        asked = [mark.command(f"marks.{number}") for number, mark in enumerate(marks)]
        found = await mark_memories(info.context.db, info.context.caller, asked)
        return Calibration.of(found)

    @field(
        description="Have the marks of an extractor's claims change the confidence of its new ones,"
        " or take that back. What is stored keeps its confidence."
    )
    async def apply_calibration(
        self, info: Info, extractor: str, applied: bool, reason: str
    ) -> Calibration:
        found = await apply_calibration(
            info.context.db, info.context.caller, extractor, reason, applied=applied
        )
        return Calibration.of(found)

    @field(description="There is nothing about two similar memories; they never come up again.")
    async def dismiss_similar(
        self, info: Info, id: strawberry.ID, reason: str | None = None
    ) -> SimilarMemories:
        dismissed = await pairs.dismiss_similar(
            info.context.db, info.context.caller, known_id(id, "id"), reason
        )
        return SimilarMemories.of(dismissed)

    @field(
        description="Have one memory stand for several that say nearly the same about one entity"
        " and attribute. What would lose a value, a name, a number, a date or a negation, or change"
        " what is believed at any time, is left as it is, and told. A dry run is the default."
    )
    async def consolidate(
        self,
        info: Info,
        topic: str,
        threshold: float | None = DEFAULT_SCALE.consolidated,
        dry_run: bool | None = True,
    ) -> ConsolidationResult:
        db, caller = info.context.db, info.context.caller
        async with info.context.services.merging(caller) as merger:
            found = await consolidate(
                db,
                caller,
                topic,
                threshold=threshold,
                dry_run=dry_run is not False,
                merger=merger,
            )
        return ConsolidationResult.of(found)

    @field(
        description="Have all topics of the tenant consolidated by the task `consolidation`, each"
        " week by default, or no more. Off until somebody switches it on."
    )
    async def schedule_consolidation(self, info: Info, enabled: bool) -> bool:
        return await schedule_consolidation(info.context.db, info.context.caller, enabled=enabled)

    @field(
        description=(
            "Make a preference that recurs a convention: it is asserted once more, as one,"
            " and every recall returns it under `rules`."
        )
    )
    async def accept_convention(
        self, info: Info, belief: strawberry.ID, reason: str | None = None
    ) -> AssertResult:
        result = await conventions.accept_convention(
            info.context.db, info.context.caller, known_id(belief, "belief"), reason
        )
        return AssertResult.of(result)

    @field(description="A preference is no convention, and is never proposed again. It stays.")
    async def dismiss_convention(
        self, info: Info, belief: strawberry.ID, reason: str | None = None
    ) -> Belief:
        stays = await conventions.dismiss_convention(
            info.context.db, info.context.caller, known_id(belief, "belief"), reason
        )
        return Belief.of(stays)

    @field(
        description=(
            "Decide on a memory that waits: approve it, so that it counts from now on with"
            " its own time of saying, or turn it away. With `value` or `target` it is"
            " approved as that. What was turned away may be approved later; what was"
            " approved is taken back by revokeMemory."
        )
    )
    async def review(
        self,
        info: Info,
        memory: strawberry.ID,
        approve: bool,
        reason: str | None = None,
        value: str | None = None,
        target: strawberry.ID | None = None,
        dry_run: bool | None = False,
    ) -> Memory:
        await info.context.rehearse(dry_run=dry_run)
        asked = Review(
            known_id(memory, "memory"),
            approve,
            reason,
            value,
            None if target is None else EntityRef(id=known_id(target, "target")),
        )
        await reviewing.review(info.context.db, info.context.caller, asked)
        return await Memory.there(info, asked.memory)

    @field(description="Decide alike on several memories that wait; on none, if one does not.")
    async def review_many(
        self,
        info: Info,
        memories: list[strawberry.ID],
        approve: bool,
        reason: str | None = None,
    ) -> list[Memory]:
        ids = [known_id(one, f"memories.{number}") for number, one in enumerate(memories)]
        await reviewing.review_many(
            info.context.db, info.context.caller, ids, approve=approve, reason=reason
        )
        return await Memory.all_of(info, ids)

    @field(
        description="Have the tenant's gate go by a policy from now on, as a whole; what it leaves"
        " out is as in the built-in one. Gives it as `policy` does. What was stored stays."
    )
    async def apply_policy(self, info: Info, policy: JSON, reason: str) -> JSON:
        applied = await policies.apply_policy(info.context.db, info.context.caller, policy, reason)
        return JSON(applied.as_json())

    @field(
        description="Have what changes from now on sent to a receiver, in order, each change at"
        " least once, signed with a secret."
    )
    async def create_webhook(self, info: Info, input: WebhookInput) -> CreatedWebhook:
        with _of_input():
            made = await webhooks.create_webhook(
                info.context.db,
                info.context.caller,
                input.url,
                entity=input.entity,
                attribute=input.attribute,
                kinds=input.kinds,
                secret=input.secret,
            )
        return CreatedWebhook(webhook=Webhook.of(made.webhook), secret=made.secret)

    @field(
        description="Send nothing more to a receiver. Gives the webhook as it was; its dead letters"
        " are gone."
    )
    async def delete_webhook(self, info: Info, id: strawberry.ID) -> Webhook:
        db, caller = info.context.db, info.context.caller
        return Webhook.of(await webhooks.delete_webhook(db, caller, known_id(id, "id")))

    @field(
        description="Have a webhook's dead letters sent again, each once, ahead of what is new."
        " What waits for its next attempt is tried at once."
    )
    async def retry_webhook(self, info: Info, id: strawberry.ID) -> Webhook:
        db, caller = info.context.db, info.context.caller
        return Webhook.of(await webhooks.retry_webhook(db, caller, known_id(id, "id")))

    @field(
        description="Have a job done by nobody any more. An attempt that runs ends when its worker"
        " next renews its lease; what it has stored stays. CONFLICT if it has ended."
    )
    async def cancel_job(self, info: Info, id: strawberry.ID) -> Job:
        db, caller = info.context.db, info.context.caller
        return Job.of(await job_control.cancel_job(db, caller, known_id(id, "id")))

    @field(
        description="Queue a job anew that failed for good or was cancelled; `error` stays its last"
        " one while it waits. What it has stored is not stored again. CONFLICT otherwise."
    )
    async def retry_job(self, info: Info, id: strawberry.ID) -> Job:
        db, caller = info.context.db, info.context.caller
        retried = await job_control.retry_job(db, caller, known_id(id, "id"))
        info.context.services.wake()
        return Job.of(retried)

    @field(
        description="Record that categories of what is kept about a subject may be kept, on a"
        " lawful basis, or with `granted: false` that they may not any more. A withdrawal revokes"
        " at once all that it covers, also what waits: `consents` tells what fell. False if it"
        " was said already."
    )
    async def set_consent(
        self,
        info: Info,
        subject: strawberry.ID,
        basis: str,
        granted: bool,
        categories: list[str] | None = None,
    ) -> bool:
        added = await consents.set_consent(
            info.context.db,
            info.context.caller,
            known_id(subject, "subject"),
            basis,
            categories,
            granted=granted,
        )
        return bool(added)

    @field(
        description=(
            "Delete an entity with all that is merged into it, an episode or a memory, on"
            " both axes and from everything that was made of it; the same is not stored"
            " again, whatever brings it. What others rest on stays, with the rest masked."
            " Only the audit keeps that it was done, and by whom."
        )
    )
    async def erase(self, info: Info, subject: strawberry.ID, reason: str) -> ErasureReceipt:
        db, caller = info.context.db, info.context.caller
        done = await erasure.erase(db, caller, known_id(subject, "subject"), reason)
        return ErasureReceipt.of(done)

    @field(
        description="Erase a session: its episodes, and the memories that rest on nothing else. As"
        " `erase` does."
    )
    async def erase_session(self, info: Info, session: str, reason: str) -> ErasureReceipt:
        db, caller = info.context.db, info.context.caller
        return ErasureReceipt.of(await erasure.erase_session(db, caller, session, reason))

    @field(
        description="Run a task of the store now, due or not, and return when it is done. `error`"
        " says why it failed, if it did. CONFLICT while it runs already. It works on all tenants,"
        " so only an owner of the tenant `default` may: FORBIDDEN for all others."
    )
    async def run_task(self, info: Info, name: str) -> Task:
        task = tasks.definition(info.context.services.tasks, name)
        return Task.of(await tasks.run_now(info.context.db, task), info.context.caller)

    @field(description="Say how an attribute behaves.")
    async def define_attribute(self, info: Info, input: AttributeInput) -> Attribute:
        with _of_input():
            defined = await definition.define_attribute(
                info.context.db, info.context.caller, input.command()
            )
        return Attribute.of(defined)


async def _said(info: Info, assertion: Assertion) -> AssertResult:
    result = await revision.assert_belief(info.context.db, info.context.caller, assertion)
    return AssertResult.of(result, assertion.attribute)
