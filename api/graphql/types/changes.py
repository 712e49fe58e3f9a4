"""GraphQL: what changes in what is believed."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request.shared_results import Answer, Once
from api.graphql.types.beliefs import Belief
from graph.model import records
from graph.write.distrust import CHANGES_MAX, Distrusted


@strawberry.type(description="What is believed that was not, and what no longer is.")
class BeliefChange:
    at: datetime = field(
        description="The system time of the change; between two points, the later."
    )
    inserted: list[Belief] = field(description="What is believed after it, and was not before.")
    retired: list[Belief] = field(description="What was believed before it, and is not after.")

    @classmethod
    def of(cls, change: records.BeliefChange) -> BeliefChange:
        """Return the change as shown."""
        return cls(
            at=change.at,
            inserted=[Belief.of(one) for one in change.inserted],
            retired=[Belief.of(one) for one in change.retired],
        )


@strawberry.type(description="A change, and where to go on behind it.")
class BeliefChangeEvent:
    cursor: str = field(description="Give it as `after` to go on behind this change.")
    change: BeliefChange = field(description="What changed.")
    # By what is asked of it, for all who are given this very event.
    answer: strawberry.Private[Once[Answer] | None] = None


@strawberry.type(description="What taking a source out changes, or would change.")
class DistrustResult:
    revoked: int = field(
        description="How many memories of it are revoked: claims, and those that wait."
    )
    changed: int = field(
        description="For how many entities, attributes and contexts beliefs fall or come."
    )
    changes: list[BeliefChange] = field(
        description=(
            "What falls and what holds instead, for each entity, attribute and context:"
            f" the first {CHANGES_MAX:,}. The ids of what a dry run inserts lead nowhere."
        )
    )

    @classmethod
    def of(cls, result: Distrusted) -> DistrustResult:
        """Return the result as shown."""
        return cls(
            revoked=result.revoked,
            changed=result.changed,
            changes=[BeliefChange.of(one) for one in result.changes],
        )
