"""The three ways by which memories come to mind: vectors, words, and entities that are named."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.database.embeddings.nearest import search
from graph.database.embeddings.vectors import Vector
from graph.database.session import Row, Session
from graph.errors import IndexUnavailable, OtherModel
from graph.kernel.entities.entity_queries import ids_by_names
from graph.model.records import Caller
from graph.read.recall.fulltext import search_words
from graph.read.recall.recall_types import Moments, Question
from graph.read.recall.tokens import phrases, terms
from graph.vocabulary import RecallKind

VECTOR, WORDS, GRAPH = "vector", "words", "graph"

VECTORS_MAX = 30
# What held at a past system time, no index knows: more are found, and each is looked at.
VECTORS_MAX_OF_PAST = 300
# Of the words' best. What comes after them has no more items, of any measured store.
WORDED_MAX = 50
# So many edges of a named entity are read, the newest first; words and vectors find the others.
EDGES_MAX = 1_000
EDGES_MAX_OF_NEIGHBOUR = 100
# Where others' private edges stand between, so many are looked at for these.
EDGES_AMONG = 10 * EDGES_MAX
BELIEFS_MAX = 200
ABOUT_MAX = 50
# Of constraints, and of conventions.
RULES_MAX = 50


@dataclass(frozen=True, slots=True)
class Carried:
    """What decides, of the belief that a memory carries; the whole is loaded if it is recalled.

    There is none, and no ``id``, where the memory says only that something is over, or is
    ``denied``: is not so.
    """

    id: str | None
    entity: str
    attribute: str
    context: str | None
    value: str | None
    canonical: str
    target: str | None
    valid_from: datetime
    valid_to: datetime
    confidence: float
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that came to mind, with a belief that it carries at the asked time, if it does.

    Of a memory that carries several within a period each is a candidate.

    ``memory`` has the attribute of the belief.
    """

    memory: Row
    counter: Row | None
    belief: Carried
    cosine: float | None
    via: tuple[str, ...]
    distance: int | None


@dataclass(frozen=True, slots=True)
class Candidates:
    """What came to mind: memories to score, rules, hints, and what could not be searched.

    ``named`` are the entities that the question names, or is narrowed to; ``names`` are the terms
    of their names in it. ``by_vector`` says that the vector of the question was compared.
    """

    memories: list[Candidate]
    rules: list[Candidate]
    hints: list[Row]
    degraded: tuple[str, ...]
    names: frozenset[str]
    named: frozenset[str]
    by_vector: bool = False


async def find_candidates(db: Session, caller: Caller, question: Question) -> Candidates:
    """Find what may be recalled for a question, by all three ways, and the rules.

    Raises:
        Unavailable: the store does not answer.
    """
    at = question.as_of
    near, worded, about, rules = await asyncio.gather(
        _by_vector(db, caller, question),
        search_words(db, "read/recall/by_words", caller, question, "text", first=WORDED_MAX),
        _by_entities(db, caller, question),
        _rules(db, caller, question),
    )
    via = _ways(near.ids, [row["id"] for row in worded], about.distance or ())
    ruling = {key for kind in rules for key in kind["ids"]}
    # Rules are those that hold now, whatever period is asked about.
    asked: dict[Moments, set[str]] = {one: via.keys() - ruling for one in question.stretches}
    asked.setdefault((at.valid_at, at.valid_at), set()).update(ruling)
    hints, *loaded = await asyncio.gather(
        _unsure(db, caller, question, near),
        *(_load(db, caller, question, near, ids, within) for within, ids in asked.items() if ids),
    )
    # What held in several of the parts is one candidate.
    rows = {(row["memory"]["id"], row["belief"]["id"]): row for rows in loaded for row in rows}
    found = [_candidate(row, near, via, about) for row in rows.values()]
    recalled = [one for one in found if one.memory["id"] not in ruling]
    ruled = [one for one in found if one.memory["id"] in ruling]
    degraded = near.degraded + _rules_left_out(rules)
    if near.vector is not None and (without := sum(one.cosine is None for one in recalled)):
        degraded += (f"vectors: {without} of {len(recalled)} that came to mind have none yet",)
    by_vector = near.vector is not None
    return Candidates(recalled, ruled, hints, degraded, about.names, about.named, by_vector)


async def _rules(db: Session, caller: Caller, question: Question) -> list[Row]:
    """Find the rules that are believed at the question's point, by kind."""
    at = question.as_of
    [found] = await db.read(
        "read/recall/rules",
        tenant=caller.tenant,
        valid_at=at.valid_at,
        system_at=at.system_at,
        limit=RULES_MAX,
    )
    return found["rules"]


def _rules_left_out(rules: Iterable[Row]) -> tuple[str, ...]:
    return tuple(
        f"rules: {kind['believed']:,} of the kind {kind['kind']} are believed, and the"
        f" {RULES_MAX} that came last were read"
        for kind in rules
        if kind["believed"] > RULES_MAX
    )


