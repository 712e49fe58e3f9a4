"""Replay a slot's history from its claims and compare it with the stored history.

At each system time at which the slot changed, the claims known then are projected and compared with
the beliefs and the chain known then. For a slot with very many claims only the window is projected
that ``graph.kernel.temporal.window`` proves to be sufficient, and nothing before it may have
changed; at every ``WHOLE_EVERY``-th change, and at the end, all claims are projected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import Projection, project
from graph.kernel.temporal.stored_claim import Holds
from graph.kernel.temporal.window import WINDOW, anchor, newest_of

WHOLE_MAX = 2 * WINDOW
WHOLE_EVERY = 64
SHOWN_MAX = 3

# Supersession by a memory outside the slot, which the projection does not derive.
EXTERNAL_REASONS = frozenset({"CONSOLIDATION", "MERGE"})


@dataclass(frozen=True, slots=True)
class Link:
    """The supersession of a memory by another, as known over an interval of system time."""

    successor: str
    reason: str
    known_from: datetime
    known_to: datetime


@dataclass(frozen=True, slots=True)
class Recorded:
    """A claim with its system times; ``shared`` if it is also in the slots of other values.

    ``holds`` is what its memory carries now, wherever it stands.
    """

    claim: Claim
    tenant: str
    scope: str
    parent: str | None
    admitted_at: datetime
    retired_at: datetime
    shared: bool
    links: tuple[Link, ...]
    holds: Holds | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a belief: a rectangle of both times; open ends are the end of time."""

    id: str
    tenant: str
    parent: str
    canonical: str
    valid_from: datetime
    valid_to: datetime
    system_from: datetime
    system_to: datetime
    memories: tuple[str, ...]
    other_slot: str | None = None


def differences(
    claims: Sequence[Recorded], versions: Sequence[Version], *, resumes: bool
) -> Iterator[tuple[datetime, str, str]]:
    """Yield the system times at which beliefs or chain differ from the projection of the claims.

    Each has a description of the beliefs' difference and of the chain's; a difference that
    persists is reported once.
    """
    replay = _Replay(claims, versions, resumes=resumes)
    previous = ("", "")
    for moment in replay.moments:
        current = replay.compare(moment)
        news = tuple("" if now == was else now for now, was in zip(current, previous, strict=True))
        if any(news):
            yield moment, news[0], news[1]
        previous = current


class _Replay:
    """The moments of a slot, in order; ``compare`` must be called for each of them in turn."""

    def __init__(
        self, claims: Sequence[Recorded], versions: Sequence[Version], *, resumes: bool
    ) -> None:
        self._claims = claims
        self._versions = versions
        self._resumes = resumes
        self._reach = {one.claim.id: one.claim.reach for one in claims}
        self._known: list[Recorded] = []
        self._borders: set[datetime] = set()
        self._steps = 0
        self.moments = _moments(claims, versions)

    def compare(self, moment: datetime) -> tuple[str, str]:
        """Describe the differences of beliefs and of the chain as known at a moment."""
        known = [one for one in self._claims if one.admitted_at <= moment < one.retired_at]
        held = [one for one in self._versions if one.system_from <= moment < one.system_to]
        since = self._since(known, moment)
        projected = project(
            [one.claim for one in known if one.claim.start >= since], resumes=self._resumes
        )
        self._known = known
        self._borders = {one.valid_from for one in held}
        beliefs = self._compare_beliefs(projected, held, since, moment)
        if moment == self.moments[-1]:
            carried = {one.claim.id: projected.hull(one.claim.id) for one in known}
            beliefs = join_differences(beliefs, compare_holds(known, carried))
        return beliefs, _compare_chain(known, projected, since, moment)

    def _since(self, recorded: Sequence[Recorded], moment: datetime) -> datetime:
        """Return the start of the window to compare; the start of time for the whole slot."""
        self._steps += 1
        before = {one.claim.id for one in self._known}
        arriving = [one.claim for one in recorded if one.claim.id not in before]
        whole = (
            len(recorded) <= WHOLE_MAX
            or self._steps % WHOLE_EVERY == 0
            or moment == self.moments[-1]
            or len(recorded) != len(before) + len(arriving)
        )
        if whole:
            return START_OF_TIME
        claims = [one.claim for one in self._known]
        kept, below = newest_of(claims, lambda claim: self._reach[claim.id])
        since = anchor(kept, arriving, below, self._borders, resumes=self._resumes)
        return START_OF_TIME if since is None else since

    def _compare_beliefs(
        self, projected: Projection, versions: Sequence[Version], since: datetime, moment: datetime
    ) -> str:
        wanted = {
            (segment.value, segment.start, segment.end or END_OF_TIME, segment.memories)
            for segment in projected.segments
        }
        found = {content(one) for one in versions if one.valid_to > since}
        # Before the window nothing changes, so nothing there begins or ends at this moment.
        trivially_right = [one for one in self._versions if one.valid_to <= since]
        found |= {content(one) for one in trivially_right if one.system_from == moment}
        wanted |= {content(one) for one in trivially_right if one.system_to == moment}
        missing, extra = map(belief_in_words, wanted - found), map(belief_in_words, found - wanted)
        return difference_in_words("the claims project to", missing, "the store holds", extra)


