"""What a person looks through: contradictions, proposals, rejections, and the audit."""

from __future__ import annotations

from functools import partial

import strawberry
from strawberry import field
from strawberry.scalars import JSON

from api.graphql.request import arguments
from api.graphql.request.connections import Paging
from api.graphql.request.context import Info
from api.graphql.request.scalars import AsOfInput, GivenTime
from api.graphql.types.conventions import (
    ConventionProposal,
    ConventionProposalConnection,
    convention_key,
)
from api.graphql.types.governance import Consent, ErasurePreview, ErasureReceipt
from api.graphql.types.memories import Memory, MemoryConnection
from api.graphql.types.merges import MergeProposal, MergeProposalConnection, proposal_key
from api.graphql.types.reliability import Calibration, Sheet, SheetConnection, sheet_key
from api.graphql.types.review import (
    AuditConnection,
    AuditHead,
    ClaimPair,
    ClaimPairConnection,
    Contradiction,
    ContradictionConnection,
    Loop,
    Rejection,
    RejectionConnection,
    claim_pair_key,
    contradiction_key,
    rejection_key,
)
from api.graphql.types.similarity import (
    SimilarMemories,
    SimilarMemoriesConnection,
    pair_key,
)
from api.graphql.types.unsettled import Unsettled, UnsettledConnection, unsettled_key
from api.graphql.types.webhooks import Webhook
from graph.errors import InvalidArgument
from graph.governance.consents import consents
from graph.governance.erasure import erase as erasing
from graph.governance.erasure import receipts
from graph.governance.webhooks import webhooks
from graph.proposals.merges import proposals
from graph.proposals.reliability import calibration as calibrations
from graph.proposals.reliability.sheets import sheets
from graph.proposals.resolution import policy_versions as policies
from graph.proposals.similarity import pairs
from graph.read import reads
from graph.vocabulary import (
    ContradictionStatus,
    ProposalStatus,
    SimilarityStatus,
)


