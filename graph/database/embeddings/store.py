"""Store the vectors of memories and the state of the embedding model.

A store has one embedding model at a time, because it has one index; vectors of two models are not
comparable. One node has the model's name and dimension, and a generation that grows with each
change of model. Every memory has the generation of its vector, 0 before the first, so that an index
finds the memories without a vector. Vectors are computed outside the write path.

While the model changes (``model_change.py``) there are two generations, in the properties
``vector_a`` and ``vector_b``, each with an index of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from weakref import WeakKeyDictionary

from graph.database import migrations
from graph.database.embeddings.vectors import Vector, check_vector
from graph.database.session import Row, Session
from graph.errors import Fault, OtherModel

STORE = "doxa"
SIDES = ("a", "b")
REMEDY = "`doxa reembed` makes every vector again with the model of DOXA_EMBEDDING_MODEL"

_SIMILARITY = "COSINE"


class Phase(StrEnum):
    """The phase of a change of the model."""

    STEADY = "STEADY"
    FILLING = "FILLING"  # the next model's vectors are being computed, the current ones serve
    CLEARING = "CLEARING"  # the vectors that are no longer used are being deleted


@dataclass(frozen=True, slots=True)
class State:
    """The store's current embedding model, and the next one during a change."""

    model: str
    dimension: int
    generation: int
    side: str
    phase: Phase
    next_model: str | None
    next_dimension: int | None


@dataclass(frozen=True, slots=True)
class Target:
    """A generation of vectors to compute: the store's current one, or the next."""

    model: str
    dimension: int
    generation: int
    side: str

    @property
    def kept_in(self) -> str:
        """Name of the property with a vector of this generation."""
        return f"vector_{self.side}"

    @property
    def kept_before(self) -> str:
        """Name of the property with a vector of the generation before."""
        return f"vector_{other(self.side)}"


@dataclass(frozen=True, slots=True)
class Due:
    """A memory without a vector of the wanted generation."""

    id: str
    tenant: str
    text: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The number of memories, and of those without a vector."""

    memories: int
    pending: int


_seen: WeakKeyDictionary[Session, State] = WeakKeyDictionary()


async def state(db: Session) -> State | None:
    """Load the store's embedding state; None before its first vector."""
    rows = await db.read("database/embeddings/state", store=STORE)
    if not rows:
        return None
    found = _seen[db.whole] = as_state(rows[0]["state"])
    return found


def last_seen(db: Session) -> State | None:
    """Return the state as last loaded, for callers that check meanwhile whether it still is."""
    return _seen.get(db.whole)


async def present(db: Session, model: str, dimension: int) -> Target:
    """Return the store's current generation, which must be this model's; begin the first one.

    Raises:
        OtherModel: the store's vectors are another model's.
    """
    rows = await db.write(
        "database/embeddings/begin_change", store=STORE, model=model, dimension=dimension
    )
    held = as_state(rows[0]["state"])
    must_be(held, model, dimension)
    found = Target(model, dimension, held.generation, held.side)
    await ensure_index(db, found)
    return found


def must_be(current: State, model: str, dimension: int | None = None) -> None:
    """Check that the store's vectors are this model's.

    Raises:
        OtherModel: they are another model's.
    """
    if current.model != model or dimension not in (None, current.dimension):
        sized = "" if dimension is None else f" with {dimension} components"
        raise OtherModel(
            f"the store's vectors are of {current.model} with {current.dimension} components, "
            f"not of {model}{sized}",
            field="DOXA_EMBEDDING_MODEL",
            hint=f"set it back, or: {REMEDY}",
        )


async def due(db: Session, target: Target, *, limit: int, skip: int = 0) -> list[Due]:
    """List memories of any tenant without a vector of this generation."""
    rows = await db.read(
        "database/embeddings/memories_without_vector",
        generation=target.generation,
        skip=skip,
        limit=limit,
    )
    return [Due(row["id"], row["tenant"], row["text"]) for row in rows]


async def keep(db: Session, target: Target, vectors: Sequence[tuple[Due, Vector | None]]) -> int:
    """Store vectors; return the number of memories that still had none. None skips a memory.

    Nothing is stored, and 0 returned, if the store's model is no longer the target's.

    Raises:
        BadVector: one is not a unit vector of the model's dimension; then none is stored.
    """
    rows: list[dict[str, Any]] = [
        {
            "id": memory.id,
            "tenant": memory.tenant,
            "vector": None if vector is None else check_vector(vector, target.dimension),
        }
        # Every worker locks in the same order, so that workers cannot deadlock.
        for memory, vector in sorted(vectors, key=lambda pair: pair[0].id)
    ]
    stored = await db.write(
        "database/embeddings/store_vectors",
        store=STORE,
        model=target.model,
        generation=target.generation,
        property=target.kept_in,
        former=target.kept_before,
        rows=rows,
    )
    return stored[0]["kept"]


async def waiting(db: Session, generation: int, *, tenant: str | None = None) -> Waiting:
    """Count the memories without a vector of a generation, in one tenant or in all."""
    row = (await db.read("database/embeddings/counts", tenant=tenant, generation=generation))[0]
    return Waiting(row["memories"], row["pending"])


async def ensure_index(db: Session, target: Target) -> None:
    """Create the index of the target's vectors; replace one of another dimension or compressed."""
    found = await db.read("database/embeddings/index_state", name=f"memory_{target.kept_in}")
    if found == [{"dimension": target.dimension, "whole": True}]:
        return
    await drop_index(db, target.side)
    options = {
        "indexConfig": {
            "vector.dimensions": target.dimension,
            "vector.similarity_function": _SIMILARITY,
            # Neo4j compresses vectors unless told otherwise, and a search of a compressed index for
            # more memories than a tenant has fails once one was deleted (seen in 2026.09).
            "vector.quantization.enabled": False,
        }
    }
    if target.side == "a":
        await db.write("database/embeddings/create_index_a", options=options)
    else:
        await db.write("database/embeddings/create_index_b", options=options)
    await migrations.wait_for_indexes(db)


async def drop_index(db: Session, side: str) -> None:
    """Drop the index of the vectors on that side, if there is one."""
    if side == "a":
        await db.write("database/embeddings/drop_index_a")
    else:
        await db.write("database/embeddings/drop_index_b")


def other(side: str) -> str:
    """Return the other side, that of the other generation's vectors."""
    return SIDES[1 - SIDES.index(side)]


def as_state(row: Row) -> State:
    """Build the state from a node's properties."""
    if row["side"] not in SIDES:
        raise Fault(f"the embedding state has a side {row['side']!r}")
    return State(
        model=row["model"],
        dimension=row["dimension"],
        generation=row["generation"],
        side=row["side"],
        phase=Phase(row["phase"]),
        next_model=row.get("next_model"),
        next_dimension=row.get("next_dimension"),
    )
