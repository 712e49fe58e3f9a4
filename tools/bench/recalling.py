"""What recall and upkeep cost, for ``tools/bench/bench.py``.

A tenant has 10,000 memories, then 100,000, each with a vector: near that of a sentence of its kind,
so that the index has groups as those of real texts. A fifth of the memories is about one entity.
The question is embedded with the model that comes with Doxa, as a service does it.
"""

from __future__ import annotations

import asyncio
import io
import json
import secrets
import statistics
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

from api.files.load.load import load
from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.recall.question import QuestionEmbedder
from extraction.recall.recall import recall
from graph.database import migrations
from graph.database.session import Session
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import Caller
from graph.read import reads
from graph.read.recall.recall_types import Question, Recall
from graph.upkeep import access_counts, decay
from graph.upkeep.tasks import definitions, run_now
from graph.vocabulary import Cardinality, Role, ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute
from tools.bench.rows import SAID
from tools.bench.scale import Scale
from tools.bench.timing import EMPTY, at_most, in_turn, milliseconds, p95
from tools.bench.vectors import Vectors

HABITS = (
    "plays the piano", "grows tomatoes", "collects stamps", "rides a horse", "bakes bread",
    "reads novels", "paints boats", "studies law", "sings in a choir", "repairs bicycles",
    "keeps bees", "swims in lakes", "teaches chess", "climbs rocks", "writes letters",
    "feeds pigeons", "sails dinghies", "knits scarves", "films weddings", "speaks Danish",
)  # fmt: skip
PLACES = 500
HUB = "Grand Hall"
HUB_SHARE = 5
BLOCKS = 8
COUNT_EVERY_S = 0.1
# Who is asked about, far apart in the order of loading.
STRIDE = 7919

RECALL, COUNTED = "recall", "recall beside access_counts"
BESIDE_DECAY = "assert beside decay"


