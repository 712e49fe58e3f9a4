"""LangGraph's store over a client of Doxa."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import singledispatchmethod
from typing import Any

from doxa_client import Belief, MemoryClient
from doxa_client.calls import BELIEF, Call
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

from doxa_langgraph import mapping
from doxa_langgraph.mapping import Namespace, entity_name, namespace_of

# As many as one recall brings, and in as many entities as it is asked one by one.
RECALLED_MAX = 50
ASKED_APART_MAX = 10
_ENTITIES = """
query ($search: String, $after: String) {
  entities(search: $search, first: 500, after: $after) {
    edges { node { id name } } pageInfo { hasNextPage endCursor }
  }
}
"""
_RECALL = (
    """
query ($query: String!, $entity: ID, $k: Int) {
  recall(query: $query, entity: $entity, k: $k) { items { score belief { ...Told } } }
}
"""
    + BELIEF
)


class PutNotBelieved(Exception):
    """An item was recorded and is not believed; ``outcome`` is what became of it.

    A person decides on it: it contradicts what is believed, or is an agent's word.
    """

    def __init__(self, namespace: Namespace, key: str, outcome: str) -> None:
        super().__init__(f"{entity_name(namespace)}, {key}: {outcome}, so `get` has it not")
        self.outcome = outcome


class DoxaStore(BaseStore):
    """Items that are beliefs: a namespace is an entity, a key an attribute, a put a claim.

    ``source_kind`` is whose word a put is; ``ASSISTANT`` for what a model makes up.
    """

    def __init__(self, memory: MemoryClient, *, source_kind: str = "USER") -> None:
        self._memory = memory
        self._source_kind = source_kind

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations one after the other; each sees what those before it did.

        Raises:
            DoxaError: the service refused one; those before it are done.
            PutNotBelieved: a put is not believed; those before it are done.
        """
        given = list(ops)
        for op in given:
            validate_op_namespace(op)
        return [self._do(op) for op in given]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As ``batch``, in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    @singledispatchmethod
    def _do(self, op: Op) -> Result:
        raise ValueError(f"no operation of a store: {op!r}")

    @_do.register
    def _get(self, op: GetOp) -> Item | None:
        believed = self._believed(op.namespace, op.key)
        newest = max(believed, key=lambda belief: belief.system_from, default=None)
        return newest and mapping.item_of(newest, op.key)

    @_do.register
    def _put(self, op: PutOp) -> None:
        before = self._believed(op.namespace, op.key, to_write=True)
        if op.value is None:
            if before:
                self._memory.retract(entity_name(op.namespace), op.key)
            return
        text = mapping.write_value(op.value)
        self._claim(op, text)
        if all(mapping.says(belief, text) for belief in before):
            return
        # What has one value at a time has changed; what may have many has one more.
        after = self._believed(op.namespace, op.key)
        for belief in after:
            if not mapping.says(belief, text):
                self._end(belief)
        if not any(mapping.says(belief, text) for belief in after):
            # It was taken for the same, spelled otherwise.
            self._claim(op, text)

    @_do.register
    def _search(self, op: SearchOp) -> list[SearchItem]:
        entities = list(self._entities(op.namespace_prefix))
        found = self._recalled(op, entities) if op.query else self._all(entities)
        items = (item for item in found if mapping.passes(item.value, op.filter))
        return list(items)[op.offset : op.offset + op.limit]

    @_do.register
    def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        spaces = (namespace_of(name) for _, name in self._entities(()))
        matching = {
            space[: op.max_depth]
            for space in spaces
            if space and mapping.matches(space, op.match_conditions or ())
        }
        return sorted(matching)[op.offset : op.offset + op.limit]

    def _believed(self, space: Namespace, key: str, *, to_write: bool = False) -> list[Belief]:
        """All that is believed under a key, in no context.

        Raises:
            ValueError: it is to be written, and the entity that bears the name is spelled otherwise
                or has another name, so that two namespaces would be one.
        """
        name = entity_name(space)
        beliefs = self._memory.beliefs(name, attribute=key)
        if to_write:
            self._check_is_own(name)
        return [
            belief
            for belief in beliefs
            if belief.context is None and belief.entity and belief.entity.name == name
        ]

    def _check_is_own(self, name: str) -> None:
        call = Call(
            "query ($name: String!) { entity(name: $name) { name } }",
            {"name": name},
            lambda data: data["entity"],
        )
        bearer = self._memory.run(call)
        if bearer is not None and bearer["name"] != name:
            raise ValueError(f"the namespace {name!r} is that of the entity {bearer['name']!r}")

    def _claim(self, op: PutOp, text: str) -> None:
        claim = self._memory.store(
            entity_name(op.namespace), op.key, text, source_kind=self._source_kind
        )
        if not claim.believed:
            raise PutNotBelieved(op.namespace, op.key, claim.outcome)

    def _end(self, belief: Belief) -> None:
        entity = belief.entity.id if belief.entity else ""
        if belief.target:
            self._memory.retract(entity, belief.attribute, target=belief.target.id)
        else:
            self._memory.retract(entity, belief.attribute, belief.value)

    def _entities(self, prefix: Namespace) -> Iterator[tuple[str, str]]:
        """Yield the id and name of each entity whose namespace begins so."""
        name = entity_name(prefix)
        after: str | None = None
        while True:
            variables = {"search": name or None, "after": after}
            page = self._memory.run(Call(_ENTITIES, variables, lambda data: data["entities"]))
            for edge in page["edges"]:
                space = namespace_of(edge["node"]["name"])
                if space and space[: len(prefix)] == prefix:
                    yield edge["node"]["id"], edge["node"]["name"]
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]

    def _all(self, entities: Iterable[tuple[str, str]]) -> Iterator[SearchItem]:
        for entity, _ in entities:
            for belief in mapping.newest_of_each(self._memory.beliefs(entity)):
                yield mapping.item_of(belief)

    def _recalled(self, op: SearchOp, entities: list[tuple[str, str]]) -> list[SearchItem]:
        """Return what matters to a question and holds now, the best first, each key once."""
        apart = op.namespace_prefix and len(entities) <= ASKED_APART_MAX
        asked = [entity for entity, _ in entities] if apart else [None]
        names = {name for _, name in entities}
        best: dict[tuple[Namespace, str], SearchItem] = {}
        for item in (item for entity in asked for item in self._recall(op, entity)):
            belief = Belief.model_validate(item["belief"]) if item["belief"] else None
            if belief is None or belief.context or not mapping.holds(belief, datetime.now(UTC)):
                continue
            if belief.entity and belief.entity.name in names:
                read = mapping.item_of(belief, score=item["score"])
                known = best.setdefault((read.namespace, read.key), read)
                if (known.score or 0) < (read.score or 0):
                    best[read.namespace, read.key] = read
        return sorted(best.values(), key=lambda item: -(item.score or 0))

    def _recall(self, op: SearchOp, entity: str | None) -> list[Any]:
        wanted = RECALLED_MAX if op.filter or entity is None else op.offset + op.limit
        variables = {"query": op.query, "entity": entity, "k": max(1, min(wanted, RECALLED_MAX))}
        return self._memory.run(Call(_RECALL, variables, lambda data: data["recall"]["items"]))
