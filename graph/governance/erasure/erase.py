"""Erase: what is known of a subject goes, on both axes, and does not come back.

1. What must not come back is written into the ledger outside the store, and into the store.
2. Its claims are taken back, so that nobody reads them any more.
3. Texts are masked or deleted, then memories with what they left behind, then entities.
4. What is left is looked for; the receipt says how much that is.

Each step can be done again. An erasure that was cut off is finished by whoever calls next: the task
does so regularly, and a service at its start erases again what a restored store has brought back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from graph.database.audit.redaction import redact
from graph.database.session import Row, Session
from graph.database.shared_tombstones import share
from graph.database.tombstones.ledger import Erased, fact_parts
from graph.database.tombstones.passages import identifiers, mask
from graph.errors import Incorrect
from graph.governance.erasure import receipts
from graph.governance.erasure.deletion import (
    delete_entities,
    delete_memories,
    delete_texts,
    reopen_sessions,
)
from graph.governance.erasure.receipts import ErasureReceipt
from graph.governance.erasure.residue import Mention, Words, find_mentions
from graph.governance.erasure.selection import (
    Chosen,
    Selection,
    alike,
    details,
    kind_of,
    names_of,
    select,
    with_summaries,
)
from graph.governance.erasure.steps import in_steps
from graph.governance.erasure.texts import MaskedText, Text, masked_text
from graph.history.export.keys import restored_id
from graph.history.integrity.erasure_ledger import record_ledger
from graph.ids import new_id
from graph.model.authority import require_person
from graph.model.commands import NAME_MAX, Answer
from graph.model.records import Caller
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import rejection_key
from graph.proposals.resolution.resolve import resolve_contradiction
from graph.validation import ident, text
from graph.vocabulary import Erasable, Resolution, Role
from graph.write.distrust import take_back
from graph.write.erased import literal_forms, name_forms

REASON = "erased"
ROUNDS_MAX = 4
REASON_MAX = 2_000
PAGE = 100

_NO_WORDS = Words()
# Records that stay, without the words.
_KEPT = frozenset({"Attribute", "Episode", "Job"})
# By these others find them.
_KEYS = frozenset({"id", "name", "tenant"})
# Records that go where they speak of what is erased.
_RECORDS = frozenset(
    {
        "ASKS",
        "Candidates",
        "Consent",
        "Contradiction",
        "Counter",
        "Decision",
        "MergeProposal",
        "Operation",
        "Recall",
        "Receipt",
        "Rejection",
        "Sample",
        "SimilarPair",
        "Waiting",
        "Webhook",
    }
)
# What people, and programs, have written about a record: the record stays without it.
_REMARKS = frozenset({"decided_reason", "error", "reason"})


def _place(mention: Mention) -> Row:
    """Where a mention is. The server gives the place of what is deleted to what comes next."""
    return {"element": mention.element, "property": mention.property, "texts": list(mention.texts)}


async def erase(db: Session, caller: Caller, subject: str, reason: str) -> ErasureReceipt:
    """Erase an entity with its whole identity, an episode, or a memory.

    Raises:
        Forbidden: the caller is a model.
        NotFound: the tenant has nothing of that id that can be erased.
        InvalidArgument: there is no ledger to keep it from coming back.
        LedgerUnavailable: it is missing, or not that of the tenant.
        StoreUnavailable: the store does not answer, or claims keep being changed by others; what
            is done stays so, and the task does the rest.
    """
    require_person(caller)
    why = text(reason, REASON_MAX, field="reason")
    kind = await kind_of(db, caller.tenant, ident(subject, field="subject"))
    return await _begin(db, caller, kind, subject, why)


async def erase_session(db: Session, caller: Caller, session: str, reason: str) -> ErasureReceipt:
    """Erase a session: its episodes, and the memories that rest on nothing else.

    One that is not known is erased all the same: nothing is deleted.

    Raises:
        Forbidden: the caller is a model.
        Incorrect: it can be no session.
        InvalidArgument, StoreUnavailable: as for ``erase``.
    """
    require_person(caller)
    named = text(session, NAME_MAX, field="session")
    why = text(reason, REASON_MAX, field="reason")
    return await _begin(db, caller, Erasable.SESSION, named, why)


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """What an erasure would take, if it were done now; nothing has changed.

    ``memories`` are the statements of all that go, oldest id first, ``entities`` the names of those
    that are erased with all that is known of them. ``masked`` episodes stay, for what others quote.
    """

    kind: Erasable
    memories: tuple[str, ...]
    entities: tuple[str, ...]
    episodes: int
    masked: int


async def preview_erasure(db: Session, caller: Caller, subject: str) -> ErasurePreview:
    """Find what the erasure of an entity, an episode or a memory would take.

    Raises:
        Forbidden: the caller is a model.
        NotFound: the tenant has nothing of that id that can be erased.
    """
    require_person(caller)
    kind = await kind_of(db, caller.tenant, ident(subject, field="subject"))
    return await _preview(db, caller, kind, subject)


async def preview_session_erasure(db: Session, caller: Caller, session: str) -> ErasurePreview:
    """Find what the erasure of a session would take.

    Raises:
        Forbidden: the caller is a model.
        Incorrect: it can be no session.
    """
    require_person(caller)
    named = text(session, NAME_MAX, field="session")
    return await _preview(db, caller, Erasable.SESSION, named)


async def _preview(db: Session, caller: Caller, kind: Erasable, subject: str) -> ErasurePreview:
    work = await _Work.planned(db, caller, ErasureReceipt("", subject, kind, db.clock(), ""))
    memories = sorted(work.selected.memories.items())
    called = work.selected.called
    return ErasurePreview(
        kind=kind,
        memories=tuple(row["memory"]["text"] for _, row in memories),
        entities=tuple(called[one][0] for one in work.selected.entities if called.get(one)),
        episodes=sum(one.gone for one in work.masked),
        masked=sum(one.changed and not one.gone for one in work.masked),
    )


async def finish_erasures(db: Session) -> int:
    """Finish the erasures of all tenants that were cut off; how many are complete now.

    Raises:
        StoreUnavailable: as for ``erase``.
    """
    done = 0
    for row in await db.read("governance/erasure/receipts/unfinished", limit=PAGE):
        node = row["erasure"]
        caller = Caller(node["tenant"], node["actor"], Role.OWNER)
        done += (await _carry_out(db, caller, receipts.read(node))).complete
    return done


async def erase_again(db: Session, tenant: str | None = None) -> int:
    """Erase what the ledger has and the store has again, as after a restore; how much that was.

    Of one tenant, or of all.

    Raises:
        StoreUnavailable: as for ``erase``.
    """
    again = 0
    for name in db.ledger.tenants() if tenant is None else [tenant]:
        ids = db.ledger.erased_ids(name)
        # A file that is restored gives its records ids of their own.
        ids += [restored_id(one.partition("_")[0], name, one) for one in ids]
        for part in in_steps(ids):
            again += await _erase_ids(db, name, part)
    return again


async def _erase_ids(db: Session, tenant: str, ids: Sequence[str]) -> int:
    """Erase what is there of some ids; with an entity or an episode goes what is known by it."""
    caller = Caller(tenant, "ledger", Role.OWNER)
    done: set[str] = set()
    while rows := await db.read(
        "governance/erasure/selection/subjects", tenant=tenant, ids=list(ids)
    ):
        row = next((one for one in rows if one["id"] not in done), None)
        if row is None:
            break
        await _begin(db, caller, Erasable(row["kind"]), row["id"], "it was erased before")
        done.add(row["id"])
    return len(done)


async def _begin(
    db: Session, caller: Caller, kind: Erasable, subject: str, reason: str
) -> ErasureReceipt:
    await record_ledger(db, caller.tenant)
    asked = ErasureReceipt(new_id("x"), subject, kind, db.clock(), caller.actor)
    await receipts.begin(db, caller, asked, reason)
    return await _carry_out(db, caller, asked)


async def _carry_out(db: Session, caller: Caller, asked: ErasureReceipt) -> ErasureReceipt:
    """Do it, again where others have written of it meanwhile, and write down what came of it."""
    deleted = Counter(asked.deleted)
    residue = 0
    words = _NO_WORDS
    for _ in range(ROUNDS_MAX):
        # Entities go in the first round, and with them what they were called.
        work = await _Work.planned(db, caller, asked, words)
        words = work.words
        await work.write_down()
        await work.answer_challenges()
        await take_back(db, caller, Chosen(tuple(work.selected.memories)), REASON)
        deleted += await work.delete()
        residue = len(await work.left())
        if not residue:
            break
    return await receipts.finish(db, caller.tenant, asked.id, deleted, residue)


@dataclass(frozen=True, slots=True)
class _Work:
    """One round of an erasure: what goes, and what is left of the texts that spoke of it."""

    db: Session
    caller: Caller
    asked: ErasureReceipt
    selected: Selection
    words: Words
    masked: tuple[MaskedText, ...]

    @classmethod
    async def planned(
        cls, db: Session, caller: Caller, asked: ErasureReceipt, before: Words = _NO_WORDS
    ) -> _Work:
        """Find what has to go, and what says it in other words; ``before``: those looked for."""
        tenant = caller.tenant
        selected = await select(db, tenant, asked.kind, asked.subject)
        words = Words(selected.names, frozenset(selected.identifiers), selected.longer)
        words = words.with_those_of(before)
        selected = replace(selected, names=words.names, longer=words.longer)
        found: Sequence[Mention] = ()
        if words.names or words.tokens:
            found = await find_mentions(db, tenant, (), words)
            selected = await _widened(db, tenant, selected, found, words)
            words = replace(words, tokens=words.tokens - _shared(selected, found))
        wanted = selected.episodes | {
            one["episode"] for row in selected.memories.values() for one in row["evidence"]
        }
        wanted |= {
            one.id
            for one in found
            if one.kind == "Episode" and one.id is not None and words.stand_in(one.texts)
        }
        selected = await with_summaries(db, tenant, selected, wanted)
        masked = [
            masked_text(text, selected, words.tokens) async for text in _texts(db, tenant, wanted)
        ]
        return cls(db, caller, asked, selected, words, tuple(masked))

    async def write_down(self) -> None:
        """Have the ledger, and all hosts, keep it from coming back, before anything is deleted."""
        self.db.ledger.append(
            Erased(
                erasure=self.asked.id,
                tenant=self.caller.tenant,
                at=self.asked.at.isoformat(),
                ids=sorted(self._gone()),
                facts=list(self._facts()),
                passages=[stone for one in self.masked for stone in one.tombstones],
                identifiers=self.words.tokens,
            )
        )
        await share(self.db, self.caller.tenant)

    def _facts(self) -> Iterable[tuple[str, str, str]]:
        called = self.selected.called
        for row in self.selected.spoken.values():
            memory = row["memory"]
            if memory["entity"] is None or memory["canonical"] is None:
                # It names no entity that there is, or says nothing of any value.
                continue
            target = memory["target"]
            values = literal_forms(memory["canonical"])
            if target is not None:
                values.append(f"value:{target}")
                values += [form for one in called.get(target, ()) for form in name_forms(one)]
            own = memory["entity"] in self.selected.entities
            entities = {memory["entity"], *(self.selected.entities if own else ())}
            names = self.selected.names if own else called.get(memory["entity"], ())
            scope = memory["scope"] or COMMON_SCOPE
            yield from fact_parts(entities, names, memory["attribute"], values, scope)

    async def answer_challenges(self) -> None:
        """Let what waited only because of it be believed; other questions stay without it."""
        ids = list(self.selected.memories)
        rows = await self.db.read(
            "governance/erasure/selection/challenges", tenant=self.caller.tenant, ids=ids
        )
        for row in rows:
            if row["alone"]:
                answer = Answer(row["id"], Resolution.REPLACE, reason=REASON)
                # Somebody has answered it meanwhile, or it cannot be answered so.
                with suppress(Incorrect):
                    await resolve_contradiction(self.db, self.caller, answer)
        await self.db.write(
            "governance/erasure/deletion/challenged",
            tenant=self.caller.tenant,
            contradictions=[row["id"] for row in rows if not row["alone"]],
            ids=ids,
        )

    async def delete(self) -> Counter[str]:
        """Delete it, step by step; how much of each kind went."""
        # By what memories say, and by what entities are called, the rest is found: they go last.
        mentions = await self.left()
        deleted = await self._sweep(mentions)
        deleted += await delete_texts(self.db, self.caller.tenant, self.masked)
        deleted["masked"] += await self._mask_rest(mentions)
        deleted += await delete_memories(self.db, self.caller, self.selected)
        await reopen_sessions(self.db, self.caller.tenant, self.selected)
        deleted += await delete_entities(self.db, self.caller.tenant, self.selected)
        return deleted

    async def left(self) -> list[Mention]:
        """Return what is left of it."""
        return await find_mentions(self.db, self.caller.tenant, self._ids(), self.words)

    async def _sweep(self, mentions: Sequence[Mention]) -> Counter[str]:
        """Delete the records that speak of it, and the remarks in others."""
        others = [one for one in mentions if one.property not in _REMARKS or one.by_id]
        records = {one.element: one for one in others if one.kind in _RECORDS}
        deleted: Counter[str] = Counter()
        for part in in_steps([_place(records[element]) for element in sorted(records)]):
            rows = await self.db.write(
                "governance/erasure/deletion/records", tenant=self.caller.tenant, records=part
            )
            deleted["records"] += rows[0]["deleted"]
        remarks = [one for one in mentions if one.property in _REMARKS and not one.by_id]
        answered = [one.id for one in records.values() if one.id is not None]
        deleted["remarks"] = await self._take_out(remarks, answered)
        return deleted

    async def _mask_rest(self, mentions: Sequence[Mention]) -> int:
        """Mask the words in what else is kept of a message: its session, topic, id and speaker."""
        rows = [
            _place(one) | {"masked": [mask(text, self.words.places(text)) for text in one.texts]}
            for one in mentions
            if one.kind in _KEPT or (one.kind == "Memory" and one.property == "topic")
            if one.property not in _KEYS and not one.by_id
        ]
        masked = 0
        for part in in_steps(rows):
            done = await self.db.write(
                "governance/erasure/deletion/mask_properties",
                tenant=self.caller.tenant,
                properties=part,
            )
            masked += done[0]["masked"]
        return masked

    async def _take_out(self, remarks: Sequence[Mention], answered: Sequence[str]) -> int:
        """Take remarks out of records, and out of the audit all that were made of it.

        ``answered`` are records that have gone: reasons were given for answers to them.
        """
        audited = [one.id for one in remarks if one.kind == "Audit" and one.id is not None]
        subjects = [*self.selected.entities, *self.selected.memories, *answered]
        taken = await redact(self.db.write, self.caller.tenant, ids=audited, subjects=subjects)
        rest = [_place(one) for one in remarks if one.kind != "Audit"]
        for part in in_steps(rest):
            rows = await self.db.write(
                "governance/erasure/deletion/remarks", tenant=self.caller.tenant, remarks=part
            )
            taken += rows[0]["removed"]
        return taken

    def _gone(self) -> set[str]:
        """Return the ids of all that is deleted."""
        episodes = (one.source.episode for one in self.masked if one.gone)
        return {*self.selected.entities, *self.selected.memories, *episodes}

    def _ids(self) -> list[str]:
        rejections = {
            rejection_key(row["memory"]["parent"], row["memory"]["canonical"])
            for row in self.selected.memories.values()
            if row["memory"]["parent"] and row["memory"]["canonical"]
        }
        before = self.db.ledger.erased_ids(self.caller.tenant, self.asked.id)
        return sorted({*self._gone(), *before, *rejections})


async def _widened(
    db: Session, tenant: str, selected: Selection, mentions: Sequence[Mention], words: Words
) -> Selection:
    """Return the selection with the memories of others in which an erased name stands."""
    named = replace(words, tokens=frozenset())
    others = {
        one.id
        for one in mentions
        if one.kind in {"Memory", "Waiting"} and one.id is not None
        # A topic is only where it was said, and is masked.
        if one.property != "topic" and named.stand_in(one.texts)
    }
    fresh = await alike(db, tenant, others - selected.memories.keys())
    more = await details(db, tenant, fresh - selected.memories.keys())
    wider = replace(selected, memories=selected.memories | more)
    called = await names_of(db, tenant, wider.concerned - selected.called.keys())
    return replace(wider, called=selected.called | called)


def _shared(selected: Selection, mentions: Iterable[Mention]) -> frozenset[str]:
    """Return the identifiers that memories of others say as well: they identify nobody."""
    kept = (one for one in mentions if one.kind == "Memory" and one.id not in selected.memories)
    return frozenset(token for one in kept for said in one.texts for token, _ in identifiers(said))


async def _texts(db: Session, tenant: str, episodes: Iterable[str]) -> AsyncIterator[Text]:
    for part in in_steps(sorted(episodes)):
        for row in await db.read("governance/erasure/selection/episodes", tenant=tenant, ids=part):
            yield Text.read(row)