def _moments(claims: Sequence[Recorded], versions: Sequence[Version]) -> list[datetime]:
    moments = {one.admitted_at for one in claims} | {one.retired_at for one in claims}
    moments |= {one.system_from for one in versions} | {one.system_to for one in versions}
    for one in claims:
        moments |= {link.known_from for link in one.links} | {link.known_to for link in one.links}
    return sorted(moment for moment in moments if moment < END_OF_TIME)


def compare_holds(standing: Iterable[Recorded], carried: Mapping[str, Holds | None]) -> str:
    """Describe in what the intervals that claims carry now differ from those of the projection."""
    own = [one for one in standing if not one.shared and one.retired_at == END_OF_TIME]
    wanted = {_holds_in_words(one.claim.id, carried.get(one.claim.id)) for one in own}
    held = {_holds_in_words(one.claim.id, one.holds) for one in own}
    return difference_in_words("now the claims carry", wanted - held, "the store", held - wanted)


def _holds_in_words(memory: str, holds: Holds | None) -> str:
    if holds is None:
        return f"{memory} nothing"
    until = "" if holds[1] is None else holds[1].isoformat()
    return f"{memory} [{holds[0].isoformat()}, {until})"


def join_differences(*differences: str) -> str:
    """Join descriptions of differences; empty ones are none."""
    return "; ".join(one for one in differences if one)


def _compare_chain(
    claims: Iterable[Recorded], projected: Projection, since: datetime, moment: datetime
) -> str:
    wanted: set[str] = set()
    held: set[str] = set()
    for recorded in claims:
        if recorded.shared:
            continue
        if recorded.claim.start < since:
            # Before the window no link may begin or end at this moment.
            held |= links_in_words(recorded, lambda link: link.known_from == moment)
            wanted |= links_in_words(recorded, lambda link: link.known_to == moment)
        else:
            held |= links_in_words(recorded, lambda link: link.known_from <= moment < link.known_to)
            wanted |= _projected_step(recorded, projected)
    return difference_in_words(
        "the claims lead from", wanted - held, "the store from", held - wanted
    )


def links_in_words(recorded: Recorded, chosen: Callable[[Link], bool]) -> set[str]:
    """Return the chosen supersessions of a memory, as a reader of the check sees them."""
    return {
        f"{recorded.claim.id} to {link.successor} ({link.reason})"
        for link in recorded.links
        if link.reason not in EXTERNAL_REASONS and chosen(link)
    }


def _projected_step(recorded: Recorded, projected: Projection) -> set[str]:
    successor = projected.superseded.get(recorded.claim.id)
    if successor is None:
        return set()
    return {f"{recorded.claim.id} to {successor[0]} ({successor[1].value})"}


def content(version: Version) -> tuple[str, datetime, datetime, tuple[str, ...]]:
    """Return what a version says: value, interval and memories."""
    return (version.canonical, version.valid_from, version.valid_to, version.memories)


def belief_in_words(content: tuple[str, datetime, datetime, tuple[str, ...]]) -> str:
    """Return what a version says, as a reader of the check sees it."""
    value, start, end, memories = content
    until = "" if end == END_OF_TIME else end.isoformat()
    return f"{value!r} [{start.isoformat()}, {until}) by {', '.join(memories)}"


def difference_in_words(
    wanted: str, missing: Iterable[str], actual: str, extra: Iterable[str]
) -> str:
    """Return what is missing and what is too much, as a reader of the check sees it; empty if
    neither.
    """
    absent, present = sorted(missing), sorted(extra)
    if not absent and not present:
        return ""
    return f"{wanted} {_some(absent)}; {actual} {_some(present)}"


def _some(texts: Sequence[str]) -> str:
    if not texts:
        return "no other"
    listed = "; ".join(texts[:SHOWN_MAX])
    return f"{listed}; and {len(texts) - SHOWN_MAX} more" if len(texts) > SHOWN_MAX else listed