class Recalls:
    """A tenant with memories, and what is asked of it."""

    def __init__(self, db: Session, caller: Caller, model: OnnxEmbedder, considered: int) -> None:
        self.db = db
        self.considered = considered
        self.caller = caller
        self.model = model
        self.questions = QuestionEmbedder(lambda: model)
        self.loaded = 0
        self.answered = 0
        self._centres = dict(
            zip(
                HABITS,
                model.embed([f"A person {habit} in a place." for habit in HABITS]),
                strict=True,
            )
        )
        self.vectors = Vectors(db, model.name, model.dimension, self._centre)

    async def begin(self) -> None:
        """What a new user does first; the server makes its plans now."""
        for number in range(len(HABITS)):
            await self._define(f"habit_{number}", Cardinality.ONE)
        await self._define("visitor", Cardinality.MANY)
        for number in range(5):
            await self.write(number)
        await self.vectors.fill()
        for number in range(3):
            await self._recall(f"Does Visitor {number} play the piano?")
        for task in (access_counts.NAME, decay.NAME):
            await run_now(self.db, definitions(self.db.limits)[task])

    async def _define(self, name: str, cardinality: Cardinality) -> None:
        made = AttributeDefinition(name, cardinality=cardinality, value_type=ValueType.TEXT)
        await define_attribute(self.db, self.caller, made)

    async def grow(self, count: int) -> None:
        """Load memories until there are ``count``, with their vectors."""
        yesterday = (self.db.clock() - timedelta(days=1)).isoformat()
        lines = [json.dumps(_line(number, yesterday)) for number in range(self.loaded, count)]
        began = time.perf_counter()
        done = await load(
            self.db, self.caller, io.BytesIO("\n".join(lines).encode()), lambda _: None
        )
        if done.outcomes["STORED"] != len(lines):
            raise RuntimeError(f"{done.outcomes}, {done.refused[:3]}")
        loaded = time.perf_counter()
        await self.vectors.fill()
        self.loaded = count
        print(
            f"{count:,} memories: {len(lines) / (loaded - began):,.0f} a second to load,"
            f" {len(lines) / (time.perf_counter() - loaded):,.0f} vectors a second",
            flush=True,
        )

    def _centre(self, text: str) -> list[float]:
        habit = next((habit for habit in HABITS if habit in text), HABITS[0])
        return self._centres[habit]

    async def empty(self, _: int) -> object:
        return await self.db.read(EMPTY)

    async def embed(self, number: int) -> object:
        """The vector of a question, and nothing else."""
        return await self.questions.embed(self._question(number))

    async def recall(self, number: int) -> object:
        """What is known of somebody who is named."""
        found = await self._recall(self._question(number))
        if len(found.considered) < self.considered or found.degraded:
            raise RuntimeError(f"{found.degraded}, {len(found.considered)} candidates")
        self.answered += bool(found.items)
        return found

    async def recall_of_hub(self, number: int) -> object:
        """What is known of somebody who has a fifth of all beliefs."""
        return await self._recall(f"Who came to {HUB} from place {number % PLACES}?")

    async def write(self, number: int) -> object:
        """A claim about somebody who is loaded later, or not at all."""
        said = SAID + timedelta(days=40, minutes=number)
        assertion = Assertion(
            entity=EntityRef(name=f"Visitor {number % 5}"),
            attribute=f"habit_{number % len(HABITS)}",
            value=f"changed {number}",
            valid_from=said,
            said_at=said,
            evidence=f"It is {number} now.",
            many_hint=False,
        )
        return await assert_belief(self.db, self.caller, assertion)

    def _question(self, number: int) -> str:
        people = max(1, self.loaded // len(HABITS))
        habit = HABITS[number % len(HABITS)]
        # Nobody of the fifth that is the hub's.
        person = number * STRIDE % people
        person -= person % HUB_SHARE == HUB_SHARE - 1
        return f"Where is it that Person {person} {habit}?"

    async def _recall(self, text: str) -> Recall:
        at = reads.as_of(self.db, self.caller, None, None)
        asked = Question(text, at, present=True)
        return await recall(self.db, self.caller, self.questions, asked, dated=False)


def _line(number: int, said_at: str) -> dict[str, Any]:
    person, kind = divmod(number, len(HABITS))
    place = f"place {number % PLACES}"
    if person % HUB_SHARE == HUB_SHARE - 1:
        text = f"Guest {number} came to {HUB} from {place} and {HABITS[kind]}."
        told = {"entity": HUB, "attribute": "visitor", "value": f"guest {number}", "text": text}
    else:
        name = f"Person {person}"
        text = f"{name} {HABITS[kind]} in {place}."
        told = {"entity": name, "attribute": f"habit_{kind}", "value": place, "text": text}
    return told | {"valid_from": "2024-01-01", "said_at": said_at}


async def figures(db: Session, model: OnnxEmbedder, scale: Scale) -> AsyncIterator[dict[str, Any]]:
    """Measure, print, and give the figures; ``db`` knows the empty statement."""
    await migrations.ensure(db)
    caller = Caller(f"bench{secrets.token_hex(4)}", "bench", Role.OWNER)
    first, last = scale.memories
    rounds = scale.rounds
    recalls = Recalls(db, caller, model, scale.considered)
    await recalls.begin()
    await recalls.grow(first)
    small, _ = await _measured(recalls, rounds)
    await recalls.grow(last)
    large, late = await _measured(recalls, rounds)
    yield at_most(RECALL, large, 6.0, "x", "RETURN 1 and the question's embedding")
    yield at_most(f"{RECALL}, p95", late, None, "x", "RETURN 1 and the question's embedding")
    yield at_most(f"{RECALL}, growth from {first:,}", large / small, 1.5, "x")
    yield await _hub(recalls, rounds // 4, last // HUB_SHARE)
    yield at_most("statements of a recall", await _statements(recalls), None, "")
    yield await _counted(recalls, rounds // 2)
    steady, _ = await _measured(recalls, rounds)
    yield at_most(
        f"{RECALL}, later in the run", steady, None, "x", "RETURN 1 and the question's embedding"
    )
    async for line in _decayed(recalls, rounds // 2, last):
        yield line


async def _measured(recalls: Recalls, rounds: int) -> tuple[float, float]:
    """The median of a recall, and its 95th percentile, as multiples of what it must at least do."""
    recalls.answered = 0
    works = (recalls.empty, recalls.embed, recalls.recall)
    empty, embedding, own = await in_turn(works, rounds)
    bare, vector, taken = map(statistics.median, (empty, embedding, own))
    print(
        f"  {RECALL} {taken / (bare + vector):5.2f} x   {taken:7.2f} ms   p95 {p95(own):7.2f} ms"
        f"   RETURN 1 {bare:5.2f} ms   embedding {vector:5.2f} ms"
        f"   {recalls.answered} of {rounds} recall something",
        flush=True,
    )
    return taken / (bare + vector), p95(own) / (bare + vector)


async def _hub(recalls: Recalls, rounds: int, beliefs: int) -> dict[str, Any]:
    """A recall about somebody of whom very much is known, to one about anybody."""
    anybody, hub = await in_turn((recalls.recall, recalls.recall_of_hub), rounds)
    taken = statistics.median(hub)
    print(
        f"  about an entity of {beliefs:,} beliefs {taken:.2f} ms, p95 {p95(hub):.2f} ms",
        flush=True,
    )
    ratio = taken / statistics.median(anybody)
    name = f"recall about an entity of {beliefs:,} beliefs"
    return at_most(name, ratio, 1.5, "x", "a recall about one of 20")


async def _statements(recalls: Recalls) -> int:
    before = recalls.db.executed
    await recalls.recall(0)
    return recalls.db.executed - before


async def _counted(recalls: Recalls, rounds: int) -> dict[str, Any]:
    """Recalls while accesses are counted again and again, to recalls without; blocks in turn."""
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(BLOCKS):
        alone += await _block(recalls, rounds // BLOCKS)
        done = asyncio.Event()
        counting = asyncio.create_task(_count_until(recalls.db, done))
        beside += await _block(recalls, rounds // BLOCKS)
        done.set()
        await counting
    with_it, without = statistics.median(beside), statistics.median(alone)
    print(f"  recall alone {without:.2f} ms, beside access_counts {with_it:.2f} ms", flush=True)
    return at_most(COUNTED, with_it / without, 1.1, "x", "a recall alone, in turn")


async def _block(recalls: Recalls, count: int) -> list[float]:
    return [await milliseconds(recalls.recall, number) for number in range(count)]


async def _count_until(db: Session, done: asyncio.Event) -> None:
    task = definitions(db.limits)[access_counts.NAME]
    while not done.is_set():
        await run_now(db, task)
        await asyncio.sleep(COUNT_EVERY_S)


async def _decayed(recalls: Recalls, rounds: int, memories: int) -> AsyncIterator[dict[str, Any]]:
    """The first decay of all memories, which writes each, and assertions while it runs."""
    alone = [await milliseconds(recalls.write, number) for number in range(rounds)][rounds // 5 :]
    began = time.perf_counter()
    running = asyncio.create_task(run_now(recalls.db, definitions(recalls.db.limits)[decay.NAME]))
    beside: list[float] = []
    while not running.done():
        beside.append(await milliseconds(recalls.write, rounds + len(beside)))
    task = await running
    seconds = time.perf_counter() - began
    alone += [await milliseconds(recalls.write, -number) for number in range(1, rounds)]
    with_it, without = statistics.median(beside), statistics.median(alone)
    print(
        f"  decay {seconds:.1f} s, {task.last_effect}; an assert alone {without:.2f} ms,"
        f" beside it {with_it:.2f} ms ({len(beside)} of them)",
        flush=True,
    )
    yield at_most(
        f"decay of {memories:,} memories",
        seconds,
        20.0,
        "s",
        "none: seconds, with assertions beside it",
    )
    yield at_most(BESIDE_DECAY, with_it / without, 1.5, "x", "an assert alone, before and after")
