"""What a part of a file writes, gathered change by change: of all of it only the net effect goes.

What the part itself inserts and later ends, in the same file, is inserted with its end; what it
inserts and takes back at one system time is not inserted at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph import entries
from graph.clock import END_OF_TIME
from graph.commands import Assertion
from graph.difference import Difference
from graph.ids import id_from
from graph.model import Caller
from graph.slot import StoredClaim
from graph.usual import lean
from graph.vocabulary import GroundingVerdict

Props = dict[str, Any]


@dataclass(slots=True)
class Sheet:
    """The parameters of ``write/load_part`` that concern claims and beliefs."""

    claims: dict[str, Props] = field(default_factory=dict[str, Props])
    beliefs: dict[str, Props] = field(default_factory=dict[str, Props])
    links: dict[str, Props] = field(default_factory=dict[str, Props])
    ended: list[Props] = field(default_factory=list[Props])
    closed: list[Props] = field(default_factory=list[Props])
    dropped: list[str] = field(default_factory=list[str])
    unlinked: list[Props] = field(default_factory=list[Props])
    holds: dict[str, Props] = field(default_factory=dict[str, Props])
    episodes: list[Props] = field(default_factory=list[Props])
    evidence: list[Props] = field(default_factory=list[Props])
    confirmed: list[Props] = field(default_factory=list[Props])
    contradictions: list[Props] = field(default_factory=list[Props])
    audits: list[Props] = field(default_factory=list[Props])

    def claim(self, properties: Props, place: Props) -> None:
        """A new memory, with where its line stands in the part's text."""
        self.claims[properties["id"]] = {"properties": properties} | place

    def source(self, item: StoredClaim, line: str, assertion: Assertion, now: datetime) -> None:
        """The text that a line brings of its own; the claims of one line share it."""
        text = assertion.evidence
        if text is None:
            return
        episode = id_from("p", line, "evidence")
        if item.claim.id == line:
            said = item.claim.said
            self.episodes.append(entries.episode(episode, assertion, text, said, now))
        verdict = GroundingVerdict.SUPPORTED.value
        span = {"span": text, "start": 0, "end": len(text), "verdict": verdict}
        self.evidence.append({"memory": item.claim.id, "episode": episode, "properties": span})

    def confirm(self, held: str, item: StoredClaim) -> None:
        """One more time that a held memory was said."""
        self.confirmed.append(entries.confirmation(held, item))

    def change(self, found: Difference, now: datetime) -> None:
        """What one claim changes in one slot at a system time."""
        for key in found.closed:
            self._close(key, now)
        for key in found.dropped:
            if self.beliefs.pop(key, None) is None:
                self.dropped.append(key)
        for row in (*found.attributes, *found.relations):
            self.beliefs[row["properties"]["id"]] = row
        for row in found.unlinked:
            self._unlink(row["memory"], row["heir"], now)
        for row in found.linked:
            times = {"reason": row["reason"], "system_from": now, "system_to": END_OF_TIME}
            link: Props = {"memory": row["memory"], "heir": row["heir"], "properties": times}
            self.links[row["memory"]] = link
        for row in found.holds:
            self._hold(row)

    def _hold(self, row: Props) -> None:
        fresh = self.claims.get(row["id"])
        if fresh is None:
            self.holds[row["id"]] = row
        else:
            fresh["properties"] |= {"holds_from": row["from"], "holds_to": row["to"]}

    def _close(self, key: str, now: datetime) -> None:
        row = self.beliefs.get(key)
        if row is None:
            self.closed.append({"id": key, "at": now})
            return
        row["properties"]["system_to"] = now
        row["properties"].pop("open_slot", None)

    def _unlink(self, memory: str, heir: str, now: datetime) -> None:
        link = self.links.pop(memory, None)
        if link is None:
            self.unlinked.append({"memory": memory, "heir": heir, "at": now})
        elif link["properties"]["system_from"] < now:
            link["properties"]["system_to"] = now
            self.ended.append(link)

    def audit(self, caller: Caller, subject: str, reason: str, now: datetime) -> None:
        """One record for the part."""
        row = entries.audit("load", subject, now, caller.actor, reason)
        self.audits.append(row | {"id": id_from("a", subject, "load")})

    def params(self) -> dict[str, Any]:
        """The parameters of the statement."""
        beliefs = self.beliefs.values()
        return {
            "episodes": self.episodes,
            "claims": [
                row | {"properties": lean(row["properties"])} for row in self.claims.values()
            ],
            "evidence": self.evidence,
            "closed": self.closed,
            "dropped": self.dropped,
            "attributes": [row for row in beliefs if "key" in row],
            "relations": [row for row in beliefs if "target" in row],
            "unlinked": self.unlinked,
            "linked": [*self.ended, *self.links.values()],
            "holds": list(self.holds.values()),
            "confirmed": self.confirmed,
            "contradictions": self.contradictions,
            "audits": self.audits,
        }
