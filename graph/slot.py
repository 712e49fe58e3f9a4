"""One slot: what it holds, as read inside the transaction that will change it.

The slot's entity is locked first, by the statement that reads: every writer locks it.

A slot with many claims is not read whole: the newest ones are, and the projection works on a
window of them where that is proven to give the same answer (``graph.window``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graph.claims import Claim
from graph.clock import END_OF_TIME, START_OF_TIME, outward
from graph.errors import Conflict
from graph.model import Attribute
from graph.periods import period_end
from graph.session import Transaction
from graph.slots import COMMON_SCOPE, slot_parent, value_slot
from graph.vocabulary import Precision, SupersessionReason
from graph.window import WINDOW, Below, anchor, newest_whole

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SlotName:
    """What a slot is called, and whether values share it (one) or each has its own (many).

    ``many`` is what the writer takes it to be; nothing if it makes no difference to what it does.
    """

    entity: str
    attribute: str
    context: str | None
    parent: str
    key: str
    resumes: bool
    many: bool | None = None

    @classmethod
    def undivided(
        cls, tenant: str, entity: str, attribute: Attribute, context: str | None
    ) -> SlotName:
        """The slot of an attribute in one context, above those of its values if it has many."""
        key = slot_parent(tenant, entity, attribute.name, context)
        return cls(entity, attribute.name, context, key, key, attribute.resumes, attribute.many)

    def rows(self, revision: int = 0, above: int = 0, changes: int = 0) -> list[dict[str, Any]]:
        """The slots to lock, the parent first, with the revisions that were read."""
        standing = {
            "parent": self.parent,
            "entity": self.entity,
            "attribute": self.attribute,
            "context": self.context,
            "scope": COMMON_SCOPE,
        }
        own = standing | {"key": self.key, "revision": revision, "changes": changes}
        if self.key == self.parent:
            return [own | {"many": self.many}]
        above_it = {"key": self.parent, "revision": above, "changes": 0, "many": True}
        return [standing | above_it, own | {"many": None}]

    def shares(self, claim: Claim) -> bool:
        """Whether the claim stands in the slots of other values too."""
        return self.key != self.parent and claim.value is None

    def of_value(self, canonical: str) -> SlotName:
        """The slot of one value under the same many-valued parent."""
        return replace(self, key=value_slot(self.parent, canonical))


class Misshapen(Conflict):
    """Claims under this parent do not stand as the attribute's cardinality has them stand.

    They are being brought into form; the writer does so, or tries again.
    """

    def __init__(self, name: SlotName) -> None:
        super().__init__(
            f"the cardinality of {name.attribute!r} is being changed", hint="try again in a moment"
        )
        self.name = name


def check_form(name: SlotName, *, many: bool | None) -> None:
    """Refuse a parent of the other form.

    Raises:
        Misshapen: its claims stand otherwise than the writer takes them to.
    """
    wanted = True if name.key != name.parent else name.many
    if many is not None and wanted is not None and many != wanted:
        raise Misshapen(name)


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A live claim with what the projection does not need, but beliefs and judgement do."""

    claim: Claim
    value: str | None
    typed: str | None
    target: str | None
    precision: Precision
    precision_to: Precision | None
    confidence: float
    authority: int
    speaker: str | None
    heir: tuple[str, SupersessionReason] | None
    holds: tuple[datetime, datetime | None] | None


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """A slot as it stands: its live claims (or a window of them) and its beliefs.

    ``since`` is where the window begins: nothing before it can change. ``identity`` counts the
    merges and splits of its entity; ``absorbed``: another entity stands for that one, or for one of
    the targets.
    """

    name: SlotName
    revision: int
    system_last: datetime | None
    claims: tuple[StoredClaim, ...] = ()
    beliefs: tuple[Row, ...] = ()
    since: datetime = START_OF_TIME
    registry: int = 0
    known: bool = True
    above: int = 0
    receipt: Row | None = None
    contested: bool = False
    rejected: str | None = None
    answered_at: datetime | None = None
    identity: int = 0
    absorbed: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What a change wants to know of a slot.

    ``targets`` are the entities that it leads to itself; of a ``relation`` the other claims lead to
    some too.
    """

    canonical: str | None = None
    negative: bool = False
    start: datetime = START_OF_TIME
    end: datetime = END_OF_TIME
    receipt: str | None = None
    rejection: str | None = None
    whole: bool = False
    needed: datetime = END_OF_TIME
    targets: tuple[str, ...] = ()
    relation: bool = False


async def open_slot(
    tx: Transaction, tenant: str, name: SlotName, question: Question, arriving: Sequence[Claim] = ()
) -> OpenSlot:
    """Lock a slot's entity and read the slot, which is about to be changed.

    ``arriving`` are the claims about to be added; where the slot is large they decide how far back
    it has to be read. ``question.whole`` reads every claim.
    """
    reading = _Reading(tx, tenant, name, arriving, question)
    row = await _met(reading)
    check_form(name, many=row["many"])
    claims = [stored(found) for found in row["claims"]]
    since = START_OF_TIME
    if len(claims) > WINDOW:
        borders = {belief["valid_from"] for belief in row["beliefs"]}
        claims, since = await _window(reading, claims, borders)
        if since == START_OF_TIME:
            row["beliefs"] = await _all_beliefs(reading)
    return OpenSlot(
        name=name,
        registry=row["registry"],
        revision=row["revision"],
        above=row["above"],
        known=row["known"],
        system_last=row["system_last"],
        receipt=row["receipt"],
        contested=row["contested"],
        rejected=row["rejected"],
        claims=tuple(claims),
        beliefs=tuple(belief for belief in row["beliefs"] if belief["valid_to"] > since),
        since=since,
        answered_at=row["answered_at"],
        identity=row["identity"],
        absorbed=row["absorbed"],
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    tx: Transaction
    tenant: str
    name: SlotName
    arriving: Sequence[Claim]
    question: Question


async def _met(reading: _Reading) -> dict[str, Any]:
    """What a claim meets in the slot, the newest claims of it."""
    name, question = reading.name, reading.question
    rows = await reading.tx.run(
        "write/contradictions_of_claim",
        tenant=reading.tenant,
        parent=name.parent,
        slot=name.key,
        entity=name.entity,
        entities=[name.entity, *question.targets],
        leading=[name.key] if question.relation else [],
        nameless=name.parent,
        canonical=question.canonical or "",
        negative=question.negative,
        start=question.start,
        end=question.end,
        dawn=START_OF_TIME,
        limit=WINDOW + 1,
        receipt=question.receipt,
        rejection=question.rejection,
        forever=END_OF_TIME,
    )
    return rows[0]


async def _window(
    reading: _Reading, newest: list[StoredClaim], borders: AbstractSet[datetime]
) -> tuple[list[StoredClaim], datetime]:
    """The claims that matter to what arrives, and since when; all of them if in doubt."""
    slot = {
        "tenant": reading.tenant,
        "slot": reading.name.key,
        "nameless": reading.name.parent,
        "forever": END_OF_TIME,
    }
    if not reading.question.whole and reading.arriving:
        kept, start = newest_whole([item.claim for item in newest])
        said = min((claim.said for claim in kept), default=START_OF_TIME)
        below = (await reading.tx.run("read/slot_below", **slot, start=start, said=said))[0]
        since = anchor(
            kept,
            reading.arriving,
            Below(**below),
            borders,
            resumes=reading.name.resumes,
            needed=reading.question.needed,
        )
        if since is not None:
            return [item for item in newest if item.claim.start >= since], since
    rows = await reading.tx.run("read/slot_claims", **slot)
    return [stored(row["claim"]) for row in rows], START_OF_TIME


async def _all_beliefs(reading: _Reading) -> list[Row]:
    rows = await reading.tx.run(
        "read/slot_beliefs", tenant=reading.tenant, slot=reading.name.key, forever=END_OF_TIME
    )
    return [row["belief"] for row in rows]


def stored(row: Row) -> StoredClaim:
    """A live claim from the row of a statement."""
    precision = Precision(row["precision"])
    heir = row["heir"]
    holds = row["holds_from"]
    return StoredClaim(
        claim=Claim(
            id=row["id"],
            value=row["canonical"],
            start=row["start"],
            end=outward(row["end"]),
            said=row["said_at"],
            placed=row["placed_at"],
            ordinal=row["ordinal"] or 0,
            negative=bool(row["negative"]),
            stated=row["stated"],
            vouched=row["vouched_until"],
            expires=row["expires_at"],
            period_end=period_end(row["start"], precision) if row["stated"] else None,
        ),
        value=row["value"],
        typed=row["typed"],
        target=row["target"],
        precision=precision,
        precision_to=None if row["precision_to"] is None else Precision(row["precision_to"]),
        confidence=row["confidence"],
        authority=row["authority"],
        speaker=row["speaker"],
        heir=None if heir is None else (heir[0], SupersessionReason(heir[1])),
        holds=None if holds is None else (holds, outward(row["holds_to"])),
    )
