"""GraphQL: recall, the beliefs that matter to a question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

import strawberry
from strawberry import field

from api.graphql.request.context import Info
from api.graphql.request.loaders import there
from api.graphql.request.scalars import Node
from api.graphql.types.beliefs import Belief
from api.graphql.types.memories import Episode, Memory
from api.graphql.types.review import Contradiction
from graph.model.records import check_page_size
from graph.read.recall import recall_types
from graph.read.recall.selection import RECALLED

LEFT_OUT_DEFAULT = 20


@strawberry.type(description="The two times that an answer is as of.")
class ResolvedAsOf:
    valid_at: datetime = field(description="True when, in the world.")
    system_at: datetime = field(description="As known when, by this system.")


@strawberry.type(
    description="The period that a question names, from its start up to its end, the end excluded."
)
class AskedPeriod:
    valid_from: datetime | None = field(description="Its start; null if it has none.")
    valid_to: datetime | None = field(description="Its end; null if it has none.")


@strawberry.type(description="One belief that was recalled; several memories of it are one item.")
class RecallItem:
    belief: Belief | None = field(
        description=(
            "The belief, with its interval and whether it is contested. Null for a hint,"
            " for what ended at an unknown time, and for a denial (`memory.negative`)."
        )
    )
    score: float = field(
        description="0.60 relevance, 0.25 recency and 0.15 importance; the weights are settings."
    )
    relevance: float = field(description="How much it has to do with the question, 0 to 1.")
    recency: float = field(description="1 when it was just said, half after 30 days.")
    importance: float = field(description="As stored, less what it has decayed.")
    via: list[str] = field(description="What found it: vector, words, graph.")
    memory_id: strawberry.Private[str]

    @strawberry.field(description="The memory that fits the question best.")
    async def memory(self, info: Info) -> Memory:
        return await Memory.there(info, self.memory_id)

    @classmethod
    def of(cls, item: recall_types.RecallItem) -> RecallItem:
        return cls(
            belief=None if item.belief is None else Belief.of(item.belief),
            score=item.score,
            relevance=item.relevance,
            recency=item.recency,
            importance=item.importance,
            via=list(item.via),
            memory_id=item.memory,
        )


@strawberry.type(
    description="A memory that was considered for a recall and is none of its items, and why."
)
class LeftOut:
    outcome: str = field(description="Why it was left out, in words: `score under minScore`.")
    score: float = field(description="As an item's.")
    relevance: float = field(description="How much it has to do with the question, 0 to 1.")
    recency: float = field(description="1 when it was just said, half after 30 days.")
    importance: float = field(description="As stored, less what it has decayed.")
    via: list[str] = field(description="What found it: vector, words, graph.")
    memory: Memory = field(description="The memory.")

    @classmethod
    def of(cls, entry: Mapping[str, Any], memory: Memory) -> LeftOut:
        parts = {name: entry[name] for name in ("outcome", "score", "relevance")}
        parts |= {name: entry[name] for name in ("recency", "importance")}
        return cls(**parts, via=list(entry["via"]), memory=memory)


@strawberry.type(description="What was said that has to do with the question; it is no belief.")
class EpisodeHit:
    score: float = field(description="In shares of the best one's.")
    episode_id: strawberry.Private[str]

    @strawberry.field(description="The source, verbatim.")
    async def episode(self, info: Info) -> Episode:
        return Episode.of(await there(info.context.loaders.episodes, self.episode_id))

    @classmethod
    def of(cls, hit: recall_types.EpisodeHit) -> EpisodeHit:
        return cls(score=hit.score, episode_id=hit.episode)


@strawberry.type(description="What the user may be asked, so that a contradiction can be answered.")
class OpenQuestion:
    text: str = field(description="The question in words, neutral, in one line; made from data.")
    contradiction_id: strawberry.Private[str]

    @strawberry.field(description="The contradiction that waits, or waited when it was recalled.")
    async def contradiction(self, info: Info) -> Contradiction:
        loader = info.context.loaders.contradictions
        return Contradiction.of(await there(loader, self.contradiction_id))

    @classmethod
    def of(cls, question: recall_types.OpenQuestion) -> OpenQuestion:
        return cls(text=question.text, contradiction_id=question.contradiction)


@strawberry.type(
    description="What was recalled for a question. It is kept, with all that was considered, and"
    " `why` explains it."
)
class Recall(Node):
    query: str = field(description="The question, as it was asked.")
    at: datetime = field(description="When it was asked.")
    items: list[RecallItem] = field(
        description="The best first; empty when nothing clears the floors."
    )
    hints: list[RecallItem] = field(
        description="Memories too unsure for a belief, where HINTS are asked for; never facts."
    )
    episodes: list[EpisodeHit] = field(
        description="What was said, the best first, where EPISODES are asked for; never beliefs."
    )
    as_of: ResolvedAsOf = field(
        description=(
            "The times that were used. If the question names a period, validAt is the"
            " moment of it that is nearest to when it was asked."
        )
    )
    period: AskedPeriod | None = field(
        description="The period that the question names: what held at any time in it is recalled,"
        " also what has ended since. Of several it reaches over all, and what held in none of them"
        " is left out. Null if it names none: then what holds is recalled, or, where its words are"
        " of what was or is to come, that. Null if `asOf.validAt` was given: then what held at it."
    )
    questions: list[OpenQuestion] = field(
        description="What the user may be asked when it fits: open contradictions about whom the"
        " question names or its items are about, the oldest first. Also the last part of `context`."
    )
    degraded: list[str] = field(
        description="What could not be searched, while the other ways were, and whether the recall"
        " could not be kept. Empty if all went well."
    )
    context: str = field(
        description="What was recalled, ready for a prompt: fenced, labelled as background and"
        " escaped; the same for the same memories. Empty if there is nothing to say."
    )
    rule_ids: strawberry.Private[tuple[str, ...]]
    considered: strawberry.Private[tuple[Mapping[str, Any], ...]]

    @strawberry.field(
        description="What was considered and is no item, the best first, and why it is none."
        " What was erased meanwhile is left away."
    )
    async def left_out(self, info: Info, first: int | None = LEFT_OUT_DEFAULT) -> list[LeftOut]:
        size = check_page_size(LEFT_OUT_DEFAULT if first is None else first)
        entries = [one for one in self.considered if one["outcome"] != RECALLED][:size]
        load = info.context.loaders.memories.load
        found = await asyncio.gather(*(load(one["memory"]) for one in entries))
        return [
            LeftOut.of(entry, Memory.of(memory))
            for entry, memory in zip(entries, found, strict=True)
            if memory is not None
        ]

    @strawberry.field(
        description="Constraints, then conventions: they come whatever the question, within their"
        " context and topic, and take no place among the items."
    )
    async def rules(self, info: Info) -> list[Memory]:
        return await Memory.all_of(info, self.rule_ids)

    @classmethod
    def of(cls, recall: recall_types.Recall) -> Recall:
        return cls(
            id=strawberry.ID(recall.id),
            query=recall.query,
            at=recall.at,
            items=list(map(RecallItem.of, recall.items)),
            hints=list(map(RecallItem.of, recall.hints)),
            episodes=list(map(EpisodeHit.of, recall.episodes)),
            as_of=ResolvedAsOf(valid_at=recall.as_of.valid_at, system_at=recall.as_of.system_at),
            period=None if recall.period is None else AskedPeriod(**asdict(recall.period)),
            questions=list(map(OpenQuestion.of, recall.questions)),
            degraded=list(recall.degraded),
            context=recall.context,
            rule_ids=recall.rules,
            considered=recall.considered,
        )
