"""What changed in what is believed of an entity between two points of the plane.

Beliefs are compared by what they say: attribute, context, value and interval. Another version of
the same words, resting on other claims or with another confidence, is no change.
"""

from __future__ import annotations

from graph.beliefs import beliefs
from graph.changes import BeliefChange
from graph.errors import TooLarge
from graph.model import AsOf, Belief, Caller
from graph.session import Session

BELIEFS_MAX = 10_000

_PAGE = 500


async def diff(
    db: Session, caller: Caller, *, entity: str, before: AsOf, after: AsOf
) -> BeliefChange:
    """What is believed at ``after`` and not at ``before`` (inserted), and the reverse (retired).

    Any two points: the later in system time may be the first. Of an unknown entity nothing is
    believed, so nothing changed. Both lists are in the order of every list of beliefs.

    Raises:
        TooLarge: more than 10,000 beliefs hold at one of the points.
    """
    held = await _believed(db, caller, entity, before, "from")
    holds = await _believed(db, caller, entity, after, "to")
    was, now = {_says(one) for one in held}, {_says(one) for one in holds}
    return BeliefChange(
        at=max(before.system_at, after.system_at),
        inserted=tuple(one for one in holds if _says(one) not in was),
        retired=tuple(one for one in held if _says(one) not in now),
    )


def _says(belief: Belief) -> tuple[object, ...]:
    return (
        belief.entity,
        belief.attribute,
        belief.context,
        belief.canonical,
        belief.valid_from,
        belief.valid_to,
    )


async def _believed(db: Session, caller: Caller, entity: str, at: AsOf, field: str) -> list[Belief]:
    found: list[Belief] = []
    after = None
    while True:
        page = await beliefs(db, caller, entity=entity, as_of=at, first=_PAGE, after=after)
        found += page.items
        if not page.has_next:
            return found
        if len(found) >= BELIEFS_MAX:
            raise TooLarge(
                f"more than {BELIEFS_MAX:,} beliefs hold then",
                field=field,
                hint="page through beliefs at both points, an attribute at a time",
            )
        last = found[-1]
        after = (last.attribute, last.context or "", last.valid_from, last.system_from, last.id)
