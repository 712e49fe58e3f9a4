"""Compare the beliefs about an entity at two points of both times.

Beliefs are compared by content: attribute, context, value and interval. Another version of the
same content, supported by other claims or with another confidence, is not a change.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graph.database.session import Session
from graph.errors import TooLarge
from graph.model.records import AsOf, Belief, BeliefChange, Caller
from graph.read.beliefs import belief_key, beliefs

BELIEFS_MAX = 10_000

_PAGE = 500


async def diff(
    db: Session, caller: Caller, *, entity: str, before: AsOf, after: AsOf
) -> BeliefChange:
    """Return the beliefs held at ``after`` and not at ``before`` (inserted), and the reverse.

    The points may be in any order. An unknown entity has no beliefs, so no changes. Both lists
    are in the usual order of beliefs.

    Raises:
        TooLarge: more than 10,000 beliefs hold at one of the points.
    """
    old = await _load_all(db, caller, entity, before, "from")
    new = await _load_all(db, caller, entity, after, "to")
    return compare(max(before.system_at, after.system_at), old, new)


def compare(at: datetime, old: Sequence[Belief], new: Sequence[Belief]) -> BeliefChange:
    """Return the change from some beliefs to others; the same content is no change."""
    old_contents = {_content(belief) for belief in old}
    new_contents = {_content(belief) for belief in new}
    return BeliefChange(
        at=at,
        inserted=tuple(belief for belief in new if _content(belief) not in old_contents),
        retired=tuple(belief for belief in old if _content(belief) not in new_contents),
    )


def _content(belief: Belief) -> tuple[object, ...]:
    return (
        belief.entity,
        belief.attribute,
        belief.context,
        belief.canonical,
        belief.valid_from,
        belief.valid_to,
    )


async def _load_all(db: Session, caller: Caller, entity: str, at: AsOf, field: str) -> list[Belief]:
    loaded: list[Belief] = []
    after = None
    while True:
        page = await beliefs(db, caller, entity=entity, as_of=at, first=_PAGE, after=after)
        loaded += page.items
        if not page.has_next:
            return loaded
        if len(loaded) >= BELIEFS_MAX:
            raise TooLarge(
                f"more than {BELIEFS_MAX:,} beliefs hold then",
                field=field,
                hint="page through beliefs at both points, one attribute at a time",
            )
        after = belief_key(loaded[-1])
