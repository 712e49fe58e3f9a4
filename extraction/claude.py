"""Claude as an extractor: one call a turn, over any server that speaks the Messages API.

The only module that knows the SDK. What the server does decides what becomes of the job:

- limits, overload, time-outs, refused keys: ``ModelUnavailable``, the job waits;
- an answer that is cut off, refused, or no JSON even when asked again: ``UnreadableAnswer``;
- a member of the answer that does not fit: left out and counted, its neighbours stay.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import TypeVar

import anthropic
from anthropic.types import Message
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from anthropic.types.messages import MessageBatchResult
from anthropic.types.messages.batch_create_params import Request

from extraction import session_wire, wire
from extraction.abilities import Summing, Task, Told
from extraction.asked_server import Server, trust_of
from extraction.asking import shown, told_of
from extraction.model import Extraction, Proposal, Turn, Window
from extraction.prices import Counted, prices_of, usage
from extraction.prompts import RETRY, SYSTEM
from extraction.session_prompts import SESSION_SYSTEM
from graph.errors import ModelUnavailable, UnreadableAnswer
from graph.ids import digest
from graph.model import Usage

T = TypeVar("T")

SCHEMA = wire.strict(anthropic.transform_schema(wire.WireAnswer))
SESSION_SCHEMA = wire.strict(anthropic.transform_schema(session_wire.WireSession))
PROMPT_VERSION = digest(SYSTEM, json.dumps(SCHEMA, sort_keys=True))[:8]
SESSION_VERSION = digest(SESSION_SYSTEM, json.dumps(SESSION_SCHEMA, sort_keys=True))[:8]
_CHARACTERS_A_TOKEN = 4
_ANSWER_TOKENS = 300
_ENDS = {"errored": "failed", "expired": "ran out of time", "canceled": "was cancelled"}
_WAITING = (
    anthropic.APIConnectionError,
    anthropic.AuthenticationError,
    anthropic.CredentialsError,
    anthropic.InternalServerError,
    anthropic.NotFoundError,
    anthropic.PaymentRequiredError,
    anthropic.PermissionDeniedError,
    anthropic.RateLimitError,
    anthropic.RequestTimeoutError,
    anthropic.RetryableError,
)


_TURN = Task(SYSTEM, SCHEMA)
_SESSION = Task(SESSION_SYSTEM, SESSION_SCHEMA)


class ClaudeExtractor:
    """Proposes candidates by asking a Claude model, at once or in batches; sums sessions up."""

    name = "claude"
    metered = True

    def __init__(self, client: anthropic.AsyncAnthropic, server: Server) -> None:
        self._client = client
        self._server = server
        self._constrained = True

    @classmethod
    @asynccontextmanager
    async def open(cls, server: Server) -> AsyncGenerator[ClaudeExtractor]:
        """An extractor with its own connections, closed at the end of the block."""
        async with anthropic.AsyncAnthropic(
            api_key=server.key,
            base_url=server.base_url,
            timeout=server.timeout_s,
            max_retries=server.retries_max,
        ) as client:
            yield cls(client, server)

    def of_tenant(self, tenant: str) -> ClaudeExtractor:
        """The same server, asked for the model that this tenant has."""
        model = self._server.models.get(tenant, self._server.model)
        if model == self._server.model:
            return self
        return ClaudeExtractor(self._client, replace(self._server, model=model))

    @property
    def version(self) -> str:
        """The model and the prompt; another of either may answer otherwise."""
        return f"claude:{self._server.model}:{PROMPT_VERSION}"

    @property
    def session_version(self) -> str:
        """The same, for what it says of whole sessions."""
        return f"claude:{self._server.model}:session-{SESSION_VERSION}"

    @property
    def trust(self) -> float:
        """By the size of the model; one that is not known is trusted like the offline reader."""
        return trust_of(self._server.model)

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        found, used = await self.answered(
            _TURN, shown(window), lambda text: wire.read(text, window.turn)
        )
        return _extraction(self.version, found, used)

    async def sum_up(self, told: Told) -> Summing:
        """Say what a closed session came to.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        found, used = await self.answered(_SESSION, told_of(told), session_wire.read)
        points, malformed = found
        return Summing(
            points=points, extractor=self.session_version, usage=used, malformed=malformed
        )

    def weight(self, window: Window) -> int:
        """How many tokens reading it is thought to consume: a guess by its length."""
        return (len(SYSTEM) + len(shown(window))) // _CHARACTERS_A_TOKEN + _ANSWER_TOKENS

    async def send(self, windows: Sequence[tuple[str, Window]]) -> str:
        """Have many windows read by and by, each under a key; the batch's id at the server.

        Raises:
            ModelUnavailable: the server does not answer, or knows no batches.
            UnreadableAnswer: it refused them.
        """
        requests = [
            Request(custom_id=key, params=self._asked(_TURN, shown(window)))
            for key, window in windows
        ]
        with _translated():
            return (await self._client.messages.batches.create(requests=requests)).id

    async def ended(self, batch: str) -> bool:
        """Whether every request of a batch has come to its end.

        Raises:
            ModelUnavailable: the server does not answer.
            UnreadableAnswer: it does not know the batch.
        """
        with _translated():
            found = await self._client.messages.batches.retrieve(batch)
        return found.processing_status == "ended"

    async def collect(
        self, batch: str, turns: Mapping[str, Turn]
    ) -> AsyncGenerator[tuple[str, Extraction | UnreadableAnswer]]:
        """What came of each request of an ended batch, by its key, if it is one of these.

        Raises:
            ModelUnavailable: the server does not answer.
            UnreadableAnswer: it does not know the batch.
        """
        with _translated():
            async for one in await self._client.messages.batches.results(batch):
                if one.custom_id in turns:
                    yield one.custom_id, self._collected(one.result, turns[one.custom_id])

    def _collected(self, result: MessageBatchResult, turn: Turn) -> Extraction | UnreadableAnswer:
        if result.type != "succeeded":
            return UnreadableAnswer(f"in its batch it {_ENDS.get(result.type, result.type)}")
        used = self._usage([result.message], batched=True)
        try:
            found = _read(result.message, lambda text: wire.read(text, turn))
        except UnreadableAnswer as error:
            return UnreadableAnswer(error.message, consumed=used)
        if found is None:
            return UnreadableAnswer("the answer is no JSON", consumed=used)
        return _extraction(self.version, found, used)

    async def answered(self, task: Task, asked: str, read: Callable[[str], T]) -> tuple[T, Usage]:
        """What one question comes to, asked once more where the answer is no JSON.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        answers: list[Message] = []
        try:
            for words in (asked, f"{RETRY}\n{asked}"):
                answers.append(await self._ask(task, words))
                found = _read(answers[-1], read)
                if found is not None:
                    return found, self._usage(answers)
        except UnreadableAnswer as error:
            error.consumed = self._usage(answers) if answers else None
            raise
        raise UnreadableAnswer(
            "the answer is no JSON, even when asked again", consumed=self._usage(answers)
        )

    async def _ask(self, task: Task, asked: str) -> Message:
        with _translated():
            if self._constrained:
                try:
                    return await self._client.messages.create(**self._asked(task, asked))
                except (anthropic.BadRequestError, anthropic.UnprocessableEntityError) as error:
                    if not _is_about_schema(error):
                        raise
                    # A server without structured output is asked for plain JSON from here on.
                    self._constrained = False
            return await self._client.messages.create(**self._asked(task, asked))

    def _asked(self, task: Task, asked: str) -> MessageCreateParamsNonStreaming:
        request: MessageCreateParamsNonStreaming = {
            "model": self._server.model,
            "max_tokens": self._server.output_tokens_max,
            "system": [
                {"type": "text", "text": task.system, "cache_control": {"type": "ephemeral"}}
            ],
            "messages": [{"role": "user", "content": asked}],
        }
        if self._constrained:
            request["output_config"] = {"format": {"type": "json_schema", "schema": task.schema}}
        return request

    def _usage(self, answers: Sequence[Message], *, batched: bool = False) -> Usage:
        counted = [
            Counted(
                sent=answer.usage.input_tokens,
                answered=answer.usage.output_tokens,
                cached=answer.usage.cache_read_input_tokens or 0,
                written=answer.usage.cache_creation_input_tokens or 0,
            )
            for answer in answers
        ]
        prices = prices_of(self._server.model, self._server.prices)
        return usage(answers[-1].model, counted, prices, batched=batched)


def _extraction(version: str, found: tuple[tuple[Proposal, ...], int], used: Usage) -> Extraction:
    candidates, malformed = found
    return Extraction(candidates=candidates, extractor=version, usage=used, malformed=malformed)


@contextmanager
def _translated() -> Generator[None]:
    """The SDK's errors as ours."""
    try:
        yield
    except _WAITING as error:
        raise ModelUnavailable(_said(error), hint="the job waits and is tried again") from error
    except anthropic.AnthropicError as error:
        raise UnreadableAnswer(_said(error)) from error


def _read(answer: Message, read: Callable[[str], T]) -> T | None:
    """What the answer holds; ``None`` if it is no JSON of the right shape.

    Raises:
        UnreadableAnswer: it was refused or cut off; asking again would not help.
    """
    if answer.stop_reason == "refusal":
        raise UnreadableAnswer("the model refused to answer")
    if answer.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise UnreadableAnswer("the answer was cut off")
    text = "".join(block.text for block in answer.content if block.type == "text")
    try:
        return read(text)
    except ValueError:
        return None


def _is_about_schema(error: anthropic.APIStatusError) -> bool:
    words = ("output_config", "output_format", "json_schema", "structured output")
    return any(word in str(error).casefold() for word in words)


def _said(error: Exception) -> str:
    if isinstance(error, anthropic.APIStatusError):
        return f"the model's server answered {error.status_code}: {error.message}"[:500]
    return f"the model's server did not answer: {error}"[:500]