@strawberry.type(description="What a person looks through.")
class ReviewQueries:
    @field(
        description="What the gate has stopped and a person is to look at, the oldest first."
        " What waits for the answer to a contradiction is not here: see `contradictions`."
    )
    async def review_queue(
        self, info: Info, first: int | None = 50, after: str | None = None
    ) -> MemoryConnection:
        paging = Paging.asked(info.context, first, after, "reviewQueue")
        read = partial(reads.review_queue, info.context.db, info.context.caller)
        return await paging.connection(read, Memory.of, lambda one: (one.recorded_at, one.id))

    @field(
        description="The tenant's policy: what its gate lets through. `version` is 0, and nobody"
        " has applied it, while it is the built-in one."
    )
    async def policy(self, info: Info) -> JSON:
        found = await policies.policy(info.context.db, info.context.caller)
        return JSON(found.as_json())

    @field(
        description="The tenant's webhooks, in the order made: who is sent what changes, and how"
        " that fares."
    )
    async def webhooks(self, info: Info) -> list[Webhook]:
        listed = await webhooks.webhooks(info.context.db, info.context.caller.tenant)
        return [Webhook.of(each) for each in listed]

    @field(
        description="What a subject has consented to, by category, and what was withdrawn; the"
        " subject is the whole identity. An unknown one has nothing."
    )
    async def consents(
        self, info: Info, subject: strawberry.ID, as_of: AsOfInput | None = None
    ) -> list[Consent]:
        point = await arguments.as_of(info.context, as_of)
        found = await consents.consents(info.context.db, info.context.caller, subject, point)
        return [Consent.of(one) for one in found]

    @field(description="What an erasure has deleted, and whether it is complete.")
    async def erasure(self, info: Info, id: strawberry.ID) -> ErasureReceipt:
        found = await receipts.receipt_of(info.context.db, info.context.caller, id)
        return ErasureReceipt.of(found)

    @field(
        description="What `erase` or `eraseSession` would take if it were asked for now, with what"
        " says the same and what rests on nothing else. Nothing is changed."
    )
    async def erasure_preview(
        self, info: Info, subject: strawberry.ID | None = None, session: str | None = None
    ) -> ErasurePreview:
        db, caller = info.context.db, info.context.caller
        if (subject is None) == (session is None):
            raise InvalidArgument(
                "it takes one of `subject` and `session`", field="subject", hint="give one of them"
            )
        if session is not None:
            found = await erasing.preview_session_erasure(db, caller, session)
        else:
            found = await erasing.preview_erasure(db, caller, str(subject))
        return ErasurePreview.of(found)

    @field(description="Pairs of entities that may be one, in the order proposed.")
    async def merge_proposals(
        self,
        info: Info,
        status: ProposalStatus | None = ProposalStatus.OPEN,
        entity: strawberry.ID | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> MergeProposalConnection:
        asked = status or ProposalStatus.OPEN
        paging = Paging.asked(info.context, first, after, "mergeProposals", asked, entity)
        read = partial(
            proposals.merge_proposals,
            info.context.db,
            info.context.caller,
            status=asked,
            entity=entity,
        )
        return await paging.connection(read, MergeProposal.of, proposal_key)

    @field(description="Pairs of memories across slots that are alike, in the order found.")
    async def similar_memories(
        self,
        info: Info,
        status: SimilarityStatus | None = SimilarityStatus.OPEN,
        first: int | None = 50,
        after: str | None = None,
    ) -> SimilarMemoriesConnection:
        asked = status or SimilarityStatus.OPEN
        paging = Paging.asked(info.context, first, after, "similarMemories", asked)
        read = partial(
            pairs.similar_memories,
            info.context.db,
            info.context.caller,
            status=asked,
        )
        return await paging.connection(read, SimilarMemories.of, pair_key)

    @field(
        description="Sheets of memories that the task `samples` drew for people to mark, the oldest"
        " first."
    )
    async def sheets(
        self,
        info: Info,
        first: int | None = 50,
        after: str | None = None,
        *,
        open: bool | None = True,
    ) -> SheetConnection:
        asked = open is not False
        paging = Paging.asked(info.context, first, after, "sheets", asked)
        read = partial(sheets, info.context.db, info.context.caller, is_open=asked)
        return await paging.connection(read, Sheet.of, sheet_key)

    @field(
        description="How often the claims of each extractor are right by people's marks, and what"
        " that makes of the confidence of new ones."
    )
    async def calibration(self, info: Info, version: int | None = None) -> Calibration:
        found = await calibrations.calibration(info.context.db, info.context.caller, version)
        return Calibration.of(found)

    @field(
        description="Preferences that were said in several sessions, and are no rule yet. A page"
        " may have fewer than `first`, or none, though more follow."
    )
    async def convention_proposals(
        self, info: Info, first: int | None = 50, after: str | None = None
    ) -> ConventionProposalConnection:
        paging = Paging.asked(info.context, first, after, "conventionProposals")
        read = partial(reads.convention_proposals, info.context.db, info.context.caller)
        return await paging.connection(read, ConventionProposal.of, convention_key)

    @field(description="Contradictions, as they were detected.")
    async def contradictions(
        self,
        info: Info,
        status: ContradictionStatus | None = None,
        entity: strawberry.ID | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> ContradictionConnection:
        paging = Paging.asked(info.context, first, after, "contradictions", status, entity)
        read = partial(
            reads.contradictions,
            info.context.db,
            info.context.caller,
            status=status,
            entity=entity,
        )
        return await paging.connection(read, Contradiction.of, contradiction_key)

    @field(
        description=(
            "Every two claims that contradict each other, believed or not, in the order of"
            " recording: an audit, computed from the claims."
        )
    )
    async def contradicting_claims(
        self, info: Info, first: int | None = 50, after: str | None = None
    ) -> ClaimPairConnection:
        paging = Paging.asked(info.context, first, after, "contradictingClaims")
        read = partial(reads.contradicting_claims, info.context.db, info.context.caller)
        return await paging.connection(read, ClaimPair.of, claim_pair_key)

    @field(description="Values that stand rejected, or stood.")
    async def rejections(
        self,
        info: Info,
        entity: strawberry.ID | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> RejectionConnection:
        paging = Paging.asked(info.context, first, after, "rejections", entity)
        read = partial(
            reads.rejections,
            info.context.db,
            info.context.caller,
            entity=entity,
        )
        return await paging.connection(read, Rejection.of, rejection_key)

    @field(description="What kept changing between values within so many days, latest first.")
    async def loops(self, info: Info, days: float | None = 30, min: int | None = 3) -> list[Loop]:
        found = await reads.loops(info.context.db, info.context.caller, days=days, least=min)
        return [Loop.of(one) for one in found]

    @field(description="Open contradictions, and loops that none of them covers, the oldest first.")
    async def unsettled(
        self, info: Info, first: int | None = 50, after: str | None = None
    ) -> UnsettledConnection:
        paging = Paging.asked(info.context, first, after, "unsettled")
        read = partial(reads.unsettled, info.context.db, info.context.caller)
        return await paging.connection(read, Unsettled.of, unsettled_key)

    @field(description="How far the chain of the audit is; null before anything was sealed.")
    async def audit_head(self, info: Info) -> AuditHead | None:
        found = await reads.audit_head(info.context.db, info.context.caller)
        return None if found is None else AuditHead.of(found)

    @field(description="What was done, by whom and why.")
    async def audit(
        self,
        info: Info,
        subject: strawberry.ID | None = None,
        action: str | None = None,
        since: GivenTime | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> AuditConnection:
        paging = Paging.asked(info.context, first, after, "audit", subject, action, since)
        read = partial(
            reads.audit,
            info.context.db,
            info.context.caller,
            subject=subject,
            action=action,
            since=arguments.moment(since, "since"),
        )
        return await AuditConnection.of(paging, read)
