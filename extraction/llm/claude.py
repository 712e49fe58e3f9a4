"""Claude, over any server that speaks the Messages API: one call a turn, or a batch of many.

The only module that knows the SDK. Limits, overload, time-outs and refused keys are
``ModelUnavailable``, for which a job waits; anything else that the server refuses is not asked
again.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager

import anthropic
from anthropic.types import Message
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from anthropic.types.messages import MessageBatchResult
from anthropic.types.messages.batch_create_params import Request

from extraction.abilities import Task
from extraction.asked import TURN, Answer, AskedModel
from extraction.asked_server import Server
from extraction.asking import shown
from extraction.model import Extraction, Turn, Window
from extraction.prices import Counted
from graph.errors import ModelUnavailable, UnreadableAnswer

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


class ClaudeExtractor(AskedModel):
    """Proposes candidates by asking a Claude model, at once or in batches; sums sessions up."""

    name = "claude"

    def __init__(self, client: anthropic.AsyncAnthropic, server: Server) -> None:
        super().__init__(self.name, server)
        self._client = client
        # Shared with the copies for tenants, so that it is found out once.
        self._unconstrained = set[str]()

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

    def weight(self, window: Window) -> int:
        """How many tokens reading it is thought to consume: a guess by its length."""
        return (len(TURN.system) + len(shown(window))) // _CHARACTERS_A_TOKEN + _ANSWER_TOKENS

    async def send(self, windows: Sequence[tuple[str, Window]]) -> str:
        """Have many windows read by and by, each under a key; the batch's id at the server.

        Raises:
            ModelUnavailable: the server does not answer, or knows no batches.
            UnreadableAnswer: it refused them.
        """
        requests = [
            Request(custom_id=key, params=self._asked(TURN, shown(window)))
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
        return self.collected(_answer(result.message), turn)

    async def ask(self, task: Task, asked: str) -> Answer:
        """One question; the static part may be read from the server's cache.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it refused the question.
        """
        with _translated():
            if self.server.model not in self._unconstrained:
                try:
                    return _answer(await self._client.messages.create(**self._asked(task, asked)))
                except (anthropic.BadRequestError, anthropic.UnprocessableEntityError) as error:
                    if not _is_about_schema(error):
                        raise
                    # A server without structured output is asked for plain JSON from here on.
                    self._unconstrained.add(self.server.model)
            return _answer(await self._client.messages.create(**self._asked(task, asked)))

    def _asked(self, task: Task, asked: str) -> MessageCreateParamsNonStreaming:
        request: MessageCreateParamsNonStreaming = {
            "model": self.server.model,
            "max_tokens": self.server.output_tokens_max,
            "system": [
                {"type": "text", "text": task.system, "cache_control": {"type": "ephemeral"}}
            ],
            "messages": [{"role": "user", "content": asked}],
        }
        if self.server.model not in self._unconstrained:
            request["output_config"] = {"format": {"type": "json_schema", "schema": task.schema}}
        return request


def _answer(message: Message) -> Answer:
    used = message.usage
    return Answer(
        text="".join(block.text for block in message.content if block.type == "text"),
        model=message.model,
        counted=Counted(
            sent=used.input_tokens,
            answered=used.output_tokens,
            cached=used.cache_read_input_tokens or 0,
            written=used.cache_creation_input_tokens or 0,
        ),
        refused=message.stop_reason == "refusal",
        cut_off=message.stop_reason in ("max_tokens", "model_context_window_exceeded"),
    )


@contextmanager
def _translated() -> Generator[None]:
    """The SDK's errors as ours."""
    try:
        yield
    except _WAITING as error:
        raise ModelUnavailable(_said(error), hint="the job waits and is tried again") from error
    except anthropic.AnthropicError as error:
        raise UnreadableAnswer(_said(error)) from error


def _is_about_schema(error: anthropic.APIStatusError) -> bool:
    words = ("output_config", "output_format", "json_schema", "structured output")
    return any(word in str(error).casefold() for word in words)


def _said(error: Exception) -> str:
    if isinstance(error, anthropic.APIStatusError):
        return f"the model's server answered {error.status_code}: {error.message}"[:500]
    return f"the model's server did not answer: {error}"[:500]
