"""Questions about a conversation, asked of the store, and compared with the answers worked out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from api.cli.asking import Ask
from api.cli.render import Shown, time, value
from graph.errors import Fault, NotFound
from graph.validation import instant_text, name_key

Found: TypeAlias = str | list[str] | list[dict[str, str | None]] | None


@dataclass(frozen=True, slots=True)
class Question:
    """One question, what it is to give, and why.

    ``known_after`` names the message after which it is asked; ``None`` is now, as is no
    ``valid_at``. A ``never`` asks whether a value was ever believed at all.
    """

    ask: str
    entity: str
    attribute: str
    value: str | None
    valid_at: datetime | None
    known_after: str | None
    expected: Found
    why: str

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> Question:
        """Return the question that an object of the file asks."""
        valid_at = asked.get("valid_at")
        return cls(
            ask=asked["ask"],
            entity=asked["entity"],
            attribute=asked["attribute"],
            value=asked.get("value"),
            valid_at=None if valid_at is None else instant_text(valid_at, field="valid_at"),
            known_after=asked.get("known_after"),
            expected=asked["answer"],
            why=asked["why"],
        )

    @property
    def words(self) -> str:
        """The question as a person would read it."""
        what = f"{self.attribute} of {self.entity}"
        value = f" {self.value!r}" if self.value else ""
        at = f" at {time(self.valid_at)}" if self.valid_at else ""
        known = f", as known after {self.known_after}" if self.known_after else ""
        return f"{self.ask}: {what}{value}{at}{known}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the store answered."""

    question: Question
    answer: Found

    @property
    def right(self) -> bool:
        """Whether it is as worked out; spelling makes no difference."""
        return _folded(self.answer) == _folded(self.question.expected)

    def document(self) -> dict[str, Any]:
        """Return the answer as JSON."""
        return {
            "question": self.question.words,
            "why": self.question.why,
            "expected": self.question.expected,
            "answer": self.answer,
            "right": self.right,
        }


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks one tenant's store; ``marks`` tells when each message's claims were in."""

    ask: Ask
    marks: Mapping[str, datetime]

    async def answer(self, question: Question) -> Answer:
        """Return what the store answers to a question.

        Raises:
            Fault: there is no such kind of question.
        """
        asking = {
            "belief": self._belief,
            "timeline": self._timeline,
            "chain": self._chain,
            "never": self._never,
        }.get(question.ask)
        if asking is None:
            raise Fault(f"nobody can answer {question.ask!r}")
        try:
            entity = (await self.ask.entity(question.entity))["id"]
        except NotFound:
            return Answer(question, None)
        return Answer(question, await asking(question, entity))

    def as_of(self, valid_at: datetime | None, known_after: str | None) -> dict[str, str]:
        """Return the point that a question is about."""
        mark = None if known_after is None else self.marks[known_after]
        return self.ask.as_of(valid_at, mark)

    async def value_at(
        self, entity: str, attribute: str, valid_at: datetime | None, known_after: str | None
    ) -> str | None:
        """Return the value believed at one point."""
        held = await self.ask.entity(
            entity,
            "beliefs",
            "beliefs",
            attribute=attribute,
            asOf=self.as_of(valid_at, known_after),
        )
        return next(map(value, held["beliefs"]), None)

    async def over_time(self, question: Question, entity: str) -> list[Shown]:
        """Return the beliefs of a slot along valid time."""
        found = await self.ask.entity(
            entity,
            "timeline",
            "beliefs",
            attribute=question.attribute,
            systemAt=self.as_of(None, question.known_after)["systemAt"],
            whole=True,
        )
        return found["beliefs"]

    async def chain_of(self, entity: str, attribute: str, wanted: str) -> list[Shown]:
        """Return the supersession chain that the first belief of a value stands in."""
        asked = Question("chain", entity, attribute, wanted, None, None, None, "")
        for belief in await self.over_time(asked, entity):
            if name_key(value(belief)) == name_key(wanted):
                memory = belief["memories"][0]["id"]
                return (await self.ask("chain", memory=memory))["supersessionChain"]
        return []

    async def _belief(self, question: Question, entity: str) -> Found:
        return await self.value_at(
            entity, question.attribute, question.valid_at, question.known_after
        )

    async def _timeline(self, question: Question, entity: str) -> Found:
        return [
            {"value": value(one), "valid_from": one["validFrom"], "valid_to": one["validTo"]}
            for one in await self.over_time(question, entity)
        ]

    async def _chain(self, question: Question, entity: str) -> Found:
        members = await self.chain_of(entity, question.attribute, question.value or "")
        return list(map(value, members))

    async def _never(self, question: Question, entity: str) -> Found:
        found = await self.ask.entity(entity, "history", "beliefs", attribute=question.attribute)
        wanted = name_key(question.value or "")
        return [said for said in map(value, found["beliefs"]) if name_key(said) == wanted]


def _folded(answer: Found) -> object:
    """Return an answer in a form in which case and spacing make no difference."""
    if isinstance(answer, str):
        return name_key(answer)
    if answer is None:
        return None
    return [
        name_key(one) if isinstance(one, str) else {**one, "value": name_key(one["value"] or "")}
        for one in answer
    ]
