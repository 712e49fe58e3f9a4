"""A model that is asked, whoever serves it: it reads turns, sums sessions up, answers questions.

Whose SDK carries the question, and how, is the affair of a subclass. What an answer is worth is
decided here, the same for all:

- no JSON of the form asked for: asked for once more, then ``UnreadableAnswer``;
- refused or cut off: ``UnreadableAnswer`` at once, for asking again would not help;
- a member of the answer that does not fit: left out and counted, its neighbours stay.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from extraction import session_wire, wire
from extraction.abilities import Summing, Task, Told
from extraction.asked_server import Server, trust_of
from extraction.asking import shown, told_of
from extraction.model import Extraction, Proposal, Turn, Window
from extraction.prices import Counted, prices_of, usage
from extraction.prompts import RETRY, SYSTEM
from extraction.session_prompts import SESSION_SYSTEM
from graph.errors import UnreadableAnswer
from graph.model import Usage

T = TypeVar("T")

TURN = Task(SYSTEM, wire.strict(wire.WireAnswer.model_json_schema()))
SESSION = Task(SESSION_SYSTEM, wire.strict(session_wire.WireSession.model_json_schema()))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the text, the model that wrote it, what it took, and how it ended."""

    text: str
    model: str
    counted: Counted
    refused: bool = False
    cut_off: bool = False

    def read(self, reader: Callable[[str], T]) -> T | None:
        """What the text holds; ``None`` if it is no JSON of the right form.

        Raises:
            UnreadableAnswer: it was refused or cut off.
        """
        if self.refused:
            raise UnreadableAnswer("the model refused to answer")
        if self.cut_off:
            raise UnreadableAnswer("the answer was cut off")
        try:
            return reader(self.text)
        except ValueError:
            return None


class AskedModel(ABC):
    """Everything about a model that is asked but how it is reached."""

    metered = True

    def __init__(self, provider: str, server: Server) -> None:
        self.provider = provider
        self.server = server

    @abstractmethod
    async def ask(self, task: Task, asked: str) -> Answer:
        """One question; its static part is the task's.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it refused the question.
        """

    def of_tenant(self, tenant: str) -> Self:
        """The same server, asked for the model that this tenant has."""
        other = copy.copy(self)
        model = self.server.models.get(tenant, self.server.model)
        other.server = replace(self.server, model=model)
        return other

    @property
    def version(self) -> str:
        """The model and the prompt; another of either may answer otherwise."""
        return f"{self.provider}:{self.server.model}:{TURN.version}"

    @property
    def session_version(self) -> str:
        """The same, for what it says of whole sessions."""
        return f"{self.provider}:{self.server.model}:session-{SESSION.version}"

    @property
    def trust(self) -> float:
        """By the size of the model; one that is not known is trusted like the offline reader."""
        return trust_of(self.server.model)

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        found, used = await self.answered(
            TURN, shown(window), lambda text: wire.read(text, window.turn)
        )
        return self._extraction(found, used)

    async def sum_up(self, told: Told) -> Summing:
        """Say what a closed session came to.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        found, used = await self.answered(SESSION, told_of(told), session_wire.read)
        points, malformed = found
        return Summing(
            points=points, extractor=self.session_version, usage=used, malformed=malformed
        )

    async def answered(self, task: Task, asked: str, read: Callable[[str], T]) -> tuple[T, Usage]:
        """What one question comes to, asked once more where the answer is no JSON.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        answers: list[Answer] = []
        try:
            for words in (asked, f"{RETRY}\n{asked}"):
                answers.append(await self.ask(task, words))
                found = answers[-1].read(read)
                if found is not None:
                    return found, self.usage(answers)
        except UnreadableAnswer as error:
            error.consumed = self.usage(answers) if answers else None
            raise
        raise UnreadableAnswer(
            "the answer is no JSON, even when asked again", consumed=self.usage(answers)
        )

    def collected(self, answer: Answer, turn: Turn) -> Extraction | UnreadableAnswer:
        """What one answer out of a batch comes to; it cannot be asked for again."""
        used = self.usage([answer], batched=True)
        try:
            found = answer.read(lambda text: wire.read(text, turn))
        except UnreadableAnswer as error:
            return UnreadableAnswer(error.message, consumed=used)
        if found is None:
            return UnreadableAnswer("the answer is no JSON", consumed=used)
        return self._extraction(found, used)

    def usage(self, answers: Sequence[Answer], *, batched: bool = False) -> Usage:
        """What some answers to one question consumed together."""
        prices = prices_of(self.server.model, self.server.prices)
        counted = [one.counted for one in answers]
        return usage(answers[-1].model, counted, prices, batched=batched)

    def _extraction(self, found: tuple[tuple[Proposal, ...], int], used: Usage) -> Extraction:
        candidates, malformed = found
        return Extraction(
            candidates=candidates, extractor=self.version, usage=used, malformed=malformed
        )
