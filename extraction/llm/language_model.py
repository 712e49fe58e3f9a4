"""Base class of language-model extractors: extraction, session summaries, questions.

A subclass only transports requests. How answers are handled is decided here, for all alike:

- no JSON of the requested form: asked once more, then ``UnreadableAnswer``;

- refused or cut off: ``UnreadableAnswer`` at once, since a retry would not help;

- a member of the answer that does not fit: dropped and counted, its neighbours stay.
"""

from __future__ import annotations

import copy
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from extraction.llm import answer_schema, session_schema
from extraction.llm.prices import TokenCounts, find_prices, usage
from extraction.llm.server_settings import ModelServer
from extraction.llm.session_prompt import SESSION_SYSTEM
from extraction.llm.system_prompt import LONG_SYSTEM, RETRY, SYSTEM
from extraction.llm.window_prompt import render_session, render_window
from extraction.model import model_spans
from extraction.model.candidates import Extraction, Proposal, Shown, Window
from extraction.model.capabilities import ClosedSession, SessionSummary, Task
from graph.errors import UnreadableAnswer
from graph.model.records import Usage

T = TypeVar("T")

_ANSWER = answer_schema.strict(answer_schema.WireAnswer.model_json_schema())
TURN = Task(SYSTEM, _ANSWER)
LONG_TURN = Task(LONG_SYSTEM, _ANSWER)
SESSION = Task(SESSION_SYSTEM, answer_schema.strict(session_schema.WireSession.model_json_schema()))


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """A model's response: text, model name, token counts, and how it ended.

    ``refusal`` is what its server says of why it ``refused``.
    """

    text: str
    model: str
    tokens: TokenCounts
    refused: bool = False
    refusal: str = ""
    cut_off: bool = False

    def parse(self, parser: Callable[[str], T]) -> T | None:
        """Parse the text; None if it is no JSON of the right form.

        Raises:
            UnreadableAnswer: it was refused or cut off.
        """
        if self.refused:
            why = f": {self.refusal}" if self.refusal else ""
            raise UnreadableAnswer(f"the model refused to answer{why}")
        if self.cut_off:
            raise UnreadableAnswer("the answer was cut off")
        try:
            return parser(self.text)
        except ValueError:
            return None


class LanguageModel(ABC):
    """An extractor backed by a language model; subclasses implement ``ask``."""

    metered = True

    def __init__(self, provider: str, server: ModelServer) -> None:
        self.provider = provider
        self.server = server

    @abstractmethod
    async def ask(self, task: Task, prompt: str) -> ModelResponse:
        """Send one question with the task's system prompt.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it refused the question.
        """

    def of_tenant(self, tenant: str) -> Self:
        """Return a copy that uses the tenant's model on the same server."""
        other = copy.copy(self)
        model = self.server.models.get(tenant, self.server.model)
        other.server = replace(self.server, model=model)
        return other

    @property
    def turn(self) -> Task:
        """The task of reading a turn; with more examples where no shorter prefix is cached."""
        return LONG_TURN if self.server.caches_only_long else TURN

    @property
    def version(self) -> str:
        """The model and the prompt's digest: a change of either may change answers."""
        return f"{self.provider}:{self.server.model}:{self.turn.version}"

    @property
    def session_version(self) -> str:
        """The same for session summaries."""
        return f"{self.provider}:{self.server.model}:session-{SESSION.version}"

    @property
    def trust(self) -> float:
        """The model family's trust factor; that of the offline extractor if unknown."""
        return self.server.trust.of(self.server.model)

    async def extract(self, window: Window) -> Extraction:
        """Extract the claims of the window's new turn.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        parsed, used = await self.answer(
            self.turn,
            render_window(window),
            lambda text: answer_schema.parse_answer(text, Shown.of(window)),
        )
        return self._extraction(parsed, used)

    async def summarise(self, session: ClosedSession) -> SessionSummary:
        """Summarise a closed session.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        parsed, used = await self.answer(
            SESSION,
            render_session(session),
            lambda text: session_schema.parse_session(text, session),
        )
        points, malformed = parsed
        return SessionSummary(
            points=points, extractor=self.session_version, usage=used, malformed=malformed
        )

    async def answer(self, task: Task, prompt: str, parser: Callable[[str], T]) -> tuple[T, Usage]:
        """Ask one question and parse the answer, retrying once if it is no JSON.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        responses: list[ModelResponse] = []
        begun = time.monotonic()
        try:
            for words in (prompt, f"{RETRY}\n{prompt}"):
                responses.append(await self._ask(task, words))
                parsed = responses[-1].parse(parser)
                if parsed is not None:
                    return parsed, self.usage(responses, since=begun)
        except UnreadableAnswer as error:
            error.consumed = self.usage(responses, since=begun) if responses else None
            raise
        raise UnreadableAnswer(
            "the answer is no JSON, even when asked again",
            consumed=self.usage(responses, since=begun),
        )

    async def _ask(self, task: Task, prompt: str) -> ModelResponse:
        """Ask as ``ask`` does, in a span."""
        with model_spans.chat(self.provider, self.server.model) as span:
            response = await self.ask(task, prompt)
            model_spans.record_answer(span, response.model, response.tokens)
            return response

    def parse_batch_result(
        self, response: ModelResponse, shown: Shown
    ) -> Extraction | UnreadableAnswer:
        """Parse one response of a batch, which cannot be retried."""
        used = self.usage([response])
        try:
            parsed = response.parse(lambda text: answer_schema.parse_answer(text, shown))
        except UnreadableAnswer as error:
            return UnreadableAnswer(error.message, consumed=used)
        if parsed is None:
            return UnreadableAnswer("the answer is no JSON", consumed=used)
        return self._extraction(parsed, used)

    def usage(self, responses: Sequence[ModelResponse], *, since: float | None = None) -> Usage:
        """Sum the consumption of all responses to one question.

        ``since`` is when it was asked, on the monotonic clock; none if it was part of a batch.
        """
        prices = find_prices(self.server.model, self.server.prices)
        counted = [one.tokens for one in responses]
        used = usage(responses[-1].model, counted, prices, batched=since is None)
        return used if since is None else replace(used, seconds=time.monotonic() - since)

    def _extraction(self, parsed: tuple[tuple[Proposal, ...], int], used: Usage) -> Extraction:
        candidates, malformed = parsed
        return Extraction(
            candidates=candidates, extractor=self.version, usage=used, malformed=malformed
        )
