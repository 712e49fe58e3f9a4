"""Consolidate a topic: find memories that say nearly the same, and have one stand for each group.

    current memories of a topic → by entity, attribute, context and kind of source → alike by
    vectors → one text that loses nothing: by rule, else by a model → one memory, or the reason

Similarity only proposes. What is merged has no word, name, number, date or negation less, says
nothing new, and leaves what is believed as it was at every time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.embeddings import store
from graph.database.session import Row, Session
from graph.errors import BudgetSpent, Conflict, ModelUnavailable, NotFound, OutOfRange
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry, TopicNames
from graph.model.authority import require_person
from graph.model.commands import name
from graph.model.records import Caller
from graph.model.topics import TOPIC_MAX, same_topic
from graph.proposals.consolidation.grouping import greedy_groups
from graph.proposals.consolidation.marks import Wording, find_invented, lost, most_complete
from graph.proposals.consolidation.replacement import (
    ORIGINALS_MAX,
    Consolidation,
    consolidate_memories,
)
from graph.validation import text_form
from graph.vocabulary import ValueType

PAGE = 200
GROUPS_MAX = 200


class Merger(Protocol):
    """A model that writes one statement for several."""

    async def merge(self, attribute: str, originals: Sequence[Wording]) -> Wording | None:
        """Write a statement and its value; None if the answer is of no use.

        Raises:
            BudgetSpent: the day's budget is spent.
            ModelUnavailable: the model does not answer, or not now.
        """
        ...


Merging: TypeAlias = Callable[[Caller], AbstractAsyncContextManager[Merger | None]]


@dataclass(frozen=True, slots=True)
class Group:
    """Memories that say nearly the same, and the one text for them.

    ``memory`` stands for them now; None in a dry run, and where ``why`` says why there is none.
    ``lost`` is what the text would have lost of them.
    """

    canonical: str
    originals: tuple[str, ...]
    memory: str | None = None
    lost: tuple[str, ...] = ()
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Consolidated:
    """The groups of a topic; ``applied`` if this was no dry run.

    ``unembedded`` memories have no vector yet and were left out. ``why`` says why there may be
    more.
    """

    groups: tuple[Group, ...]
    applied: bool
    unembedded: int = 0
    why: str | None = None

    @property
    def merged(self) -> int:
        """How many memories gave way to another."""
        return sum(len(group.originals) for group in self.groups if group.memory is not None)


async def consolidate(
    db: Session,
    caller: Caller,
    topic: str,
    *,
    threshold: float | None = None,
    dry_run: bool = True,
    merger: Merger | None = None,
) -> Consolidated:
    """Find groups in a topic and, unless it is a dry run, have one memory stand for each.

    Without a ``threshold`` memories are alike from the cosine on that the limits say.
    Each group is one transaction; a failure leaves those before it done.

    Raises:
        Forbidden: the caller is a model.
        Incorrect: the topic or the threshold is bad.
        Unavailable: the store does not answer.
    """
    require_person(caller)
    name(topic, TOPIC_MAX, field="topic")
    if threshold is None:
        threshold = db.limits.consolidation.threshold
    if not 0.5 <= threshold <= 1.0:
        raise OutOfRange(f"{threshold}", field="threshold", hint="give 0.5 to 1")
    work = _Work(db, caller, topic, threshold, dry_run, merger)
    groups: list[Group] = []
    why = None
    try:
        async for group in work.groups():
            if len(groups) == GROUPS_MAX:
                why = f"{GROUPS_MAX} groups are done at once: do it again for more"
                break
            groups.append(group)
    except (BudgetSpent, ModelUnavailable) as error:
        why = str(error)
    return Consolidated(tuple(groups), not dry_run, work.unembedded, why)


async def groups_of(
    db: Session,
    caller: Caller,
    topic: str | None,
    *,
    threshold: float,
    dry_run: bool,
    merger: Merger | None,
) -> AsyncIterator[Group]:
    """Yield the groups of a topic, or of all, one after another, each as it is done.

    Raises:
        BudgetSpent: the day's budget is spent.
        ModelUnavailable: the model does not answer, or not now.
        Unavailable: the store does not answer.
    """
    async for group in _Work(db, caller, topic, threshold, dry_run, merger).groups():
        yield group


@dataclass(slots=True)
class _Work:
    """One consolidation of a topic, or of all of them."""

    db: Session
    caller: Caller
    topic: str | None
    threshold: float
    dry_run: bool
    merger: Merger | None
    unembedded: int = 0

    async def groups(self) -> AsyncIterator[Group]:
        """Yield the groups, each as it is done."""
        known = await registries.load(self.db, self.caller.tenant)
        state = await store.state(self.db)
        kept_in = f"vector_{store.SIDES[0] if state is None else state.side}"
        async for ids in self._alike_by_what_they_are_about(known):
            rows = await self.db.read(
                "proposals/consolidation/originals",
                tenant=self.caller.tenant,
                ids=ids,
                property=kept_in,
            )
            self.unembedded += sum(row["vector"] is None for row in rows)
            for group in _alike(rows, known, self.threshold):
                yield await self._merged(group)

    async def _alike_by_what_they_are_about(self, registry: Registry) -> AsyncIterator[list[str]]:
        """Memories of the topic about one attribute of one entity, from one kind of source."""
        # That has no such name is so of all.
        named = TopicNames() if self.topic is None else registry.named_on(self.topic)
        after = (START_OF_TIME, "")
        while True:
            (row,) = await self.db.read(
                "proposals/consolidation/groups",
                tenant=self.caller.tenant,
                after_at=after[0],
                after_id=after[1],
                limit=PAGE,
                most=ORIGINALS_MAX,
                names=list(named.names),
                among=named.among,
                at=self.db.clock(),
                forever=END_OF_TIME,
            )
            for members in row["groups"]:
                for ids in self._by_topic(members):
                    yield ids
            if row["last_id"] is None:
                return
            after = (row["last_at"], row["last_id"])

    def _by_topic(self, members: Sequence[Mapping[str, str | None]]) -> list[list[str]]:
        """Return the memories of the topic; of all topics, those of each. A given one is its
        own.
        """
        parts: dict[str | None, list[str]] = {}
        for one in members:
            given, memory = one["topic"], one["id"]
            assert memory is not None
            if self.topic is None:
                parts.setdefault(given and text_form(given), []).append(memory)
            elif given is None or same_topic(given, self.topic):
                parts.setdefault(None, []).append(memory)
        return [ids for ids in parts.values() if len(ids) > 1]

    async def _merged(self, rows: Sequence[Row]) -> Group:
        """One group's text, and the memory that stands for it."""
        originals = tuple(row["id"] for row in rows)
        wordings = [Wording(row["text"], row["value"] or "") for row in rows]
        merged, missing, why = await self._wording(rows[0]["attribute"], wordings)
        if why is not None:
            return Group(merged.text, originals, lost=missing, why=why)
        same = len({row["canonical"] for row in rows}) == 1
        asked = Consolidation(originals, merged.text, None if same else merged.value)
        try:
            memory = await consolidate_memories(self.db, self.caller, asked, dry_run=self.dry_run)
        except (Conflict, NotFound) as error:
            return Group(merged.text, originals, why=error.message)
        return Group(merged.text, originals, memory=None if self.dry_run else memory)

    async def _wording(
        self, attribute: str, wordings: Sequence[Wording]
    ) -> tuple[Wording, tuple[str, ...], str | None]:
        """Return the one text, what it loses, and why it is not to be used.

        The rule: the text with the most marks, if it has those of all. Only where none has, a model
        is asked.
        """
        best = wordings[most_complete(wordings)]
        missing = lost(best, wordings)
        if not missing:
            return best, missing, None
        if self.merger is None:
            return best, missing, "no text of them has it all"
        merged = await self.merger.merge(attribute, wordings)
        if merged is None or not merged.text.strip() or not merged.value.strip():
            return best, missing, "the model's answer is empty or invalid"
        missing = lost(merged, wordings)
        if new := find_invented(merged, wordings):
            return merged, missing, f"the model's text adds: {', '.join(new)}"
        return merged, missing, "the model's text loses something" if missing else None


def _alike(rows: Sequence[Row], registry: Registry, threshold: float) -> list[list[Row]]:
    """Return groups of memories whose vectors are alike.

    Only texts may differ in their value, and only where there may be many; a number, a date or an
    entity that differs is another one.
    """
    attribute = registry.get(rows[0]["attribute"])
    free = attribute is not None and attribute.many and attribute.value_type is ValueType.TEXT
    parts: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row["vector"] is not None:
            parts.setdefault("" if free else row["canonical"], {})[row["id"]] = row
    return [
        [part[key] for key in group]
        for part in parts.values()
        for group in greedy_groups({key: row["vector"] for key, row in part.items()}, threshold)
    ]