def _ways(near: Iterable[str], worded: Iterable[str], about: Iterable[str]) -> dict[str, list[str]]:
    """By which ways each memory was found."""
    via: dict[str, list[str]] = {}
    for way, ids in ((VECTOR, near), (WORDS, worded), (GRAPH, about)):
        for one in ids:
            via.setdefault(one, []).append(way)
    return via


async def _load(
    db: Session, caller: Caller, question: Question, near: _Nearest, ids: set[str], within: Moments
) -> list[Row]:
    """Load memories with the beliefs that they carry within a period."""
    read = await db.read(
        "read/recall/candidates",
        tenant=caller.tenant,
        ids=sorted(ids),
        valid_first=within[0],
        valid_last=within[1],
        system_at=question.as_of.system_at,
        vector=near.vector,
        property=near.property,
        apart=sorted(ids - near.cosines.keys()),
    )
    return list(read[0]["found"])


def _candidate(row: Row, near: _Nearest, via: Mapping[str, list[str]], about: _About) -> Candidate:
    key, belief = row["memory"]["id"], Carried(**row["belief"])
    # What is over is in no belief about whom the question names, and about them all the same.
    far = 0 if belief.id is None and belief.entity in about.named else 2
    return Candidate(
        memory=row["memory"] | {"attribute": belief.attribute},
        counter=row["counter"],
        belief=belief,
        cosine=near.cosines.get(key, row["cosine"]),
        via=tuple(via.get(key, ())),
        distance=None if about.distance is None else about.distance.get(key, far),
    )


@dataclass(frozen=True, slots=True)
class _Nearest:
    """What the vectors find, with the vector and the property that it is compared with.

    ``cosines`` are those that the index tells, of more memories than the nearest.
    """

    ids: tuple[str, ...] = ()
    cosines: Mapping[str, float] = field(default_factory=dict[str, float])
    vector: Vector | None = None
    property: str = "vector_a"
    degraded: tuple[str, ...] = ()


async def _by_vector(db: Session, caller: Caller, question: Question) -> _Nearest:
    if question.embedder is None:
        return _Nearest()
    embedded = await question.embedder.embed(question.words)
    if embedded.vector is None:
        return _Nearest(degraded=embedded.degraded)
    first = VECTORS_MAX if question.present else VECTORS_MAX_OF_PAST
    try:
        state, found = await search(
            db,
            caller,
            embedded.vector,
            model=embedded.model,
            at=replace(question.as_of, valid_at=question.moments[0]),
            first=first,
            filter_held=question.present,
            valid_last=question.moments[1],
        )
    except OtherModel as error:
        return _Nearest(degraded=(f"vectors: {error.message}",))
    except IndexUnavailable:
        return _Nearest(degraded=("vectors: their index is being built",))
    if state is None:
        return _Nearest(degraded=("vectors: no memory has one yet",))
    return _Nearest(
        tuple(one.memory for one in found[:first]),
        {one.memory: one.cosine for one in found},
        embedded.vector,
        f"vector_{state.side}",
        embedded.degraded,
    )


async def _unsure(db: Session, caller: Caller, question: Question, near: _Nearest) -> list[Row]:
    """Return what is too unsure for a belief, where hints are asked for."""
    if RecallKind.HINTS not in question.include:
        return []
    return await search_words(
        db,
        "read/recall/unsure",
        caller,
        question,
        "text",
        least=db.limits.recall.hint_floor,
        below=db.limits.floor,
        vector=near.vector,
        property=near.property,
    )


@dataclass(frozen=True, slots=True)
class _About:
    """Memories about whom the question names, with their distance: None if it names nobody.

    ``named`` are these entities, ``names`` the terms of the names.
    """

    names: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    distance: dict[str, int] | None = None


async def _by_entities(db: Session, caller: Caller, question: Question) -> _About:
    """Find memories about whom the question names, and about those whom they are related to."""
    asker = (question.asker,) if question.asker is not None else ()
    named = await ids_by_names(
        db, caller, [*phrases(question.words), *asker], question.as_of.system_at
    )
    asked_of = {one for ids in named.values() for one in ids}
    if question.entity is not None:
        asked_of.add(question.entity)
    if not asked_of:
        return _About()
    read = await db.read(
        "read/recall/about_entities",
        tenant=caller.tenant,
        entities=sorted(asked_of),
        valid_first=question.moments[0],
        valid_last=question.moments[1],
        system_at=question.as_of.system_at,
        among=EDGES_AMONG,
        edges=EDGES_MAX,
        near=EDGES_MAX_OF_NEIGHBOUR,
        limit=BELIEFS_MAX,
    )
    asked = terms(question.words)
    # Those whose attribute the question has words of come first.
    told = sorted(
        read[0]["found"],
        key=lambda row: (
            row["distance"],
            -len(asked & terms(row["attribute"].replace("_", " "))),
        ),
    )
    distance: dict[str, int] = {}
    for row in told[:ABOUT_MAX]:
        distance.setdefault(row["id"], row["distance"])
    # A thing whose name is a common noun ("the gym") is asked about as other words are.
    proper = (name for name in named if name in asker or name != name.casefold())
    return _About(terms(*proper), frozenset(asked_of), distance)
