"""The vectors of memories: whose model's they are, which memories wait for one, keeping them.

A store has one embedding model at a time, because it has one index; vectors of two models cannot be
compared, whatever their size. A node keeps the model's name and dimension, and a generation that
grows with each change of model. Every memory carries the generation of its vector, 0 before the
first, so that those that wait are found by an index. Vectors are made outside the write path.

While the model changes (see ``graph/reembedding.py``) the two generations stand side by side, in
the properties ``vector_a`` and ``vector_b``, each with an index of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from graph import schema
from graph.errors import Fault, OtherModel
from graph.session import Row, Session
from graph.vectors import Vector, checked

STORE = "doxa"
SIDES = ("a", "b")
REMEDY = "`doxa reembed` makes every vector again with the model of DOXA_EMBEDDING_MODEL"

_SIMILARITY = "COSINE"


class Phase(StrEnum):
    """How far a change of the model is."""

    STEADY = "STEADY"
    FILLING = "FILLING"  # the next model's vectors are being made, the present ones serve
    CLEARING = "CLEARING"  # vectors that serve no more are being dropped


@dataclass(frozen=True, slots=True)
class State:
    """Which model the store's vectors are of, and which they will be of."""

    model: str
    dimension: int
    generation: int
    side: str
    phase: Phase
    next_model: str | None
    next_dimension: int | None


@dataclass(frozen=True, slots=True)
class Target:
    """A generation of vectors to be made: the store's present one, or the next."""

    model: str
    dimension: int
    generation: int
    side: str

    @property
    def kept_in(self) -> str:
        """Where a memory keeps a vector of this generation."""
        return f"vector_{self.side}"

    @property
    def kept_before(self) -> str:
        """Where it keeps one of the generation before."""
        return f"vector_{other(self.side)}"


@dataclass(frozen=True, slots=True)
class Due:
    """A memory that waits for a vector."""

    id: str
    tenant: str
    text: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many memories there are, and how many of them wait for a vector."""

    memories: int
    pending: int


async def state(db: Session) -> State | None:
    """The store's embedding state; None before its first vector."""
    rows = await db.read("upkeep/embedding_state", store=STORE)
    return as_state(rows[0]["state"]) if rows else None


async def present(db: Session, model: str, dimension: int) -> Target:
    """The store's generation of this model's vectors; it begins here where there is none yet.

    Raises:
        OtherModel: the store's vectors are another model's.
    """
    rows = await db.write("upkeep/embedding_begin", store=STORE, model=model, dimension=dimension)
    held = as_state(rows[0]["state"])
    must_be(held, model, dimension)
    found = Target(model, dimension, held.generation, held.side)
    await make_index(db, found)
    return found


def must_be(held: State, model: str, dimension: int | None = None) -> None:
    """Go on only where the store's vectors are this model's.

    Raises:
        OtherModel: they are another model's.
    """
    if held.model != model or dimension not in (None, held.dimension):
        sized = "" if dimension is None else f" with {dimension} components"
        raise OtherModel(
            f"the store's vectors are of {held.model} with {held.dimension} components, "
            f"not of {model}{sized}",
            field="DOXA_EMBEDDING_MODEL",
            hint=f"set it back, or: {REMEDY}",
        )


async def due(db: Session, target: Target, *, limit: int, skip: int = 0) -> list[Due]:
    """Memories of any tenant that wait for a vector of this generation."""
    rows = await db.read("upkeep/unembedded", generation=target.generation, skip=skip, limit=limit)
    return [Due(row["id"], row["tenant"], row["text"]) for row in rows]


async def keep(db: Session, target: Target, vectors: Sequence[tuple[Due, Vector | None]]) -> int:
    """Keep vectors; how many were still waited for. None passes a memory over for good.

    0 also where the store's model is no longer the target's.

    Raises:
        BadVector: one is no unit vector of the model's dimension; then none is kept.
    """
    rows: list[dict[str, Any]] = [
        {
            "id": one.id,
            "tenant": one.tenant,
            "vector": None if vector is None else checked(vector, target.dimension),
        }
        # In one order for every worker, so that none waits for one that waits for it.
        for one, vector in sorted(vectors, key=lambda pair: pair[0].id)
    ]
    kept = await db.write(
        "upkeep/embed",
        store=STORE,
        model=target.model,
        generation=target.generation,
        property=target.kept_in,
        former=target.kept_before,
        rows=rows,
    )
    return kept[0]["kept"]


async def waiting(db: Session, generation: int, *, tenant: str | None = None) -> Waiting:
    """How many memories wait for a vector of a generation, in one tenant or in all."""
    row = (await db.read("upkeep/embedding_counts", tenant=tenant, generation=generation))[0]
    return Waiting(row["memories"], row["pending"])


async def make_index(db: Session, target: Target) -> None:
    """See that there is an index for the target's vectors, and none of another size."""
    found = await db.read("upkeep/vector_index", name=f"memory_{target.kept_in}")
    if found and found[0]["dimension"] == target.dimension:
        return
    await forget_index(db, target.side)
    options = {
        "indexConfig": {
            "vector.dimensions": target.dimension,
            "vector.similarity_function": _SIMILARITY,
        }
    }
    if target.side == "a":
        await db.write("upkeep/index_vectors_a", options=options)
    else:
        await db.write("upkeep/index_vectors_b", options=options)
    await schema.settled(db)


async def forget_index(db: Session, side: str) -> None:
    """See that there is no index of the vectors on that side."""
    if side == "a":
        await db.write("upkeep/forget_vectors_a")
    else:
        await db.write("upkeep/forget_vectors_b")


def other(side: str) -> str:
    """The side on which the vectors of another generation are kept."""
    return SIDES[1 - SIDES.index(side)]


def as_state(row: Row) -> State:
    """The state that a node's properties tell."""
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
