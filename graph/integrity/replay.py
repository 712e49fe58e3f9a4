"""A slot's history played again from its claims, change by change, beside what was stored.

At each system time at which the slot changed, the claims known then are projected and compared with
the beliefs and the chain known then. A slot with very many claims is projected through the window
that ``graph.window`` proves to be enough, where what lies before it must not have changed at all;
every so often, and at the end, it is projected whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.claims import Claim
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.projection import Projection, project
from graph.window import WINDOW, anchor, newest_of

WHOLE_MAX = 2 * WINDOW
WHOLE_EVERY = 64
SHOWN_MAX = 3

# How a memory outside the slot may take one's place: the projection knows nothing of these.
FROM_ELSEWHERE = frozenset({"CONSOLIDATION", "MERGE"})


@dataclass(frozen=True, slots=True)
class Link:
    """That a memory gave way to another, as known from one system time to another."""

    heir: str
    reason: str
    known_from: datetime
    known_to: datetime


@dataclass(frozen=True, slots=True)
class Recorded:
    """A claim with when it was one; ``shared`` if it stands in the slots of other values too."""

    claim: Claim
    tenant: str
    scope: str
    parent: str | None
    admitted_at: datetime
    retired_at: datetime
    shared: bool
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a belief: a rectangle of the plane; open ends are the end of time."""

    id: str
    tenant: str
    parent: str
    canonical: str
    valid_from: datetime
    valid_to: datetime
    system_from: datetime
    system_to: datetime
    memories: tuple[str, ...]


def differences(
    claims: Sequence[Recorded], versions: Sequence[Version], *, resumes: bool
) -> Iterator[tuple[datetime, str, str]]:
    """When, and how, the beliefs and the chain are not what the claims add up to.

    Each change has its moment, what is wrong with the beliefs and what is wrong with the chain;
    what stays wrong from then on is told once.
    """
    replay = _Replay(claims, versions, resumes=resumes)
    told = ("", "")
    for moment in replay.moments:
        found = replay.at(moment)
        news = tuple("" if now == was else now for now, was in zip(found, told, strict=True))
        if any(news):
            yield moment, news[0], news[1]
        told = found


class _Replay:
    """The moments of a slot, in order; ``at`` is to be asked for each of them in turn."""

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

    def at(self, moment: datetime) -> tuple[str, str]:
        """What is wrong with the beliefs, and with the chain, as known at a moment."""
        known = [one for one in self._claims if one.admitted_at <= moment < one.retired_at]
        held = [one for one in self._versions if one.system_from <= moment < one.system_to]
        since = self._since(known, moment)
        added_up = project(
            [one.claim for one in known if one.claim.start >= since], resumes=self._resumes
        )
        self._known = known
        self._borders = {one.valid_from for one in held}
        return (
            self._beliefs_amiss(added_up, held, since, moment),
            _chain_amiss(known, added_up, since, moment),
        )

    def _since(self, known: Sequence[Recorded], moment: datetime) -> datetime:
        """From where on the change must be looked at; the start of time for all of it."""
        self._steps += 1
        before = {one.claim.id for one in self._known}
        arriving = [one.claim for one in known if one.claim.id not in before]
        whole = (
            len(known) <= WHOLE_MAX
            or self._steps % WHOLE_EVERY == 0
            or moment == self.moments[-1]
            or len(known) != len(before) + len(arriving)
        )
        if whole:
            return START_OF_TIME
        claims = [one.claim for one in self._known]
        kept, below = newest_of(claims, lambda claim: self._reach[claim.id])
        since = anchor(kept, arriving, below, self._borders, resumes=self._resumes)
        return START_OF_TIME if since is None else since

    def _beliefs_amiss(
        self, added_up: Projection, held: Sequence[Version], since: datetime, moment: datetime
    ) -> str:
        wanted = {
            (segment.value, segment.start, segment.end or END_OF_TIME, segment.memories)
            for segment in added_up.segments
        }
        found = {_content(one) for one in held if one.valid_to > since}
        # Before the window nothing changes, so nothing there begins or ends at this moment.
        settled = [one for one in self._versions if one.valid_to <= since]
        found |= {_content(one) for one in settled if one.system_from == moment}
        wanted |= {_content(one) for one in settled if one.system_to == moment}
        missing, extra = map(_told, wanted - found), map(_told, found - wanted)
        return _difference("the claims add up to", missing, "the store holds", extra)


def _moments(claims: Sequence[Recorded], versions: Sequence[Version]) -> list[datetime]:
    moments = {one.admitted_at for one in claims} | {one.retired_at for one in claims}
    moments |= {one.system_from for one in versions} | {one.system_to for one in versions}
    for one in claims:
        moments |= {link.known_from for link in one.links} | {link.known_to for link in one.links}
    return sorted(moment for moment in moments if moment < END_OF_TIME)


def _chain_amiss(
    known: Iterable[Recorded], added_up: Projection, since: datetime, moment: datetime
) -> str:
    wanted: set[str] = set()
    held: set[str] = set()
    for one in known:
        if one.shared:
            continue
        links = [link for link in one.links if link.reason not in FROM_ELSEWHERE]
        if one.claim.start < since:
            held |= {
                _step(one, link.heir, link.reason) for link in links if link.known_from == moment
            }
            wanted |= {
                _step(one, link.heir, link.reason) for link in links if link.known_to == moment
            }
            continue
        held |= {
            _step(one, link.heir, link.reason)
            for link in links
            if link.known_from <= moment < link.known_to
        }
        heir = added_up.superseded.get(one.claim.id)
        if heir is not None:
            wanted.add(_step(one, heir[0], heir[1].value))
    return _difference("the claims lead from", wanted - held, "the store from", held - wanted)


def _step(one: Recorded, heir: str, reason: str) -> str:
    return f"{one.claim.id} to {heir} ({reason})"


def _content(one: Version) -> tuple[str, datetime, datetime, tuple[str, ...]]:
    return (one.canonical, one.valid_from, one.valid_to, one.memories)


def _told(content: tuple[str, datetime, datetime, tuple[str, ...]]) -> str:
    value, start, end, memories = content
    until = "" if end == END_OF_TIME else end.isoformat()
    return f"{value!r} [{start.isoformat()}, {until}) by {', '.join(memories)}"


def _difference(wanted: str, missing: Iterable[str], held: str, extra: Iterable[str]) -> str:
    absent, present = sorted(missing), sorted(extra)
    if not absent and not present:
        return ""
    return f"{wanted} {_some(absent)}; {held} {_some(present)}"


def _some(found: Sequence[str]) -> str:
    if not found:
        return "no other"
    listed = "; ".join(found[:SHOWN_MAX])
    return f"{listed}; and {len(found) - SHOWN_MAX} more" if len(found) > SHOWN_MAX else listed
